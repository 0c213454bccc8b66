import Backtesting
import Columns
import Indicators
import JSON
import Presentation
import Sessions
import StandardIndicators

/// The speed of a backtest over a million bars.
enum Backtests {
  static func measure(_ workplace: Workplace) throws {
    try measureEngine(workplace)
    var session = try workplace.session("load \"\(try workplace.minutes())\"; \(strategies)")
    for strategy in ["cross", "stopped"] {
      for (name, certificate, isPrinting) in [
        ("backtest.statement", "off", false), ("backtest.certified", "on", false), ("backtest.printed", "on", true),
      ] {
        let runs = try workplace.runs {
          try session.run("backtest \(strategy) with certificate \(certificate)", printing: isPrinting)
        }
        report(name, strategy, runs, workplace)
      }
    }
    try BacktestRace.measureOne(workplace)
  }

  private static let strategies = """
    strategy cross {
      enter long when ema(12) crosses above ema(26)
      exit long when ema(12) crosses below ema(26)
    }
    strategy stopped {
      enter long when ema(12) crosses above ema(26)
      exit long when ema(12) crosses below ema(26)
      stop 2%
      trail 3%
    }
    """

  /// The engine alone: the columns of the rules are there.
  private static func measureEngine(_ workplace: Workplace) throws {
    let bars = workplace.series.bars
    guard let ema = Indicator.named("ema") else { throw Workplace.Failure(description: "there is no ema") }
    let fast = try ema.compute([bars.close], ema.completeArguments([12]))[0].values
    let slow = try ema.compute([bars.close], ema.completeArguments([26]))[0].values
    func crossing(_ isCrossing: (Int) -> Bool) -> Column {
      Column(bars.times.indices.map { $0 > 0 && isCrossing($0) ? 1 : 0 })
    }
    let up = crossing { fast[$0 - 1] <= slow[$0 - 1] && fast[$0] > slow[$0] }
    let down = crossing { fast[$0 - 1] >= slow[$0 - 1] && fast[$0] < slow[$0] }
    let strategy = Strategy(
      name: "cross", entries: [EntryRule(name: "enter", side: .long, condition: .column(up))],
      exits: [ExitRule(name: "exit", side: .long, condition: .column(down))])
    let runs = try workplace.runs { try Backtest.run(bars: bars, strategy: strategy) }
    report("backtest.engine", "cross", runs, workplace)
  }

  private static func report(_ name: String, _ strategy: String, _ runs: Stopwatch.Runs, _ workplace: Workplace) {
    let count = workplace.size.bars
    let details: [(String, JSONValue)] = [("strategy", .string(strategy)), ("bars", .integer(count))]
    workplace.report(Measurement(name: name, unit: .milliseconds, runs: runs, details: details))
    workplace.report(
      Measurement(name: name + ".rate", unit: .barsPerSecond, runs: runs, count: Double(count), details: details))
  }
}
