import Calendar
import HTTPTransport
import JSON
import LibC
import MarketData
import Platform
import Sourcing
import Streams
import Synchronization
import TestSupport
import Testing
import WebSocketTransport

/// An exchange of `../shared/data/streams`, played by another implementation of sockets than ours.
private final class FakeExchange {
  /// The Python that has the package `websockets`: TAS_FAKE_PYTHON, else `python3`; nil if none has it.
  static let python: String? = {
    let named = getenv("TAS_FAKE_PYTHON").map { String(cString: $0) } ?? "python3"
    return SharedFolder.isThere && system("\(named) -c 'import websockets' 2>/dev/null") == 0 ? named : nil
  }()

  let rest: String
  let stream: String
  private let pipe: UnsafeMutablePointer<FILE>

  init(_ dialect: String, _ recording: String, _ options: String) throws {
    let folder = try SharedFolder.file("data/streams")
    let python = try #require(Self.python)
    pipe = try #require(
      popen("\(python) \(folder)/fake_exchange.py \(dialect) \(folder)/\(recording) --seconds 40 \(options)", "r"))
    var line = [CChar](repeating: 0, count: 4096)
    try #require(fgets(&line, 4096, pipe) != nil)
    let json = try JSONValue(
      parsing: String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    rest = try #require(json["rest"]?.stringValue)
    stream = try #require(json["stream"]?.stringValue)
  }

  func environment(_ word: String) -> Environment {
    let variables = [
      "TAS_\(word)_URL": rest, "TAS_\(word)_STREAM_URL": stream, "MASSIVE_API_KEY": "secret-key",
      "APCA_API_KEY_ID": "id",
      "APCA_API_SECRET_KEY": "secret", "FINNHUB_API_KEY": "secret-key",
    ]
    var environment = Environment(
      today: CivilDate(daysSince1970: 20_000), now: { "" }, stateDirectory: "/tmp",
      transport: HTTPTransport(name: "tas"), clock: Self.clock, keyring: Keyring(variable: { variables[$0] }))
    environment.sockets = WebSocketTransport(name: "tas")
    return environment
  }

  static let clock = WaitingClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }, wait: { seconds, _ in usleep(useconds_t(seconds * 1e6)) }, spread: { 0.5 })
}

@Suite(
  "Live series on an exchange of another make",
  .enabled(if: FakeExchange.python != nil, "no Python with `websockets` (TAS_FAKE_PYTHON), or no ../shared"))
struct LiveDeskTests {
  /// Streams for some seconds, or until it is done; the events.
  ///
  /// It waits without its thread: the desk's questions to a provider need one of the few that tests have.
  private func events(
    _ exchange: FakeExchange, _ dialect: any StreamDialect, _ symbol: String, _ timeframe: Timeframe, isOfTrades: Bool,
    seconds: Int64, until isDone: ([LiveEvent]) -> Bool = { _ in false }
  ) async throws -> [LiveEvent] {
    let environment = exchange.environment(dialect.profile.word.uppercased())
    let desk = LiveDesk(environment)
    try desk.start(
      "S", Subscription(symbol, timeframe, isOfTrades: isOfTrades), from: dialect, lastBar: nil,
      patience: StreamConnection.Patience(), seed: 1, in: environment)
    let end = environment.clock.now() + seconds * 1000
    var events: [LiveEvent] = []
    while environment.clock.now() < end, !isDone(events) {
      events += desk.pump()
      try await Task.sleep(for: .milliseconds(5))
    }
    _ = desk.stopAll()
    return events
  }

  private func bars(_ events: [LiveEvent]) -> [StreamedBar] {
    var bars: [Int64: StreamedBar] = [:]
    for case .bar(let bar, _) in events.map(\.kind) { bars[bar.time] = bar }
    return bars.values.sorted { $0.time < $1.time }
  }

  /// The bars of a recording's trades, by the plainest way.
  private func expected(_ name: String, _ symbol: String, by dialect: any StreamDialect) throws -> [StreamedBar] {
    var periods: [Int64: [StreamTrade]] = [:]
    for line in String(decoding: try SharedFolder.bytes("data/streams/" + name), as: UTF8.self).split(separator: "\n") {
      guard let frame = try JSONValue(parsing: String(line))["frame"]?.stringValue else { continue }
      for case .trade(let trade) in try dialect.events(of: frame) where trade.symbol == symbol {
        periods[trade.milliseconds / 60_000 * 60_000, default: []].append(trade)
      }
    }
    return periods.map { start, trades in
      let sorted = trades.sorted { ($0.time, $0.number ?? 0) < ($1.time, $1.number ?? 0) }
      var volume = Quantity.zero
      for trade in sorted { volume += trade.size }
      return StreamedBar(
        time: start, open: sorted[0].price, high: sorted.map(\.price).max() ?? 0,
        low: sorted.map(\.price).min() ?? 0, close: sorted[sorted.count - 1].price, volume: volume.double)
    }.sorted { $0.time < $1.time }
  }

