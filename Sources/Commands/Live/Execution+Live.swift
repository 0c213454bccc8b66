import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Robustness
import Sessions
import Sourcing
import Streams
import Synchronization
import Text
import Work
import Workspace

extension Execution {
  /// Takes the events of live series into the session, in order, and notes them as lines.
  ///
  /// A bar that closed is in the series before the signals on it are computed again; a correction computes none. The
  /// signals of bars of several series that closed one after the other are computed together.
  package mutating func take(_ events: [LiveEvent]) {
    keepLog(of: events)
    let watched = Set(state.watchers.map(\.series))
    let traded = events.contains { if case .bar = $0.kind { true } else { false } } ? tradedSeries() : []
    var waiting: Waiting?
    var closing: [Waiting] = []
    for event in events {
      guard case .bar(let bar, let kind) = event.kind else {
        settle(&closing)
        flush(&waiting)
        noteOrigin(of: event)
        lookAtNotices(at: event.at)
        let line = line(of: event)
        state.lines.append(line)
        if case .stall = event.kind { watchStall(of: event.series, line.text, at: event.at) }
        continue
      }
      let isTraded = kind != .revised && traded.contains(event.series)
      let isWatched = isTraded || kind != .revised && watched.contains(event.series)
      // The next bar of a series waits for the signals on this one; orders are placed bar by bar.
      if !isWatched || isTraded || closing.contains(where: { $0.series == event.series }) { settle(&closing) }
      // Bars without a signal on them are taken together.
      if let last = waiting, last.series == event.series, last.kind == kind, kind != .revised, !isWatched {
        waiting?.add(bar, event)
        continue
      }
      flush(&waiting)
      if closing.isEmpty { lookAtNotices(at: event.at) }
      var batch = Waiting(event, bar, kind)
      batch.isTraded = isTraded
      guard isWatched || kind == .revised else {
        waiting = batch
        continue
      }
      // A correction that changes nothing is none.
      if add(batch)?.isRevision == false, kind == .revised { continue }
      if isWatched { closing.append(batch) } else { tell(batch) }
      if isTraded { settle(&closing) }
    }
    settle(&closing)
    flush(&waiting)
    if !state.live.isEmpty { watchPrices() }
    lookAtBrokers()
    lookAtNotices(at: state.live.now)
    // A script may never read them.
    if state.lines.count > 20_000 { state.lines.removeFirst(10_000) }
  }

  /// Bars of a series that came one after the other.
  private struct Waiting {
    let series: String
    let timeframe: Timeframe
    let kind: StreamAction.BarKind
    /// True if strategies trade on them.
    var isTraded = false
    private(set) var bars: [StreamedBar] = []
    private(set) var events: [LiveEvent] = []

    init(_ event: LiveEvent, _ bar: StreamedBar, _ kind: StreamAction.BarKind) {
      (series, timeframe, self.kind) = (event.series, event.timeframe, kind)
      add(bar, event)
    }

    mutating func add(_ bar: StreamedBar, _ event: LiveEvent) {
      bars.append(bar)
      events.append(event)
    }
  }

  /// Gives the session the bars that wait, and then what watches them.
  private mutating func flush(_ waiting: inout Waiting?) {
    guard let batch = waiting else { return }
    waiting = nil
    add(batch)
    tell(batch)
    watch(batch)
  }

  /// Reports bars that the session has with the signals on them, which are computed together.
  private mutating func settle(_ closing: inout [Waiting]) {
    guard !closing.isEmpty else { return }
    let batches = closing
    closing = []
    let signals = signals(on: Set(batches.map(\.series)))
    for batch in batches {
      let own = signals[batch.series] ?? []
      if batch.isTraded, let last = batch.events.last { trade(batch.series, at: last.at) }
      tell(batch, signals: own.map { "\($0.name): \($0.decision)" })
      for signal in own where signal.isNew {
        for (bar, event) in zip(batch.bars, batch.events) { notify(notice(of: signal, bar, event)) }
      }
      watch(batch)
    }
  }

  private func notice(of signal: WatchedSignal, _ bar: StreamedBar, _ event: LiveEvent) -> Notice {
    Notice(
      .signal, key: "signal \(event.series) \(signal.name) \(bar.time)", "\(event.series) \(signal.name)",
      signal.decision, at: event.at,
      payload: [
        "series": .string(event.series), "strategy": .string(signal.name), "decision": .string(signal.decision),
        "bar": .string(time(bar.time)),
      ])
  }

  /// Notes the lines of bars that the session has.
  private mutating func tell(_ batch: Waiting, signals: [String] = []) {
    for (bar, event) in zip(batch.bars, batch.events) {
      noteOrigin(of: event)
      state.lines.append(line(of: bar, batch.kind, event, signals: signals))
    }
  }

  /// Gives what watches a series the bars that the session has got.
  private mutating func watch(_ batch: Waiting) {
    guard batch.kind != .revised, let last = batch.events.last else { return }
    watchAlerts(on: batch.series, batch.bars.count, isLate: batch.kind == .filled, at: last.at)
  }

