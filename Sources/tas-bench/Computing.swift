import Columns
import Indicators
import JSON
import Presentation

/// The speed of indicators, and of expressions over them.
enum Computing {
  private static let count = MillionBars.count

  /// Each indicator with its defaults, beside TA-Lib.
  static func measureAll(_ workplace: Workplace) throws {
    try IndicatorRace.measure(file: try workplace.file("series.bin") { TALib.bytes })
  }

  /// Indicators with a window, at several lengths: the cost of an element must not grow with them.
  static func measureWindows(_ workplace: Workplace) throws {
    for indicator in Indicator.all where indicator.parameters.contains(where: { $0.name == "period" }) {
      for period in [20, 200, 2000] {
        try measure(indicator, "window.\(indicator.name)", ["period": Double(period)])
      }
    }
  }

  private static func measure(_ indicator: Indicator, _ name: String, _ given: [String: Double]) throws {
    let arguments = try MillionBars.arguments(of: indicator, given)
    let inputs = MillionBars.inputs(of: indicator).map(MillionBars.column)
    let runs = try Stopwatch.runs { try indicator.compute(inputs, arguments) }
    Measurement(
      name: name, unit: .nanosecondsPerElement, runs: runs, count: Double(count),
      details: [
        ("elements", .integer(count)),
        ("parameters", .object(zip(indicator.parameters, arguments).map { ($0.name, .number($1)) })),
      ]
    ).report()
  }

  /// Statements on a million bars: the first time, and again.
  static func measureExpressions(_ workplace: Workplace) throws {
    var session = try workplace.session("load \"\(try workplace.minutes())\"")
    let expressions = [
      "rsi(14)", "bbands(20, 2)", "(close - sma(close, 20)) / stdev(close, 20)", "close > highest(high, 50)[1]",
      "if(close > high[1], 1, if(close < low[1], -1, 0))",
    ]
    for expression in expressions {
      let details: [(String, JSONValue)] = [("expression", .string(expression)), ("bars", .integer(count))]
      let first = try Stopwatch.once { try session.run("\(expression) last 5", printing: true) }
      Measurement(name: "expression.first", unit: .milliseconds, runs: first, details: details).report()
      let again = try Stopwatch.runs { try session.run("\(expression) last 5", printing: true) }
      Measurement(name: "expression.again", unit: .milliseconds, runs: again, details: details)
        .report()
    }
  }
}
