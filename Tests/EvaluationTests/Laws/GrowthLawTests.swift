import Columns
import Evaluation
import Language
import TestSupport
import Testing

@Suite("A series that grows has the values of one that was loaded at once")
struct GrowthLawTests {
  private static func values(_ text: String, on series: Series) throws -> [UInt64] {
    bits(try Plannable(text).column(on: series).values)
  }

  @Test("Random expressions after each piece, and on the series before it", arguments: Thoroughness.some(0..<8))
  func expressions(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed) + 90_000)
    let whole = randomBars(240, seed: UInt64(seed) + 5, holes: 0.02)
    var series = Series(name: "X", bars: whole.prefix(random.dice.whole(1...200)))
    while series.bars.count < whole.count {
      let texts = (0..<6).map { _ in random.dice.whole(0...1) == 0 ? random.series(4) : random.truth(4) }
      let before = try texts.map { try Self.values($0, on: series) }
      let next = series.bars.count..<min(whole.count, series.bars.count + random.dice.whole(1...20))
      let longer = try series.appending(whole.slice(next))
      let fresh = Series(name: "X", bars: whole.slice(0..<next.upperBound))
      for (text, former) in zip(texts, before) {
        #expect(try Self.values(text, on: longer) == Self.values(text, on: fresh), "\(text) on \(next.upperBound) bars")
        #expect(try Self.values(text, on: series) == former, "\(text) on \(next.lowerBound) bars")
      }
      #expect(longer.id != series.id && longer.id.source == series.id.source)
      series = longer
    }
  }

  @Test("A corrected bar gives the values of the corrected series", arguments: 0..<8)
  func corrections(seed: Int) throws {
    var random = RandomExpressions(seed: UInt64(seed) + 91_000)
    let (whole, other) = (randomBars(120, seed: UInt64(seed)), randomBars(120, seed: UInt64(seed) + 77))
    let series = Series(name: "X", bars: whole)
    let first = random.dice.whole(100...119)
    let revised = try series.revising(other.slice(first..<120))
    let expected = Series(name: "X", bars: try whole.slice(0..<first).appending(other.slice(first..<120)))
    for _ in 0..<10 {
      let text = random.series(4)
      #expect(try Self.values(text, on: revised) == Self.values(text, on: expected), "\(text)")
    }
  }

  @Test("The columns of an end that has moved leave the cache")
  func cache() throws {
    let budget = ColumnBudget()
    let whole = randomBars(100, seed: 3)
    let series = Series(name: "X", bars: whole.prefix(99), columns: budget)
    _ = try Self.values("sma(close, 5)", on: series)
    #expect(series.cache.count == 1)
    let longer = try series.appending(whole.slice(99..<100))
    #expect(series.cache.count == 0 && budget.bytes == 0)
    _ = try Self.values("sma(close, 5)", on: longer)
    #expect(longer.cache.count == 1)
  }
}
