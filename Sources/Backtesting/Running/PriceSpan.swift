import CLanes

/// The lowest and the highest of some prices.
struct PriceSpan {
  var lowest: Double
  var highest: Double

  /// Takes in the lows and the highs from a bar on and before another; missing ones are left out.
  @inline(__always)
  mutating func widen(over first: Int, _ end: Int, _ prices: Prices) {
    guard first < end, let high = prices.high.baseAddress, let low = prices.low.baseAddress else { return }
    guard end &- first >= 4 else {
      for bar in first..<end {
        if low[bar] < lowest { lowest = low[bar] }
        if high[bar] > highest { highest = high[bar] }
      }
      return
    }
    var lows = SIMD4(repeating: lowest)
    var highs = SIMD4(repeating: highest)
    // A missing price is the left one, which leaves the right.
    @inline(__always)
    func take(_ bar: Int) {
      lows = lanes_smaller(UnsafeRawPointer(low + bar).loadUnaligned(as: SIMD4<Double>.self), lows)
      highs = lanes_larger(UnsafeRawPointer(high + bar).loadUnaligned(as: SIMD4<Double>.self), highs)
    }
    // The last four are taken as they are, some of them for the second time: that changes nothing.
    let last = end &- 4
    var bar = first
    while bar < last {
      take(bar)
      bar &+= 4
    }
    take(last)
    let low2 = lanes_smaller(lows, SIMD4(lowHalf: lows.highHalf, highHalf: lows.lowHalf))
    let high2 = lanes_larger(highs, SIMD4(lowHalf: highs.highHalf, highHalf: highs.lowHalf))
    lowest = low2.x < low2.y ? low2.x : low2.y
    highest = high2.x > high2.y ? high2.x : high2.y
  }
}
