import Accounts
import Calendar
import Foundation
import TestSupport
import Testing

@Suite("What an account earned")
struct PerformanceTests {
  private func curve(_ seed: UInt64) throws -> AccountCurve {
    let ledger = RandomLedger(seed)
    let books = try Books([ledger.account], ledger.entries)
    let last = Zone.utc.civilTime(at: Timestamp(seconds: 3600 * 7 * 60)).date.adding(days: 20)
    return AccountCurve(books, of: "main", through: last) { symbol, day in
      Money(units: Int128(1 + (day.daysSince1970 * 31 + symbol.utf8.count * 7) % 97) * 1_000_000_000_000)
    }
  }

  @Test("The time-weighted returns of parts multiply to that of all")
  func compounding() throws {
    for seed in Thoroughness.some(0..<UInt64(200)) {
      let curve = try curve(seed)
      let whole = try #require(PeriodResult.whole(of: curve))
      for unit in [Timeframe.day, .week, .month] {
        let parts = PeriodResult.periods(of: curve) { unit.periodStart(containing: CivilTime(date: $0)).date }
        let product = parts.reduce(1) { $0 * (1 + $1.timeWeighted) } - 1
        #expect(abs(product - whole.timeWeighted) <= 1e-12 * max(1, abs(product)), "seed \(seed), \(unit)")
        #expect(parts.reduce(Money.zero) { $0 + $1.pnl } == whole.pnl)
        #expect(parts.reduce(Money.zero) { $0 + $1.flows } == whole.flows)
        for (before, after) in zip(parts, parts.dropFirst()) { #expect(before.end == after.begin) }
      }
    }
  }

  @Test("At the money-weighted return all payments are worth the end")
  func moneyWeighted() {
    for seed in Thoroughness.some(0..<UInt64(300)) {
      var dice = Dice(seed)
      let payments = (0..<dice.whole(1...8)).map { place in
        (time: place == 0 ? 0 : Double(dice.whole(0...1000)) / 1000, amount: Double(dice.whole(1...100_000)))
      }
      let end = payments.reduce(0) { $0 + $1.amount } * Double(dice.whole(20...300)) / 100
      let rate = MoneyWeighted.rate(payments, end: end)
      let worth = payments.reduce(0) { $0 + $1.amount * pow(1 + rate, 1 - $1.time) }
      #expect(abs(worth - end) <= 1e-9 * end, "seed \(seed): \(rate)")
    }
  }
}

@Suite("Stops and targets of positions")
struct PositionLevelTests {
  private func entry(_ type: EntryType, _ size: Int, at second: Int64, stop: Int? = nil) throws -> Entry {
    var entry = try #require(
      Entry.trade(type, Quantity(size), "A", at: Money(100), in: "main", on: Timestamp(seconds: second)))
    (entry.id, entry.sequence, entry.stop) = (Int(second), Int(second), stop.map { Money($0) })
    return entry
  }

  private func split(_ new: Int, at second: Int64) -> Entry {
    var entry = Entry(.split, in: "main", at: Timestamp(seconds: second))
    (entry.id, entry.sequence, entry.symbol, entry.ratio) = (Int(second), Int(second), "A", .init(new, 1))
    return entry
  }

  private func stop(_ entries: [Entry], _ set: [String: PositionLevels] = [:]) throws -> String? {
    try Books([Account(name: "main")], entries).positions(of: "main", set).first?.stop.map { "\($0)" }
  }

  @Test("A split scales them, those of an entry and those that were set later")
  func splits() throws {
    let bought = try entry(.buy, 10, at: 1, stop: 80)
    #expect(try stop([bought]) == "80")
    #expect(try stop([bought, split(4, at: 2)]) == "20")
    let set = ["A": PositionLevels(stop: Money(90), goal: nil, after: 1)]
    #expect(try stop([bought], set) == "90")
    #expect(try stop([bought, split(2, at: 2)], set) == "45")
    let later = ["A": PositionLevels(stop: Money(40), goal: nil, after: 2)]
    #expect(try stop([bought, split(2, at: 2)], later) == "40")
  }

  @Test("They end with the position, and a later purchase with a stop takes their place")
  func ends() throws {
    let bought = try entry(.buy, 10, at: 1, stop: 80)
    let set = ["A": PositionLevels(stop: Money(90), goal: nil, after: 1)]
    let sold = [bought, try entry(.sell, 10, at: 2)]
    #expect(try stop(sold + [try entry(.buy, 5, at: 3)], set) == nil)
    #expect(try stop([bought, try entry(.buy, 5, at: 3, stop: 85)], set) == "85")
    #expect(try stop([bought, try entry(.buy, 5, at: 3)], set) == "90")
  }
}
