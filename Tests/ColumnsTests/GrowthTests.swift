import Calendar
import Columns
import TestSupport
import Testing

@Suite("Bars that grow")
struct GrowthTests {
  private static func whole(_ seed: UInt64, _ count: Int = 300) -> Bars {
    var walk = RandomBars()
    walk.holes = 0.1
    return walk.bars(count, seed: seed)
  }

  /// The bits of all columns, in which missing values are equal.
  private static func bits(_ bars: Bars) -> [[UInt64]] {
    [bars.times.array, bars.closings()].map { $0.map { UInt64(bitPattern: $0.milliseconds) } }
      + [bars.open, bars.high, bars.low, bars.close, bars.volume].map { $0.values.map(\.bitPattern) }
  }

  @Test("Bars appended in any pieces are those of all at once, and who holds fewer sees these", arguments: 0..<40)
  func pieces(seed: UInt64) throws {
    let whole = Self.whole(seed)
    var dice = Dice(seed)
    var grown = whole.slice(0..<dice.whole(0...whole.count))
    var held: [Bars] = []
    while grown.count < whole.count {
      held.append(grown)
      let next = grown.count..<dice.whole(grown.count...min(whole.count, grown.count + dice.pick([1, 2, 50])))
      grown = try grown.appending(whole.slice(next))
    }
    #expect(Self.bits(grown) == Self.bits(whole))
    for bars in held { #expect(Self.bits(bars) == Self.bits(whole.slice(0..<bars.count))) }
  }

  @Test("Two that grow from the same bars do not see each other", arguments: 0..<20)
  func branches(seed: UInt64) throws {
    let (whole, other) = (Self.whole(seed), Self.whole(seed + 1000))
    // One append gives the memory room for more.
    let base = try whole.slice(0..<100).appending(whole.slice(100..<101))
    let first = try base.appending(whole.slice(101..<150))
    let second = try base.appending(other.slice(101..<160))
    let third = try first.prefix(120).appending(other.slice(120..<130))
    #expect(Self.bits(first) == Self.bits(whole.slice(0..<150)))
    #expect(Self.bits(second)[2][101...] == Self.bits(other.slice(0..<160))[2][101...])
    #expect(Self.bits(third)[5][..<120] == Self.bits(whole)[5][..<120])
    #expect(Self.bits(base) == Self.bits(whole.slice(0..<101)))
  }

  @Test("Bars of the same time are replaced, late ones put in, later ones appended", arguments: 0..<40)
  func revising(seed: UInt64) throws {
    let (whole, corrected) = (Self.whole(seed), Self.whole(seed + 1000))
    var dice = Dice(seed)
    // Some bars are missing at first, and some are others than they turn out to be.
    let kept = whole.times.indices.filter { _ in dice.whole(0...9) > 0 }.prefix(dice.whole(1...280))
    func chosen(_ source: Bars, _ indices: some Collection<Int>) throws -> Bars {
      try indices.reduce(source.slice(0..<0)) { try $0.appending(source.slice($1..<$1 + 1)) }
    }
    let base = try chosen(whole, kept)
    let before = Self.bits(base)
    let others = whole.times.indices.filter { $0 > 200 && dice.whole(0...1) == 0 }
    let revised = try base.revising(try chosen(corrected, others))
    let all = Set(kept).union(others).sorted()
    var expected = try chosen(whole, all)
    for (place, index) in all.enumerated() where others.contains(index) {
      expected.open[place] = corrected.open[index]
      expected.high[place] = corrected.high[index]
      expected.low[place] = corrected.low[index]
      expected.close[place] = corrected.close[index]
      expected.volume[place] = corrected.volume[index]
    }
    #expect(Self.bits(revised) == Self.bits(expected))
    #expect(Self.bits(base) == before)
  }

  @Test("Appending copies the new bars alone, until the room is used up")
  func memory() throws {
    func place(_ bars: Bars) -> UnsafePointer<Double>? { bars.close.values.withUnsafeBufferPointer { $0.baseAddress } }
    let whole = Self.whole(1, 2000)
    var bars = whole.slice(0..<1000)
    var moves = 0
    for index in 1000..<2000 {
      let before = bars
      bars = try bars.appending(whole.slice(index..<index + 1))
      if place(bars) != place(before) { moves += 1 }
    }
    #expect(moves == 2)
    // A change of one is made in memory of its own.
    let held = bars
    bars.close[5] = -1
    #expect(held.close[5] == whole.close[5] && place(held) != place(bars))
  }

  @Test("Bars that do not follow, are in no order or have another length are refused")
  func refusals() throws {
    let whole = Self.whole(2, 10)
    let base = whole.prefix(5)
    #expect(throws: GrowthError.notLater(whole.times[4], last: whole.times[4])) {
      try base.appending(whole.slice(4..<6))
    }
    var days = whole
    days.timeframe = .day
    #expect(throws: GrowthError.otherTimeframe(.day, has: .hour)) { try base.revising(days) }
    var unordered = whole.slice(5..<8)
    unordered.times[2] = unordered.times[0]
    #expect(throws: GrowthError.notRising(unordered.times[2])) { try base.appending(unordered) }
    #expect(try base.appending(whole.slice(0..<0)) == base)
  }

  @Test("Stated closes continue, and are the calendar's if there are none")
  func closes() throws {
    var whole = Self.whole(3, 20)
    let late = whole.closings().map { Timestamp(milliseconds: $0.milliseconds + 60_000) }
    whole.closingTimes = late
    var later = whole.slice(8..<20)
    #expect(try whole.slice(0..<8).appending(later).closings() == late)
    later.closingTimes = nil
    let mixed = try whole.slice(0..<8).appending(later)
    #expect(mixed.closings() == late[..<8] + later.closings())
    var plain = Self.whole(3, 20)
    plain = try plain.slice(0..<8).appending(plain.slice(8..<20))
    #expect(plain.closingTimes == nil)
  }
}
