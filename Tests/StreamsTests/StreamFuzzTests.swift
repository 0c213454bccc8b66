import Calendar
import LibC
import Streams
import TestSupport
import Testing

@Suite("Frames that are no frames", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct StreamFuzzTests {
  private static let sources: [(name: String, dialect: any StreamDialect, symbol: String)] = [
    ("binance_2021-04-04_BTCUSDT_DOTUSDT.txt", BinanceStream(), "BTCUSDT"),
    ("kraken-v2_2025-11-10_BTC-USDT.tasr", KrakenStream(), "BTC/USDT"),
    ("coinbase-exchange_2021-04-17_SKL_BAND_NU.txt", CoinbaseStream(), "SKL-USD"),
    ("massive_2013-10-07_SPY_AM.tasr", MassiveStream(), "SPY"),
    ("alpaca_2013-10-08_SPY_bars.tasr", AlpacaStream(), "SPY"),
    ("finnhub_2023-02-02_ETHUSDT.tasr", FinnhubStream(), "BINANCE:ETHUSDT"),
  ]

  /// Pieces that take the place of a part of a frame: numbers beyond all limits, other kinds, nothing.
  private static let pieces = [
    "", "null", "-1", "1e308", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "\"\"", "[]",
    "{}",
    "true", "0", "\"NaN\"", "\"1e400\"", "\"9999-99-99T99:99:99Z\"", "[[[[", "\u{0}", "\"\\ud800\"",
  ]

  /// The mutated frames of a dialect: `scripts/fuzz 1000000` tries a million.
  private static let rounds = number("TAS_FUZZ") ?? (Thoroughness.isFull ? 40_000 : 2000)

  private static func number(_ variable: String) -> Int? { getenv(variable).flatMap { Int(String(cString: $0)) } }

  @Test("Each mutated frame is answered or closes the connection, and bars stay in order", arguments: 0..<6)
  func mutated(source: Int) throws {
    let (name, dialect, symbol) = Self.sources[source]
    let frames = try StreamRecording.frames(name).filter { $0.frame.utf8.count < 4000 }
    var dice = Dice(UInt64(source) + (Self.number("TAS_FUZZ_SEED").map(UInt64.init) ?? 99))
    let isOfTrades = !dialect.hasBars(of: .minute) || source == 1
    var played = PlayedStream(dialect, symbol, .minute, isOfTrades: isOfTrades, at: frames[0].at)
    for round in 0..<Self.rounds {
      let arrival = frames[round % frames.count]
      var bytes = Array(arrival.frame.utf8)
      for _ in 0..<(1 + dice.below(3)) where !bytes.isEmpty {
        let place = dice.below(bytes.count)
        switch dice.below(4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: dice.next())
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + dice.below(12)))
        case 2:
          bytes.replaceSubrange(place..<min(bytes.count, place + dice.below(10)), with: dice.pick(Self.pieces).utf8)
        default:
          let other = dice.below(bytes.count)
          bytes.replaceSubrange(place..<place, with: bytes[min(place, other)..<max(place, other)].prefix(40))
        }
      }
      played.receive(String(decoding: bytes, as: UTF8.self), at: max(played.now, arrival.at))
      switch played.state {
      case .live: break
      // Each wait would let the clock run away from the times of the frames.
      case .waiting where round % 50 == 0: played.reopen()
      default:
        played.connection.again(at: played.now)
        played.settle()
        played.open()
      }
    }
    #expect(played.order == played.order.sorted())
    #expect(
      played.sorted.allSatisfy { $0.low <= $0.open && $0.open <= $0.high && $0.low <= $0.close && $0.close <= $0.high })
  }

  @Test("A time may have more digits than nanoseconds have, which are cut off", arguments: 1...18)
  func longFractions(digits: Int) throws {
    let fraction = String("123456789123456789".prefix(digits))
    let frame = """
      {"channel":"trade","type":"update","data":[{"symbol":"BTC/USDT","side":"buy","price":1.5,"qty":2,"ord_type":"limit",\
      "trade_id":7,"timestamp":"2025-11-10T17:23:53.\(fraction)Z"}]}
      """
    guard case .trade(let trade)? = try KrakenStream().events(of: frame).first else {
      Issue.record("no trade")
      return
    }
    let expected = Int64(String((fraction + "00000000").prefix(9))) ?? 0
    #expect(trade.time == 1_762_795_433 * 1_000_000_000 + expected)
  }

  @Test("A recording with any byte changed is read, or refused with its line")
  func mutatedRecordings() throws {
    let bytes = Array(try SharedFolder.bytes("data/streams/massive_2013-10-07_SPY_AM.tasr").prefix(6000))
    var dice = Dice(5)
    for _ in 0..<(Thoroughness.isFull ? 4000 : 200) {
      var changed = bytes
      changed[dice.below(changed.count)] = UInt8(truncatingIfNeeded: dice.next())
      do throws(Recording.Fault) { _ = try Recording(changed) } catch { #expect(error.line >= 1) }
    }
  }
}
