import Calendar
import JSON
import Platform
import Streams
import TestSupport
import Testing

@Suite("The connection of a stream")
struct StreamConnectionTests {
  /// A time on a minute.
  private static let start: Int64 = 1_700_000_040_000

  private func trade(_ number: Int, _ milliseconds: Int64, _ price: Double) -> String {
    """
    {"stream":"x","data":{"e":"aggTrade","E":\(milliseconds),"s":"BTCUSDT","a":\(number),"p":"\(price)","q":"1","f":1,\
    "l":1,"T":\(milliseconds),"m":true,"M":true}}
    """
  }

  private func binance(lastBar: Int64? = nil) -> PlayedStream {
    PlayedStream(BinanceStream(), "BTCUSDT", .minute, isOfTrades: true, lastBar: lastBar, at: Self.start)
  }

  @Test("Waits double from half a second up to a minute, and begin again after a minute of good data only")
  func backoff() {
    var waits = Backoff(seed: 7)
    for (index, seconds) in [1.0, 2, 4, 8, 16, 32, 60, 60, 60].enumerated() {
      let wait = Double(waits.next()) / 1000
      #expect(wait >= seconds / 2 && wait < seconds, "\(index)")
    }
    waits.reset()
    #expect(waits.next() < 1000)
    var played = binance()
    // A server that lets in and cuts at once is left alone longer and longer.
    var times: [Int64] = []
    for _ in 0..<7 {
      let before = played.now
      played.cut()
      played.reopen()
      times.append(played.now - before)
    }
    #expect(times[6] >= 30_000)
    played.receive(trade(1, played.now, 1), at: played.now)
    for _ in 0..<7 {
      played.pass(to: played.now + 10_000)
      played.receive(trade(2, played.now, 1), at: played.now)
    }
    let before = played.now
    played.cut()
    played.reopen()
    #expect(played.now - before <= 1250)
  }

  @Test("A minute that a connection begins in is a bar only if history has it")
  func begunMinute() {
    var played = binance()
    played.receive(trade(1, Self.start + 20_000, 5), at: Self.start + 20_000)
    played.receive(trade(2, Self.start + 70_000, 6), at: Self.start + 70_000)
    played.receive(trade(3, Self.start + 130_000, 7), at: Self.start + 130_000)
    #expect(played.order == [Self.start + 60_000])
    #expect(played.counts.gaps == 0)
  }

  @Test("A hole in the numbers is waited for, then asked for; unavailable bars are a gap")
  func hole() {
    for isFilled in [true, false] {
      var played = binance(lastBar: Self.start - 60_000)
      let filled = StreamedBar(time: Self.start + 60_000, open: 1, high: 9, low: 1, close: 9, volume: 3)
      played.history = { from, _ in isFilled ? (from == Self.start + 60_000 ? [filled] : []) : nil }
      for (number, seconds) in [(1, 20), (2, 70), (4, 90), (5, 121)] as [(Int, Int64)] {
        played.receive(trade(number, Self.start + seconds * 1000, 5), at: Self.start + seconds * 1000)
      }
      #expect(!played.order.contains(Self.start + 60_000))
      played.pass(to: Self.start + 123_000)
      #expect(played.bars[Self.start + 60_000] == (isFilled ? filled : nil))
      #expect(played.gaps.count == 1)
      #expect(played.counts.filled == (isFilled ? 1 : 0))
    }
  }

  @Test("A period ends by the stream's clock although nothing more comes")
  func quietEnd() {
    var played = binance()
    played.receive(trade(1, Self.start + 10_000, 5), at: Self.start + 10_000)
    played.receive(trade(2, Self.start + 61_000, 5), at: Self.start + 61_000)
    played.pass(to: Self.start + 121_750, isHeard: true)
    #expect(played.order.isEmpty)
    played.pass(to: Self.start + 122_000, isHeard: true)
    #expect(played.order == [Self.start + 60_000])
  }

  @Test("A machine's clock that is wrong by minutes changes nothing")
  func wrongClock() {
    for wrong: Int64 in [-90_000, 90_000, 259_200_000] {
      var played = PlayedStream(
        BinanceStream(), "BTCUSDT", .minute, isOfTrades: true, at: Self.start + wrong)
      for (number, seconds) in [(1, 10), (2, 61), (3, 62), (4, 125)] as [(Int, Int64)] {
        played.receive(trade(number, Self.start + seconds * 1000, 5), at: Self.start + wrong + seconds * 1000)
      }
      #expect(played.order == [Self.start + 60_000])
    }
  }

