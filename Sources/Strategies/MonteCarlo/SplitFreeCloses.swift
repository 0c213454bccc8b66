import Columns
import Evaluation

extension Evaluation.Series {
  /// The growth of the closes of a window, as a holder sees it whose units a split changes.
  ///
  /// It is that from one close to the next, and missing if there is none; dividends are left as they are.
  func growthWithoutSplits(in range: Range<Int>) -> [Double] {
    let closes = closesWithoutSplits(in: range)
    var last = closes.first ?? .nan
    return closes.dropFirst().map { close in
      defer { if !close.isNaN { last = close } }
      return close / last
    }
  }

  /// The closes of a window in units of its first bar: splits after it change nothing.
  package func closesWithoutSplits(in range: Range<Int>) -> [Double] {
    let closes = bars.close.values[range]
    guard let units = unitsAfterSplits(in: range) else { return Array(closes) }
    return zip(closes, units).map { $0 * $1 }
  }

  /// The units that one at the first bar of a window has become by splits at each of its bars; nil if there are none.
  package func unitsAfterSplits(in range: Range<Int>) -> [Double]? {
    let splits = bars.barActions(actions).filter { $0.ratio != 1 && $0.index > range.lowerBound }
    guard !splits.isEmpty else { return nil }
    var next = splits.startIndex
    var units = 1.0
    return range.map { index in
      while next < splits.endIndex, splits[next].index <= index {
        units *= splits[next].ratio
        next += 1
      }
      return units
    }
  }
}
