import Backtesting
import Calendar
import Columns
import Indicators
import Presentation

/// The speed of a backtest over a million bars.
enum Backtests {
  private static let count = 1_000_000

  static func measure(_ workplace: Workplace) throws {
    try measureEngine()
    var session = try workplace.session("load \"\(try workplace.minutes())\"; \(strategies)")
    for strategy in ["cross", "stopped"] {
      report("backtest.statement", strategy, try Stopwatch.runs { try session.run("backtest \(strategy)") })
      report(
        "backtest.printed", strategy, try Stopwatch.runs { try session.run("backtest \(strategy)", printing: true) })
    }
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
  private static func measureEngine() throws {
    let bars = SyntheticBars.bars(count: count, timeframe: .minute)
    guard let ema = Indicator.named("ema") else { return }
    let fast = try ema.compute([bars.close], [12])[0].values
    let slow = try ema.compute([bars.close], [26])[0].values
    func crossing(_ isCrossing: (Int) -> Bool) -> Column {
      Column(bars.times.indices.map { $0 > 0 && isCrossing($0) ? 1 : 0 })
    }
    let up = crossing { fast[$0 - 1] <= slow[$0 - 1] && fast[$0] > slow[$0] }
    let down = crossing { fast[$0 - 1] >= slow[$0 - 1] && fast[$0] < slow[$0] }
    let strategy = Strategy(
      name: "cross", entries: [EntryRule(name: "enter", side: .long, condition: .column(up))],
      exits: [ExitRule(name: "exit", side: .long, condition: .column(down))])
    report("backtest.engine", "cross", try Stopwatch.runs { try Backtest.run(bars: bars, strategy: strategy) })
  }

  private static func report(_ name: String, _ strategy: String, _ runs: Stopwatch.Runs) {
    let details: [(String, JSONValue)] = [("strategy", .string(strategy)), ("bars", .integer(count))]
    Measurement(name: name, unit: .milliseconds, runs: runs, details: details).report()
    Measurement(
      name: name + ".rate", unit: .barsPerSecond, runs: runs, count: Double(count), details: details
    ).report()
  }
}
