import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Robustness
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// The confidence in the signal of a strategy, which the audit gets a line of.
  package mutating func validate(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.strategy]
    let series = try predictedSeries(call)
    let horizon = try horizon(call[.horizonBars])
    let settings = try validationSettings(call[.runSettings] ?? [])
    let run = try predictingRun(of: subject, on: series, in: try bars(call.window, in: series), at: call.commandSpan)
    let (walk, absence) = try walkForward(call[.walkForwardResult], of: run)
    let readings = try timeframeReadings(of: subject, like: series, horizon, call)
    let live = LiveSignals(
      of: run, rules: rulesFingerprint(of: run.strategy, like: run.like), horizon,
      in: try journalReading(at: call.commandSpan).journal)
    let (scores, origins) = scores(of: run, walk, absence, settled(live.journal), live, horizon)
    guard !scores.known.isEmpty else {
      throw Diagnostic(
        .noResult, "there is nothing to score: `\(run.strategy)` took no side that can be judged \(horizon) bars later",
        at: subject.span, hints: ["`signals \(run.strategy)` lists when its rules held"])
    }
    var report: ConfidenceReport
    do throws(ConfidenceError) {
      report = try confidence(scores, origins, run, walk, readings, horizon, settings)
      if call.window != nil {
        report.notes.append(
          "the backtest and the timeframes are of \(run.label(run.result.range.lowerBound)) to \(run.label(run.result.range.upperBound - 1))"
        )
      }
    } catch {
      throw Diagnostic(
        .invalidSetting, error.description.trimmedStop, at: call.commandSpan,
        hints: ["`set validation_weights 0.4 0.35 0.25` changes the weights"])
    }
    try checkInterruption()
    return audited(report, of: run)
  }

  /// The session's way of joining scores, changed by the settings of one call.
  private mutating func validationSettings(_ changes: [Setting]) throws(Diagnostic) -> ValidationSettings {
    var settings = session.settings
    let taken = Settings.definitions.filter { $0.group == .validation }.map(\.name)
    for setting in changes {
      if let definition = Settings.definition(named: setting.name), definition.group != .validation {
        throw Diagnostic(
          .unknownSetting, "`\(setting.name)` is of runs, but `validate` takes those that join its scores",
          at: setting.nameSpan, hints: ["\(Wording.list(taken.map { "`\($0)`" }))"])
      }
      try apply(setting, to: &settings)
    }
    return settings.validation
  }

  /// The scores that are known, with the source of each or how to get it, in words.
  private func scores(
    of run: BacktestReport, _ walk: BacktestReport?, _ absence: String, _ live: SettledJournal, _ signals: LiveSignals,
    _ horizon: Int
  ) -> (ScoreSet, [ScoreKind: String]) {
    let backtest = run.accuracy(horizon: horizon)
    let tests = walk?.accuracy(horizon: horizon)
    func closes(_ accuracy: DirectionalAccuracy) -> String {
      accuracy.counted > 0 ? NumberText.counted(accuracy.counted, "close") : "no close that could be judged"
    }
    let origins: [ScoreKind: String] = [
      .backtest: closes(backtest),
      .walkforward: walk.flatMap { walk in tests.map { "\(walk.name): \(closes($0))" } }
        ?? "missing: \(absence)",
      .live: (live.hitRate() == nil ? "missing: " : "") + live.hitRateText + signals.remark,
    ]
    return (ScoreSet(backtest: backtest.share, walkforward: tests?.share, live: live.hitRate()), origins)
  }

  private func confidence(
    _ scores: ScoreSet, _ origins: [ScoreKind: String], _ run: BacktestReport, _ walk: BacktestReport?,
    _ readings: [ConfidenceReport.Reading], _ horizon: Int, _ settings: ValidationSettings
  ) throws(ConfidenceError) -> ConfidenceReport {
    let unified = try UnifiedConfidence(
      scores, weights: settings.weights, direction: Direction(run.lastStance), timeframes: readings.map(\.score))
    func signal(_ timeframe: Timeframe) -> Direction? {
      readings.first { $0.score.timeframe.nominalMilliseconds == timeframe.nominalMilliseconds }?.direction
    }
    let plain = try WeightedConfidence(
      scores, weights: settings.weights, threshold: settings.threshold,
      signals: TimeframeConsensus.Signals(
        m15: signal(Timeframe(15, .minute)), h1: signal(.hour), d1: signal(.day)),
      method: settings.consensus)
    let chosen = walk.flatMap { walk in walk.run.choices.last.map { walk.bars.times[$0.range.lowerBound] } }
    var report = ConfidenceReport(
      call: run.title, timeframe: run.bars.timeframe, horizon: horizon, settings: settings,
      record: ConfidenceRecord(
        symbol: run.seriesName, confidence: unified, lastRetraining: chosen, timestamp: environment.moment),
      plain: plain, readings: readings, origins: origins, notes: run.notes)
    report.dataDrift = run.dataDrift(isStopped: isStopped)
    return report
  }

  /// The walk-forward of a name, or the last one of the strategy with its present rules on these bars; nil, with the
  /// way to one, if there is none.
  private mutating func walkForward(
    _ word: Word?, of run: BacktestReport
  ) throws(Diagnostic) -> (report: BacktestReport?, absence: String) {
    guard let word else {
      let all = session.results.values.filter { result in
        guard result.kind == "walkforward", let report = result.backtest else { return false }
        return report.strategy == run.strategy && report.seriesName == run.seriesName
          && report.bars.timeframe == run.bars.timeframe
      }
      if let result = all.last(where: { isOfPresentRules($0) }) { return (result.backtest, "") }
      let way = "`walkforward \(run.strategy)(P=RANGE) train 2y test 6mo` makes one"
      return (nil, all.last.map { "\($0.name) is of rules that have changed since; \(way)" } ?? way)
    }
    let report = try backtest(word, at: word.span)
    guard !report.run.choices.isEmpty else {
      throw Diagnostic(
        .wrongKind, "`\(report.name)` is not a walk-forward", at: word.span,
        hints: ["`walkforward \(run.strategy)(P=RANGE) train 2y test 6mo as \(report.name)` makes one"])
    }
    guard report.strategy == run.strategy, report.seriesName == run.seriesName else {
      throw Diagnostic(
        .wrongKind,
        "`\(report.name)` is of \(report.strategy) on \(report.seriesName), but this is about \(run.strategy) on \(run.seriesName)",
        at: word.span)
    }
    if let result = session.results[try text(word)], !isOfPresentRules(result) {
      throw Diagnostic(
        .wrongKind, "`\(report.name)` used rules of `\(run.strategy)` that have since changed", at: word.span,
        hints: [
          "`walkforward \(run.strategy)(P=RANGE) train 2y test 6mo as \(report.name)` runs it again"
        ])
    }
    return (report, "")
  }

  /// The usual timeframes, shortest first.
  private static let usualTimeframes = [Timeframe(15, .minute), .hour, Timeframe(4, .hour), .day, .week]

  /// The signals of the strategy in each timeframe, the shortest first.
  ///
  /// Typed timeframes must be available; default ones are left out if the bars cannot form them or the rules do not
  /// support them.
  private mutating func timeframeReadings(
    of subject: Subject, like series: Evaluation.Series, _ horizon: Int, _ call: CommandCall
  ) throws(Diagnostic) -> [ConfidenceReport.Reading] {
    guard let loaded = session.series[series.name] else { return [] }
    guard let words = call[.validatedTimeframes] else {
      let shortest = loaded.bars.timeframe.nominalMilliseconds
      var readings: [ConfidenceReport.Reading] = []
      for timeframe in Self.usualTimeframes where timeframe.nominalMilliseconds >= shortest {
        // The rules may read bars that are longer than those of a timeframe.
        do throws(Diagnostic) {
          readings += try reading(of: subject, timeframe, loaded, series, horizon, call, at: call.commandSpan)
        } catch {
          guard error.code.name != DiagnosticCode.interrupted.name else { throw error }
          note(.noData, "\(timeframe) is left out: \(error.message)")
        }
      }
      return readings
    }
    var readings: [ConfidenceReport.Reading] = []
    for word in words {
      let timeframe = try timeframe(word)
      guard !readings.contains(where: { $0.score.timeframe.nominalMilliseconds == timeframe.nominalMilliseconds })
      else { throw Diagnostic(.duplicateArgument, "`\(timeframe)` is given twice", at: word.span) }
      readings += try reading(of: subject, timeframe, loaded, series, horizon, call, at: word.span)
    }
    return readings
  }

  /// The bars of a series in a timeframe, of the same hours as those in use.
  package func series(
    of loaded: LoadedSeries, like inUse: Evaluation.Series, _ timeframe: Timeframe, at span: SourceSpan
  ) throws(Diagnostic) -> Evaluation.Series {
    if inUse.bars.timeframe == timeframe { return inUse }
    do throws(ResamplingError) { return try loaded.series(timeframe: timeframe, session: inUse.bars.session) } catch {
      throw Diagnostic(.cannotResample, "\(error)", at: span)
    }
  }

  /// The signal of the strategy in a timeframe; empty if none of its stances can be judged.
  private mutating func reading(
    of subject: Subject, _ timeframe: Timeframe, _ loaded: LoadedSeries, _ inUse: Evaluation.Series, _ horizon: Int,
    _ call: CommandCall, at span: SourceSpan
  ) throws(Diagnostic) -> [ConfidenceReport.Reading] {
    let series = try series(of: loaded, like: inUse, timeframe, at: span)
    let run = try predictingRun(of: subject, on: series, in: try bars(call.window, in: series), at: span)
    let accuracy = run.accuracy(horizon: horizon)
    guard let share = accuracy.share else {
      note(.noData, "\(timeframe) is left out: no close could be judged", at: nil)
      return []
    }
    let direction = Direction(run.lastStance)
    return [
      ConfidenceReport.Reading(
        score: TimeframeScore(timeframe, direction, accuracy: share), direction: direction, accuracy: accuracy)
    ]
  }

  /// How far the live score of a strategy on a series is from that of its backtest; nil if one of them is missing.
  mutating func drift(of strategy: String, on loaded: LoadedSeries) throws(Diagnostic) -> Double? {
    let nowhere = SourceSpan(SourceID(0), 0, 0)
    let subject = Subject(name: Word(parts: [.text(strategy)], span: nowhere), span: nowhere)
    let run = try predictingRun(of: subject, on: seriesInSession(loaded), at: nowhere)
    let horizon = try horizon(nil)
    let live = LiveSignals(
      of: run, rules: rulesFingerprint(of: run.strategy, like: run.like), horizon,
      in: try journalReading(at: nowhere).journal)
    guard let rate = settled(live.journal).hitRate(), let share = run.accuracy(horizon: horizon).share else {
      return nil
    }
    return abs(rate - share)
  }

  /// The report, after a line of it was added to the audit; if that failed, the report says so.
  private mutating func audited(_ report: ConfidenceReport, of run: BacktestReport) -> ConfidenceReport {
    let confidence = report.record.confidence
    let record = AuditRecord(
      symbol: report.record.symbol, confidence: confidence.value, weights: report.settings.weights,
      clientState: [
        "strategy": .string(run.title),
        "parameters": .object(run.parameters.filter { !$0.value.isNaN }.map { ($0.name, .number($0.value)) }),
        "direction": .string(confidence.direction.word), "timeframe": .string("\(report.timeframe)"),
        "rules": .string(rulesFingerprint(of: run.strategy, like: run.like)),
        "horizon": .integer(report.horizon),
        "timeframes": .object(confidence.consensus.scores.map { ("\($0.timeframe)", .number($0.score)) }),
      ], loggedAt: report.record.timestamp)
    var report = report
    do throws(FileError) { try addRecords(of: .audit) { _ in [record.line] } } catch {
      report.notes.append("not written into the audit: \(error.message)")
    }
    return report
  }
}

