import Calendar
import Columns
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
import Workspace

/// The forms of `stream`.
private enum StreamForm: String {
  case series
  case recording
  case off
  case again
}

extension Command {
  package static let stream = Command(
    CommandSyntax(
      "stream",
      forms: [
        CommandSyntax.Form(
          StreamForm.series, [.required(.streamed)],
          clauses: [
            .clause("from", .streamSource), .clause("timeframe", .timeframe), .clause(.fromTrades),
            .clause("every", .pollInterval), .clause("at", .replaySpeed), .clause("as", .newSeries), .clause(.off),
            .clause(.again),
          ]),
        CommandSyntax.Form(
          StreamForm.recording, [.keyword("from"), .required(.recording)],
          clauses: [.clause("at", .replaySpeed), .clause("as", .newSeries)]),
        CommandSyntax.Form(StreamForm.off, [.keyword("off")]),
        CommandSyntax.Form(StreamForm.again, [.keyword("again")]),
      ], hasResult: false),
    category: .data, summary: "Makes series that grow by closed bars as a provider streams them, or plays a recording.",
    discussion: """
      `stream SYMBOL from PROVIDER timeframe 1m` loads the history (from the library, then the provider) and then lives: \
      each bar that closes is added to the series, while you type and while a script waits. The bar in the making is in no \
      expression, `quote` shows it. A value after a bar closed is to the bit what a script gets that loads the same bars.

      `help streams` says what each provider permits and costs. `from trades` makes the bars here, of the provider's trades. `every 60s` asks for new bars instead of opening a \
      socket. One connection carries all series of a provider. A pair with a slash is written in quotes; its series is \
      named by its letters and digits, or by `as`.

      A bar closes when a trade of a later period proves it complete, or `stream_grace` after its end on the stream's \
      clock. What the connection did not have is fetched and put in before later bars; a bar that began before the \
      connection is a bar only if the provider's history has it. A refused key or plan, and a connection that another \
      program has, end the stream and are not tried again by themselves: `stream NAME again` tries now. Errors of the \
      network are tried again, after 1 to 60 seconds.

      `stream from "FILE.tasr" at max` plays a recording (see `record`) on the recorded clock, `at 60x` sixty times as \
      fast as it was; in a script it moves within `wait` only. `stream NAME off` and `stream off` end streams; their \
      series stay, and `stream NAME again` or `stream again` continues them, also in a session that was loaded.
      """,
    examples: [
      "stream BTCUSDT from binance timeframe 1m", "stream BTCUSDT, ETHUSDT from binance timeframe 1m from trades",
      "stream \"BTC/USD\" from kraken timeframe 5m", "stream from \"btc.tasr\" at max", "stream off",
    ],
    changesSession: true
  ) { execution, call throws(Diagnostic) in
    switch try call.form(of: StreamForm.self) {
    case .off:
      let names = execution.state.live.stopAll()
      return Done(
        action: "stream",
        message: StyledText(names.isEmpty ? "nothing streams" : "off: \(names.joined(separator: ", "))"),
        details: [("off", .strings(names))])
    case .recording: return try execution.replay(try call[.recording], only: nil, call)
    case .again:
      let names = execution.session.streams.keys.elements
      guard !names.isEmpty else {
        throw Diagnostic(.nothingStreams, "the session has no streams", at: call.commandSpan)
      }
      return try execution.streamAgain(names.map { ($0, call.commandSpan) })
    case .series: return try execution.stream(call)
    }
  }
}

extension Role<[Word]> {
  fileprivate static var streamed: Self { .words("symbols", .symbol, "SYMBOL, …") }
}

extension Role<Word> {
  fileprivate static var recording: Self { .word("file", .file, "\"FILE.tasr\"") }
}

extension OptionalRole<Word> {
  fileprivate static var streamSource: Self { Self(.word("from", .provider, "PROVIDER|\"FILE.tasr\"")) }
  fileprivate static var pollInterval: Self { Self(.word("every", .any, "60s")) }
}

