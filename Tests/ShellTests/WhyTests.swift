import Backtesting
import Evaluation
import JSON
import OrderedCollections
import Presentation
import Reports
import Sessions
import Shell
import Strategies
import TestSupport
import Testing

/// The reasons that `why` gives match the run, leg by leg.
@Suite("Reasons")
struct WhyTests {
  private static let legs = [
    "close > sma(20)", "rsi(14) < 45", "ema(5) crosses above ema(20)", "close crosses below sma(10)",
    "close between sma(50) and sma(20)", "not (volume > volume[1])", "weekday == 2", "30 > rsi(7)",
    "close crosses sma(30)", "returns(close) < -1%", "highest(close, 5) == close",
  ]

  private static func condition(_ dice: inout some RandomNumberGenerator, _ legs: [String], depth: Int = 2) -> String {
    if depth == 0 || Int.random(in: 0..<3, using: &dice) == 0 { return legs.randomElement(using: &dice) ?? "true" }
    let left = condition(&dice, legs, depth: depth - 1)
    let right = condition(&dice, legs, depth: depth - 1)
    return switch Int.random(in: 0..<3, using: &dice) {
    case 0: "(\(left) and \(right))"
    case 1: "(\(left) or \(right))"
    default: "not (\(left) and \(right))"
    }
  }

  private static func played(_ script: String) throws -> (Interpreter, BacktestReport) {
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic)\n\(script)") }
    }
    let result = try #require(interpreter.session.results["s"]?.backtest)
    return (interpreter, result)
  }

  @Test("On each bar the rules that hold are those that the run listed", arguments: 0..<12 as Range<UInt64>)
  func agreesWithSignals(seed: UInt64) throws {
    var dice = Dice(seed)
    let entry = Self.condition(&dice, Self.legs)
    let exit = Self.condition(&dice, Self.legs + ["profit > 1%", "bars_held >= 4", "close < entry_price * 0.99"])
    let (_, report) = try Self.played(
      """
      load sample SPY
      strategy s { let base = \(entry); enter long when base; up: exit long when \(exit); stop 4% }
      backtest s since 2019
      """)
    var held: [Int: Set<String>] = [:]
    for signal in report.result.signals {
      held[signal.index, default: []].insert(report.result.ruleName(of: signal))
    }
    // A close at which an order waits lists nothing, and so does one after ruin; this run has neither.
    for index in report.result.range {
      let moment = try #require(try report.why(bar: index, isNot: false).moments.first)
      let names = Set(moment.rules.filter(\.holds).map(\.rule.name))
      #expect(names == held[index] ?? [], "\(entry) / \(exit) at \(report.label(index))")
    }
  }

  @Test("A leg is what the expression gives as a series", arguments: 20..<26 as Range<UInt64>)
  func agreesWithSeries(seed: UInt64) throws {
    var dice = Dice(seed)
    let entry = Self.condition(&dice, Self.legs)
    var (interpreter, report) = try Self.played(
      "load sample SPY\nstrategy s { enter long when \(entry); exit after 3 bars }\nbacktest s since 2020-06")
    var series: [String: [String: Bool]] = [:]
    for index in report.result.range {
      let moment = try #require(try report.why(bar: index, isNot: false).moments.first)
      for leg in moment.rules[0].legs {
        if series[leg.text] == nil {
          var values: [String: Bool] = [:]
          _ = interpreter.runScript("\(leg.text) since 2020-06", named: "leg", keepGoing: false) { event, _ in
            guard case .outcome(let outcome) = event else { return }
            for row in outcome.result?.data["rows"]?.elements ?? [] {
              guard let cells = row.elements, let date = cells[0].stringValue else { continue }
              values[date] = cells[1] == .bool(true) || cells[1].doubleValue == 1
            }
          }
          series[leg.text] = values
        }
        #expect(series[leg.text]?[report.label(index)] == (leg.holds == true), "\(leg.text) at \(report.label(index))")
      }
    }
  }

  @Test("Each trade has its entry and its exit, decided by rules that held")
  func trades() throws {
    let (_, report) = try Self.played(
      """
      load sample SPY
      strategy s {
        up: enter long when close crosses above sma(20); down: enter short when close crosses below sma(60)
        gain: exit when profit > 3%; stop 2%; target 5%
      }
      backtest s since 2015 with slippage 0.1%
      """)
    #expect(report.result.trades.count > 30)
    for (number, trade) in report.result.trades.enumerated() {
      let why = try report.why(trade, number: number + 1)
      #expect(why.moments.count == 2 && why.moments[0].rules.count == 1 && why.moments[0].rules[0].holds)
      for rule in why.moments[1].rules { #expect(rule.holds, "exit of trade \(number + 1)") }
      if trade.exit == .stop {
        let level = try #require(trade.stop)
        #expect(abs(level / trade.entryPrice - (trade.side == .long ? 0.98 : 1.02)) < 1e-12)
      }
    }
  }
}