  /// Counts a bar for `explain`.
  private mutating func noteOrigin(of event: LiveEvent) {
    guard let load = session.series[event.series]?.load else { return }
    switch event.kind {
    case .bar(_, .closed): state.origins[load, default: BarOrigins()].live += 1
    case .bar(_, .filled): state.origins[load, default: BarOrigins()].filled += 1
    case .bar(_, .revised): state.origins[load, default: BarOrigins()].corrected += 1
    case .gap(let from, let through, let filled) where filled ?? 0 > 0:
      state.origins[load, default: BarOrigins()].lastGap = (from, through)
    default: break
    }
  }

  /// Gives the session some bars; the effect on their series.
  @discardableResult
  private mutating func add(_ batch: Waiting) -> SeriesChange? {
    let (series, timeframe, bars) = (batch.series, batch.timeframe, batch.bars)
    func column(_ value: (StreamedBar) -> Double) -> Column { Column(bars.map(value)) }
    let update = SeriesUpdate(
      series,
      bars: Bars(
        times: bars.map { Timestamp(milliseconds: $0.time) }, open: column(\.open), high: column(\.high),
        low: column(\.low), close: column(\.close), volume: column(\.volume), timeframe: timeframe, zone: .utc))
    do throws(SeriesUpdateError) { return try state.apply(update) } catch {
      // A series that was dropped, or replaced by another, is streamed no longer.
      _ = state.live.stop(series)
      state.lines.append(
        LiveLine(
          .state, "\(series): the stream ends, as \(error.description.trimmedStop)", isProblem: true,
          [("series", .string(series)), ("state", "off")]))
      return nil
    }
  }

  /// A signal that was computed again.
  private struct WatchedSignal {
    let name: String
    let decision: String
    let isNew: Bool
  }

  /// The signals on some series that are asked for at each bar, computed over all their bars; they are in the journal.
  private mutating func signals(on series: Set<String>) -> [String: [WatchedSignal]] {
    let indices = state.watchers.indices.filter { series.contains(state.watchers[$0].series) }
    guard !indices.isEmpty else { return [:] }
    let made = Self.predictions(
      of: indices.map { state.watchers[$0].call }, state, environment, workers: environment.workers)
    _ = enter(made.compactMap { try? $0.get() }.filter { !$0.report.series.endsUnfinished })
    var signals: [String: [WatchedSignal]] = [:]
    for (index, result) in zip(indices, made) {
      var (text, isNew) = ("", false)
      switch result {
      case .success(let prediction):
        text = prediction.decision.word
        isNew = state.watchers[index].last.map { $0 != text } ?? false
        state.watchers[index].last = text
      case .failure(let error): text = error.message
      }
      let watcher = state.watchers[index]
      signals[watcher.series, default: []].append(
        WatchedSignal(name: watcher.name, decision: text, isNew: isNew))
    }
    return signals
  }

  /// The signals of some statements on one state, on several threads.
  private static func predictions(
    of calls: [CommandCall], _ state: InterpreterState, _ environment: Environment, workers: Int
  ) -> [Result<Prediction, Diagnostic>] {
    var quiet = environment
    quiet.workers = 1
    let places = Mutex([Int: Result<Prediction, Diagnostic>]())
    ParallelLoop.forEach(count: calls.count, workers: workers) { place in
      let made = prediction(of: calls[place], state, quiet)
      places.withLock { $0[place] = made }
    }
    return places.withLock { made in calls.indices.compactMap { made[$0] } }
  }

  /// The signal of a statement, which is none of the statement at work.
  private static func prediction(
    of call: CommandCall, _ state: InterpreterState, _ environment: Environment
  ) -> Result<Prediction, Diagnostic> {
    var execution = Execution(state: state, environment: environment, emit: { _, _ in })
    do throws(Diagnostic) { return .success(try execution.prediction(call, scansColumns: false)) } catch {
      return .failure(error)
    }
  }

  /// The bars of live series after those of some times, by the name of the series: they came while no program watched.
  package mutating func lines(after times: [String: String]) -> [LiveLine] {
    var lines: [LiveLine] = []
    for status in state.live.statuses() {
      if let time = times[status.series] { lines += self.lines(of: status.series, after: time) }
    }
    return lines
  }

  /// The bars of a series that open after a time, as lines of filled bars.
  private mutating func lines(of series: String, after time: String) -> [LiveLine] {
    guard let bars = session.series[series]?.unadjusted else { return [] }
    return bars.times.indices.reversed().prefix { self.time(bars.times[$0].milliseconds) > time }.reversed().map {
      index in
      let bar = StreamedBar(
        time: bars.times[index].milliseconds, open: bars.open[index], high: bars.high[index], low: bars.low[index],
        close: bars.close[index], volume: bars.volume[index])
      let event = LiveEvent(
        series: series, timeframe: bars.timeframe, at: environment.clock.now(), kind: .bar(bar, .filled))
      return line(of: bar, .filled, event, signals: [])
    }
  }

