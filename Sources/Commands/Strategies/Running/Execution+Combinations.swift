import Backtesting
import Evaluation
import Language
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Workspace

/// The combinations of a strategy's parameters that sweeps and walk-forwards run.
extension Execution {
  /// The values that each parameter is tried with, its default if none are given, and the places of those typed.
  package mutating func triedValues(
    of subject: Subject, _ compiler: StrategyCompiler
  ) throws(Diagnostic) -> (values: [[Double]], spans: [Int: SourceSpan]) {
    var values = compiler.defaults.map { [$0] }
    var spans: [Int: SourceSpan] = [:]
    for parameter in subject.parameters {
      let index = try compiler.parameterIndex(parameter)
      let (tried, isRate) = try numbers(parameter.values, decides: true)
      let isComputed = parameter.values.isComputed
      var remarks: [Diagnostic] = []
      for value in tried {
        remarks += try compiler.checkKind(
          isRate: isRate, of: index, value, isComputed: isComputed, at: parameter.values.span)
      }
      // One of a range speaks for all of them.
      warn(Array(remarks.prefix(1)))
      values[index] = tried
      spans[index] = parameter.values.span
    }
    return (values, spans)
  }

  /// The parts of a condition, joined by `and`, that compare parameters alone, and those that read figures of the rows.
  package func conditions(
    _ condition: Expression?, _ compiler: StrategyCompiler, _ tried: [String]
  ) throws(Diagnostic) -> (ofParameters: Expression?, ofRows: Expression?) {
    guard let condition else { return (nil, nil) }
    let parameters = Set(compiler.definition.parameters.map(\.name))
    let figures = (SweepFrame.names + tried).filter { !parameters.contains($0) && session.names[$0] == nil }
    return (
      condition.keeping { part in !figures.contains { part.uses($0) } },
      condition.keeping { part in figures.contains { part.uses($0) } }
    )
  }

  /// The metric of a name or alias; the Sharpe ratio without one, or if an expression ranks.
  package func metric(_ expression: Expression?) throws(Diagnostic) -> Metric {
    var (name, span) = ("sharpe_ratio", SourceSpan?.none)
    if case .name(let typed, let place)? = expression { (name, span) = (typed, place) }
    guard let metric = Metric.named(name) else {
      let known = Metric.all.flatMap { [$0.name] + $0.aliases }
      let hint = Spelling.hint(for: name, in: known)
      throw Diagnostic(
        .unknownMetric, "there is no metric `\(name)`", at: span, hints: [hint ?? "`stats` lists them"])
    }
    return metric
  }

  /// The expression that ranks in place of a metric; nil if a metric does.
  func rankingExpression(of call: CommandCall) -> Expression? {
    guard let expression = call[.metric] else { return nil }
    if case .name = expression { return nil }
    return expression
  }

  /// The clauses that order the rows: `by EXPR` puts the greatest first.
  package func clauses(of call: CommandCall) throws(Diagnostic) -> ListClauses {
    var clauses = ListClauses(call)
    guard let expression = rankingExpression(of: call) else { return clauses }
    if let key = clauses.key {
      throw Diagnostic(
        .duplicateClause, "`by` has an expression and `sort by` has another one", at: key.span,
        hints: ["give one of the two; `by` puts the greatest first"]
      ).pointing(at: expression.span, "first here")
    }
    (clauses.key, clauses.descends) = (expression, true)
    return clauses
  }

  /// The combinations that `where` keeps.
  package mutating func grid(
    _ values: [[Double]], _ compiler: StrategyCompiler, where condition: Expression?, at span: SourceSpan
  ) throws(Diagnostic) -> SweepGrid {
    let total = values.reduce(1.0) { $0 * Double($1.count) }
    try checkSize(total, "combinations", at: span)
    var grid = SweepGrid(values: values)
    guard let condition else { return grid }
    let (planner, node) = try plannedCondition(condition, compiler)
    let series = session.active?.series ?? Evaluation.Series(name: "", bars: .none)
    let shared = SharedColumns(plan: planner.plan, roots: [], values: values, bars: 0)
    var evaluator = Evaluator(plan: planner.plan, series: series, shared: shared, today: environment.today)
    do throws(EvaluationError) {
      let isDone = try grid.keep(whereAll: { columns, count throws(EvaluationError) in
        try evaluator.column(of: node, over: columns, count: count)
      })
      if !isDone {
        try grid.keep { indices throws(EvaluationError) in
          evaluator.select(indices: indices)
          return try evaluator.scalar(node) == 1
        }
      }
    } catch {
      throw diagnostic(error, at: condition.span)
    }
    guard grid.count > 0 else {
      throw Diagnostic(.noCombinations, "`where` leaves no combination", at: condition.span)
    }
    return grid
  }

  /// A condition on the parameters of a strategy as a plan, which gives a boolean for each combination.
  mutating func plannedCondition(
    _ condition: Expression, _ compiler: StrategyCompiler
  ) throws(Diagnostic) -> (Planner, NodeID) {
    var planner = makePlanner()
    for (index, parameter) in compiler.definition.parameters.enumerated() {
      planner.locals[parameter.name] = planner.addParameter(index, kind: compiler.parameterKinds[index])
    }
    let planned = try plan(condition, &planner)
    try planner.refuse(lookAhead: planned, at: condition.span)
    guard planned.kind == .truth, let node = planned.node, planner.plan.isScalar(node) else {
      throw Diagnostic(
        .wrongKind, "`where` compares the parameters of the strategy", at: condition.span,
        hints: ["`where fast < slow`"])
    }
    return (planner, node)
  }
}
