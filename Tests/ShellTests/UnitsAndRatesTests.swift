import JSON
import Language
import Reports
import Sessions
import Shell
import Testing

/// Numbers in another unit than they are meant in, and rates that are computed.
@Suite("Units and rates of typed values")
struct UnitsAndRatesTests {
  private struct Ran {
    var data: [JSONValue] = []
    var warnings: [String] = []
    var failure: Diagnostic?
  }

  private func run(_ script: String) -> Ran {
    var interpreter = Interpreter(environment: .still)
    var ran = Ran()
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome):
        if let result = outcome.result { ran.data.append(result.data) }
        ran.warnings += outcome.warnings.map(\.code.name)
      case .failure(let diagnostic, _, _): ran.failure = diagnostic
      }
    }
    return ran
  }

  private func model(_ more: String, shares: String = "100M", growth: String = "5%") -> Ran {
    run(
      "dcf X { revenue = 1B; growth = \(growth); margin = 15%; tax = 25%; shares = \(shares); discount = 9%; "
        + "terminal = 2%; \(more) }")
  }

  @Test(
    "Amounts in the unit of totals, strikes as rates and rates of exchange without currencies are refused, with a way out",
    arguments: [
      ("price = 30M", "100M", "unit-mistake"), ("price = 20", "10", "unit-mistake"), ("", "100", "unit-mistake"),
      ("options = 5M at 20%", "100M", "wrong-kind"), ("fx = 1.2", "100M", "fx-without-currencies"),
      ("currency = EUR; fx = 1.2; price = 20", "100M", "fx-without-currencies"),
    ])
  func refused(more: String, shares: String, code: String) {
    let failure = model(more, shares: shares).failure
    #expect(failure?.code.name == code)
    #expect(failure?.hints.isEmpty == false)
  }

  @Test(
    "A value of ten times the price and one of a tenth are the same strong finding, units first",
    arguments: [
      ("1.5", "strong"), ("0.01", "strong"), ("190", "strong"), ("19000", "strong"), ("5", "warning"),
      ("90", "warning"),
      ("15", nil),
    ] as [(String, String?)])
  func far(price: String, severity: String?) {
    let ran = model("price = \(price)")
    #expect(ran.failure == nil)
    let finding = ran.data.last?["findings"]?.elements?.first { $0["code"]?.stringValue == "far-from-price" }
    #expect(finding?["severity"]?.stringValue == severity)
    #expect(finding?["message"]?.stringValue?.contains("units first") != false)
    let value = ran.data.last?["value_per_share"]?.doubleValue ?? .nan
    let upside = ran.data.last?["upside"]?.doubleValue ?? .nan
    #expect(abs(upside - (value / (Double(price) ?? 0) - 1)) < 1e-9)
  }

  @Test(
    "A computed rate is a rate where one is wanted, and says the rate that it comes to where it is a plain number",
    arguments: [
      ("k * 2", "0.2%"), ("(k + 0.1%)", "0.2%"), ("(k * 2)", "0.2%"), ("max(k, 0.2%)", "0.2%"),
      ("(k / 2 + 0.0015)", "0.2%"),
    ])
  func settings(computed: String, typed: String) {
    let ready = """
      load sample SPY
      strategy s { enter long when close > open; exit when close < open }
      """
    for declared in ["let k = 0.1%", "param k = 0.1%"] {
      // A setting is a word or is in brackets.
      let value = computed.hasPrefix("(") ? computed : "(\(computed))"
      let own = run("\(declared)\n\(ready)\nbacktest s since 2020 with commission \(value)")
      let plain = run("\(ready)\nbacktest s since 2020 with commission \(typed)")
      #expect(own.failure == nil && plain.failure == nil)
      let result = own.data.last?["performance"]?["total_return"]
      #expect(result != nil && result == plain.data.last?["performance"]?["total_return"])
      let set = run("\(declared)\nset commission = \(value)\nset slippage \(value)")
      #expect(set.failure == nil)
    }
    let far = run("let k = 5%\nset commission = (k * 100)")
    #expect(far.failure != nil)
  }

  @Test("In a valuation computed rates are those of the same number typed", arguments: ["let k = 4%", "param k = 4%"])
  func valuation(declared: String) {
    let computed = run(
      "\(declared)\ndcf X { revenue = 1B; growth = [k * 2, k, k, k / 2, 2%]; margin = max(k, 10%) * 1.5; tax = 0.25; "
        + "shares = 100M; discount = (k + 5%); terminal = k / 2; capex = k * 1.25 }")
    let typed = run(
      "dcf X { revenue = 1B; growth = [8%, 4%, 4%, 2%, 2%]; margin = 15%; tax = 25%; shares = 100M; discount = 9%; "
        + "terminal = 2%; capex = 5% }")
    #expect(computed.failure == nil && typed.failure == nil)
    let values = [computed, typed].map { $0.data.last?["value_per_share"]?.doubleValue ?? .nan }
    #expect(abs(values[0] / values[1] - 1) < 1e-12)
    #expect(run("\(declared)\ndcf X { revenue = 1B; growth = k * 100 }").failure?.code.name == "number-as-rate")
  }
}