  @Test(
    "Trades through a socket make the recording's bars, also if the connection is cut and its end repeated",
    arguments: ["", "--close-after 300 --outage 1", "--close-after 200 --duplicate-tail 30 --close-code 1001"])
  func trades(failure: String) async throws {
    let name = "binance_2019-10-11_XRPETH.tasr"
    let exchange = try FakeExchange("binance", name, "--clock recorded --speed 900 --length 9000 \(failure)")
    let all = try expected(name, "XRPETH", by: BinanceStream())
    // The last minute that is played stays open: it is over with the one before.
    let end = try #require(all.filter { $0.time < all[0].time + 9_000_000 }.dropLast().last).time
    let found = try await events(exchange, BinanceStream(), "XRPETH", .minute, isOfTrades: true, seconds: 30) {
      $0.contains { if case .bar(let bar, _) = $0.kind { bar.time == end } else { false } }
    }
    let bars = bars(found)
    #expect(bars.count > 40)
    let first = try #require(bars.first).time
    let last = try #require(bars.last).time
    #expect(bars == all.filter { (first...last).contains($0.time) })
    let cuts = found.count { if case .state(.reconnected) = $0.kind { true } else { false } }
    #expect(cuts == (failure.isEmpty ? 0 : 1))
  }

  @Test("Bars of Massive, Alpaca and klines of Binance come through, after their handshakes")
  func bars() async throws {
    let massive = try FakeExchange("massive", "massive_2013-10-07_SPY_AM.tasr", "--clock recorded --speed 0")
    let minutes = try await events(massive, MassiveStream(), "SPY", .minute, isOfTrades: false, seconds: 8) {
      $0.count >= 828
    }
    #expect(bars(minutes).count == 828)
    let alpaca = try FakeExchange("alpaca", "alpaca_2013-10-08_SPY_bars.tasr", "--clock recorded --speed 0")
    let revised = try await events(alpaca, AlpacaStream(), "SPY", .minute, isOfTrades: false, seconds: 8) {
      $0.count >= 831
    }
    #expect(bars(revised).count == 828 && revised.count == 831)
    let klines = try FakeExchange(
      "binance", "binance_2021-04-04_BTCUSDT_DOTUSDT.txt", "--clock recorded --speed 0 --symbols BTCUSDT")
    let closed = try await events(klines, BinanceStream(), "BTCUSDT", .minute, isOfTrades: false, seconds: 8) {
      $0.count >= 1
    }
    #expect(!bars(closed).isEmpty)
  }

  @Test(
    "A refusal ends with its kind, and is not tried again",
    arguments: [
      ("massive", "--auth-fail", StreamRefusal.Kind.key), ("massive", "--taken --taken-always", .taken),
      ("alpaca", "--auth-fail", .key), ("alpaca", "--taken --taken-always", .taken), ("finnhub", "--auth-fail", .key),
    ])
  func refusals(word: String, failure: String, kind: StreamRefusal.Kind) async throws {
    let dialect = try #require(StreamTable.named(word))
    let exchange = try FakeExchange(word, "massive_2013-10-07_SPY_AM.tasr", failure)
    let found = try await events(
      exchange, dialect, "SPY", .minute, isOfTrades: word == "finnhub", seconds: 6
    ) { !$0.isEmpty }
    guard case .state(.refused(let refusal))? = found.first?.kind else {
      Issue.record("\(found)")
      return
    }
    #expect(refusal.kind == kind)
  }

  @Test("A server of TLS whose certificate is unknown is not connected to, nor one of another machine in the clear")
  func security() async throws {
    let transport = WebSocketTransport(name: "tas")
    for text in ["http://example.com/", "https://127.0.0.1:1/"] {
      let told = Told()
      _ = transport.open(try #require(WebAddress(text))) { told.add($0) }
      for _ in 0..<400 where told.events.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      guard case .closed? = told.events.first else {
        Issue.record("\(text): \(told.events)")
        continue
      }
    }
  }
}

private final class Told: Sendable {
  private let list = Mutex<[SocketEvent]>([])

  var events: [SocketEvent] { list.withLock { $0 } }
  func add(_ event: SocketEvent) { list.withLock { $0.append(event) } }
}
