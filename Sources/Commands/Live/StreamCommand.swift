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
      series stay.
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
    if call.has(.off) || call.has(.again) {
      for word in words {
        let name = try text(word)
        guard call.has(.off) ? state.live.stop(name) : state.live.again(name) else {
          throw Diagnostic(
            .unknownSeries, "`\(name)` is not streamed", at: word.span,
            hints: state.live.isEmpty ? [] : ["`streams` lists those that are"])
        }
      }
      return Done(action: "stream", message: StyledText(call.has(.off) ? "off" : "connecting again"))
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
    var lines: [String] = []
    var names: [(name: String, span: SourceSpan)] = []
    for word in words {
      let symbol = try text(word)
      let name = try call[.newSeries].map { word throws(Diagnostic) in try text(word) } ?? Self.seriesName(of: symbol)
      let loaded = try history(of: symbol, as: name, timeframe, from: dialect, at: word.span)
      let before = session.series[name]
      session.series[name] = loaded
      session.absentSeries[name] = nil
      session.active = ActiveSeries(name: name, timeframe: nil, series: loaded.series)
      noteReplaced(before, at: word.span)
      markTold(loaded)
      let bars = loaded.bars
      let last = bars.isEmpty ? "" : " to \(bars.label(at: bars.count - 1))"
      lines.append(
        "\(name): \(NumberText.counted(bars.count, "bar")) of \(timeframe)\(last), live from \(dialect.profile.word)"
          + (isOfTrades ? ", bars made of trades" : ""))
      names.append((name, word.span))
      let lastBar = loaded.unadjusted.times.last?.milliseconds
      if let every = call[.pollInterval] {
        try poll(name, symbol, timeframe, dialect, every: every, lastBar: lastBar)
        continue
      }
      do throws(MarketDataError) {
        try state.live.start(
          name, Subscription(symbol, timeframe, isOfTrades: isOfTrades), from: dialect, lastBar: lastBar,
          patience: session.settings.patience, seed: UInt64(environment.clock.spread() * 1e9), in: sourceEnvironment)
      } catch {
        throw diagnostic(error, at: source.span)
      }
    }
    try awaitConnection(of: names, from: dialect.profile.word)
    return Done(
      action: "stream", message: StyledText(lines[0]), details: [("series", .strings(names.map(\.name)))],
      notes: Array(lines.dropFirst()))
  }
}