  // MARK: Lines

  /// A time as programs read it.
  func time(_ milliseconds: Int64) -> String { Zone.utc.iso8601(Timestamp(milliseconds: milliseconds)) }

  /// A time of day on the machine's clock: `12:00:02`.
  func clock(_ milliseconds: Int64) -> String {
    let zone = Zone(fixedOffset: environment.utcOffset(milliseconds / 1000))
    return String(zone.iso8601(Timestamp(milliseconds: milliseconds)).split(separator: "T").last?.prefix(8) ?? "")
  }

  private func line(
    of bar: StreamedBar, _ kind: StreamAction.BarKind, _ event: LiveEvent, signals: [String]
  ) -> LiveLine {
    let bars = session.series[event.series]?.unadjusted
    let before = bars.map { $0.firstIndex(notBefore: Timestamp(milliseconds: bar.time)) - 1 } ?? -1
    let change = before >= 0 ? (bars?.close[before]).map { bar.close / $0 - 1 } : nil
    var text = "[\(clock(event.at))] \(event.series) \(event.timeframe) \(NumberFormat.general.text(bar.close))"
    if let change, change.isFinite { text += " (\(change < 0 ? "" : "+")\(NumberFormat.percent.text(change)))" }
    switch kind {
    case .closed: break
    case .filled: text += ", filled"
    case .revised: text += ", corrected"
    }
    text += signals.map { " · \($0)" }.joined()
    var data: [(String, JSONValue)] = [
      ("series", .string(event.series)), ("time", .string(time(bar.time))), ("open", .number(bar.open)),
      ("high", .number(bar.high)), ("low", .number(bar.low)), ("close", .number(bar.close)),
      ("volume", .number(bar.volume)),
    ]
    if kind != .closed { data.append((kind == .filled ? "filled" : "revised", true)) }
    return LiveLine(.bar, text, data)
  }

  func line(of event: LiveEvent) -> LiveLine {
    let head = "[\(clock(event.at))] \(event.series) "
    let series = ("series", JSONValue.string(event.series))
    func state(_ word: String, _ text: String, isProblem: Bool = true) -> LiveLine {
      LiveLine(
        .state, head + text, isProblem: isProblem,
        [series, ("time", .string(time(event.at))), ("state", .string(word))])
    }
    switch event.kind {
    case .bar(let bar, let kind): return line(of: bar, kind, event, signals: [])
    case .gap(let from, let through, let filled):
      let span = "\(time(from)) to \(time(through))"
      let text =
        filled.map { "gap \(span): \(NumberText.counted($0, "bar")) filled" } ?? "gap \(span) could not be filled"
      return LiveLine(
        .gap, head + text, isProblem: filled == nil,
        [
          series, ("from", .string(time(from))), ("to", .string(time(through))), ("filled", .integer(filled ?? 0)),
        ])
    case .stall(let milliseconds):
      return LiveLine(
        .stall, head + "nothing has come for \(Self.seconds(milliseconds))", isProblem: true,
        [series, ("time", .string(time(event.at))), ("seconds", .number(Double(milliseconds) / 1000))])
    case .state(.reconnected(let after)):
      return state("live", "reconnected after \(Self.seconds(after))", isProblem: false)
    case .state(.lost(let reason)): return state("waiting", "connection lost: \(reason)")
    case .state(.resumed): return state("live", "data comes again", isProblem: false)
    case .state(.stalled(let time)): return state("stalled", "nothing has come for \(Self.seconds(time))")
    case .state(.refused(let refusal)): return state("refused", "refused: \(refusal.reason)")
    case .ended(let messages, let counts):
      return state(
        "ended", "the recording is at its end: \(counts.text) from \(NumberText.counted(messages, "message"))",
        isProblem: false)
    }
  }

  /// A time as `8.1s`, `5m`.
  package static func seconds(_ milliseconds: Int64) -> String {
    if milliseconds >= 60_000, milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000)m" }
    return milliseconds >= 100_000
      ? "\(milliseconds / 1000)s" : NumberText.plain((Double(milliseconds) / 100).rounded() / 10) + "s"
  }
}

extension StreamCounts {
  /// The bars, and what is not as usual: `61 bars, 14 duplicates, 1 gap (3 bars filled)`.
  package var text: String {
    var parts = [NumberText.counted(bars, "bar")]
    if duplicates > 0 { parts.append(NumberText.counted(duplicates, "duplicate")) }
    if late > 0 { parts.append("\(late) late") }
    if dropped > 0 { parts.append("\(dropped) dropped") }
    if gaps > 0 { parts.append(NumberText.counted(gaps, "gap") + " (\(NumberText.counted(filled, "bar")) filled)") }
    return parts.joined(separator: ", ")
  }
}
