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
import Sessions
import Sourcing
import Strategies
import Streams
import Text
import Work
import Workspace

extension Settings {
  /// The times of streams that the user sets.
  package var patience: StreamConnection.Patience {
    var patience = StreamConnection.Patience()
    patience.grace = Int64(streamGrace * 1000)
    patience.stall = Int64(stallAfter * 1000)
    patience.knowsHours = knowsMarketHours
    return patience
  }
}

extension Execution {
  /// The series that a stream continues: from the library and the provider, or empty if they have no such bars.
  mutating func history(
    of symbol: String, as name: String, _ timeframe: Timeframe, from dialect: any StreamDialect, at span: SourceSpan
  ) throws(Diagnostic) -> LoadedSeries {
    let word = ProviderTable.word(of: dialect.profile.word)
    var request = BarRequest(word, symbol, timeframe: timeframe)
    var loaded: LoadedBars?
    var source: any BarSource
    do throws(MarketDataError) {
      source = try DataSources.source(for: request)
      loaded = try source.load(in: sourceEnvironment)
      loaded?.findings.removeAll { $0.code == .unfinishedBar }
    } catch {
      guard error.code == .notAtProvider else { throw diagnostic(error, at: span) }
      request = BarRequest(LiveBars.word, symbol, timeframe: timeframe)
      request.table = dialect.profile.word
      source = LiveBars(request)
    }
    let zone = (ProviderTable.named(word) as? any BarProvider).flatMap {
      let query = BarQuery(symbol: symbol, timeframe: timeframe, today: environment.today)
      return try? ZoneDatabase.zone(named: $0.batch(for: query).zone)
    }
    let bars =
      loaded
      ?? LiveBars.empty(
        symbol, timeframe, zone: zone ?? .utc, from: dialect.profile.word, notes: ["live, without a history"])
    return try series(bars, name, source, at: span)
  }

  private func series(
    _ bars: LoadedBars, _ name: String, _ source: any BarSource, at span: SourceSpan
  ) throws(Diagnostic) -> LoadedSeries {
    do throws(ResamplingError) {
      return try LoadedSeries(bars, name: name, source: source, columns: state.columns)
    } catch {
      throw Diagnostic(.cannotResample, "\(error)", at: span)
    }
  }

  /// The time between two questions that a word says.
  mutating func interval(_ word: Word) throws(Diagnostic) -> Timeframe {
    let text = try text(word)
    guard let interval = Timeframe(text), interval.unit <= .day, interval.nominalMilliseconds >= 1000 else {
      throw Diagnostic(
        .wrongKind, "`\(text)` is not a time between two questions", at: word.span, hints: ["`every 60s`"])
    }
    return interval
  }

  /// Asks the provider of a stream for new bars at intervals.
  private mutating func poll(
    _ name: String, _ stream: StreamedSeries, _ dialect: any StreamDialect, every interval: Timeframe, lastBar: Int64?,
    at span: SourceSpan
  ) throws(Diagnostic) {
    let provider = ProviderTable.named(ProviderTable.word(of: dialect.profile.word)) as? any BarProvider
    guard let provider, provider.profile.timeframes.contains(stream.timeframe) else {
      throw Diagnostic(
        .unknownTimeframe, "\(dialect.profile.word) cannot be asked for bars of \(stream.timeframe)", at: span,
        hints: (provider?.profile.timeframes.map { "\($0)" }.joined(separator: " ")).map { ["it has \($0)"] } ?? [])
    }
    state.live.poll(
      name, stream.symbol, stream.timeframe, at: provider, every: interval.nominalMilliseconds,
      hours: session.settings.knowsMarketHours ? MarketHours(of: stream.symbol, by: dialect) : nil, lastBar: lastBar)
  }

