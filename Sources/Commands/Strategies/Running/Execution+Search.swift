import Backtesting
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Robustness
import Sessions
import Strategies
import Text
import Work
import Workspace

extension OptionalRole<Expression> {
  package static var trials: Self { Self(.expression("trials", "N")) }
}

extension OptionalRole<String> {
  static var searchMethod: Self {
    let words = SearchMethod.allCases.map(\.rawValue)
    return Self(.choice("using", words, words.joined(separator: "|")))
  }
}

/// The default number of trials.
private let usualTrials = 1_000

extension CommandSyntax {
  /// The syntax of `search`, of parameters and of symbols.
  package static let search = CommandSyntax(
    "search",
    forms: [
      CommandSyntax.Form(
        "", [.required(.searched), .optional(role: .trials, then: .keyword("trials"))],
        clauses: [
          .clause("by", .metric), .clause("using", .searchMethod), .clause("seed", .seed), .clause("from", .provider),
          .clause("on", .symbols), .clause(.inOneAccount), .clause("with", .runSettings),
        ] + .list(["symbol", "name", "kind", "exchange", "currency"] + SweepFrame.names))
    ])
}

extension Execution {
  /// The search over some combinations of a strategy's parameters, each chosen from the results of earlier ones.
  ///
  /// - Parameter stopped: the same search as far as it came before it was stopped.
  package mutating func searched(
    _ call: CommandCall, _ subject: Subject, after stopped: StoppedRun? = nil
  ) throws(Diagnostic) -> any StatementResult {
    let (terms, own) = try sharedTerms(call[.runSettings] ?? [], inOneAccount: call.span(of: .inOneAccount))
    let variant = SweepVariant(settings: try settings(own), tried: [], terms: terms)
    let tried = try tried(subject, variant.settings, on: try ground(call, subject, [variant]), call)
    let grid = SweepGrid(values: tried.values)
    guard grid.total < Int.max else {
      throw Diagnostic(
        .outOfRange, "these ranges have more combinations than can be counted", at: subject.span,
        hints: ["a `step` makes a range coarser"])
    }
    try tried.compiler.check(grid, at: tried.spans, or: subject.span)
    let trials = try call[.trials].map { expression throws(Diagnostic) in try count(expression) } ?? usualTrials
    try checkSize(Double(trials), "trials", at: call[.trials]?.span ?? call.commandSpan)
    let seed = try call[.seed].map { expression throws(Diagnostic) in try count(expression) } ?? 1
    let method = call[.searchMethod].flatMap { SearchMethod(rawValue: $0) } ?? .guided
    let basis = tried.run.job.identity
    let known = try rows(of: stopped, [basis], at: call.commandSpan)
    let sweep = try sweep(of: tried, grid, at: call.commandSpan)
    let rows = try search(
      sweep, tried, grid, method, by: rankingExpression(of: call), seed: seed, trials: trials, after: known,
      at: call.commandSpan)
    let isStopped = environment.monitor.isStopped
    let part = StoppedRun(call, [basis], rows: rows)
    try keepPart(rows.count, of: trials, "trials", "the best so far", at: call.commandSpan, resuming: part)
    var clauses = try clauses(of: call)
    (clauses.condition, clauses.window) = (tried.ofRows, nil)
    let (ranked, listing) = try listed(rows, by: tried.metric, clauses) { ranked in
      tried.frame(of: ranked, grid, on: tried.range)
    }
    let tally = count(
      rows.map { basis.trial(grid.combination($0.index), sharpe: $0.sharpeRatio) }, on: tried.ground.symbols)
    let bars = tried.series.bars
    var report = SweepReport(
      strategy: tried.name, seriesName: tried.series.name, metric: tried.metric, parameters: tried.parameters,
      evaluated: rows.count, rows: ranked.map { (tried.shown(grid.combination($0.index)), $0) },
      order: clauses.key.map { sources.text(of: $0.span) }, note: listing?.note, label: { bars.label(at: $0) },
      since: tried.since, until: tried.until, assumptions: tried.assumptions(sweep.settings, sweep.basis))
    addAccount(of: tried, to: &report)
    report.search = SweepReport.Search(method: method, seed: seed, combinations: grid.total)
    if tried.settings.certificate, !isStopped, !tried.ground.kind.isOfMany {
      report.independence = try independence(among: rows.count) { places throws(RunFailure) in
        ReturnMatrix(try sweep.returns(of: places.map { rows[$0].index }))
      } refusing: { failure in
        diagnostic(failure, of: tried, at: call.commandSpan)
      }
    }
    if let first = ranked.first {
      let best = grid.combination(first.index)
      report.best = zip(tried.compiler.definition.parameters.map(\.name), best).map { (name: $0, value: $1) }
      if !isStopped {
        let run = try backtest(of: first.index, sweep, tried, at: call.commandSpan)
        report.significance = run.flatMap { Significance(of: $0.result, among: tally) }
        report.holdingReturn = run?.performance.buyAndHoldReturn ?? .nan
      }
    }
    if !isStopped { warn(lookAhead(of: tried), at: subject.span) }
    try keepWhatIsThere(Self.lacksEvidence, at: call.commandSpan, part)
    return report
  }

