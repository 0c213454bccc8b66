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

  /// Asks the provider of a stream for new bars at intervals.
  mutating func poll(
    _ name: String, _ symbol: String, _ timeframe: Timeframe, _ dialect: any StreamDialect, every word: Word,
    lastBar: Int64?
  ) throws(Diagnostic) {
    let text = try text(word)
    guard let interval = Timeframe(text), interval.unit <= .day, interval.nominalMilliseconds >= 1000 else {
      throw Diagnostic(
        .wrongKind, "`\(text)` is not a time between two questions", at: word.span, hints: ["`every 60s`"])
    }
    let provider = ProviderTable.named(ProviderTable.word(of: dialect.profile.word)) as? any BarProvider
    guard let provider, provider.profile.timeframes.contains(timeframe) else {
      throw Diagnostic(
        .unknownTimeframe, "\(dialect.profile.word) cannot be asked for bars of \(timeframe)", at: word.span,
        hints: (provider?.profile.timeframes.map { "\($0)" }.joined(separator: " ")).map { ["it has \($0)"] } ?? [])
    }
    state.live.poll(
      name, symbol, timeframe, at: provider, every: interval.nominalMilliseconds, lastBar: lastBar)
  }

  /// The longest wait of a statement for the answer to a handshake, in milliseconds.
  private static var handshakeTime: Int64 { 5000 }

  /// Waits until the new streams are live or refused; throws what a provider refuses.
  mutating func awaitConnection(of names: [(name: String, span: SourceSpan)], from provider: String) throws(Diagnostic)
  {
    let start = environment.clock.now()
    while true {
      take(state.live.pump())
      let statuses = state.live.statuses().filter { status in names.contains { $0.name == status.series } }
      for status in statuses {
        guard case .refused(let refusal) = status.state else { continue }
        for (name, _) in names { _ = state.live.stop(name) }
        throw diagnostic(refusal, of: provider, at: names.first { $0.name == status.series }?.span)
      }
      if statuses.allSatisfy({ $0.state == .live }) { return }
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
        code: Diagnostic.Code(engine: MarketDataError.Code.keyRefused.rawValue), "\(provider) refuses the key: \(said)",
        at: span, hints: ["`key \(provider)` asks for another; it is not tried again by itself"])
    case .taken:
      return Diagnostic(
        .streamTaken, "\(provider) allows one connection and another program has it: \(said)", at: span,
        hints: ["end the other program first, then `stream … again`"])
    case .plan:
      return Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.keyRefused.rawValue),
        "the plan of this key at \(provider) does not have it: \(said)", at: span,
        hints: ["`every 60s` asks for bars instead, without a socket"])
    case .symbol, .other:
      return Diagnostic(
        code: Diagnostic.Code(engine: MarketDataError.Code.requestRefused.rawValue), "\(provider): \(said)", at: span,
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
