import Testing
import Text
import Valuation

/// The table of codes: each has its meaning in one line, and is a finding, a refusal or both.
@Suite("Codes of the valuation")
struct ValuationCodeTests {
  @Test("No code is defined twice")
  func eachCodeIsDefinedOnce() {
    let codes = ValuationCode.definitions.map(\.code)
    #expect(Set(codes).count == codes.count)
  }

  @Test("A meaning with a limit has the number that decides")
  func meaningsHaveTheLimit() {
    #expect(ValuationCode.drawsRefused.meaning.contains(Wording.percent(ValuationCode.mostDrawsRefused)))
  }

  @Test("Codes are words of small letters and hyphens", arguments: ValuationCode.allCases)
  func codesAreKebabCase(_ code: ValuationCode) {
    #expect(code.name.allSatisfy { ("a"..."z").contains($0) || $0 == "-" })
    #expect("\(code)" == code.name)
  }

  @Test("A row says what its code means in one line", arguments: ValuationCode.all)
  func rowsAreWhole(_ row: ValuationCode.Definition) {
    let meaning = row.code.meaning
    #expect(!meaning.isEmpty && meaning.count <= 120 && !meaning.contains("\n"), "\(row.code)")
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
      #expect(ValuationCode(name: "allowed-\(code)") != nil)
    }
  }
}
