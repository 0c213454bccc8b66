import Backtesting
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Work
import Workspace

extension Command {
  package static let sweep = Command(
    CommandSyntax(
      "sweep",
      forms: [
        CommandSyntax.Form(
          "", [.required(.sweptStrategies)],
          clauses: [
            .clause("where", .condition),
            .clause("by", .metric), .clause(.map),
            .clause("sort by", .listKey(SweepFrame.names), .descending),
            .clause("top", .top),
            .clause("on", .symbols), .clause("timeframes", .validatedTimeframes), .clause(.inOneAccount),
            .clause("with", .runSettings), .window,
          ])
      ]),
    category: .strategies, summary: "Tries all combinations of a strategy's parameters and ranks them.",
    discussion: """
      Ranges are `2..50`, `20..200 step 5` or lists. `where` excludes combinations: conditions on \
      parameters alone before they run, and conditions on figures of the rows, such as `trades >= 20`, afterwards. The \
      ranking is by the Sharpe ratio unless `by` names another metric, or gives an expression of figures of which the \
      greatest is best (`by sharpe_ratio - 0.1 * trades / years`); `sort by` orders the rows the other way round. The \
      best ten are listed unless `top` says otherwise. The best of many trials looks better than it is: count them.

      `map` shows the figure that ranks for each pair of values if two parameters are tried. `backtest best of RESULT` \
      runs the strategy with the best row of a sweep that was named with `as`. A setting may have a list of values, which \
      are tried as well: `sweep cross with commission = [0, 5bp], fill = [open, close]`. `with engine processes` or \
      `with engine ray` gives hours of work to workers, with the same result: `help scale`.

      Several strategies, several symbols after `on` and several timeframes (`@ [1d, 1w]`, or `timeframes 1d, 1w`) make \
      one list with a column for each; a parameter that a strategy does not have is empty in its rows.

      A portfolio is swept on its own symbols, a strategy `in one account` on those after `on`, with the terms of \
      `backtest`, which may have lists of values: `in one account with positions = [2, 5]`. Each row is the backtest of its \
      values.
      """,
    examples: [
      "sweep cross(fast=5..15, slow=20..40 step 5) where fast < slow by sharpe top 3",
      "sweep cross(fast=5..15, slow=20..40 step 5) where fast < slow and trades >= 20 sort by max_drawdown desc",
      "sweep cross(fast=5..15 step 5, slow=20..40 step 5) by sharpe map",
      "sweep cross(fast=5..15 step 5) on SPY, AAPL in one account with positions = [1, 2]",
      "sweep cross(fast=5..15 step 5), swing @ [1d, 1w] by sharpe_ratio - 0.1 * trades / years top 5",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.sweep(call)
  }
}

extension Execution {
  /// All combinations of the strategies of a sweep; those of a sweep that was stopped are not run again.
  package mutating func sweep(_ call: CommandCall, after stopped: StoppedRun? = nil) throws(Diagnostic)
    -> any StatementResult
  {
    let swept = try sweptPlaces(call)
    let span = call.commandSpan
    try checkSize(Double(swept.count), "combinations", at: swept.sole?.tried.subject.span ?? span)
    let runs = try runs(of: swept, at: span)
    let bases = runs.flatMap { $0.map(\.job.identity) }
    var known = try rows(of: stopped, bases, at: span)
    let job = known.isEmpty ? try onEngine(swept, runs, call) : nil
    if let job { known = swept.rows(of: job) }
    let (rows, sweeps) = try rows(of: swept, runs, besides: known, at: span)
    let isWhole = rows.count == swept.count
    let part = StoppedRun(call, bases, rows: rows)
    try keepPart(rows.count, of: swept.count, "combinations", "the best so far", at: span, resuming: part)
    count(rows, of: swept, bases)
    var clauses = try clauses(of: call)
    (clauses.condition, clauses.window) = (swept.places[0].tried.ofRows, nil)
    let (ranked, listing) = try listed(rows, by: swept.places[0].tried.metric, clauses) { swept.frame(of: $0) }
    var report = report(of: ranked, among: rows.count, swept, sweeps)
    report.order = clauses.key.map { sources.text(of: $0.span) }
    report.note = listing?.note
    report.unranked = rows.count { $0.key.isNaN }
    if isWhole { try addEvidence(to: &report, of: ranked, among: rows.count, swept, sweeps, resuming: part, at: span) }
    if let sole = swept.sole { try addGround(to: &report, of: rows, best: ranked.first, swept, sole, call) }
    if swept.count == 1, let sole = swept.sole { report.notes.append(withoutRange(sole.tried)) }
    report.job = job?.summary
    return report
  }

