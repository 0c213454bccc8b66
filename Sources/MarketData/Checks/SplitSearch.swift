import Columns

/// Looks for changes of price between two bars that are those of a split of shares, and not of a crash.
///
/// A split happens overnight, to the price of every trade of the day: the open and the close both are at the new level.
/// A fall within the day is not one, nor is a fall to a half with twenty times the usual volume. From five shares for
/// one on, the volume decides: it changes with the number of shares, and if it stays, the change is a leap.
enum SplitSearch {
  /// The split that a bar would be the first after, as new shares for old ones; nil if the change is not like one.
  struct Split: Hashable {
    /// The index of the first bar at the new price.
    var index: Int
    /// New shares for each old one; below 1 for a reverse split: 0.05 is 1 for 20.
    var ratio: Double

    /// The split as people write it: `4:1`, `1:20`.
    var text: String { ratio >= 1 ? "\(Int(ratio)):1" : "1:\(Int((1 / ratio).rounded()))" }
  }

  /// The numbers of shares that companies split one share into.
  ///
  /// Three for two is left out: shares move by a half without a split too often.
  private static let usual: [Double] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100]
  /// The bars before, and from it on, whose volume a day is measured by.
  private static let volumeBars = 20
  /// The fewest that are conclusive.
  private static let leastVolumes = 3
  /// The number of shares from which on the volume decides: fewer are judged by the price alone.
  private static let large = 5.0
  /// Half way to the next smaller split.
  private static let leap = 4.5

  /// True if the open is so far from the close before that `split(at:in:)` is worth asking.
  @inline(__always)
  static func isCandidate(open: Double, before: Double) -> Bool { open > before * 1.4 || before > open * 1.4 }

  /// The split between a bar and the one before it.
  static func split(at index: Int, in bars: Bars) -> Split? {
    let (before, open, close) = (bars.close[index - 1], bars.open[index], bars.close[index])
    guard before > 0, open > 0, close > 0 else { return nil }
    let isReverse = open > before
    let change = isReverse ? open / before : before / open
    guard let count = usual.min(by: { abs(change / $0 - 1) < abs(change / $1 - 1) }) else { return nil }
    let isLarge = count >= large
    let evidence = isLarge ? volumeChanges(at: index, in: bars, with: isReverse ? 1 / count : count) : nil
    if evidence == false { return nil }
    // With the volume on its side a fall on the day of a split does not hide it; without it, the ratio alone must
    // decide.
    let slack = isLarge ? (evidence == true ? 0.3 : 0.05) : 0.1
    guard abs(change / count - 1) <= slack else { return nil }
    let closing = isReverse ? close / before : before / close
    guard abs(closing / count - 1) <= slack + 0.1 else { return nil }
    if !isReverse, !isLarge, isPanic(at: index, in: bars, shares: count) { return nil }
    return Split(index: index, ratio: isReverse ? 1 / count : count)
  }

  /// True if a price is at another level from the open on, so far away that only a large split would explain it.
  static func isLeap(at index: Int, in bars: Bars) -> Bool {
    let (before, open, close) = (bars.close[index - 1], bars.open[index], bars.close[index])
    guard before > 0, open > 0, close > 0 else { return false }
    return min(open, close) > leap * before || max(open, close) * leap < before
  }

  /// Whether the median volume of some bars changes with a ratio of shares, rather than staying; nil if either side has
  /// too few bars with a volume.
  static func volumeChanges(at index: Int, in bars: Bars, with ratio: Double) -> Bool? {
    func median(_ range: Range<Int>) -> Double? {
      let volumes = range.map { bars.volume[$0] }.filter { $0 > 0 }.sorted()
      return volumes.count < leastVolumes ? nil : volumes[volumes.count / 2]
    }
    guard let before = median(max(0, index - volumeBars)..<index),
      let after = median(index..<min(bars.count, index + volumeBars))
    else { return nil }
    let change = after / before
    // The geometric mean of no change and the ratio divides the two.
    return ratio > 1 ? change > ratio.squareRoot() : change < ratio.squareRoot()
  }

  /// True if more shares change hands than a split explains: four times as many as before, adjusted for the split.
  private static func isPanic(at index: Int, in bars: Bars, shares: Double) -> Bool {
    let past = max(0, index - volumeBars)..<index
    var sum = 0.0
    for earlier in past { sum += bars.volume[earlier] }
    let mean = sum / Double(past.count)
    return mean > 0 && bars.volume[index] > mean * shares * 4
  }
}
