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

extension Command {
  package static let walkForward = Command(
    CommandSyntax(
      "walkforward",
      forms: [
        CommandSyntax.Form(
          "", [.required(.sweptStrategy)],
          clauses: [
            .clause("where", .condition), .clause("train", .trainLength), .clause("test", .testLength),
            .clause("step", .stepLength), .clause(.anchored), .clause("embargo", .embargoLength), .clause(.carry),
            .clause("horizon", .horizon), .clause("by", .metric), .clause("on", .symbols), .window,
            .clause(.inOneAccount), .clause("with", .runSettings),
          ])
      ], showsResultName: true),
    category: .strategies, summary: "Chooses parameters on a window and tests them on the next, from window to window.",
    discussion: """
      On each training window all combinations are run, as `sweep` does, and the best is traded on the test after it; \
      the tests in a row are the result: the account carries over from test to test, and no bar of it was known when its \
      parameters were chosen. A position is closed at the last close of its test, with costs, by the exit `window`. \
      Indicators see the bars before a window, as they would have live.

      `train` and `test` are spans of the calendar (`2y`, `6mo`) or counts of bars (`500 bars`); `step` is the distance \
      from test to test, that of `test` without it. If it is shorter the tests overlap: each bar counts once, with the \
      newest choice. `anchored` trains on all bars since the beginning; `embargo 5d` leaves bars out between training \
      and test: the tests begin that much later, and training keeps its length. `carry` keeps a position open over the end of a test if the next choice, run on all bars before, holds \
      that side there too; it then exits by the rules of the next choice, its stop and target stay those of its entry. \
      `horizon 1mo` takes the usual lengths for forecasts that far ahead, in bars: 1d, 1w, 1mo to 6mo, \
      `expanding`, or `usual` (252, 21 and 5). A last span cut off by the end of the data counts if at least half of it is there.

      `where` excludes combinations by their parameters, and rows of a training window by their figures: `trades >= \
      10`. Efficiency is the yearly gain of the tests over the mean yearly gain of the choices in training: far below 1 \
      the choices fitted the past. A portfolio, and a strategy `on A, B in one account with positions 2`, are walked \
      forward on the steps of all their symbols; each window of these begins with cash. The joined run is kept like a backtest: `trades`, `equity`, `stats`, `plot`, `compare` \
      and `why` take its name.
      """,
    examples: [
      "walkforward cross(fast=5..15 step 5, slow=20..40 step 10) where fast < slow train 2y test 1y by sharpe",
      "walkforward cross(fast=5..15 step 5, slow=20..40 step 10) train 500 bars test 250 bars anchored as wf; trades wf",
    ], changesSession: true
  ) { execution, call throws(Diagnostic) in
    try execution.walkForward(call)
  }
}

extension OptionalRole<Expression> {
  fileprivate static var trainLength: Self { Self(.expression("train", "LENGTH")) }
  fileprivate static var testLength: Self { Self(.expression("test", "LENGTH")) }
  fileprivate static var stepLength: Self { Self(.expression("step", "LENGTH")) }
  fileprivate static var embargoLength: Self { Self(.expression("embargo", "LENGTH")) }
}

extension OptionalRole<Word> {
  fileprivate static var horizon: Self {
    Self(.word("horizon", .any, WalkForwardTerms.presets.map(\.name).joined(separator: "|")))
  }
}

extension Flag {
  fileprivate static let anchored = Flag("anchored")
  fileprivate static let carry = Flag("carry")
}

/// A walk-forward before it runs: the combinations that are tried, and the windows.
private struct WalkPlan {
  let tried: TriedStrategy
  let grid: SweepGrid
  let windows: [TestWindow]
}