  @Test("A clock that is set right, forward or back, moves the stream's clock for a minute at most")
  func clockSetRight() {
    for jump: Int64 in [90_000, -90_000] {
      var played = binance()
      for second in stride(from: Int64(0), to: 300, by: 5) {
        let time = Self.start + second * 1000
        let now = time + 40 + (second < 100 ? 0 : jump)
        played.connection.received(trade(Int(second), time, 5), at: now)
        if second >= 165 { #expect(played.connection.streamTime(at: now) == time) }
      }
    }
  }

  @Test("Outside the hours of its market a stream is closed, and does not stall before it has been open for long")
  func closedMarket() {
    let day: Int64 = 1_381_104_000_000  // Monday, 2013-10-07, at midnight.
    let hours = MarketHours(.newYork, zone: Zone(fixedOffset: -4 * 3600))
    let opening = day + (13 * 60 + 30) * 60_000
    for knowsHours in [true, false] {
      var played = PlayedStream(
        MassiveStream(), "SPY", .minute, isOfTrades: false, hours: hours, at: opening - 3_600_000)
      played.connection.patience.knowsHours = knowsHours
      played.receive(#"[{"ev":"status","status":"auth_success","message":"authenticated"}]"#, at: played.now)
      played.pass(to: opening - 1000, isHeard: true)
      #expect(played.state == (knowsHours ? .closed : .stalled))
      played.pass(to: opening + 1000, isHeard: true)
      #expect(played.state == (knowsHours ? .live : .stalled))
      #expect(played.told.isEmpty == knowsHours)
      played.pass(to: opening + 301_000, isHeard: true)
      #expect(played.state == .stalled)
    }
    // Trades before the hours are data as any.
    var early = PlayedStream(
      MassiveStream(), "SPY", .minute, isOfTrades: false, hours: hours, at: opening - 3_600_000)
    early.receive(#"[{"ev":"status","status":"auth_success","message":"authenticated"}]"#, at: early.now)
    let start = opening - 3_600_000
    early.receive(
      #"[{"ev":"AM","sym":"SPY","v":1,"o":1,"h":1,"l":1,"c":1,"s":\#(start),"e":\#(start + 60_000)}]"#,
      at: start + 61_000)
    #expect(early.state == .live && early.order == [start])
    early.pass(to: start + 121_000, isHeard: true)
    #expect(early.state == .closed)
  }

  @Test("The last bar of a history that another clock has cut is another one once it is over")
  func unfinishedHistory() {
    let end = StreamedBar(time: Self.start, open: 1, high: 9, low: 1, close: 9, volume: 3)
    var trades = binance(lastBar: Self.start)
    trades.history = { from, through in (from...through).contains(Self.start) ? [end] : [] }
    for (number, seconds) in [(1, 20), (2, 62), (3, 125)] as [(Int, Int64)] {
      trades.receive(trade(number, Self.start + seconds * 1000, 5), at: Self.start + seconds * 1000)
    }
    #expect(trades.bars[Self.start] == end && trades.order == [Self.start, Self.start + 60_000])
    // A bar that was over stays.
    var over = binance(lastBar: Self.start - 60_000)
    over.receive(trade(1, Self.start + 20_000, 5), at: Self.start + 20_000)
    #expect(over.order.isEmpty && over.revised.isEmpty)
    // The provider's own bar of it is the last word.
    var bars = PlayedStream(
      MassiveStream(), "SPY", .minute, isOfTrades: false, lastBar: Self.start, at: Self.start + 30_000)
    bars.receive(#"[{"ev":"status","status":"auth_success","message":"authenticated"}]"#, at: bars.now)
    bars.receive(
      #"[{"ev":"AM","sym":"SPY","v":3,"o":1,"h":9,"l":1,"c":9,"s":\#(Self.start),"e":\#(Self.start + 60_000)}]"#,
      at: Self.start + 61_000)
    #expect(bars.revised == [Self.start] && bars.bars[Self.start] == end)
  }

  @Test("A server's own clock counts only until a message has a time")
  func wrongServerClock() {
    var played = binance()
    played.connection.serverTime(Self.start + 90_000, at: Self.start)
    for (number, seconds) in [(1, 10), (2, 61), (3, 110), (4, 125)] as [(Int, Int64)] {
      played.receive(trade(number, Self.start + seconds * 1000, 5), at: Self.start + seconds * 1000)
    }
    #expect(played.order == [Self.start + 60_000] && played.counts.late == 0)
  }

  @Test("A server's own clock decides nothing: what it says is over is not asked for yet")
  func serverClockAhead() {
    var played = binance(lastBar: Self.start - 60_000)
    var asked = 0
    played.history = { _, _ in
      asked += 1
      return []
    }
    played.connection.serverTime(Self.start + 90_000, at: Self.start)
    for (number, seconds) in [(1, 10), (2, 61)] as [(Int, Int64)] {
      played.receive(trade(number, Self.start + seconds * 1000, 5), at: Self.start + seconds * 1000)
      #expect(asked == number - 1 && played.counts.late == 0)
    }
  }

  @Test("A minute of which nothing comes after a cut is asked for too")
  func quietAfterCut() {
    var played = binance(lastBar: Self.start - 60_000)
    let own = (0...5).map {
      StreamedBar(time: Self.start + $0 * 60_000, open: 1, high: 1, low: 1, close: 1, volume: 1)
    }
    played.history = { from, through in own.filter { (from...through).contains($0.time) } }
    played.receive(trade(1, Self.start + 10_000, 5), at: Self.start + 10_000)
    // What the second minute had is lost, and nothing more comes in it.
    played.pass(to: Self.start + 61_000, isHeard: true)
    played.cut()
    played.reopen()
    played.receive(trade(3, Self.start + 200_000, 5), at: Self.start + 200_000)
    played.pass(to: Self.start + 242_000, isHeard: true)
    #expect(played.order == [0, 60_000, 180_000].map { Self.start + $0 })
    #expect(played.bars[Self.start + 180_000]?.close == 5)
  }

  @Test("The minute that a connection begins in is not complete, though its first message is of the one before")
  func lateFirstMessage() {
    func frame(_ seconds: Double) -> String {
      #"{"type":"trade","data":[{"s":"X","p":5,"t":\#(Self.start + Int64(seconds * 1000)),"v":1}]}"#
    }
    var played = PlayedStream(
      FinnhubStream(), "X", .minute, isOfTrades: true, lastBar: Self.start - 60_000, at: Self.start)
    played.history = { from, _ in [StreamedBar(time: from, open: 5, high: 5, low: 5, close: 5, volume: 9)] }
    for seconds in [10, 59.75] { played.receive(frame(seconds), at: Self.start + Int64(seconds * 1000)) }
    played.cut()
    played.reopen()
    #expect(played.now > Self.start + 60_000)
    played.receive(frame(59.9), at: played.now)
    for seconds in [70.0, 130] { played.receive(frame(seconds), at: Self.start + Int64(seconds * 1000)) }
    #expect(played.order == [Self.start, Self.start + 60_000])
    #expect(played.bars[Self.start + 60_000]?.volume == 9)
  }

  @Test("A start that comes late has trades of a minute that is not complete")
  func lateStart() {
    func frame(_ kind: String, _ number: Int, _ time: String) -> String {
      """
      {"channel":"trade","type":"\(kind)","data":[{"symbol":"X/Y","side":"buy","price":5,"qty":1,"ord_type":"limit",\
      "trade_id":\(number),"timestamp":"2023-11-14T22:\(time)Z"}]}
      """
    }
    var played = PlayedStream(
      KrakenStream(), "X/Y", .minute, isOfTrades: true, lastBar: Self.start - 60_000, at: Self.start)
    played.history = { from, _ in [StreamedBar(time: from, open: 5, high: 5, low: 5, close: 5, volume: 9)] }
    played.receive(frame("update", 1, "14:10"), at: Self.start + 10_000)
    played.receive(frame("snapshot", 2, "15:05"), at: Self.start + 66_000)
    played.receive(frame("update", 3, "15:10"), at: Self.start + 70_000)
    played.receive(frame("update", 4, "16:10"), at: Self.start + 130_000)
    #expect(played.bars[Self.start + 60_000]?.volume == 9)
  }

  @Test("A time days ahead is an error of the sender, and moves no clock")
  func impossibleTime() {
    var played = binance()
    played.receive(trade(1, Self.start + 10_000, 5), at: Self.start + 10_000)
    played.receive(trade(2, Self.start + 86_400_000 * 9, 5), at: Self.start + 11_000)
    played.receive(trade(2, Self.start + 61_000, 5), at: Self.start + 61_000)
    played.receive(trade(3, Self.start + 121_000, 5), at: Self.start + 121_000)
    #expect(played.order == [Self.start + 60_000])
    #expect(played.counts.dropped == 1)
  }

  @Test("Silence is tested by a ping, and given up; silence with pongs is said")
  func silence() {
    var played = binance()
    played.pass(to: Self.start + 31_000)
    #expect(played.pings == 1 && played.state == .live)
    played.pass(to: Self.start + 61_000)
    #expect(played.told == [.lost("nothing is heard of it")])
    var quiet = binance()
    for _ in 0..<31 {
      quiet.pass(to: quiet.now + 10_000)
      quiet.connection.heard(at: quiet.now)
    }
    #expect(quiet.told == [.stalled(300_000)] && quiet.state == .stalled)
    quiet.receive(trade(1, quiet.now, 5), at: quiet.now)
    #expect(quiet.told.last == .resumed && quiet.state == .live)
  }

  @Test("Refusals end, errors of the network do not")
  func refusals() throws {
    let cases: [(any StreamDialect, String, StreamRefusal.Kind)] = [
      (MassiveStream(), #"[{"ev":"status","status":"auth_failed","message":"authentication failed"}]"#, .key),
      (MassiveStream(), #"[{"ev":"status","status":"max_connections","message":"Maximum"}]"#, .taken),
      (AlpacaStream(), #"[{"T":"error","code":402,"msg":"auth failed"}]"#, .key),
      (AlpacaStream(), #"[{"T":"error","code":406,"msg":"connection limit exceeded"}]"#, .taken),
      (AlpacaStream(), #"[{"T":"error","code":409,"msg":"insufficient subscription"}]"#, .plan),
      (FinnhubStream(), #"{"type":"error","msg":"Invalid API key"}"#, .key),
    ]
    for (dialect, frame, kind) in cases {
      var played = PlayedStream(dialect, "SPY", .minute, isOfTrades: !dialect.hasBars(of: .minute), at: Self.start)
      played.receive(frame, at: Self.start + 100)
      guard case .refused(let refusal)? = played.state else {
        Issue.record("\(frame) is not refused")
        continue
      }
      #expect(refusal.kind == kind)
      played.cut()
      played.pass(to: Self.start + 600_000)
      #expect(played.connects.count == 1)
    }
    var slow = PlayedStream(AlpacaStream(), "SPY", .minute, isOfTrades: false, at: Self.start)
    slow.receive(#"[{"T":"error","code":407,"msg":"slow client"}]"#, at: Self.start + 100)
    slow.pass(to: Self.start + 2000)
    #expect(slow.connects.count == 2)
  }

  @Test("A symbol that is refused does not take the others along")
  func refusedSymbol() {
    var connection = StreamConnection(KrakenStream(), seed: 1)
    for symbol in ["BTC/USD", "XYZ/USD"] {
      connection.add(symbol, Subscription(symbol, .minute, isOfTrades: true), lastBar: nil, at: Self.start)
    }
    connection.opened(at: Self.start)
    connection.received(
      #"{"error":"Currency pair not supported XYZ/USD","method":"subscribe","success":false,"symbol":"XYZ/USD"}"#,
      at: Self.start)
    let states = connection.statuses(at: Self.start).map(\.state)
    #expect(states[0] == .live)
    guard case .refused(let refusal) = states[1] else {
      Issue.record("\(states[1])")
      return
    }
    #expect(refusal.kind == .symbol)
  }

  @Test("Messages that were not read in time are a gap that is filled")
  func overflow() {
    var played = binance(lastBar: Self.start - 60_000)
    let own = (0...5).map {
      StreamedBar(time: Self.start + $0 * 60_000, open: 1, high: 1, low: 1, close: 1, volume: 1)
    }
    played.history = { from, through in own.filter { (from...through).contains($0.time) } }
    for (number, seconds) in [(1, 10), (2, 61), (3, 121)] as [(Int, Int64)] {
      played.receive(trade(number, Self.start + seconds * 1000, 5), at: Self.start + seconds * 1000)
    }
    played.connection.overflowed(4000, at: played.now)
    for (number, seconds) in [(4003, 190), (4004, 241)] as [(Int, Int64)] {
      played.receive(trade(number, Self.start + seconds * 1000, 5), at: Self.start + seconds * 1000)
    }
    #expect(played.order == (0...3).map { Self.start + $0 * 60_000 })
    #expect(played.bars[Self.start + 120_000]?.close == 1 && played.bars[Self.start + 60_000]?.close == 5)
    #expect(played.counts.dropped == 4000)
  }

  @Test("Keys are in the greeting alone")
  func greetings() throws {
    let keys = StreamKeys(key: Secret("k-1"), secret: Secret("s-2"))
    #expect(MassiveStream().greeting(keys)?.contains("k-1") == true)
    #expect(AlpacaStream().greeting(keys)?.contains("s-2") == true)
    let base = try #require(WebAddress("https://ws.finnhub.io"))
    let address = FinnhubStream().address(on: base, [], keys)
    #expect(address.revealed.contains("k-1") && !"\(address)".contains("k-1"))
    for dialect in StreamTable.all {
      for frame in dialect.frames([Subscription("A", .minute, isOfTrades: true)], isOn: true) {
        #expect(!frame.contains("k-1"))
      }
    }
  }
}
