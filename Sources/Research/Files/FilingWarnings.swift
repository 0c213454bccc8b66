import JSON
import Valuation

/// The warnings about filings that a scenario keeps, in the documents that hold it.
package enum FilingWarnings {
  /// The findings on the filings when the scenario was saved; no member if there were none.
  package static func members(of scenario: Scenario) -> [(String, JSONValue)] {
    guard !scenario.filingWarnings.isEmpty else { return [] }
    return [
      (
        "filing_warnings",
        .array(
          scenario.filingWarnings.map { finding in
            [
              "code": .string(finding.code.name), "severity": .string(finding.severity.rawValue),
              "message": .string(finding.message), "value": .number(finding.value),
              "threshold": .number(finding.threshold), "assumptions": .strings(finding.assumptions),
            ]
          })
      )
    ]
  }

  /// The warnings of a row; those with a code that this version does not know are left out.
  package static func read(_ row: JSONValue) -> [ValuationFinding] {
    (row["filing_warnings"]?.elements ?? []).compactMap { item in
      guard let code = item["code"]?.stringValue.flatMap(ValuationCode.init(name:)),
        let severity = item["severity"]?.stringValue.flatMap(ValuationFinding.Severity.init(rawValue:)),
        let message = item["message"]?.stringValue
      else { return nil }
      return ValuationFinding(
        code: code, severity: severity, message: message, value: item["value"]?.doubleValue,
        threshold: item["threshold"]?.doubleValue,
        assumptions: item["assumptions"]?.elements?.compactMap(\.stringValue) ?? [])
    }
  }
}
