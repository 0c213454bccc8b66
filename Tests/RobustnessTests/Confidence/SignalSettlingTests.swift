import Calendar
import Robustness
import TestSupport
import Testing

@Suite("Settling of signals")
struct SignalSettlingTests {
  /// Day after day from 2025-01-01.
  static func day(_ number: Int) -> Timestamp { Timestamp(seconds: 1_735_689_600 + Int64(number) * 86_400) }

  static func closes(_ prices: [Double], from first: Int = 0) throws -> CloseHistory {
    try CloseHistory(times: prices.indices.map { day(first + $0) }, prices: prices)
  }

  static func entry(
    _ number: Int, _ price: Double, _ direction: Direction = .bullish, _ decision: SignalEntry.Decision = .buy,
    horizon: Int = 2, hash: String = "a", symbol: String = "SPY", strategy: String = "cross",
    timeframe: Timeframe = .day
  ) throws -> SignalEntry {
    try SignalEntry(
      strategy: strategy, symbol: symbol, timeframe: timeframe, time: day(number), decision: decision,
      direction: direction, price: price, horizon: horizon, dataHash: hash, writtenAt: day(number + 1))
  }

  private let prices: [Double] = [100, 102, 101, 99, 101]

  @Test("An entry is settled by the bar its horizon later, and pending until then")
  func horizon() throws {
    let entry = try Self.entry(1, 102)
    #expect(entry.settle(with: try Self.closes([100, 102])).state == .pending(bars: 2))
    #expect(entry.settle(with: try Self.closes([100, 102, 101])).state == .pending(bars: 1))
    let outcome = try #require(entry.settle(with: try Self.closes(prices)).outcome)
    #expect(outcome.time == Self.day(3))
    #expect(outcome.price == 99)
    #expect(outcome.marketReturn == double(99.0 / 102 - 1))
    #expect(outcome.signalReturn == double(99.0 / 102 - 1))
    #expect(outcome.verdict == .wrong)
  }

  @Test("The direction is judged: a bearish signal is right where the price fell, and earns what the market lost")
  func directions() throws {
    let bearish = try #require(try Self.entry(1, 102, .bearish, .sell).settle(with: Self.closes(prices)).outcome)
    #expect(bearish.verdict == .right)
    #expect(bearish.signalReturn == double(1 - 99.0 / 102))
    let up = try #require(try Self.entry(3, 99, horizon: 1).settle(with: Self.closes(prices)).outcome)
    #expect(up.verdict == .right)
  }

  @Test("A split between a signal and the bar that settles it is no fall of the price")
  func split() throws {
    let times = (0..<4).map { Self.day($0) }
    let closes = try CloseHistory(times: times, prices: [100, 102, 52, 53], units: [1, 1, 2, 2])
    let outcome = try #require(try Self.entry(1, 102).settle(with: closes).outcome)
    #expect(outcome.verdict == .right)
    #expect(outcome.price == 53)
    #expect(outcome.marketReturn == double(106.0 / 102 - 1))
    let later = try #require(try Self.entry(2, 52, horizon: 1).settle(with: closes).outcome)
    #expect(later.marketReturn == double(53.0 / 52 - 1))
  }

  @Test("HOLD, a neutral direction and a price that did not move are neither right nor wrong")
  func neither() throws {
    let closes = try Self.closes(prices)
    for (direction, decision) in [
      (Direction.bullish, SignalEntry.Decision.hold), (.bearish, .hold), (.neutral, .buy), (.neutral, .sell),
    ] {
      let outcome = try #require(try Self.entry(1, 102, direction, decision).settle(with: closes).outcome)
      #expect(outcome.verdict == .neither)
      #expect(outcome.signalReturn == 0 && outcome.signalReturn.sign == .plus)
      #expect(outcome.marketReturn == double(99.0 / 102 - 1))
    }
    let flat = try #require(try Self.entry(2, 101).settle(with: closes).outcome)
    #expect(flat.verdict == .neither)
    #expect(flat.marketReturn == 0)
  }

