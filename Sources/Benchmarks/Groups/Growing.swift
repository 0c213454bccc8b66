import Calendar
import Columns
import Evaluation
import JSON
import OrderedCollections
import Sessions
import Shell
import Workspace

/// The time from a bar that has closed to the values of a million of them: all of them are computed again.
enum Growing {
  private static let indicators = [
    "sma(20)", "ema(50)", "rsi(14)", "atr(14)", "macd(12, 26, 9)", "bbands(20, 2)", "adx(14)", "stoch(14, 3, 3)",
    "highest(high, 50)", "cci(20)",
  ]

  /// What is asked after each bar; nothing for the bar alone.
  private static let questions: [(name: String, statements: String)] = [
    ("append", ""), ("append.indicators", "show \(indicators.joined(separator: ", ")) last 1"),
    ("append.strategy", "backtest cross with certificate off"),
    (
      "append.both",
      "show \(indicators.joined(separator: ", ")) last 1\nbacktest cross with certificate off"
    ), ("append.days", "show close @ 1d, rsi(14) @ 1d last 1"),
  ]

  private static let strategy = """
    strategy cross {
      enter long when ema(12) crosses above ema(26)
      exit long when ema(12) crosses below ema(26)
    }
    """

  static func measure(_ workplace: Workplace) throws {
    var session = try workplace.session("load \"\(try workplace.minutes())\" as X\n\(strategy)")
    guard var bars = session.interpreter.session.series["X"]?.unadjusted else {
      throw Workplace.Failure(description: "X is not loaded")
    }
    let minute = bars.timeframe.nominalMilliseconds
    for question in questions {
      let runs = try workplace.runs {
        var next = bars.slice(bars.count - 1..<bars.count)
        next.times[0].milliseconds += minute
        bars = next
        try session.interpreter.apply(SeriesUpdate("X", bars: next))
        if !question.statements.isEmpty { try session.run(question.statements) }
      }
      report(question.name, runs, workplace)
    }
    let corrected = try workplace.runs {
      bars.close[0] += 0.01
      try session.interpreter.apply(SeriesUpdate("X", bars: bars))
    }
    report("revise", corrected, workplace)
  }

  private static func report(_ name: String, _ runs: Stopwatch.Runs, _ workplace: Workplace) {
    workplace.report(
      Measurement(name: name, unit: .milliseconds, runs: runs, details: [("bars", .integer(workplace.size.bars))]))
  }
}
