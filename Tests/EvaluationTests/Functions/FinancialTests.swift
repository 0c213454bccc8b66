import Columns
import Evaluation
import Language
import Testing

@Suite("The time value of money in expressions")
struct FinancialTests {
  private static let days = "[2008-01-01, 2008-03-01, 2008-10-30, 2009-02-15, 2009-04-01]"

  @Test(
    "A call of numbers is one number, by the conventions of spreadsheets",
    arguments: [
      // Excel's documentation of each function.
      ("npv(10%, [-10_000, 3000, 4200, 6800])", 1188.4434123352),
      ("xnpv(9%, [-10000, 2750, 4250, 3250, 2750], \(days))", 2086.6476020315),
      ("irr([-70_000, 12_000, 15_000, 18_000, 21_000, 26_000])", 0.0866309480),
      ("xirr([-10000, 2750, 4250, 3250, 2750], \(days))", 0.3733625335),
      ("mirr([-120_000, 39_000, 30_000, 21_000, 37_000, 46_000], 10%, 12%)", 0.1260941303),
      ("pv(8% / 12, 12 * 20, 500)", -59777.1458511878),
      ("fv(6% / 12, 10, -200, -500, \"begin\")", 2581.4033740601),
      ("fv(12% / 12, 12, -1000)", 12682.5030131970),
      ("pmt(8% / 12, 10, 10_000)", -1037.0320893592),
      ("pmt(8% / 12, 10, 10_000, 0, 1)", -1030.1643271780),
      ("nper(12% / 12, -100, -1000, 10_000, 1)", 59.6738656742),
      ("rate(4 * 12, -200, 8000)", 0.0077014725),
      ("irr([-100, 230, -132], guess=19%)", 0.2), ("irr([-100, 230, -132], 0)", 0.1),
    ])
  func spreadsheets(text: String, expected: Double) throws {
    let value = try scalar(text)
    #expect(abs(value - expected) <= 1e-9 * max(1, abs(expected)), "\(text): \(value)")
  }

  @Test("Rates have the kind of a rate, amounts that of a number")
  func kinds() throws {
    for text in ["irr([-100, 60, 60])", "mirr([-1, 2], 5%, 5%)", "rate(1, 0, -100, 103)"] {
      #expect(try kind(of: text) == .rate, "\(text)")
    }
    for text in ["npv(5%, [1])", "pv(5%, 1, 1)", "nper(1%, -500, 10_000)"] {
      #expect(try kind(of: text) == .number, "\(text)")
    }
  }

  @Test("Amounts of bars give a value for each bar, and a missing one a missing value")
  func series() throws {
    let rates = try values("irr([-close[1], close])", on: bars([100, 110, 99]))
    #expect(rates[0].isNaN && abs(rates[1] - 0.1) < 1e-12 && abs(rates[2] + 0.1) < 1e-12)
    #expect(try scalar("npv(5%, [1, missing])").isNaN)
    #expect(try scalar("irr([-100, missing])").isNaN)
    // Of a series of amounts no bar is refused: without a rate, the value is missing.
    #expect(try values("irr([close, 1])", on: bars([1, 2])).allSatisfy(\.isNaN))
    #expect(try scalar("npv(last(close) / 100, [103])", on: bars([1, 2, 3])) == 100)
  }

  @Test("A name before a parenthesis is a function, any other is a value")
  func names() throws {
    let named = try EvaluationTests.names([], values: ["rate": .rate(0.05), "pv": .number(7)])
    #expect(abs(try scalar("pv(rate, 1, 0, -105) + pv", names: named) - 107) < 1e-12)
    let own = try EvaluationTests.names(["indicator irr(x = 1) = x + 1"])
    #expect(try scalar("irr(1)", names: own) == 2)
    let list = try EvaluationTests.names([], values: ["flows": .list([.number(-100), .rate(60), .number(60)])])
    #expect(abs(try scalar("irr(flows)", names: list) - 0.1306623862918) < 1e-12)
  }

  @Test(
    "A wrong call is refused before anything runs",
    arguments: [
      ("irr(3)", "wrong-kind"), ("irr([1, \"a\"])", "wrong-kind"), ("irr([-100])", "out-of-range"),
      ("npv(5%)", "missing-argument"), ("npv(5%, 60, 60)", "too-many-arguments"),
      ("npv(5%, [60], rat=3)", "unknown-argument"), ("pv(5%, 10, -100, due=\"middle\")", "out-of-range"),
      ("pv(5%, 10, -100, due=2)", "out-of-range"), ("pv(-100%, 10, -100)", "out-of-range"),
      ("pv(5%, 10, -100, rate=3%)", "duplicate-argument"), ("pv(\"a\", 10, -100)", "wrong-kind"),
      ("xirr([-100, 60], [2020-01-01])", "out-of-range"), ("xirr([-100, 60], [2020-01-01, 3])", "wrong-kind"),
      ("xirr([-100, 60], [2020-01-01, 2020-13-01])", "invalid-date"),
      ("xirr([-100, 60], [2020-01-01, 2020-02])", "wrong-kind"),
      ("xirr([-100, 110], [2020-01-01, 2019-01-01])", "out-of-range"),
      ("irr([1, 2, 3])", "no-rate"), ("irr([-100, 150, -100])", "no-rate"), ("rate(10, 1, 100)", "no-rate"),
      ("irr([-100, 230, -132])", "several-rates"), ("irr([bbands(), 3])", "needs-field"),
    ])
  func refusals(text: String, code: String) throws {
    #expect(try diagnostic(of: text)?.code.name == code, "\(text)")
  }
}