extension Flag {
  fileprivate static let fromTrades = Flag("from trades")
  fileprivate static let off = Flag("off")
  fileprivate static let again = Flag("again")
}

extension Execution {
  fileprivate mutating func stream(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let words = try call[.streamed]
    if call.has(.again) {
      return try streamAgain(words.map { word throws(Diagnostic) in (try text(word), word.span) })
    }
    if call.has(.off) {
      for word in words {
        let name = try text(word)
        guard state.live.stop(name) else { throw notStreamed(name, at: word.span) }
      }
      return Done(action: "stream", message: "off")
    }
    guard let source = call[.streamSource] else {
      throw Diagnostic(
        .missingArgument, "a stream needs its provider", at: call.commandSpan,
        hints: ["`from \(StreamTable.all.map(\.profile.word).joined(separator: "`, `from "))`"])
    }
    let place = try text(source)
    if place.hasSuffix(".tasr") || place.contains("/") { return try replay(source, only: words, call) }
    guard let dialect = StreamTable.named(place) else {
      throw diagnostic(
        MarketDataError(
          .unknownSource, file: place, found: place, message: "`\(place)` has no stream",
          hint: "these have: \(StreamTable.all.map(\.profile.word).joined(separator: ", "))",
          candidates: StreamTable.all.map(\.profile.word)), at: source.span)
    }
    let timeframe = try call[.timeframe].map { word throws(Diagnostic) in try self.timeframe(word) } ?? .minute
    let length = timeframe.nominalMilliseconds
    guard timeframe.unit <= .day, 86_400_000 % length == 0 else {
      throw Diagnostic(
        .unknownTimeframe, "bars of \(timeframe) cannot be streamed", at: call[.timeframe]?.span,
        hints: ["a length that divides a day: 1m, 5m, 30m, 1h, 4h, 1d"])
    }
    let isOfTrades = call.has(.fromTrades) || !dialect.hasBars(of: timeframe)
    if let other = call[.newSeries], words.count > 1 {
      throw Diagnostic(.duplicateArgument, "one name cannot be that of \(words.count) series", at: other.span)
    }
    let interval = try call[.pollInterval].map { word throws(Diagnostic) in try self.interval(word) }
    var names: [(name: String, span: SourceSpan)] = []
    for word in words {
      let symbol = try text(word)
      let name = try call[.newSeries].map { word throws(Diagnostic) in try text(word) } ?? Self.seriesName(of: symbol)
      let stream = StreamedSeries(
        provider: dialect.profile.word, symbol: symbol, timeframe: timeframe, isOfTrades: isOfTrades,
        interval: interval)
      try begin(stream, as: name, at: word.span)
      names.append((name, word.span))
    }
    return try begun(names)
  }

  /// Begins streams of the session again that are off, and connects the others at once.
  fileprivate mutating func streamAgain(
    _ names: [(name: String, span: SourceSpan)]
  ) throws(Diagnostic) -> any StatementResult {
    var begun: [(name: String, span: SourceSpan)] = []
    for (name, span) in names where !state.live.again(name) {
      guard let stream = session.streams[name] else { throw notStreamed(name, at: span) }
      try begin(stream, as: name, at: span)
      begun.append((name, span))
    }
    return begun.isEmpty ? Done(action: "stream", message: "connecting again") : try self.begun(begun)
  }

  private func notStreamed(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownSeries, "`\(name)` is not streamed", at: span,
      hints: state.live.isEmpty ? [] : ["`streams` lists those that are"])
  }

  /// Waits for the connections of new streams, and tells how they are.
  private mutating func begun(_ names: [(name: String, span: SourceSpan)]) throws(Diagnostic) -> any StatementResult {
    try awaitConnection(of: names)
    let lines = names.compactMap { name, _ in session.streams[name].map { greeting(of: $0, named: name) } }
    return Done(
      action: "stream", message: StyledText(lines[0]), details: [("series", .strings(names.map(\.name)))],
      notes: Array(lines.dropFirst()))
  }
}
