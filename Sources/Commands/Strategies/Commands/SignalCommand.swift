import Backtesting
import Bookkeeping
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Robustness
import Sessions
import Sourcing
import Strategies
import Streams
import Workspace

extension Command {
  package static let signal = Command(
    CommandSyntax(
      "signal",
      forms: [
        CommandSyntax.Form(
          "", [.required(.strategy)],
          clauses: [.clause("horizon", .horizonBars), .clause("on", .whySymbol), .clause(.everyBar)])
      ]),
    category: .strategies, summary: "Shows what a strategy does now, and records it in the journal.",
    discussion: """
      The strategy runs on all bars. BUY: it is long after the last close, or goes long with the next price; SELL: it is \
      or goes short; HOLD: it is out. The rules are taken apart as `why` does, each leg with the distance at which it \
      flips. A waiting order is shown, and is not a stance before it fills.

      The signal goes into the journal with the time, the close and a hash of the bars up to it, and is settled by the \
      close `horizon` bars later (5). Nothing is written twice, overwritten, or written for an unfinished bar. A \
      strategy with other parameters or other rules is another one, and so is another horizon. `every bar` computes it again at each close of a live series, over all its \
      bars, and tells a change. `journal` lists the signals and the share that came true.
      """,
    examples: ["signal cross", "signal cross(fast=8) horizon 20 bars"]
  ) { execution, call throws(Diagnostic) in
    guard call.has(.everyBar) else { return try execution.signal(call) }
    return try execution.watchSignal(call)
  }
}

extension Flag {
  static let everyBar = Flag("every bar")
}

extension OptionalRole<Expression> {
  /// The bars after which a direction is judged.
  static var horizonBars: Self { Self(.expression("horizon", "5 bars")) }
}