  /// Begins a stream with its history.
  mutating func begin(_ stream: StreamedSeries, as name: String, at span: SourceSpan) throws(Diagnostic) {
    guard let dialect = StreamTable.named(stream.provider) else {
      throw Diagnostic(.unknownSeries, "`\(stream.provider)` has no stream", at: span)
    }
    let loaded = try history(of: stream.symbol, as: name, stream.timeframe, from: dialect, at: span)
    let before = session.series[name]
    session.series[name] = loaded
    session.absentSeries[name] = nil
    session.streams[name] = stream
    session.active = ActiveSeries(name: name, timeframe: nil, series: loaded.series)
    noteReplaced(before, at: span)
    markTold(loaded)
    let lastBar = loaded.unadjusted.times.last?.milliseconds
    if let interval = stream.interval {
      return try poll(name, stream, dialect, every: interval, lastBar: lastBar, at: span)
    }
    do throws(MarketDataError) {
      try state.live.start(
        name, Subscription(stream.symbol, stream.timeframe, isOfTrades: stream.isOfTrades), from: dialect,
        lastBar: lastBar, patience: session.settings.patience, seed: UInt64(environment.clock.spread() * 1e9),
        in: sourceEnvironment)
    } catch {
      throw diagnostic(error, at: span)
    }
  }

  /// What a stream that has begun says of itself: `GPIX: 1,240 bars of 30m to 2026-11-27 11:30, live from massive (15 min
  /// late) · next close 12:00:00 in 12:41`.
  func greeting(of stream: StreamedSeries, named name: String) -> String {
    let bars = session.series[name]?.bars
    let count = bars?.count ?? 0
    var text = "\(name): \(NumberText.counted(count, "bar")) of \(stream.timeframe)"
    if let bars, count > 0 { text += " to \(bars.label(at: count - 1))" }
    let status = state.live.statuses().first { $0.series == name }
    switch status?.state {
    case .waiting?: text += ", connecting to \(stream.provider)"
    case .closed?: text += ", live from \(stream.provider), whose market is closed"
    default: text += ", live from \(stream.provider)"
    }
    if let interval = stream.interval { text += ", asked every \(interval)" }
    if state.live.isDelayed(name) { text += " (15 min late)" }
    if stream.isOfTrades { text += ", bars made of trades" }
    guard status?.state == .live else { return text }
    let length = stream.timeframe.nominalMilliseconds
    let time = state.live.time(of: name)
    let close = (time.floored(by: length) + 1) * length
    return text + " · next close \(clock(close)) in \(Self.countdown((close - time + 999) / 1000))"
  }

  /// Seconds as `12:41`, `2:05:00`.
  private static func countdown(_ seconds: Int64) -> String {
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (minutes, rest) = (seconds / 60 % 60, padded(seconds % 60))
    return seconds < 3600 ? "\(minutes):\(rest)" : "\(seconds / 3600):\(padded(minutes)):\(rest)"
  }

  /// The longest wait of a statement for the answer to a handshake, in milliseconds.
  private static var handshakeTime: Int64 { 5000 }

  /// Waits until the new streams are live or refused; throws what a provider refuses.
  mutating func awaitConnection(of names: [(name: String, span: SourceSpan)]) throws(Diagnostic) {
    let start = environment.clock.now()
    while true {
      take(state.live.pump())
      let statuses = state.live.statuses().filter { status in names.contains { $0.name == status.series } }
      for status in statuses {
        guard case .refused(let refusal) = status.state else { continue }
        for (name, _) in names { _ = state.live.stop(name) }
        throw diagnostic(refusal, of: status.source, at: names.first { $0.name == status.series }?.span)
      }
      if statuses.allSatisfy({ $0.state == .live || $0.state == .closed }) { return }
      let now = environment.clock.now()
      if environment.monitor.isStopped || now - start >= Self.handshakeTime { return }
      let monitor = environment.monitor
      environment.clock.wait(0.01) { monitor.isStopped }
      // A stopped clock waits for nothing.
      if environment.clock.now() == now, !state.live.hasNews { return }
    }
  }

