import Backtesting
import Calendar
import Columns
import Strategies
import TestSupport
import Testing

@Suite("The search for columns that know later bars")
struct LookAheadScanTests {
  private static let bars = {
    var walk = RandomBars()
    (walk.gap, walk.move) = (0.002, 0.012)
    return walk.bars(3000, seed: 11, timeframe: .day)
  }()

  private static func finding(_ value: (_ close: [Double], _ index: Int) -> Double) -> LookAheadFinding? {
    let close = bars.close.values.array
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

  @Test("A close of a market without gaps is not said to know the next open")
  func gapless() {
    var bars = Self.bars
    bars.open = Column(bars.close.values.indices.map { bars.close.values[max(0, $0 - 1)] })
    let scan = LookAheadScan(bars: bars, range: 0..<bars.count)
    #expect(scan.finding("score", bars.close) == nil)
    #expect(scan.finding("score", Column(Array(bars.close.values.dropFirst()) + [.nan])) != nil)
  }

  @Test("Nothing known at the close of a bar is found")
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

  @Test("A rule that knows later bars is found by its signal, though no leg of it is")
  func signals() {
    let close = Self.bars.close.values.array
    let scan = LookAheadScan(bars: Self.bars, range: 0..<close.count)
    var dice = Dice(5)
    // A score of noise that knows the next bar only where it is large: its correlation with all bars is small.
    let score = close.indices.map { index in
      let noise = Self.normal(&dice)
      guard index + 1 < close.count, noise > 1.3 else { return noise }
      return close[index + 1] > close[index] ? noise : noise - 1
    }
    #expect(scan.finding("score", Column(score)) == nil)
    let high = close.indices.filter { score[$0] > 1.3 }
    #expect(scan.finding("entry in", trueOn: high)?.holds == "the return of the next bar")
    let lows = close.indices.dropFirst(5).dropLast(5).filter { close[$0] == close[$0 - 5...$0 + 5].min() }
    #expect(scan.finding("entry in", trueOn: Array(lows))?.kind == .event)
  }

  @Test("The rules of a strategy are looked at one by one, those that enter and those that leave")
  func rules() {
    let close = Self.bars.close.values.array
    func column(_ isTrue: (Int) -> Bool) -> Condition { .column(Column(close.indices.map { isTrue($0) ? 1 : 0 })) }
    let honest = column { $0 > 0 && close[$0] < close[$0 - 1] * 0.99 }
    let knows = column { $0 + 1 < close.count && close[$0 + 1] < close[$0] * 0.99 }
    let strategy = Strategy(
      name: "s", entries: [EntryRule(name: "in", side: .long, condition: honest)],
      exits: [ExitRule(name: "out", side: .long, condition: knows)])
    let found = strategy.lookAhead(on: Self.bars, in: 0..<close.count)
    #expect(found.map(\.column) == ["exit out"] && found.allSatisfy(\.isRule))
    // A crossing is a rule as well.
    let next = Column(close.indices.map { $0 + 1 < close.count ? close[$0 + 1] / close[$0] : 1 })
    let level = Column([Double](repeating: 1.004, count: close.count))
    let crossing = Strategy(
      name: "s",
      entries: [EntryRule(name: "up", side: .long, condition: .crossing(Crossing(of: next, above: level)))])
    #expect(crossing.lookAhead(on: Self.bars, in: 0..<close.count).map(\.column) == ["entry up"])
  }

  @Test("Rules that look back alone are not found, whatever they buy")
  func honestSignals() {
    var crisis = RandomBars()
    (crisis.gap, crisis.move) = (0.002, 0.012)
    for seed in 1...20 as ClosedRange<UInt64> {
      let calm = crisis.bars(1500, seed: seed, timeframe: .day)
      // Every third stretch of a hundred bars moves four times as much.
      var close = calm.close.values.array
      for index in 1..<close.count {
        let change = calm.close.values[index] / calm.close.values[index - 1] - 1
        close[index] = close[index - 1] * (1 + change * (index / 100 % 3 == 0 ? 4 : 1))
      }
      var bars = calm
      (bars.open, bars.high, bars.low, bars.close) = (Column(close), Column(close), Column(close), Column(close))
      let scan = LookAheadScan(bars: bars, range: 0..<close.count)
      func rule(_ isTrue: (Int) -> Bool) -> LookAheadFinding? {
        scan.finding("entry in", trueOn: close.indices.dropFirst(60).filter(isTrue))
      }
      func change(_ index: Int, _ length: Int) -> Double { close[index] / close[index - length] - 1 }
      #expect(rule { change($0, 1) < -0.02 } == nil, "\(seed)")
      #expect(rule { change($0, 1) > 0.02 } == nil, "\(seed)")
      #expect(rule { change($0, 20) < -0.1 } == nil, "\(seed)")
      #expect(rule { close[$0] == close[$0 - 50...$0].min() } == nil, "\(seed)")
      #expect(rule { close[$0] == close[$0 - 50...$0].max() } == nil, "\(seed)")
      #expect(rule { $0 % 21 == 0 } == nil, "\(seed)")
    }
  }
}
