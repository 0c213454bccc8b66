import Indicators

/// A bar of a tile and the bars before it, one value at a time.
///
/// Patterns ask it about the few bars that the sets of features leave. `ago` counts bars back.
struct Candle {
  private let prices: CandlePrices

  /// The bar at an index of the tile; negative ones are before it.
  @inline(__always)
  init(_ tile: CandleTile, _ index: Int) { prices = tile.prices.advanced(by: index) }

  @inline(__always) func open(_ ago: Int) -> Double { prices.open[0 &- ago] }
  @inline(__always) func high(_ ago: Int) -> Double { prices.high[0 &- ago] }
  @inline(__always) func low(_ ago: Int) -> Double { prices.low[0 &- ago] }
  @inline(__always) func close(_ ago: Int) -> Double { prices.close[0 &- ago] }

  /// The upper end of the body.
  @inline(__always)
  func top(_ ago: Int) -> Double { close(ago) >= open(ago) ? close(ago) : open(ago) }

  /// The lower end of the body.
  @inline(__always)
  func bottom(_ ago: Int) -> Double { close(ago) >= open(ago) ? open(ago) : close(ago) }

  @inline(__always) func body(_ ago: Int) -> Double { (close(ago) - open(ago)).magnitude }
  @inline(__always) func range(_ ago: Int) -> Double { high(ago) - low(ago) }
  @inline(__always) func upperShadow(_ ago: Int) -> Double { high(ago) - top(ago) }
  @inline(__always) func lowerShadow(_ ago: Int) -> Double { bottom(ago) - low(ago) }

  /// The largest distance of prices that count as near each other.
  func near(_ ago: Int) -> Double { CandleSetting.nearFactor * meanRangeOfFive(ago) }

  /// The least distance of prices that count as far from each other.
  func far(_ ago: Int) -> Double { CandleSetting.farFactor * meanRangeOfFive(ago) }

  /// The largest distance of prices that count as the same.
  func equal(_ ago: Int) -> Double { CandleSetting.equalFactor * meanRangeOfFive(ago) }

  /// The body up to which a bar is a doji.
  func dojiBody(_ ago: Int) -> Double {
    CandleSetting.dojiFactor * (sumOfTen { range(ago + $0 + 2) + range(ago + $0 + 1) } / 10)
  }

  /// The length below which a shadow is short.
  func shortShadow(_ ago: Int) -> Double {
    sumOfTen { shadows(ago + $0 + 2) + shadows(ago + $0 + 1) } / 10 / 2
  }

  /// True if two prices are not farther apart than `distance`.
  @inline(__always)
  func isWithin(_ distance: Double, _ price: Double, of other: Double) -> Bool {
    price <= other + distance && price >= other - distance
  }

  private func shadows(_ ago: Int) -> Double { upperShadow(ago) + lowerShadow(ago) }

  private func meanRangeOfFive(_ ago: Int) -> Double {
    sumOfFive({ range(ago + $0 + 2) + range(ago + $0 + 1) }, last: range(ago + 1)) / 5
  }
}
