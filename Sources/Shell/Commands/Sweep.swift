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
  static let sweep = Command(
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
      Ranges are `2..50`, `20..200 step 5` or lists. `where` leaves combinations out: what compares \
      parameters alone before they run, and what reads figures of the rows, such as `trades >= 20`, afterwards. The \
      ranking is by the Sharpe ratio unless `by` names another metric, or has an expression of figures of which the \
      greatest is best (`by sharpe_ratio - 0.1 * trades / years`); `sort by` orders the rows the other way round. The \
      best ten are listed unless `top` says otherwise. The best of many trials looks better than it is: count them.

      `map` shows the figure that ranks for each pair of values where two parameters are tried. `backtest best of RESULT` \
      runs the strategy with the best row of a sweep that was named with `as`. A setting may have a list of values, which \
      are tried as well: `sweep cross with commission = [0, 5bp], fill = [open, close]`.

      Several strategies, several symbols behind `on` and several timeframes (`@ [1d, 1w]`, or `timeframes 1d, 1w`) make \
      one list with a column for each; a parameter that a strategy does not have is empty in its rows.

      A portfolio is swept on its own symbols, a strategy `in one account` on those behind `on`, with the terms of \
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
  /// All combinations of a strategy's parameters; those of a sweep that was stopped are not run again.
  mutating func sweep(_ call: CommandCall, after stopped: StoppedRun? = nil) throws(Diagnostic) -> any StatementResult {
    let subjects = try call[.sweptStrategies]
    let subject = subjects[0]
    var isOfPlaces = subjects.count > 1 || call[.validatedTimeframes] != nil
    if !isOfPlaces { isOfPlaces = try isOnSeveral(call, subject) }
    if isOfPlaces { return try sweepPlaces(call, after: stopped) }
    let variants = try variants(call[.runSettings] ?? [], inOneAccount: call.span(of: .inOneAccount))
    let settings = variants[0].settings
    let account = try sweptAccount(call, subject, variants)
    let members = if let account { account.series } else { [try sweptSeries(call)] }
    var compiler = try compiler(subject.name, like: settings.like, on: members[0])
    try compiler.check()
    warn(compiler.warnings)
    let (values, spans) = try triedValues(of: subject, compiler)
    let metric = try metric(call[.metric])
    for series in members { try checkValuations(of: compiler, on: series) }
    let series = account.map { compiler.clockSeries($0.series, $0.clock) } ?? members[0]
    let range = try bars(call.window, in: series)
    if let account {
      try check(metric, for: account, at: subject.span)
      guard !range.isEmpty else { throw Diagnostic(.emptyWindow, "there are no bars in this window", at: subject.span) }
      if !account.isPortfolio { try refuseLegs(of: compiler, at: call.commandSpan) }
    } else {
      remarkPrices(of: series, in: range)
      remarkActions(of: series, in: range)
    }
    let (ofParameters, ofRows) = try conditions(call[.condition], compiler, variants[0].tried.map(\.name))
    let grid = try grid(values, compiler, where: ofParameters, at: subject.span)
    try compiler.check(grid, at: spans, or: subject.span)
    try checkSize(Double(variants.count) * Double(grid.count), "combinations", at: subject.span)
    let task = SweepTask(series: series, range: range, metric: metric, grid: grid, environment: environment)
    let bases = variants.map { variant in
      trialBasis(
        of: compiler.definition, variant.settings, on: series, range,
        terms: account.map { terms(of: variant, on: $0) } ?? "")
    }
    let known = try rows(of: stopped, bases, at: call.commandSpan)
    let (parts, rows) = try rows(
      of: variants, compiler, on: account, task, besides: known, subject, at: call.commandSpan)
    let isWhole = rows.count == variants.count * grid.count
    try keepPart(
      rows.count, of: variants.count * grid.count, "combinations", "the best so far", at: call.commandSpan,
      resuming: StoppedRun(call, bases, rows: rows))
    let shown = values.indices.filter { index in
      subject.parameters.contains { $0.name == compiler.definition.parameters[index].name }
    }
    var clauses = try clauses(of: call)
    (clauses.condition, clauses.window) = (ofRows, nil)
    let (ranked, listing) = try listed(rows, by: metric, clauses) { ranked in
      Self.frame(of: ranked, values, compiler, variants, grid, on: series, range)
    }
    let certificates =
      try settings.certificate && isWhole
      ? certificates(ranked.map(\.index), of: parts, compiler, task, subject, at: call.commandSpan) : []
    let tally = count(
      rows.map { row in
        bases[row.index / grid.count].trial(grid.combination(row.index % grid.count), sharpe: row.sharpeRatio)
      }, on: members)
    let bars = series.bars
    var report = SweepReport(
      strategy: compiler.definition.name, seriesName: series.name, metric: metric,
      parameters: shown.map { (compiler.definition.parameters[$0].name, compiler.parameterKinds[$0]) },
      evaluated: rows.count,
      rows: ranked.map { row in
        let indices = grid.indices(of: row.index % grid.count)
        return (shown.map { values[$0][indices[$0]] }, row)
      },
      order: clauses.key.map { sources.text(of: $0.span) }, note: listing?.note,
      label: { bars.label(at: $0) }, since: series.bars.label(at: range.lowerBound),
      until: series.bars.label(at: range.upperBound - 1),
      assumptions: RunAssumptions(
        settings, parts[0].settings, parts[0].basis, staleAfter: settings.staleAfter,
        hasWaitingOrders: compiler.clauses.contains { $0.order != nil }),
      certificates: certificates)
    if let account {
      report.symbols = members.map(\.name)
      report.terms = variants[0].terms
      report.sharesEqually = variants[0].terms.map { compiler.isSizedEqually($0) } ?? false
      report.notes =
        (account.isPortfolio ? [] : contractNotes(members, settings)) + portfolioNotes(members, series, range)
    }
    // The runs of a stopped sweep are finished.
    report.significance = try significance(
      of: isWhole ? ranked.first : nil, among: tally, parts, compiler, task, subject,
      at: call.commandSpan)
    if settings.certificate, isWhole, variants.count == 1 {
      report.independence = try independence(of: parts[0], among: rows.count) { failure in
        diagnostic(failure, of: compiler, on: series, subject, at: call.commandSpan)
      }
    }
    let (places, count) = (ranked.map(\.index), grid.count)
    report.run = { row throws(RunFailure) in try parts[places[row] / count].backtest(places[row] % count, false) }
    report.tried = variants[0].tried.map(\.name)
    report.settingsOfRows = ranked.map { variants[$0.index / grid.count].tried.map(\.text) }
    if let first = ranked.first {
      let names = compiler.definition.parameters.map(\.name)
      report.best = zip(names, grid.combination(first.index % grid.count)).map { (name: $0, value: $1) }
    }
    if let first = ranked.first, variants.count == 1, rows.count == grid.count, rows.count > 2 {
      let ground = SweepGround(of: rows, grid, best: first.index, by: metric)
      report.ground = SweepReport.Ground(
        plateau: ground.plateau,
        best: ground.best.map { best in
          let values = grid.combination(best.combination)
          return (shown.map { values[$0] }, best.plateau)
        }, sensitivity: shown.map { ground.sensitivity[$0] })
    }
    if call.has(.map) { report.map = try map(of: rows, report.parameters, values, shown, grid, metric, subject) }
    if shown.count == 2, variants.count == 1 {
      report.surface = try map(of: rows, report.parameters, values, shown, grid, metric, subject)
    }
    return report
  }

  /// True for a strategy on several symbols that share no account.
  private mutating func isOnSeveral(_ call: CommandCall, _ subject: Subject) throws(Diagnostic) -> Bool {
    guard let words = call[.symbols], !call.has(.inOneAccount), try !isPortfolio(subject.name) else { return false }
    return try loadedSeries(words).count > 1
  }

  /// The rows of all variants of the settings, each variant's behind those of the one before, and the parts they are of.
  private mutating func rows(
    of variants: [SweepVariant], _ compiler: StrategyCompiler, on account: SweptAccount?, _ task: SweepTask,
    besides known: [SweepRow], _ subject: Subject, at span: SourceSpan
  ) throws(Diagnostic) -> (parts: [SweepPart], rows: [SweepRow]) {
    var parts: [SweepPart] = []
    var rows: [SweepRow] = []
    for (number, variant) in variants.enumerated() {
      var compiler = compiler
      if let preference = variant.terms?.preference { try compiler.plan(preference: preference) }
      if account == nil { compiler.finer = try finerBars(for: task.series, variant.settings, at: span) }
      do throws(RunFailure) {
        let part =
          if let account { try SweepPart(compiler, on: account, variant, task) } else {
            try SweepPart(compiler, variant, task)
          }
        parts.append(part)
        let own = known.filter { $0.index / task.grid.count == number }.map { row in
          var row = row
          row.index %= task.grid.count
          return row
        }
        rows += try part.rows(own).map { row in
          var row = row
          row.index += number * task.grid.count
          return row
        }
      } catch {
        // After a stop by the user, the results of earlier variants are still shown.
        if !rows.isEmpty, environment.monitor.isStopped { break }
        throw diagnostic(error, of: compiler, on: task.series, subject, at: span)
      }
    }
    return (parts, rows)
  }

  /// The words for the account of the runs of a variant, as a backtest of one of them has them.
  private func terms(of variant: SweepVariant, on account: SweptAccount) -> String {
    let names = "\(account.series.map(\.name))"
    return account.isPortfolio ? names : "\((variant.terms ?? SharedTerms()).text) \(names)"
  }

  /// The figures of all pairs of values of the two parameters that are tried.
  private func map(
    of rows: [SweepRow], _ parameters: [(name: String, kind: Kind)], _ values: [[Double]], _ shown: [Int],
    _ grid: SweepGrid, _ metric: Metric, _ subject: Subject
  ) throws(Diagnostic) -> SweepMap {
    guard shown.count == 2, rows.count <= grid.count else {
      throw Diagnostic(
        .wrongKind,
        shown.count == 2
          ? "a map is of two parameters, and settings are tried as well"
          : "a map is of two parameters, and \(shown.count == 1 ? "one is" : "\(shown.count) are") tried",
        at: subject.span, hints: ["`sweep cross(fast = 5..15, slow = 20..40 step 5) map`"])
    }
    let axes = zip(parameters, shown).map { SweepMap.Axis(name: $0.name, kind: $0.kind, values: values[$1]) }
    var figures = axes[0].values.map { _ in axes[1].values.map { _ in Double?.none } }
    for row in rows {
      let places = grid.indices(of: row.index)
      figures[places[shown[0]]][places[shown[1]]] = row.key.isFinite ? row.key : nil
    }
    return SweepMap(metric: metric, rows: axes[0], columns: axes[1], values: figures)
  }

  /// How much of the first row may be the luck of all trials on the same data: its run is made again for its returns.
  private func significance(
    of row: SweepRow?, among tally: TrialTally, _ parts: [SweepPart], _ compiler: StrategyCompiler, _ task: SweepTask,
    _ subject: Subject, at span: SourceSpan
  ) throws(Diagnostic) -> Significance? {
    guard let row, row.sharpeRatio.isFinite, !task.environment.monitor.isStopped else { return nil }
    do throws(RunFailure) {
      let run = try parts[row.index / task.grid.count].backtest(row.index % task.grid.count, false)
      return Significance(of: run.result, among: tally)
    } catch {
      if task.environment.monitor.isStopped { return nil }
      throw diagnostic(error, of: compiler, on: task.series, subject, at: span)
    }
  }

  /// The certificates of combinations that are shown, ten at most: each costs some runs.
  private mutating func certificates(
    _ combinations: [Int], of parts: [SweepPart], _ compiler: StrategyCompiler, _ task: SweepTask, _ subject: Subject,
    at span: SourceSpan
  ) throws(Diagnostic) -> [Certificate] {
    var certificates: [Certificate] = []
    for index in combinations.prefix(10) {
      do throws(RunFailure) {
        guard let certificate = try parts[index / task.grid.count].backtest(index % task.grid.count, true).certificate
        else {
          continue
        }
        warn(certificate.lookAhead, at: subject.span)
        certificates.append(certificate)
      } catch {
        // All rows are complete: only the certificates of the remaining ones were stopped.
        guard environment.monitor.isStopped else {
          throw diagnostic(error, of: compiler, on: task.series, subject, at: span)
        }
        try keepPart(
          certificates.count, of: min(10, combinations.count), "certificates", "the other rows have none", at: span)
        break
      }
    }
    return certificates
  }

  /// The rows that are listed, best first; where clauses read their figures, all rows are a frame first.
  mutating func listed(
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