  @Test("Bars before the signal change nothing, and neither do bars behind the one that settles")
  func pure() throws {
    let entry = try Self.entry(1, 102)
    let settled = entry.settle(with: try Self.closes(prices))
    #expect(entry.settle(with: try Self.closes([7, 102, 101, 99, 101])) == settled)
    #expect(entry.settle(with: try Self.closes([102, 101, 99], from: 1)) == settled)
    #expect(entry.settle(with: try Self.closes([100, 102, 500, 99])) == settled)
    #expect(entry.settle(with: try Self.closes([100, 102, 101, 99, 1, 1, 1])) == settled)
    #expect(entry.settle(with: try Self.closes([100, 102, 101, 98])) != settled)
  }

  @Test("Another price at the signal's bar, or none, is said, and settles nothing")
  func rewritten() throws {
    let entry = try Self.entry(1, 102)
    // A split of two for one, which the history was adjusted for.
    let halved = entry.settle(with: try Self.closes(prices.map { $0 / 2 }))
    #expect(halved.state == .rewritten)
    #expect(halved.rewritings == [.price(was: 102, now: 51)])
    #expect(halved.outcome == nil)
    let gone = entry.settle(
      with: try CloseHistory(times: [Self.day(0), Self.day(2), Self.day(3)], prices: [100, 101, 99]))
    #expect(gone.state == .rewritten)
    #expect(gone.rewritings == [.barGone])
    let missing = entry.settle(with: try Self.closes([100, .nan, 101, 99]))
    #expect(missing.rewritings == [.barGone])
    #expect(halved.rewritings[0].description == "The close of the signal's bar was 102.0, and is 51.0 now.")
  }

  @Test("Another fingerprint of the bars before is said, and the outcome stands")
  func fingerprints() throws {
    let entry = try Self.entry(1, 102, hash: "a")
    let closes = try Self.closes(prices)
    let plain = entry.settle(with: closes)
    #expect(entry.settle(with: closes, dataHash: "a") == plain)
    let other = entry.settle(with: closes, dataHash: "b")
    #expect(other.rewritings == [.data(was: "a", now: "b")])
    #expect(other.outcome == plain.outcome)
    #expect(try Self.entry(1, 102, hash: "").settle(with: closes, dataHash: "b").rewritings.isEmpty)
  }

  @Test("Closes that do not reach the signal's bar say nothing of it")
  func uncovered() throws {
    let entry = try Self.entry(3, 99)
    for closes in [try Self.closes([]), try Self.closes([1, 2], from: 4), try Self.closes([1, 2, 3])] {
      let settlement = entry.settle(with: closes)
      #expect(settlement.state == .uncovered)
      #expect(settlement.rewritings.isEmpty)
    }
  }

  @Test("A bar without a close is no bar: the horizon goes over it")
  func gaps() throws {
    let outcome = try Self.entry(1, 102).settle(with: Self.closes([100, 102, .nan, 99, 0, 101])).outcome
    #expect(outcome?.time == Self.day(5))
  }

  @Test("Closes out of order and entries that cannot be settled are refused")
  func refused() throws {
    #expect(throws: JournalError.order(index: 1)) {
      try CloseHistory(times: [Self.day(1), Self.day(1)], prices: [1, 1])
    }
    #expect(throws: JournalError.lengths(times: 1, prices: 0)) { try CloseHistory(times: [Self.day(1)], prices: []) }
    #expect(throws: JournalError.horizon(0)) { try Self.entry(1, 1, horizon: 0) }
    #expect(throws: JournalError.price(0)) { try Self.entry(1, 0) }
    #expect(throws: JournalError.self) { try Self.entry(1, .nan) }
    #expect(throws: JournalError.emptyName("symbol")) { try Self.entry(1, 1, symbol: "") }
    for (time, writtenAt) in [
      (Self.day(1), Timestamp(seconds: 99_999_999)), (Self.day(1), Timestamp(milliseconds: .max)),
      (Timestamp(milliseconds: .min), Self.day(1)), (Timestamp(milliseconds: .max), Self.day(1)),
    ] {
      #expect(throws: JournalError.self) {
        try SignalEntry(
          strategy: "cross", symbol: "SPY", timeframe: .day, time: time, decision: .buy, direction: .bullish, price: 1,
          horizon: 1, dataHash: "", writtenAt: writtenAt)
      }
    }
    #expect(JournalError.horizon(0).description == "The horizon is 0 bars, but must be 1 or more.")
    let far = try Self.entry(1, 102, horizon: .max)
    #expect(far.settle(with: try Self.closes(prices)).state == .pending(bars: .max - 3))
  }
}
