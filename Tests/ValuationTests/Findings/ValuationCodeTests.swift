import Testing
import Valuation

/// The table of codes is whole: each code has one row, with its meaning in one line.
@Suite("Codes of the valuation")
struct ValuationCodeTests {
  @Test("Each code has one row, in the order of the cases of each group")
  func eachCodeHasOneRow() {
    #expect(ValuationCode.all.count == ValuationCode.allCases.count)
    #expect(Set(ValuationCode.all.map(\.code)) == Set(ValuationCode.allCases))
    for code in ValuationCode.allCases { #expect(code.definition.code == code) }
  }

  @Test("Codes are words of small letters and hyphens", arguments: ValuationCode.allCases)
  func codesAreKebabCase(_ code: ValuationCode) {
    #expect(code.rawValue.allSatisfy { ("a"..."z").contains($0) || $0 == "-" })
    #expect("\(code)" == code.rawValue)
  }

  @Test("A row says what its code means in one line", arguments: ValuationCode.all)
  func rowsAreWhole(_ row: ValuationCode.Definition) {
    #expect(!row.meaning.isEmpty && row.meaning.count <= 120 && !row.meaning.contains("\n"), "\(row.code)")
    #expect(row.isRefusal || !row.severities.isEmpty, "\(row.code) is neither a finding nor a refusal")
    #expect(row.limits.isEmpty || row.measure != nil, "\(row.code) has a limit and nothing that is compared with it")
    #expect(Set(row.limits.map(\.severity)).isSubset(of: row.severities))
    #expect(!row.models.isEmpty)
  }

  @Test("Limits are written as people read them")
  func limitsAreWritten() {
    #expect(
      ValuationCode.terminalShare.definition.threshold
        == "above 85% (horizon up to 7y); above 75% (horizon of 8y and more)")
    #expect(ValuationCode.narrowSpread.definition.threshold == "below 1pp: strong; below 2pp: warning")
    #expect(ValuationCode.narrowSpread.definition.severity == "warning, strong")
    #expect(ValuationCode.discountBelowRiskFree.definition.threshold == "below risk_free")
    #expect(ValuationCode.givenTwice.definition.threshold == nil)
    #expect(ValuationCode.givenTwice.definition.severity == "refusal")
    #expect(ValuationCode.debtDrifts.definition.models.text == "fcfe")
    #expect(ValuationCode.defaultUsed.definition.models.text == "all models")
  }

  @Test("A refusal that can be allowed has a code for having been allowed")
  func allowedCodes() {
    for code in ValuationError.overridable {
      #expect(ValuationCode(rawValue: "allowed-\(code)") != nil)
    }
  }
}