extension BacktestReport {
  /// The returns of the last quarter of a year of days, or the same number of bars, compared with those before.
  fileprivate func dataDrift(isStopped: () -> Bool) -> KolmogorovSmirnov? {
    let closes = judgedCloses[result.range]
    let returns = zip(closes, closes.dropFirst()).map { $1 / $0 - 1 }
    let test = KolmogorovSmirnov(Array(returns.dropLast(63)), Array(returns.suffix(63)), isStopped: isStopped)
    return test?.isDrifted() == nil ? nil : test
  }

  /// The closes that predictions are judged by, with splits taken out; that of a last bar which is not over is missing.
  private var judgedCloses: [Double] {
    var closes = series.closesWithoutSplits(in: 0..<bars.count)
    if series.endsUnfinished, let last = closes.indices.last { closes[last] = .nan }
    return closes
  }

  /// The share of its stances that were right.
  fileprivate func accuracy(horizon: Int) -> DirectionalAccuracy {
    result.directionalAccuracy(horizon: horizon, closes: judgedCloses)
  }

  /// The side that it held at the last finished close.
  fileprivate var lastStance: Side? {
    let stances = result.stances()
    let endsUnfinished = series.endsUnfinished && result.range.upperBound == bars.count
    return (endsUnfinished ? stances.dropLast().last : stances.last) ?? nil
  }
}

