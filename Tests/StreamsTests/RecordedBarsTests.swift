import Calendar
import JSON
import Streams
import TestSupport
import Testing

@Suite("Bars of recorded streams", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct RecordedBarsTests {
  @Test("A day of trades of Binance makes the bars of all its trades, each as soon as the next trade proves it")
  func tradesOfBinance() throws {
    let frames = try StreamRecording.frames("binance_2019-10-11_XRPETH.tasr")
    var played = PlayedStream(BinanceStream(), "XRPETH", .minute, isOfTrades: true, at: frames[0].at)
    for (at, frame) in frames { played.receive(frame, at: at) }
    played.pass(to: played.now + 120_000, isHeard: true)
    let expected = StreamRecording.bars(
      of: try StreamRecording.trades(frames, "XRPETH", by: BinanceStream()), 60_000)
    // The first minute had begun.
    #expect(played.sorted == Array(expected.dropFirst()))
    #expect(played.order == played.order.sorted() && Set(played.order).count == played.order.count)
    #expect(played.revised.isEmpty && played.counts.late == 0 && played.counts.gaps == 0)
  }

  @Test(
    "The same trades with duplicates, disorder within the grace and cut connections make the same bars",
    arguments: Thoroughness.some(1...24))
  func disorderAndCuts(seed: Int) throws {
    let frames = Array(try StreamRecording.frames("binance_2019-10-11_XRPETH.tasr").prefix(2000))
    let expected = StreamRecording.bars(
      of: try StreamRecording.trades(frames, "XRPETH", by: BinanceStream()), 60_000)
    var dice = Dice(UInt64(seed))
    // Each comes up to 1.9 s later than it did, and a tenth of them twice.
    var arrivals = frames.map { (at: $0.at + Int64(dice.below(1900)), frame: $0.frame) }
    for index in frames.indices where dice.below(10) == 0 {
      arrivals.append((at: arrivals[index].at + Int64(dice.below(20_000)), frame: frames[index].frame))
    }
    arrivals.sort { $0.at < $1.at }
    let cuts = Set((0..<3).map { _ in 100 + dice.below(arrivals.count - 200) })
    var played = PlayedStream(
      BinanceStream(), "XRPETH", .minute, isOfTrades: true, lastBar: expected[0].time - 60_000, at: frames[0].at,
      seed: UInt64(seed))
    played.history = { from, through in expected.filter { (from...through).contains($0.time) } }
    var isLost = 0
    var (connects, count) = (0, 0)
    for (index, arrival) in arrivals.enumerated() {
      if cuts.contains(index), isLost == 0 {
        played.pass(to: arrival.at, isHeard: true)
        count += 1
        connects = played.connects.count
        played.cut()
        isLost = 40
      }
      if isLost > 0 {
        isLost -= 1
        if isLost == 0 {
          played.pass(to: arrival.at)
          if played.connects.count == connects { played.reopen() } else { played.open() }
        }
        continue
      }
      played.receive(arrival.frame, at: max(arrival.at, played.now))
    }
    played.pass(to: played.now + 180_000, isHeard: true)
    #expect(played.sorted == expected)
    #expect(played.order == played.order.sorted() && Set(played.order).count == played.order.count)
    #expect(played.counts.reconnects == count && count > 0)
  }

  @Test("Trades of Kraken make the exchange's own candles")
  func tradesOfKraken() throws {
    let frames = try StreamRecording.frames("kraken-v2_2025-11-10_BTC-USDT.tasr")
    var played = PlayedStream(KrakenStream(), "BTC/USDT", .minute, isOfTrades: true, at: frames[0].at)
    for (at, frame) in frames { played.receive(frame, at: at) }
    let json = try JSONValue(parsing: SharedFolder.bytes("data/streams/kraken_rest_OHLC_BTC-USDT_2025-11-10.json"))
    let rows = try #require(json["result"]?.members?.first { $0.key != "last" }?.value.elements)
    var candles: [Int64: StreamedBar] = [:]
    for row in rows.dropLast() where row[7]?.intValue != 0 {
      func number(_ index: Int) throws -> Double {
        try #require(row[index]?.stringValue.flatMap { Double($0) } ?? row[index]?.doubleValue)
      }
      let time = Int64(try number(0)) * 1000
      candles[time] = StreamedBar(
        time: time, open: try number(1), high: try number(2), low: try number(3), close: try number(4),
        volume: try number(6))
    }
    let common = played.sorted.filter { candles[$0.time] != nil }
    #expect(common.count > 150)
    for bar in common { #expect(candles[bar.time] == bar) }
    let range = try #require(common.first).time...(try #require(common.last).time)
    #expect(played.sorted.filter { range.contains($0.time) }.count == candles.keys.filter { range.contains($0) }.count)
    #expect(played.counts.gaps == 0 && played.counts.late == 0)
  }

  @Test("The exchange's closed klines are the bars; one in the making is none")
  func klines() throws {
    for (name, symbols) in [
      ("binance_2021-04-04_BTCUSDT_DOTUSDT.txt", ["BTCUSDT", "DOTUSDT"]),
      ("binance_2021-09-14_FTMUSDT_SXPBTC_XMRBTC.txt", ["FTMUSDT", "SXPBTC", "XMRBTC"]),
    ] {
      let frames = try StreamRecording.frames(name)
      for symbol in symbols {
        var closed: [StreamedBar] = []
        for (_, frame) in frames {
          for case .bar(let part) in try BinanceStream().events(of: frame)
          where part.symbol == symbol && part.state == .closed { closed.append(part.bar) }
        }
        var played = PlayedStream(BinanceStream(), symbol, .minute, isOfTrades: false, at: frames[0].at)
        for (at, frame) in frames { played.receive(frame, at: at) }
        #expect(played.sorted == closed, "\(symbol)")
        #expect(played.connection.statuses(at: played.now)[0].making != nil || closed.isEmpty, "\(symbol)")
      }
    }
  }

  @Test("Minutes of Massive are bars as they come, and make longer ones")
  func minutesOfMassive() throws {
    let frames = try StreamRecording.frames("massive_2013-10-07_SPY_AM.tasr")
    var minutes: [StreamedBar] = []
    for (_, frame) in frames {
      for case .bar(let part) in try MassiveStream().events(of: frame) { minutes.append(part.bar) }
    }
    var played = PlayedStream(MassiveStream(), "SPY", .minute, isOfTrades: false, at: frames[0].at)
    for (at, frame) in frames { played.receive(frame, at: at) }
    #expect(played.sorted == minutes && minutes.count == 828)
    var halves = PlayedStream(MassiveStream(), "SPY", Timeframe(30, .minute), isOfTrades: false, at: frames[0].at)
    for (at, frame) in frames { halves.receive(frame, at: at) }
    halves.pass(to: halves.now + 1_900_000, isHeard: true)
    var expected: [StreamedBar] = []
    for var minute in minutes {
      minute.time = minute.time / 1_800_000 * 1_800_000
      guard let last = expected.last, last.time == minute.time else {
        expected.append(minute)
        continue
      }
      let volume = last.volume + minute.volume
      expected[expected.count - 1] = StreamedBar(
        time: last.time, open: last.open, high: max(last.high, minute.high), low: min(last.low, minute.low),
        close: minute.close, volume: volume)
    }
    #expect(halves.sorted == expected)
    #expect(played.sent.count == 2 && played.sent[1].contains("AM.SPY"))
  }

  @Test("A correction of Alpaca revises its bar, and gives no second one")
  func corrections() throws {
    let frames = try StreamRecording.frames("alpaca_2013-10-08_SPY_bars.tasr")
    var last: [Int64: StreamedBar] = [:]
    var corrected: [Int64] = []
    for (_, frame) in frames {
      for case .bar(let part) in try AlpacaStream().events(of: frame) {
        last[part.bar.time] = part.bar
        if part.state == .revised { corrected.append(part.bar.time) }
      }
    }
    var played = PlayedStream(AlpacaStream(), "SPY", .minute, isOfTrades: false, at: frames[0].at)
    for (at, frame) in frames { played.receive(frame, at: at) }
    #expect(played.bars == last && last.count == 828)
    #expect(played.revised == corrected && corrected.count == 3)
    #expect(played.order.count == 828 && played.counts.late == 3)
  }

  @Test("Equal trades of Finnhub within a message are different ones; a message that comes again after a cut is not")
  func tradesOfFinnhub() throws {
    let frames = try StreamRecording.frames("finnhub_2023-02-02_ETHUSDT.tasr")
    let timeframe = Timeframe(10, .second)
    let expected = StreamRecording.bars(
      of: try StreamRecording.trades(frames, "BINANCE:ETHUSDT", by: FinnhubStream()), 10_000)
    var played = PlayedStream(FinnhubStream(), "BINANCE:ETHUSDT", timeframe, isOfTrades: true, at: frames[0].at)
    for (at, frame) in frames { played.receive(frame, at: at) }
    played.pass(to: played.now + 20_000)
    #expect(played.sorted == Array(expected.dropFirst()))
    var cut = PlayedStream(
      FinnhubStream(), "BINANCE:ETHUSDT", timeframe, isOfTrades: true, lastBar: expected[0].time - 10_000,
      at: frames[0].at)
    cut.history = { from, through in expected.filter { (from...through).contains($0.time) } }
    for (index, arrival) in frames.enumerated() {
      cut.receive(arrival.frame, at: max(arrival.at, cut.now))
      guard index == 80 else { continue }
      cut.cut()
      cut.reopen()
      for repeated in frames[70...80] { cut.receive(repeated.frame, at: cut.now) }
    }
    cut.pass(to: cut.now + 20_000)
    #expect(cut.sorted == expected)
    #expect(cut.counts.duplicates > 0)
  }

  @Test("Matches of Coinbase, old and new sockets: what is trimmed away is a hole, which history fills")
  func matchesOfCoinbase() throws {
    let frames = try StreamRecording.frames("coinbase-exchange_2021-04-17_SKL_BAND_NU.txt")
    let trades = try StreamRecording.trades(frames, "SKL-USD", by: CoinbaseStream())
    #expect(trades.count > 10)
    let expected = StreamRecording.bars(of: trades, 5000)
    var played = PlayedStream(
      CoinbaseStream(), "SKL-USD", Timeframe(5, .second), isOfTrades: true, lastBar: expected[0].time - 5000,
      at: frames[0].at)
    played.history = { from, through in expected.filter { (from...through).contains($0.time) } }
    for (at, frame) in frames { played.receive(frame, at: at) }
    played.pass(to: played.now + 20_000)
    #expect(played.sorted == expected)
    let advanced = try StreamRecording.frames("coinbase-advanced_2026-08-09_BTC-USD.jsonl")
    #expect(try StreamRecording.trades(advanced, "BTC-USD", by: CoinbaseStream()).count == 47)
  }
}