  /// The rows of the trials, at least one.
  ///
  /// - Parameter expression: the expression of the figures of a row that leads a guided search; nil for the metric.
  private mutating func search(
    _ sweep: SweepRun, _ tried: TriedStrategy, _ grid: SweepGrid, _ method: SearchMethod, by expression: Expression?,
    seed: Int,
    trials: Int, after known: [SweepRow], at span: SourceSpan
  ) throws(Diagnostic) -> [SweepRow] {
    let isKept = try pointCondition(tried)
    let rows: [SweepRow]
    var refusal: Diagnostic?
    do throws(RunFailure) {
      let search = try SearchRun(sweep, method: method, seed: UInt64(clamping: seed), isKept: isKept)
      if let expression {
        rows = try search.rows(trials: trials, after: known) { rows throws(RunFailure) in
          let frame = tried.frame(of: rows, grid, on: tried.range)
          do throws(Diagnostic) { return try frame.column(expression, title: "", in: &self).column.values.array } catch
          {
            refusal = error
            throw .evaluation(.interrupted)
          }
        }
      } else {
        rows = try search.rows(trials: trials, after: known)
      }
    } catch {
      throw refusal ?? diagnostic(error, of: tried, at: span)
    }
    guard !rows.isEmpty else {
      try checkInterruption()
      throw Diagnostic(.noCombinations, "`where` leaves no combination", at: tried.subject.span)
    }
    return rows
  }

  /// The run of a combination; nil if it was stopped.
  private func backtest(
    of combination: Int, _ sweep: SweepRun, _ tried: TriedStrategy, at span: SourceSpan
  ) throws(Diagnostic) -> StrategyBacktest? {
    guard !environment.monitor.isStopped else { return nil }
    do throws(RunFailure) { return try sweep.backtest(of: combination) } catch {
      if environment.monitor.isStopped { return nil }
      throw diagnostic(error, of: tried, at: span)
    }
  }

  /// The condition on the indices of a combination's values; always true without one.
  ///
  /// A value that cannot be computed counts as not kept, as a comparison with a missing value does.
  private mutating func pointCondition(_ tried: TriedStrategy) throws(Diagnostic) -> @Sendable ([Int]) -> Bool {
    guard let condition = tried.ofParameters else { return { _ in true } }
    let (planner, node) = try plannedCondition(condition, tried.compiler)
    let series = session.active?.series ?? Evaluation.Series(name: "", bars: .none)
    let shared = SharedColumns(plan: planner.plan, roots: [], values: tried.values, bars: 0)
    let (plan, today) = (planner.plan, environment.today)
    return { indices in
      var evaluator = Evaluator(plan: plan, series: series, shared: shared, today: today)
      evaluator.select(indices: indices)
      return (try? evaluator.scalar(node)) == 1
    }
  }
}