  /// The error of a refusal.
  func diagnostic(_ refusal: StreamRefusal, of provider: String, at span: SourceSpan?) -> Diagnostic {
    let said = refusal.reason.trimmedStop
    switch refusal.kind {
    case .key:
      return Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.keyRefused.name), "\(provider) refuses the key: \(said)",
        at: span, hints: ["`key \(provider)` asks for another; it is not tried again by itself"])
    case .taken:
      return Diagnostic(
        .streamTaken, "\(provider) allows one connection and another program has it: \(said)", at: span,
        hints: ["end the other program first, then `stream … again`"])
    case .plan:
      return Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.keyRefused.name),
        "the plan of this key at \(provider) does not have it: \(said)", at: span,
        hints: ["`every 60s` asks for bars instead, without a socket"])
    case .symbol, .other:
      return Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.requestRefused.name), "\(provider): \(said)", at: span,
        hints: refusal.kind == .symbol ? ["`help stream` shows how pairs are written"] : [])
    }
  }

  /// Begins the replay of a recording; its series are empty until it moves.
  mutating func replay(_ word: Word, only words: [Word]?, _ call: CommandCall) throws(Diagnostic) -> any StatementResult
  {
    let path = try text(word)
    let recording: Recording
    let hash: String
    do throws(MarketDataError) {
      (recording, hash) = try RecordedBars(BarRequest(RecordedBars.word, path)).recording(in: sourceEnvironment)
    } catch {
      throw diagnostic(error, at: word.span)
    }
    var symbols = recording.header.series
    if let words {
      symbols = []
      for word in words {
        let name = try text(word)
        guard let symbol = recording.header.series.first(where: { $0 == name || Self.seriesName(of: $0) == name })
        else {
          throw Diagnostic(
            .unknownSeries, "`\(name)` is not in the recording", at: word.span,
            hints: ["it has \(recording.header.series.joined(separator: ", "))"])
        }
        symbols.append(symbol)
      }
    }
    var names: [(series: String, symbol: String)] = []
    for symbol in symbols {
      let chosen = try call[.newSeries].map { word throws(Diagnostic) in try text(word) }
      let name = (symbols.count == 1 ? chosen : nil) ?? Self.seriesName(of: symbol)
      var request = BarRequest(RecordedBars.word, path)
      request.table = symbol
      let bars = LiveBars.empty(
        symbol, recording.header.timeframe, zone: .utc, from: recording.header.provider, notes: ["a replay"], hash: hash
      )
      let loaded = try series(bars, name, RecordedBars(request), at: word.span)
      let before = session.series[name]
      session.series[name] = loaded
      session.active = ActiveSeries(name: name, timeframe: nil, series: loaded.series)
      noteReplaced(before, at: word.span)
      names.append((name, symbol))
    }
    state.live.replay(
      StreamReplay(
        recording, names: names, speed: try speed(call), patience: session.settings.patience,
        at: environment.clock.now()))
    resetAlerts(on: names.map(\.series))
    let list = names.map(\.series).joined(separator: ", ")
    let count = recording.entries.count { if case .frame = $0.entry { true } else { false } }
    return Done(
      action: "stream",
      message: StyledText(
        "\(list): \(NumberText.counted(count, "message")) of \(recording.header.provider), bars of "
          + "\(recording.header.timeframe); `wait until end` plays them"),
      details: [("series", .strings(names.map(\.series))), ("messages", .integer(count))])
  }

  /// The letters and digits of a symbol after its prefix: `BTCUSD` of `BTC/USD`.
  static func seriesName(of symbol: String) -> String {
    let last = symbol.split(separator: ":").last ?? Substring(symbol)
    let plain = last.filter { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
    return plain.isEmpty ? symbol : String(plain)
  }

  /// How much faster than recorded a replay goes; nil for as fast as it can.
  private mutating func speed(_ call: CommandCall) throws(Diagnostic) -> Double? {
    guard let word = call[.replaySpeed] else { return nil }
    let text = try text(word)
    if text == "max" { return nil }
    guard text.hasSuffix("x"), let speed = Double(text.dropLast()), speed > 0, speed <= 1e6 else {
      throw Diagnostic(.outOfRange, "`\(text)` is not a speed", at: word.span, hints: ["`at max`, `at 60x`"])
    }
    return speed
  }
}

extension OptionalRole<Word> {
  static var replaySpeed: Self { Self(.word("at", .any, "max|60x")) }
}