  /// Explains that a sweep has one combination, and how to get more.
  private func withoutRange(_ tried: TriedStrategy) -> String {
    let definition = tried.compiler.definition
    guard let parameter = (tried.parameters.first?.name ?? definition.parameters.first?.name) else {
      return
        "nothing was varied: \(definition.name) has no parameter; `strategy \(definition.name)(n = 20) { … }` gives "
        + "it one"
    }
    return "nothing was varied: `sweep \(definition.name)(\(parameter) = 5..50 step 5)` tries a range of values"
  }

  /// The rows that are listed, with the strategies and the settings that they are of.
  private func report(
    of ranked: [SweepRow], among evaluated: Int, _ swept: SweptPlaces, _ sweeps: [[SweepRun]]
  ) -> SweepReport {
    let top = ranked.first.map { swept.cell(of: $0) }
    let tried = (top?.place ?? swept.places[0]).tried
    let bars = tried.series.bars
    let settings = swept.variants[0].settings
    let first = sweeps[ranked.first.map { swept.place(of: $0) } ?? 0].first
    let basis = ReturnBasis(
      bars: bars, range: tried.range, periodsPerYear: settings.backtest.periodsPerYear, riskFree: .constant(0))
    var report = SweepReport(
      strategy: tried.name, seriesName: tried.series.name, metric: tried.metric, parameters: swept.parameters,
      evaluated: evaluated,
      rows: ranked.map { row in (swept.parameters.map { swept.value(of: $0.name, in: row) }, row) },
      label: { bars.label(at: $0) }, since: swept.places.map(\.tried.since).min() ?? "",
      until: swept.places.map(\.tried.until).max() ?? "",
      assumptions: RunAssumptions(
        settings, first?.settings ?? settings.backtest, first?.basis ?? basis, staleAfter: settings.staleAfter,
        hasWaitingOrders: tried.compiler.clauses.contains { $0.order != nil }))
    report.jobs = sweeps.flatMap { $0.map(\.job) }
    report.tried = swept.variants[0].tried.map(\.name)
    report.settingsOfRows = ranked.map { swept.variants[swept.cell(of: $0).variant].tried.map(\.text) }
    if let top {
      let names = tried.compiler.definition.parameters.map(\.name)
      report.best = zip(names, top.place.grid.combination(top.combination)).map { (name: $0, value: $1) }
    }
    guard swept.sole != nil else {
      report.places = SweepReport.Places(
        title: swept.title, columns: swept.columns, rows: ranked.map { swept.places[swept.place(of: $0)].labels })
      return report
    }
    let cells = ranked.map { row in
      let (_, variant, combination) = swept.cell(of: row)
      return (variant: variant, combination: combination)
    }
    let own = sweeps[0]
    report.run = { row throws(RunFailure) in try own[cells[row].variant].backtest(of: cells[row].combination) }
    return report
  }

  /// The warning if all rows are complete but the user stopped the checks against luck.
  static let lacksEvidence = "stopped: all rows are complete, but checks against luck are missing"

  /// Adds the checks against luck: certificates, the significance of the best row, the independence of the trials.
  ///
  /// A stop by the user omits the missing parts, and says so; `part` are the rows, with which it is resumed.
  private mutating func addEvidence(
    to report: inout SweepReport, of ranked: [SweepRow], among count: Int, _ swept: SweptPlaces, _ sweeps: [[SweepRun]],
    resuming part: StoppedRun, at span: SourceSpan
  ) throws(Diagnostic) {
    let settings = swept.variants[0].settings
    if settings.certificate {
      report.certificates = try certificates(of: ranked.prefix(10), swept, sweeps, resuming: part, at: span)
    }
    if let first = ranked.first, first.sharpeRatio.isFinite, !environment.monitor.isStopped,
      let run = try backtest(of: first, swept, sweeps, certifies: false, at: span)
    {
      let members = swept.cell(of: first).place.tried.ground.symbols
      report.significance = Significance(of: run.result, among: self.count([], on: members))
      report.holdingReturn = run.performance.buyAndHoldReturn
    }
    if settings.certificate, let sole = swept.sole, swept.variants.count == 1 {
      report.independence = try independence(of: sweeps[0][0], among: count) { failure in
        diagnostic(failure, of: sole.tried, at: span)
      }
    }
    try keepWhatIsThere(Self.lacksEvidence, at: span, part)
  }

