import Backtesting
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Strategies
import Text
import Work
import Workspace

extension OptionalRole<Expression> {
  static var trials: Self { Self(.expression("trials", "N")) }
}

extension OptionalRole<String> {
  static var searchMethod: Self {
    let words = SearchMethod.allCases.map(\.rawValue)
    return Self(.choice("using", words, words.joined(separator: "|")))
  }
}

/// The trials where a search says no number.
private let usualTrials = 1_000

extension Execution {
  /// Some combinations of a strategy's parameters, chosen by what was tried before.
  mutating func searched(_ call: CommandCall, _ subject: Subject) throws(Diagnostic) -> any StatementResult {
    try refusePortfolio(subject)
    let settings = try settings(call[.runSettings] ?? [])
    let series = try sweptSeries(call)
    var compiler = try compiler(subject.name, like: settings.like, on: series)
    try compiler.check()
    warn(compiler.warnings)
    let (values, spans) = try triedValues(of: subject, compiler)
    let metric = try metric(call[.metric])
    try checkValuations(of: compiler, on: series)
    let range = try bars(call.window, in: series)
    remarkPrices(of: series, in: range)
    remarkActions(of: series, in: range)
    let (ofParameters, ofRows) = try conditions(call[.condition], compiler, [])
    let grid = SweepGrid(values: values)
    guard grid.total < Int.max else {
      throw Diagnostic(
        .outOfRange, "these ranges have more combinations than can be counted", at: subject.span,
        hints: ["a `step` makes a range coarser"])
    }
    try compiler.check(grid, at: spans, or: subject.span)
    let trials = try call[.trials].map { expression throws(Diagnostic) in try count(expression) } ?? usualTrials
    try checkSize(Double(trials), "trials", at: call[.trials]?.span ?? call.commandSpan)
    let seed = try call[.seed].map { expression throws(Diagnostic) in try count(expression) } ?? 1
    let method = call[.searchMethod].flatMap { SearchMethod(rawValue: $0) } ?? .guided
    compiler.finer = try finerBars(for: series, settings, at: call.commandSpan)
    let isKept = try pointCondition(ofParameters, values, compiler)
    let rows: [SweepRow]
    let money: BacktestSettings
    let basis: ReturnBasis
    do throws(RunFailure) {
      money = try compiler.runSettings(
        settings, on: series, named: series.name, today: environment.today, monitor: environment.monitor)
      let sweep = SweepRun(
        compiler: compiler, series: series, settings: money, range: range, metric: metric, grid: grid,
        benchmark: settings.benchmark, contracts: settings.contracts, environment: environment)
      basis = sweep.basis
      rows = try SearchRun(sweep, method: method, seed: UInt64(clamping: seed), isKept: isKept).rows(trials: trials)
    } catch {
      throw diagnostic(error, of: compiler, on: series, subject, at: call.commandSpan)
    }
    guard !rows.isEmpty else {
      throw Diagnostic(.noCombinations, "`where` leaves no combination", at: subject.span)
    }
    if environment.monitor.isStopped {
      try keepPart(rows.count, of: trials, "trials", "the best so far", at: call.commandSpan)
    }
    var clauses = ListClauses(call)
    (clauses.condition, clauses.window) = (ofRows, nil)
    let variant = SweepVariant(settings: settings, tried: [])
    let (ranked, listing) = try listed(rows, by: metric, clauses) { ranked in
      Self.frame(of: ranked, values, compiler, [variant], grid, on: series)
    }
    let text = session.strategies[compiler.definition.name]?.text ?? ""
    let tally = countTrials(
      TrialTally(rows.map(\.sharpeRatio)),
      "search \(text) \(values) \(settings.backtest) \(range) \(method) \(seed) \(trials) \(metric.name)", on: series)
    let shown = values.indices.filter { index in
      subject.parameters.contains { $0.name == compiler.definition.parameters[index].name }
    }
    let bars = series.bars
    var report = SweepReport(
      strategy: compiler.definition.name, seriesName: series.name, metric: metric,
      parameters: shown.map { (compiler.definition.parameters[$0].name, compiler.parameterKinds[$0]) },
      evaluated: rows.count,
      rows: ranked.map { row in
        let indices = grid.indices(of: row.index)
        return (shown.map { values[$0][indices[$0]] }, row)
      },
      order: clauses.key.map { sources.text(of: $0.span) }, note: listing?.note, label: { bars.label(at: $0) },
      since: bars.label(at: range.lowerBound), until: bars.label(at: range.upperBound - 1),
      assumptions: RunAssumptions(
        settings, money, basis, staleAfter: settings.staleAfter,
        hasWaitingOrders: compiler.clauses.contains { $0.order != nil }))
    report.search = SweepReport.Search(method: method, seed: seed, combinations: grid.total)
    if let first = ranked.first {
      let best = grid.combination(first.index)
      report.best = zip(compiler.definition.parameters.map(\.name), best).map { (name: $0, value: $1) }
      report.significance = try significance(
        of: best, compiler, settings, on: series, range, among: tally, subject, at: call.commandSpan)
    }
    return report
  }

  /// How much of a combination's run may be the luck of all trials on the same data.
  private func significance(
    of values: [Double], _ compiler: StrategyCompiler, _ settings: Settings, on series: Evaluation.Series,
    _ range: Range<Int>, among tally: TrialTally, _ subject: Subject, at span: SourceSpan
  ) throws(Diagnostic) -> Significance? {
    guard !environment.monitor.isStopped else { return nil }
    do throws(RunFailure) {
      let run = try compiler.run(
        on: series, named: series.name, text: "", values: values, settings: settings, range: range,
        environment: environment)
      return Significance(of: run.result, among: tally)
    } catch {
      throw diagnostic(error, of: compiler, on: series, subject, at: span)
    }
  }

  /// The condition on the indices of a combination's values; always true without one.
  ///
  /// A value that cannot be computed counts as not kept, as a comparison with a missing value does.
  private mutating func pointCondition(
    _ condition: Expression?, _ values: [[Double]], _ compiler: StrategyCompiler
  ) throws(Diagnostic) -> @Sendable ([Int]) -> Bool {
    guard let condition else { return { _ in true } }
    let (planner, node) = try plannedCondition(condition, compiler)
    let series = session.active?.series ?? Evaluation.Series(name: "", bars: .none)
    let shared = SharedColumns(plan: planner.plan, roots: [], values: values, bars: 0)
    let (plan, today) = (planner.plan, environment.today)
    return { indices in
      var evaluator = Evaluator(plan: plan, series: series, shared: shared, today: today)
      evaluator.select(indices: indices)
      return (try? evaluator.scalar(node)) == 1
    }
  }
}
