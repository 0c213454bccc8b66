import Indicators

/// The memory of a series' four prices.
struct CandlePrices {
  let open: Source
  let high: Source
  let low: Source
  let close: Source

  /// The prices from `bars` bars later on.
  @inline(__always)
  func advanced(by bars: Int) -> CandlePrices {
    CandlePrices(open: open + bars, high: high + bars, low: low + bars, close: close + bars)
  }

  /// The number of bars from the first of a range on that have all four prices, until one has not.
  func completeCount(_ bars: Range<Int>) -> Int {
    var missing: SIMDMask<SIMD4<Int64>> = .init(repeating: false)
    var bar = bars.lowerBound
    while bar + 4 <= bars.upperBound {
      missing = missing .| isMissing(open + bar) .| isMissing(high + bar) .| isMissing(low + bar)
      missing = missing .| isMissing(close + bar)
      bar += 4
    }
    if any(missing) { bar = bars.lowerBound }
    while bar < bars.upperBound, isComplete(bar) { bar += 1 }
    return bar - bars.lowerBound
  }

  /// True if a bar has all four prices.
  func isComplete(_ bar: Int) -> Bool {
    !(open[bar].isNaN || high[bar].isNaN || low[bar].isNaN || close[bar].isNaN)
  }

  /// The lanes of missing values: only a missing value differs from itself.
  @inline(__always)
  private func isMissing(_ price: Source) -> SIMDMask<SIMD4<Int64>> {
    let values = UnsafeRawPointer(price).loadUnaligned(as: SIMD4<Double>.self)
    return values .!= values
  }
}
