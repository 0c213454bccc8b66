public import Columns

/// The shorter bars inside the bars of a run, which show the path of the price through each.
///
/// A bar whose shorter ones do not have its open, its high and its low has none: they are of other prices, or some are
/// missing.
public struct FinerBars: Sendable {
  /// The shorter bars.
  public let bars: Bars
  /// The shorter bars inside each bar of the run; empty if it has none.
  public private(set) var ranges: [Range<Int>]

  /// Finds the shorter bars inside longer ones, by the times at which these open and close.
  public init(_ bars: Bars, inside longer: Bars) {
    self.bars = bars
    let closings = longer.closings()
    ranges = longer.times.indices.map { index in
      let range = bars.firstIndex(notBefore: longer.times[index])..<bars.firstIndex(notBefore: closings[index])
      return Self.agree(bars, range, longer, index) ? range : 0..<0
    }
  }

  private static func agree(_ bars: Bars, _ range: Range<Int>, _ longer: Bars, _ index: Int) -> Bool {
    guard let first = range.first else { return false }
    func isSame(_ left: Double, _ right: Double) -> Bool { abs(left - right) <= 1e-6 * abs(right) }
    let high = range.reduce(-Double.infinity) { max($0, bars.high.values[$1]) }
    let low = range.reduce(Double.infinity) { min($0, bars.low.values[$1]) }
    return isSame(bars.open.values[first], longer.open.values[index]) && isSame(high, longer.high.values[index])
      && isSame(low, longer.low.values[index])
  }

  /// The same for the first bars alone.
  public func prefix(_ count: Int) -> FinerBars {
    var prefix = self
    prefix.ranges = Array(ranges.prefix(count))
    return prefix
  }

  /// The number of bars of a window that have no shorter ones.
  public func missing(in window: Range<Int>) -> Int { ranges[window].count(where: \.isEmpty) }
}

extension BarLoop {
  /// Follows the price through the shorter bars of a bar, each as a bar is followed.
  mutating func passFiner(_ finer: FinerBars, _ range: Range<Int>, in bar: Bar) {
    let prices = finer.bars
    for place in range {
      let open = prices.open.values[place]
      let (high, low, close) = (prices.high.values[place], prices.low.values[place], prices.close.values[place])
      guard !open.isNaN else { continue }
      // At the first of them everything was filled that the open fills.
      if isResting, place > range.lowerBound, resting?.type != .market {
        fillResting(atOpen: open, index: bar.index, .inside)
      }
      let limit = canBeLiquidated && isHolding ? signedLiquidation : -.infinity
      if hasLevels, !lots.isEmpty { judgeLevels(index: bar.index, open: open, high: high, low: low, above: limit) }
      if isResting { reachResting(inside: bar.index, open: open, high: high, low: low, close: close) }
      if canBeLiquidated, isHolding { liquidate(at: bar.index, open: open, high: high, low: low) }
    }
    passRestingBar(bar.index)
  }
}