/// The signals of a strategy in the journal: those of its rules and of a horizon, and how many others it has.
private struct LiveSignals {
  /// The signals that count.
  let journal: SignalJournal
  /// The words about those that do not, and about those whose rules are unknown.
  let remark: String

  init(of run: BacktestReport, rules: String?, _ horizon: Int, in journal: SignalJournal) {
    let all = journal.filtered(strategy: run.title, symbol: run.seriesName, timeframe: run.bars.timeframe)
    let own = all.filtered(rules: rules)
    self.journal = own.filtered(horizon: horizon)
    var parts: [String] = []
    let others = all.entries.count - own.entries.count
    if others > 0 { parts.append("\(NumberText.counted(others, "signal")) of other rules of that name") }
    let horizons = Set(own.entries.map(\.horizon)).subtracting([horizon]).sorted()
    if !horizons.isEmpty {
      let count = own.entries.count - self.journal.entries.count
      let bars = horizons.map { NumberText.plain(Double($0)) }.joined(separator: ", ")
      parts.append("\(NumberText.counted(count, "signal")) with a horizon of \(bars) bars")
    }
    let left = parts.isEmpty ? "" : ", without \(Wording.list(parts))"
    let unknown = self.journal.entries.count { $0.rules == nil }
    remark =
      left
      + (unknown > 0 ? "; \(NumberText.counted(unknown, "signal")) written before the journal had their rules" : "")
  }
}
