import Backtesting
import Evaluation
import Language
import Platform
import Presentation
import Reports
import Strategies
import Text
import Workspace

extension Command {
  static let sweep = Command(
    CommandSyntax(
      "sweep",
      forms: [
        CommandSyntax.Form(
          "", [.required(.sweptStrategy)],
          clauses: [
            .clause("where", .condition),
            .clause("by", .metric),
            .clause("top", .top),
            .clause("on", .sweptSeries),
            .clause("with", .runSettings), .window,
          ])
      ]),
    category: .strategies, summary: "Tries all combinations of a strategy's parameters and ranks them.",
    discussion: """
      Ranges are `2..50`, `20..200 step 5` or lists. `where` leaves combinations out. The ranking is by the \
      Sharpe ratio unless `by` names another metric; the best ten are listed unless `top` says otherwise. The \
      best of many trials looks better than it is: count them.
      """,
    examples: ["sweep cross(fast=5..15, slow=20..40 step 5) where fast < slow by sharpe top 3"]
  ) { execution, call throws(Diagnostic) in
    try execution.sweep(call)
  }
}

extension Execution {
  fileprivate mutating func sweep(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.sweptStrategy]
    let settings = try settings(call[.runSettings] ?? [])
    let series = try sweptSeries(call)
    var compiler = try compiler(subject.name, like: settings.like, on: series)
    try compiler.check()
    warn(compiler.warnings)
    var values = compiler.defaults.map { [$0] }
    var spans: [Int: SourceSpan] = [:]
    for parameter in subject.parameters {
      let index = try compiler.parameterIndex(parameter)
      let (tried, isRate) = try numbers(parameter.values, decides: true)
      for value in tried { try compiler.checkKind(isRate: isRate, of: index, value, at: parameter.values.span) }
      values[index] = tried
      spans[index] = parameter.values.span
    }
    let metric = try metric(call[.metric])
    try checkValuations(of: compiler, on: series)
    let range = try bars(call.window, in: series)
    remarkPrices(of: series, in: range)
    let grid = try grid(values, compiler, where: call[.condition], at: subject.span)
    try compiler.check(grid, at: spans, or: subject.span)
    let run = SweepRun(
      compiler: compiler, series: series, settings: settings.backtest, range: range, metric: metric, grid: grid,
      environment: environment)
    let rows: [SweepRow]
    do throws(RunFailure) {
      rows = try run.rows()
    } catch {
      throw diagnostic(error, of: compiler, on: series, subject, at: call.commandSpan)
    }
    let top = try call[.top].map { expression throws(Diagnostic) in try count(expression) } ?? 10
    let shown = values.indices.filter { index in
      subject.parameters.contains { $0.name == compiler.definition.parameters[index].name }
    }
    let ranked = Sweep.ranked(rows, by: metric, top: top)
    return SweepReport(
      strategy: compiler.definition.name, seriesName: series.name, metric: metric,
      parameters: shown.map { (compiler.definition.parameters[$0].name, compiler.parameterKinds[$0]) },
      evaluated: rows.count,
      rows: ranked.map { row in
        let indices = grid.indices(of: row.index)
        return (shown.map { values[$0][indices[$0]] }, row)
      },
      assumptions: Self.text(of: settings))
  }

  private mutating func sweptSeries(_ call: CommandCall) throws(Diagnostic) -> Evaluation.Series {
    guard let word = call[.sweptSeries] else { return try activeSeries(at: call.commandSpan) }
    return seriesInSession(try loadedSeries(word))
  }

  private static func text(of settings: Settings) -> String {
    Settings.definitions.map { "\($0.name) \($0.read(settings))" }.joined(separator: " · ")
  }

  /// The metric of a name or alias; the Sharpe ratio without one.
  mutating func metric(_ word: Word?) throws(Diagnostic) -> Metric {
    let name = try word.map { word throws(Diagnostic) in try text(word) } ?? "sharpe_ratio"
    guard let metric = Metric.named(name) else {
      let known = Metric.all.flatMap { [$0.name] + $0.aliases }
      let hint = Spelling.hint(for: name, in: known)
      throw Diagnostic(
        .unknownMetric, "there is no metric `\(name)`", at: word?.span, hints: [hint ?? "`stats` lists them"])
    }
    return metric
  }

  /// The combinations that `where` keeps.
  private mutating func grid(
    _ values: [[Double]], _ compiler: StrategyCompiler, where condition: Expression?, at span: SourceSpan
  ) throws(Diagnostic) -> SweepGrid {
    let total = values.reduce(1.0) { $0 * Double($1.count) }
    guard total <= 10_000_000 else {
      throw Diagnostic(
        .tooManyCombinations, "this has \(NumberText.plain(total)) combinations; ten million is the most", at: span)
    }
    var grid = SweepGrid(values: values)
    guard let condition else { return grid }
    var planner = makePlanner()
    for (index, parameter) in compiler.definition.parameters.enumerated() {
      planner.locals[parameter.name] = planner.addParameter(index, kind: compiler.parameterKinds[index])
    }
    let planned = try plan(condition, &planner)
    guard planned.kind == .truth, let node = planned.node, planner.plan.isScalar(node) else {
      throw Diagnostic(
        .wrongKind, "`where` compares the parameters of the strategy", at: condition.span,
        hints: ["`where fast < slow`"])
    }
    let series = session.active?.series ?? Evaluation.Series(name: "", bars: .none)
    let shared = SharedColumns(plan: planner.plan, roots: [], values: values, bars: 0)
    var evaluator = Evaluator(plan: planner.plan, series: series, shared: shared, today: environment.today)
    do {
      try grid.keep { indices throws(EvaluationError) in
        evaluator.select(indices: indices)
        return try evaluator.scalar(node) == 1
      }
    } catch {
      throw diagnostic(error, at: condition.span)
    }
    guard grid.count > 0 else {
      throw Diagnostic(.noCombinations, "`where` leaves no combination", at: condition.span)
    }
    return grid
  }
}