extension Execution {
  /// Computes a signal at each bar of a live series from now on; one of the same strategy there is replaced.
  fileprivate mutating func watchSignal(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.strategy]
    let name = try text(subject.name)
    let series =
      try call[.whySymbol].map { word throws(Diagnostic) in try loadedSeries(word).name } ?? session.active?.name
    guard let series, state.live.statuses().contains(where: { $0.series == series }) else {
      throw Diagnostic(
        .nothingStreams, "\(series.map { "`\($0)`" } ?? "the series in use") is not live", at: subject.span,
        hints: ["`stream SYMBOL from binance` makes a series live"])
    }
    var once = call
    once.arguments.removeAll { $0.role == Flag.everyBar.words }
    // A series without bars has no signal yet.
    var report: SignalReport?
    if session.series[series]?.bars.isEmpty == false { report = try signal(once) }
    state.watchers.removeAll { $0.series == series && $0.name == name }
    state.watchers.append(LiveWatcher(series: series, name: name, call: once, last: report?.decision.word))
    if let report { return report }
    return Done(action: "signal", message: StyledText("\(name) on \(series) at every bar"))
  }

  mutating func signal(_ call: CommandCall) throws(Diagnostic) -> SignalReport {
    let prediction = try prediction(call)
    let report = prediction.report
    var signal: SignalReport
    do throws(EvaluationError) {
      signal = try SignalReport(
        report, horizon: prediction.horizon, dataHash: prediction.dataHash, notes: report.notes)
    } catch {
      throw diagnostic(error, at: try call[.strategy].span)
    }
    if !report.series.endsUnfinished { signal.entering = enter([prediction])[0] }
    return signal
  }

  /// The side of a strategy at the last close.
  ///
  /// - Parameter scansColumns: false for one that is computed again, whose columns were looked at before.
  mutating func prediction(_ call: CommandCall, scansColumns: Bool = true) throws(Diagnostic) -> Prediction {
    let series = try predictedSeries(call)
    let horizon = try horizon(call[.horizonBars])
    let report = try predictingRun(
      of: try call[.strategy], on: series, at: call.commandSpan, scansColumns: scansColumns)
    return Prediction(
      report: report, horizon: horizon,
      dataHash: KnownCloses.hash(of: series, upTo: report.result.range.upperBound - 1),
      stance: report.result.stances().last ?? nil)
  }

  /// Writes signals into the journal, except those that are there already or contradict an earlier entry.
  mutating func enter(_ predictions: [Prediction]) -> [SignalReport.Entering] {
    var entering = [SignalReport.Entering](repeating: .standsAlready, count: predictions.count)
    var entries: [(place: Int, entry: SignalEntry)] = []
    for (place, prediction) in predictions.enumerated() {
      let report = prediction.report
      let index = report.result.range.upperBound - 1
      do throws(JournalError) {
        let entry = try SignalEntry(
          strategy: report.title, symbol: report.seriesName, timeframe: report.bars.timeframe,
          time: report.bars.times[index], decision: prediction.decision, direction: Direction(prediction.stance),
          price: report.bars.close[index], horizon: prediction.horizon, dataHash: prediction.dataHash,
          writtenAt: environment.moment, rules: rulesFingerprint(of: report.strategy, like: report.like))
        entries.append((place, entry))
      } catch {
        entering[place] = .refused(error.description)
      }
    }
    do throws(FileError) {
      try addRecords(of: .signals) { bytes in
        var journal = JournalReading(bytes).journal
        return entries.compactMap { place, entry in
          switch journal.append(entry) {
          case .entered: entering[place] = .written
          case .enteredAgain: entering[place] = .writtenAgain
          case .duplicate: return nil
          case .contradicted(let other):
            entering[place] = .contradicts(other)
            return nil
          }
          return entry.line
        }
      }
    } catch {
      for (place, _) in entries { entering[place] = .refused(error.message) }
    }
    return entering
  }

  /// The series of `on SYMBOL`, or the one in use.
  mutating func predictedSeries(_ call: CommandCall) throws(Diagnostic) -> Evaluation.Series {
    guard let word = call[.whySymbol] else { return try activeSeries(at: call.commandSpan) }
    return seriesInSession(try loadedSeries(word))
  }

  /// The bars after which a direction is judged: 5 if none are said.
  package mutating func horizon(_ expression: Expression?) throws(Diagnostic) -> Int {
    guard let expression else { return 5 }
    let bars = try countOfBars(expression)
    guard bars >= 1 else {
      throw Diagnostic(
        .outOfRange, "a horizon must be a count of bars from 1", at: expression.span, hints: ["`horizon 5 bars`"])
    }
    return bars
  }

  /// The run of a strategy whose stances are predictions of the direction of its symbol; over all bars without a range.
  mutating func predictingRun(
    of subject: Subject, on series: Evaluation.Series, in range: Range<Int>? = nil, at span: SourceSpan,
    scansColumns: Bool = true
  ) throws(Diagnostic) -> BacktestReport {
    let report = try signalRun(of: subject, on: series, in: range, at: span, scansColumns: scansColumns)
    guard report.result.legs.isEmpty else {
      throw Diagnostic(
        .wrongKind, "`\(report.strategy)` trades a spread of legs, but a signal is about one symbol",
        at: subject.span, hints: ["`signals \(report.strategy)` lists when its rules held"])
    }
    return report
  }

  /// A count of bars, as `5 bars` or a whole number.
  private mutating func countOfBars(_ expression: Expression) throws(Diagnostic) -> Int {
    switch try value(of: expression).value {
    case .bars(let count): return count
    case .number(let number) where number >= 0 && number == number.rounded() && number < 1e9: return Int(number)
    case let other:
      throw Diagnostic(
        .wrongKind, "a count of bars is needed here, but this is \(other.shown)", at: expression.span,
        hints: ["`20 bars`"])
    }
  }
}

/// The side of a strategy at the last close, without the reasons.
struct Prediction: Sendable {
  let report: BacktestReport
  let horizon: Int
  let dataHash: String
  let stance: Side?

  var decision: SignalEntry.Decision { SignalEntry.Decision(stance) }
}
