import JSON
import Presentation
import Reports
import Sessions
import Shell
import Testing

/// The exit dates of a strategy that enters on rising bars and leaves by a condition.
private func exitDates(leavingWhen condition: String) -> [String] {
  var interpreter = Interpreter(environment: .still)
  let script = """
    load sample SPY
    strategy s { enter long when close > open; exit long when \(condition) }
    backtest s since 2020
    """
  var dates: [String] = []
  _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
    if case .outcome(let outcome) = event, let value = outcome.result, value.kind == "backtest" {
      dates = value.data["trades"]?.elements?.compactMap { $0["exit_date"]?.stringValue } ?? []
    }
  }
  return dates
}

@Suite("Rules that know the position")
struct PositionRuleTests {
  private static let fiveBars = exitDates(leavingWhen: "bars_held >= 5")

  @Test("There are trades to compare")
  func trades() { #expect(Self.fiveBars.count > 20) }

  @Test(
    "Operators and functions mean what they mean in a column",
    arguments: [
      "bars_held > 4", "not (bars_held < 5)", "not (bars_held <= 4)", "bars_held == 5 or bars_held > 5",
      "bars_held != 1 and bars_held * 2 - 1 >= 9", "bars_held between 5 and 99", "bars_held + close - close > 4.5",
      "equity / equity * bars_held >= 5", "entry_price > 0 and bars_held >= 5", "profit > -1 and bars_held >= 5",
      "bars_held ^ 2 > 24", "pow(2, bars_held) > 31", "-bars_held <= -5", "abs(-bars_held) >= 5",
      "sign(bars_held - 4.5) == 1", "sqrt(bars_held) > 2.2", "log(bars_held) > 1.5", "exp(bars_held) > 100",
      "floor(bars_held / 5) >= 1", "ceil(bars_held / 4) >= 2", "round(bars_held) >= 5",
      "round(bars_held / 10, 1) >= 0.5", "round(bars_held * 10, -1) >= 50", "mod(bars_held, 5) == 0",
      "min(bars_held, 9, 7) >= 5", "max(bars_held, 2, 3) >= 5", "clamp(bars_held, 1, 9) >= 5",
      "not na(entry_price) and bars_held >= 5", "nz(bars_held) >= 5", "if(bars_held > 4, 1, 0) == 1",
      "case(bars_held < 3, 0, bars_held < 5, 0, 1) == 1",
    ])
  func operations(_ condition: String) { #expect(exitDates(leavingWhen: condition) == Self.fiveBars) }
}