extension Execution {
  /// Walk-forwards on one series or several.
  ///
  /// - Parameter stopped: the same walk-forward as far as it came before it was stopped.
  package mutating func walkForward(
    _ call: CommandCall, after stopped: StoppedRun? = nil
  ) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.sweptStrategy]
    let terms = try terms(of: call)
    let (shared, own) = try sharedTerms(call[.runSettings] ?? [], inOneAccount: call.span(of: .inOneAccount))
    let settings = try settings(own)
    let variant = SweepVariant(settings: settings, tried: [], terms: shared)
    let words = call[.symbols] ?? []
    if let ground = try ground(
      of: subject, on: words, [variant], inOneAccount: call.span(of: .inOneAccount), at: call.commandSpan)
    {
      if let span = call.span(of: .carry) {
        throw Diagnostic(
          .backtestRefused, "many symbols begin each window with cash: their positions are not carried over", at: span,
          hints: ["without `carry` they are closed at the last close of each test"])
      }
      let plan = try plan(try tried(subject, settings, on: ground, call), terms, call)
      let job = stopped == nil ? try train([plan], settings, call) : nil
      return try walkForward(plan, terms, call, after: stopped, isResumable: true, job.map { ($0, 0) })
    }
    let series: [Evaluation.Series]
    if let words = call[.symbols] {
      series = try loadedSeries(words).map(seriesInSession)
      try noteDatesPassedOver(words)
    } else {
      series = [try activeSeries(at: call.commandSpan)]
    }
    var plans: [WalkPlan] = []
    for one in series {
      plans.append(try plan(try tried(subject, settings, on: RunGround(one), call), terms, call))
    }
    let job = stopped == nil ? try train(plans, settings, call) : nil
    var reports: [WalkForwardReport] = []
    for (cell, plan) in plans.enumerated() {
      if !reports.isEmpty, environment.monitor.isStopped {
        try keepPart(reports.count, of: series.count, "symbols", "the others were not run", at: call.commandSpan)
        break
      }
      let monitor = environment.monitor
      reports.append(
        try walkForward(
          plan, terms, call, after: series.count == 1 ? stopped : nil, isResumable: series.count == 1,
          job.map { ($0, cell) }))
      // A part that was kept takes the monitor away.
      if monitor.isStopped { break }
    }
    if let only = reports.first, reports.count == 1 { return only }
    var list = BacktestList(runs: reports.compactMap(\.joined))
    list.job = job?.summary
    return list
  }

  private mutating func plan(
    _ tried: TriedStrategy, _ terms: WalkForwardTerms, _ call: CommandCall
  ) throws(Diagnostic) -> WalkPlan {
    let (series, range) = (tried.series, tried.range)
    let grid = try grid(of: tried)
    let windows = terms.windows(in: range, of: series.bars)
    guard !windows.isEmpty else { throw tooShort(terms, series, range, at: call.commandSpan) }
    try checkSize(Double(windows.count) * Double(grid.count), "combinations", at: tried.subject.span)
    return WalkPlan(tried: tried, grid: grid, windows: windows)
  }

  /// The rows of all training windows, computed by the engine of the settings; nil if they are computed here.
  private mutating func train(
    _ plans: [WalkPlan], _ settings: Settings, _ call: CommandCall
  ) throws(Diagnostic) -> FinishedJob? {
    let cells = plans.map { plan in
      var run = plan.tried.run
      run.job = run.job.with(.training(plan.grid, by: plan.tried.metric, on: plan.windows.map(\.train)))
      return run
    }
    return try onEngine(cells, "windows", settings.engine, call)
  }

  private mutating func walkForward(
    _ plan: WalkPlan, _ terms: WalkForwardTerms, _ call: CommandCall, after stopped: StoppedRun?,
    isResumable: Bool, _ sent: (job: FinishedJob, cell: Int)?
  ) throws(Diagnostic) -> WalkForwardReport {
    let (tried, grid, windows) = (plan.tried, plan.grid, plan.windows)
    let series = tried.series
    let basis = tried.run.job.identity
    _ = try rows(of: stopped, [basis], at: call.commandSpan)
    let expression = rankingExpression(of: call)
    let walk = try walk(
      plan, terms.carries, by: expression, after: stopped?.walk, sent, at: call.commandSpan)
    try keepPart(
      walk.outcomes.count, of: windows.count, "windows", "those chosen by then", at: call.commandSpan,
      resuming: isResumable ? StoppedRun(call, [basis], walk: walk) : nil)
    // A stopped walk has the ratios of some windows only: they come with the rest.
    let isWhole = walk.outcomes.count == windows.count
    let lookAhead = lookAhead(of: tried)
    warn(lookAhead, at: tried.subject.span)
    let trials = trials(of: walk, basis, tried, grid, terms, call).map {
      isWhole ? $0 : Trial(key: $0.key, sharpe: .nan)
    }
    let tally = count(trials, on: tried.ground.symbols)
    let joined = walk.joined.map { run in
      var run = run
      run.significance = isWhole ? Significance(of: run.result, among: tally) : nil
      let notes = notes(of: tried.run, in: run.result.range)
      return BacktestReport(run, notes: notes, findings: tried.compiler.warnings)
    }
    var report = WalkForwardReport(
      strategy: tried.name, seriesName: Self.names(of: tried.ground), terms: terms.text,
      metric: tried.metric,
      parameters: zip(tried.shown, tried.parameters).map { index, parameter in
        WalkForwardReport.TriedParameter(
          name: parameter.name, kind: parameter.kind, index: index, values: tried.values[index])
      },
      walk: walk, joined: joined, series: series)
    report.lookAhead = lookAhead
    report.job = sent?.job.summary
    report.order = expression.map { sources.text(of: $0.span) }
    return report
  }

  /// The symbols in words.
  private static func names(of ground: RunGround) -> String {
    let names = ground.symbols.map(\.name)
    return names.count > 5 ? "\(names.count) symbols" : names.joined(separator: ", ")
  }

  /// The combinations that windows chose from, each a trial of all bars, and the run that follows the choices.
  private func trials(
    of walk: WalkForward, _ basis: TrialBasis, _ tried: TriedStrategy, _ grid: SweepGrid, _ terms: WalkForwardTerms,
    _ call: CommandCall
  ) -> [Trial] {
    var trials = walk.trainedSharpes.enumerated().map {
      Trial(key: basis.key(of: grid.combination($0)), sharpe: $1, isEstimate: true)
    }
    guard let joined = walk.joined else { return trials }
    let condition = call[.condition].map { sources.text(of: $0.span) } ?? ""
    let run = tried.run.job.identity(
      choosing:
        "\(terms.text) \(tried.metric.name) \(call[.metric].map { sources.text(of: $0.span) } ?? "") \(condition) \(tried.values)"
    )
    trials.append(run.trial([], sharpe: joined.performance.sharpeRatio))
    return trials
  }

  /// The choices of the windows: of each the best combination among those whose figures meet the condition.
  private mutating func walk(
    _ plan: WalkPlan, _ carries: Bool, by expression: Expression?, after known: WalkForward?,
    _ sent: (job: FinishedJob, cell: Int)?, at span: SourceSpan
  ) throws(Diagnostic) -> WalkForward {
    let (tried, grid) = (plan.tried, plan.grid)
    var refusal: Diagnostic?
    let sweep = try sweep(of: tried, grid, at: span)
    var trained: (@Sendable (Range<Int>) -> [[SweepRow]]?)?
    if let (job, cell) = sent { trained = { job.rows(on: $0, of: cell, grid.count) } }
    do throws(RunFailure) {
      let run = try WalkForwardRun(sweep, windows: plan.windows, carries: carries, trained: trained)
      return try run.run(after: known) { rows, window throws(RunFailure) in
        let clauses = ListClauses(condition: tried.ofRows, greatest: expression)
        guard clauses.chooses else { return Sweep.best(of: rows, by: tried.metric) }
        let frame = tried.frame(of: Sweep.ranked(rows, by: tried.metric), grid, on: window.train)
        do throws(Diagnostic) {
          let listing = try listing(of: frame, clauses, rows: .first(1))
          return frame.items(listing).first.flatMap { $0.key.isNaN ? nil : $0 }
        } catch {
          refusal = error
          throw .evaluation(.interrupted)
        }
      }
    } catch {
      throw refusal ?? diagnostic(error, of: tried, at: span)
    }
  }

  /// The lengths that a call gives, or those of its horizon.
  private mutating func terms(of call: CommandCall) throws(Diagnostic) -> WalkForwardTerms {
    if let horizon = call[.horizon] {
      var terms = try preset(horizon)
      terms.isAnchored = terms.isAnchored || call.has(.anchored)
      terms.carries = call.has(.carry)
      for (role, part) in [
        (OptionalRole.trainLength, \WalkForwardTerms.train), (.testLength, \.test), (.stepLength, \.step),
      ] {
        if let expression = call[role] { terms[keyPath: part] = try length(expression, role) }
      }
      terms.embargo = try call[.embargoLength].map { expression throws(Diagnostic) in
        try length(expression, .embargoLength)
      }
      return terms
    }
    guard let train = call[.trainLength], let test = call[.testLength] else {
      throw Diagnostic(
        .missingArgument,
        "`walkforward` needs the lengths of \(call[.trainLength] == nil ? "training" : "the test")",
        at: call.commandSpan,
        hints: ["`train 2y test 6mo`, `train 500 bars test 100 bars`, or `horizon 1mo`"])
    }
    var terms = WalkForwardTerms(
      train: try length(train, .trainLength), test: try length(test, .testLength),
      step: try call[.stepLength].map { expression throws(Diagnostic) in try length(expression, .stepLength) },
      embargo: try call[.embargoLength].map { expression throws(Diagnostic) in try length(expression, .embargoLength) },
      isAnchored: call.has(.anchored))
    terms.carries = call.has(.carry)
    return terms
  }

  /// The lengths that are usual for a horizon.
  private mutating func preset(_ word: Word) throws(Diagnostic) -> WalkForwardTerms {
    let name = try text(word)
    guard let preset = WalkForwardTerms.presets.first(where: { $0.name == name }) else {
      let names = WalkForwardTerms.presets.map(\.name)
      throw Diagnostic(
        .wrongKind, "there are no usual lengths for `\(name)`", at: word.span,
        hints: [Spelling.hint(for: name, in: names) ?? "there are some for \(Wording.list(names))"])
    }
    return preset.terms
  }

  /// A span of the calendar, or a count of bars.
  private mutating func length(
    _ expression: Expression, _ role: OptionalRole<Expression>
  ) throws(Diagnostic) -> WindowLength {
    let name = role.role.slot.name
    switch try value(of: expression).value {
    case .duration(let duration) where duration.count >= 1:
      if let bars = session.active?.series.bars,
        let warning = Diagnostic.minutes(duration, on: bars.timeframe, at: expression.span)
      {
        warn(warning)
      }
      return .duration(duration)
    case .bars(let count) where count >= 1: return .bars(count)
    case let other:
      var hint = "`\(name) 6mo`, `\(name) 100 bars`"
      if let months = expression.millions {
        hint = Diagnostic.monthsHint(months)
      } else if case .number(let count) = other, count >= 1, count == count.rounded(), count < 1e9 {
        hint = "`\(name) \(Int(count)) bars`, or `\(name) \(Int(count))d` for days"
      }
      throw Diagnostic(
        .wrongKind, "`\(name)` takes a span of time or a count of bars, but this is \(other.shown)",
        at: expression.span, hints: [hint])
    }
  }

  private func tooShort(
    _ terms: WalkForwardTerms, _ series: Evaluation.Series, _ range: Range<Int>, at span: SourceSpan
  ) -> Diagnostic {
    let bars = series.bars
    let minutes = [terms.train, terms.test].compactMap { length -> String? in
      guard case .duration(let duration) = length,
        Diagnostic.minutes(duration, on: bars.timeframe, at: span) != nil
      else { return nil }
      return Diagnostic.monthsHint(duration.count)
    }
    return Diagnostic(
      .emptyWindow, "no window of \(terms.text) fits into these bars", at: span,
      hints: minutes + [
        "\(series.name) has \(NumberText.counted(range.count, "bar")) here, from \(bars.label(at: range.lowerBound)) to \(bars.label(at: range.upperBound - 1))"
      ])
  }
}
