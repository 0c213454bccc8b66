/// The bars that share a column of pixels, so that a picture of a million bars has no more points than pixels.
///
/// If there are fewer bars than columns, each bar has its own.
package struct PixelColumns {
  /// The number of bars.
  let bars: Int
  /// The number of columns.
  let count: Int

  /// The columns of some bars on a width.
  ///
  /// - Parameter least: the least width of a column in pixels.
  package init(bars: Int, width: Double, least: Double) {
    self.bars = bars
    count = max(min(bars, Int(width / least)), bars > 0 ? 1 : 0)
  }

  /// Some bars in a number of columns.
  init(bars: Int, columns: Int) {
    self.bars = bars
    count = min(bars, columns)
  }

  /// The bars of a column.
  func range(_ column: Int) -> Range<Int> {
    guard bars > count else { return column..<(column + 1) }
    return (column * bars / count)..<((column + 1) * bars / count)
  }

  /// The values at which a line through some bars has its ends, its top and its bottom, in order; nil breaks the line.
  ///
  /// - Parameters:
  ///   - breaks: bars before which the line is broken, rising.
  ///   - visit: gets the bar and its value.
  package func outline(_ values: [Double], breaks: [Int] = [], _ visit: (_ bar: Int, _ value: Double?) -> Void) {
    var coming = breaks[...]
    values.withUnsafeBufferPointer { values in
      for column in 0..<count {
        let range = range(column).clamped(to: 0..<values.count)
        guard range.count > 4 else {
          for bar in range {
            if let next = coming.first, next <= bar {
              coming = coming.drop { $0 <= bar }
              visit(bar, nil)
            }
            visit(bar, values[bar].isFinite ? values[bar] : nil)
          }
          continue
        }
        if let next = coming.first, next < range.upperBound {
          coming = coming.drop { $0 < range.upperBound }
          visit(range.lowerBound, nil)
        }
        outline(values, range, visit)
      }
    }
  }

  private func outline(
    _ values: UnsafeBufferPointer<Double>, _ range: Range<Int>, _ visit: (Int, Double?) -> Void
  ) {
    var (first, last, low, high) = (-1, -1, -1, -1)
    for bar in range {
      let value = values[bar]
      guard value - value == 0 else { continue }
      if first < 0 { (first, low, high) = (bar, bar, bar) }
      last = bar
      if value < values[low] { low = bar }
      if value > values[high] { high = bar }
    }
    guard first >= 0 else { return visit(range.lowerBound, nil) }
    var seen = -1
    for bar in [first, min(low, high), max(low, high), last] where bar > seen {
      visit(bar, values[bar])
      seen = bar
    }
  }

  /// The value of each column that is farthest from zero; not a number for a column without any.
  func farthest(_ values: [Double]) -> [Double] {
    (0..<count).map { column in
      var found = Double.nan
      for bar in range(column).clamped(to: 0..<values.count) where values[bar].isFinite {
        if !(abs(values[bar]) <= abs(found)) { found = values[bar] }
      }
      return found
    }
  }

  /// The least lower and the greatest upper value of each column; nil for a column that lacks one of them.
  func hull(low: [Double], high: [Double]) -> [ClosedRange<Double>?] {
    (0..<count).map { column in
      var (least, greatest) = (Double.infinity, -Double.infinity)
      for bar in range(column).clamped(to: 0..<min(low.count, high.count)) {
        if low[bar].isFinite { least = min(least, low[bar]) }
        if high[bar].isFinite { greatest = max(greatest, high[bar]) }
      }
      return least <= greatest ? least...greatest : nil
    }
  }

  /// The candle of each column: the first open, the greatest high, the least low and the last close of its bars.
  package func candles(open: [Double], high: [Double], low: [Double], close: [Double]) -> [Candle?] {
    let bars = min(min(open.count, high.count), min(low.count, close.count))
    return (0..<count).map { column in
      var found: Candle?
      for bar in range(column).clamped(to: 0..<bars) {
        let candle = Candle(open: open[bar], high: high[bar], low: low[bar], close: close[bar])
        guard candle.open.isFinite, candle.high.isFinite, candle.low.isFinite, candle.close.isFinite else { continue }
        if found == nil { found = candle } else { found?.merge(candle) }
      }
      return found
    }
  }
}
