import Columns
import Indicators
import Presentation

/// The speed of indicators, and of expressions over them.
enum Computing {
  private static let count = 1_000_000
  private static let bars = SyntheticBars.bars(count: count, timeframe: .minute)

  /// Each indicator with its defaults.
  static func measureAll(_ workplace: Workplace) throws {
    for indicator in Indicator.all { try measure(indicator, "indicator.\(indicator.name)", [:]) }
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
    let arguments = try indicator.completeArguments(
      indicator.parameters.map { parameter in
        given[parameter.name] ?? (parameter.defaultValue == .required ? requiredValue(parameter) : nil)
      })
    var others = [bars.close, bars.open, bars.volume][...]
    let inputs = indicator.inputs.map { input in
      if input.kind == .truth { return truth }
      if let field = input.defaultField { return column(field) }
      return others.popFirst() ?? bars.close
    }
    let runs = try Stopwatch.runs { try indicator.compute(inputs, arguments) }
    Measurement(
      name: name, unit: .nanosecondsPerElement, runs: runs, count: Double(count),
      details: [
        ("elements", .integer(count)),
        ("parameters", .object(zip(indicator.parameters, arguments).map { ($0.name, .number($1)) })),
      ]
    ).report()
  }

  private static func requiredValue(_ parameter: Parameter) -> Double {
    switch parameter.kind {
    case .whole(let range): Double(max(range.lowerBound, min(20, range.upperBound)))
    case .real(let range): max(range.lowerBound, min(2, range.upperBound))
    case .choice(let choices): Double(choices[0].number)
    }
  }

  private static func column(_ field: BarField) -> Column {
    switch field {
    case .open: bars.open
    case .high: bars.high
    case .low: bars.low
    case .close: bars.close
    case .volume: bars.volume
    }
  }

  private static let truth = Column(zip(bars.open.values, bars.close.values).map { $0 < $1 ? 1 : 0 })

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
