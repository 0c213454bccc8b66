import Backtesting
import Columns
import Evaluation
import Indicators
import Language
import OrderedCollections
import Platform
import Strategies
import Text

extension Execution {
  /// A whole number from 1.
  package mutating func count(_ expression: Expression) throws(Diagnostic) -> Int {
    let (number, _) = try number(expression, "a count")
    guard number >= 1, number == number.rounded(), number < 1e12 else {
      throw Diagnostic(
        .outOfRange, "a count is a whole number from 1, not \(NumberText.plain(number))", at: expression.span)
    }
    return Int(number)
  }

  /// A planner that sees the session's names.
  ///
  /// Contexts are looked at as they are seen from the series in use; of a definition, which may be used on any
  /// series, without one.
  package func makePlanner(isDefinition: Bool = false) -> Planner {
    var planner = Planner(
      names: session.expressionNames, source: session.seriesSource,
      series: isDefinition ? nil : session.active?.series, today: environment.today)
    planner.isWithoutSeries = !isDefinition && session.active == nil
    planner.entersAtClose = session.settings.backtest.fill == .close
    return planner
  }

  /// The series in use.
  package func activeSeries(at span: SourceSpan?) throws(Diagnostic) -> Evaluation.Series {
    if let active = session.active { return active.series }
    let loaded = session.series.keys
    if let absent = session.absentActive {
      throw Diagnostic(
        .noSeries, "the series that was in use is missing: \(absent.reason)", at: span,
        hints: loaded.isEmpty
          ? ["`load` loads it from another place"] : ["`use \(loaded.joined(separator: "` or `use "))`"])
    }
    throw Diagnostic(
      .noSeries, "no series is in use", at: span,
      hints: loaded.isEmpty
        ? ["`load sample SPY` or `load FILE.csv`"] : ["`use \(loaded.joined(separator: "` or `use "))`"])
  }

  /// Checks an expression, keeping its warnings.
  package mutating func plan(_ expression: Expression, _ planner: inout Planner) throws(Diagnostic) -> Planned {
    let planned = try planner.plan(expression)
    warn(planner.warnings)
    note(planner.otherNames)
    return planned
  }

  /// Notes once in a session the names under which functions are listed.
  package mutating func note(_ otherNames: [Planner.OtherName]) {
    for other in otherNames where session.notedFormerCommands.insert("function \(other.called)").inserted {
      note(.otherName, "`\(other.called)` is listed as `\(other.listed)`", at: other.span)
    }
  }

  /// An evaluator of a plan on a series.
  package func makeEvaluator(_ plan: Plan, on series: Evaluation.Series, parameters: [Double] = []) -> Evaluator {
    Evaluator(
      plan: plan, series: series, parameters: parameters, source: seriesSource, today: environment.today,
      monitor: environment.monitor)
  }

  /// The value of an expression that is not a series; needs no data if it uses none.
  ///
  /// `looksAhead` is true if it depends on later bars.
  package mutating func value(of expression: Expression) throws(Diagnostic) -> (value: Value, looksAhead: Bool) {
    var planner = makePlanner()
    let planned = try plan(expression, &planner)
    if planned.lookAhead != nil { lookedAhead = true }
    noteBarDay(of: expression, planned, planner.plan)
    return (try value(of: planned, planner.plan, expression.span), planned.lookAhead != nil)
  }

  /// The value of a planned expression; an error if it is a series or a record.
  ///
  /// - Parameter decides: true if the value decides something, so that it may not be one of the full range.
  package mutating func value(
    of planned: Planned, _ plan: Plan, _ span: SourceSpan, decides: Bool = false
  ) throws(Diagnostic) -> Value {
    switch planned.content {
    case .value(let value): return value
    case .record:
      throw Diagnostic(.needsField, "this has several outputs; one value is needed", at: span)
    case .node(let node):
      guard plan.isScalar(node) else {
        throw Diagnostic(
          .wrongKind, "this is a series; one value is needed", at: span,
          hints: decides ? [] : ["`last(…)` or `mean_of(…)` make one value of a series"])
      }
      let number: Double
      if let constant = plan.constantValue(node) {
        number = constant
      } else {
        let series = try barsOfScalars(node, plan, at: span)
        var evaluator = makeEvaluator(plan, on: series)
        do { number = try evaluator.scalar(node) } catch { throw diagnostic(error, at: span) }
      }
      return plan.value(number, kind: planned.kind).onDays(of: session.active?.series.bars)
    }
  }

  /// The number of a scalar expression: a number or a rate.
  package mutating func number(_ expression: Expression, _ what: String) throws(Diagnostic) -> (Double, isRate: Bool) {
    try number(value(of: expression).value, what, at: expression.span)
  }

  /// The number of a scalar expression that decides something in a backtest: an argument, a value to try, a setting.
  ///
  /// It may not depend on later bars.
  package mutating func decidingNumber(
    _ expression: Expression, _ what: String
  ) throws(Diagnostic) -> (Double, isRate: Bool) {
    var planner = makePlanner()
    let planned = try plan(expression, &planner)
    try planner.refuse(lookAhead: planned, at: expression.span)
    let value = try value(of: planned, planner.plan, expression.span, decides: true)
    return try number(value, what, at: expression.span)
  }

  private func number(
    _ value: Value, _ what: String, at span: SourceSpan
  ) throws(Diagnostic) -> (Double, isRate: Bool) {
    guard value.kind.isNumeric, let number = value.number else {
      throw Diagnostic(.wrongKind, "\(what) must be a number, but this is \(value.kind.described)", at: span)
    }
    return (number, value.kind == .rate)
  }

  /// The column of a condition on the series in use: 1 if it holds.
  package mutating func condition(_ expression: Expression, on series: Evaluation.Series) throws(Diagnostic) -> Column {
    var planner = makePlanner()
    let planned = try plan(expression, &planner)
    guard planned.kind == .truth, let node = planned.node else {
      throw Diagnostic(
        .wrongKind, "a condition must be a boolean, but this is \(planned.kind.described)", at: expression.span)
    }
    var evaluator = makeEvaluator(planner.plan, on: series)
    do { return try evaluator.column(node) } catch { throw diagnostic(error, at: expression.span) }
  }

  /// Turns an error of the evaluator into a diagnostic at the expression.
  package func diagnostic(_ error: EvaluationError, at span: SourceSpan?) -> Diagnostic { Diagnostic(error, at: span) }

  /// The characters of a word, with `$name` replaced by the value of the name.
  package mutating func text(_ word: Word) throws(Diagnostic) -> String {
    if let literal = word.literal { return literal }
    return environment.addresses.hiding(try value(of: .literal(.template(word), word.span)).value.text)
  }
}
