import Calendar
import Columns
import TestSupport
import Testing

@testable import Strategies

@Suite("The search for columns that know later bars")
struct LookAheadScanTests {
  private static let bars = {
    var walk = RandomBars()
    (walk.gap, walk.move) = (0.002, 0.012)
    return walk.bars(3000, seed: 11, timeframe: .day)
  }()

  private static func finding(_ value: (_ close: [Double], _ index: Int) -> Double) -> LookAheadFinding? {
    let close = bars.close.values
    let column = Column(close.indices.map { value(close, $0) })
    return LookAheadScan(bars: bars, range: 0..<close.count).finding("score", column)
  }

  /// The sum of twelve even numbers, less its mean: of deviation 1, and close enough to normal.
  private static func normal(_ dice: inout Dice) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + dice.number(0...1) }
  }

  private static func mean(_ close: [Double], _ range: ClosedRange<Int>) -> Double {
    guard range.lowerBound >= 0, range.upperBound < close.count else { return .nan }
    return close[range].reduce(0, +) / Double(range.count)
  }

  @Test("Averages around a bar, scores of later returns, lows seen from behind and later closes are found")
  func leaks() {
    var dice = Dice(3)
    let noise = (0..<3000).map { _ in Self.normal(&dice) }
    #expect(Self.finding { Self.mean($0, $1 - 5...$1 + 5) } != nil)
    #expect(Self.finding { $1 + 10 < $0.count ? $0[$1 + 10] : .nan }?.holds == "the close of the bar 10 later")
    // A score that is half noise: its correlation with the returns of the next bars is far below one half.
    #expect(
      Self.finding { $1 + 1 < $0.count ? ($0[$1 + 1] / $0[$1] - 1) / 0.007 + 2.5 * noise[$1] : .nan }?.kind
        == .correlation)
    #expect(
      Self.finding { $1 + 20 < $0.count ? ($0[$1 + 20] / $0[$1] - 1) / 0.03 + noise[$1] : .nan }?.kind == .correlation)
    let low = Self.finding { close, index in
      guard index >= 10, index + 10 < close.count else { return 0 }
      return close[index] == close[index - 10...index + 10].min() ? 1 : 0
    }
    #expect(low?.kind == .event)
  }

  @Test("What is known at the close of a bar is not found, whatever it is")
  func honest() {
    var dice = Dice(4)
    let noise = (0..<3000).map { _ in Self.normal(&dice) }
    #expect(Self.finding { Self.mean($0, $1 - 10...$1) } == nil)
    #expect(Self.finding { close, index in index > 0 ? close[index] / close[index - 1] - 1 : .nan } == nil)
    #expect(Self.finding { _, index in noise[index] } == nil)
    #expect(Self.finding { _, index in noise[...index].suffix(200).reduce(0, +) } == nil)
    #expect(Self.finding { _, index in Double(index) } == nil)
    #expect(
      Self.finding { close, index in
        index >= 20 && close[index] == close[index - 20...index].min() ? 1 : 0
      } == nil)
  }
}