  /// The full run of a row; nil if it was stopped.
  private func backtest(
    of row: SweepRow, _ swept: SweptPlaces, _ sweeps: [[SweepRun]], certifies: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> StrategyBacktest? {
    let (place, variant, combination) = swept.cell(of: row)
    do throws(RunFailure) {
      return try sweeps[swept.place(of: row)][variant].backtest(of: combination, certifies: certifies)
    } catch {
      if environment.monitor.isStopped { return nil }
      throw diagnostic(error, of: place.tried, at: span)
    }
  }

  /// The certificates of the rows that are shown, ten at most: each costs some runs.
  private mutating func certificates(
    of rows: ArraySlice<SweepRow>, _ swept: SweptPlaces, _ sweeps: [[SweepRun]], resuming part: StoppedRun,
    at span: SourceSpan
  ) throws(Diagnostic) -> [Certificate] {
    var certificates: [Certificate] = []
    for row in rows {
      guard let run = try backtest(of: row, swept, sweeps, certifies: true, at: span) else {
        // All rows are complete: only the certificates of the remaining ones were stopped.
        try keepPart(
          certificates.count, of: rows.count, "certificates", "the other rows have none", at: span, resuming: part)
        break
      }
      guard let certificate = run.certificate else { continue }
      warn(certificate.lookAhead, at: swept.cell(of: row).place.tried.subject.span)
      certificates.append(certificate)
    }
    return certificates
  }

  /// Adds the symbols of an account, its terms, and the remarks on their prices; nothing of one series.
  func addAccount(of tried: TriedStrategy, to report: inout SweepReport) {
    let (run, kind) = (tried.run, tried.ground.kind)
    guard kind.isOfMany else { return }
    report.symbols = tried.ground.symbols.map(\.name)
    (report.terms, report.sharesEqually) = (kind.terms, run.sharesEqually)
    report.notes = notes(of: run, in: tried.range)
  }

  /// Adds what a sweep on one place knows: the ground around its best row, the map of two parameters, the account.
  private mutating func addGround(
    to report: inout SweepReport, of rows: [SweepRow], best: SweepRow?, _ swept: SweptPlaces, _ sole: SweptPlace,
    _ call: CommandCall
  ) throws(Diagnostic) {
    let (tried, grid) = (sole.tried, sole.grid)
    addAccount(of: tried, to: &report)
    if let best, swept.variants.count == 1, rows.count == grid.count, rows.count > 2 {
      let ground = SweepGround(
        of: rows, grid, best: best.index, by: tried.metric, workers: environment.workers)
      report.ground = SweepReport.Ground(
        plateau: ground.plateau,
        best: ground.best.map { best in (tried.shown(grid.combination(best.combination)), best.plateau) },
        sensitivity: tried.shown.map { ground.sensitivity[$0] })
    }
    if call.has(.map) { report.map = try map(of: rows, tried, grid) }
    if tried.shown.count == 2, swept.variants.count == 1 { report.surface = try map(of: rows, tried, grid) }
  }

  /// The figures of all pairs of values of the two parameters that are tried.
  private func map(
    of rows: [SweepRow], _ tried: TriedStrategy, _ grid: SweepGrid
  ) throws(Diagnostic) -> SweepMap {
    let shown = tried.shown
    guard shown.count == 2, rows.count <= grid.count else {
      throw Diagnostic(
        .wrongKind,
        shown.count == 2
          ? "a map needs two parameters and no settings"
          : "a map needs two parameters, but \(shown.count == 1 ? "one is" : "\(shown.count) are") tried",
        at: tried.subject.span, hints: ["`sweep cross(fast = 5..15, slow = 20..40 step 5) map`"])
    }
    let axes = zip(tried.parameters, shown).map {
      SweepMap.Axis(name: $0.name, kind: $0.kind, values: tried.values[$1])
    }
    var figures = axes[0].values.map { _ in axes[1].values.map { _ in Double?.none } }
    var places = [Int](repeating: 0, count: grid.values.count)
    for row in rows {
      grid.read(row.index, into: &places)
      figures[places[shown[0]]][places[shown[1]]] = row.key.isFinite ? row.key : nil
    }
    return SweepMap(metric: tried.metric, rows: axes[0], columns: axes[1], values: figures)
  }

  /// The rows that are listed, best first; if clauses read their figures, all rows become a frame first.
  package mutating func listed(
    _ rows: [SweepRow], by metric: Metric, _ clauses: ListClauses, _ frame: ([SweepRow]) -> ItemFrame<SweepRow>
  ) throws(Diagnostic) -> ([SweepRow], Listing?) {
    guard clauses.condition != nil || clauses.key != nil else {
      let top = try clauses.top.map { expression throws(Diagnostic) in try count(expression) }
      return (Sweep.ranked(rows, by: metric, top: top ?? usualRows(.first(10))?.count ?? rows.count), nil)
    }
    let frame = frame(Sweep.ranked(rows, by: metric))
    let listing = try listing(of: frame, clauses, rows: .first(10))
    return (frame.items(listing), listing)
  }
}
