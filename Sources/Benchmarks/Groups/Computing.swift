import Columns
import Indicators
import JSON
import Presentation
import Sessions
import StandardIndicators

/// The speed of indicators with long windows, and of expressions over indicators.
enum Computing {
  /// Indicators with a window, at several lengths: the cost of an element must not grow with them.
  static func measureWindows(_ workplace: Workplace) throws {
    for indicator in Indicator.all where indicator.parameters.contains(where: { $0.name == "period" }) {
      for period in [20, 200, 2000] {
        try measure(indicator, "window.\(indicator.name)", ["period": Double(period)], workplace)
      }
    }
  }

  private static func measure(
    _ indicator: Indicator, _ name: String, _ named: [String: Double], _ workplace: Workplace
  ) throws {
    let arguments = try MeasuredSeries.arguments(of: indicator, named)
    let inputs = workplace.series.inputs(of: indicator)
    let runs = try workplace.runs { try indicator.compute(inputs, arguments) }
    let count = workplace.size.bars
    workplace.report(
      Measurement(
        name: name, unit: .nanosecondsPerElement, runs: runs, count: Double(count),
        details: [
          ("elements", .integer(count)),
          ("parameters", .object(zip(indicator.parameters, arguments).map { ($0.name, .number($1)) })),
        ]))
  }

  /// Statements on a million bars: the first time, and again.
  static func measureExpressions(_ workplace: Workplace) throws {
    var session = try workplace.session("load \"\(try workplace.minutes())\"")
    let expressions = [
      "rsi(14)", "bbands(20, 2)", "(close - sma(close, 20)) / stdev(close, 20)", "close > highest(high, 50)[1]",
      "if(close > high[1], 1, if(close < low[1], -1, 0))",
    ]
    for expression in expressions {
      let details: [(String, JSONValue)] = [
        ("expression", .string(expression)), ("bars", .integer(workplace.size.bars)),
      ]
      let first = try Stopwatch.once { try session.run("\(expression) last 5", printing: true) }
      workplace.report(Measurement(name: "expression.first", unit: .milliseconds, runs: first, details: details))
      let again = try workplace.runs { try session.run("\(expression) last 5", printing: true) }
      workplace.report(Measurement(name: "expression.again", unit: .milliseconds, runs: again, details: details))
    }
  }
}
