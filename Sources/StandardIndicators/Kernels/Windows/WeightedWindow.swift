import Indicators

/// Writes the sum of each window's values times weights of any shape, the oldest first, from index
/// `period - 1` on.
///
/// Weights without a rule from one bar to the next leave nothing to carry over: the cost grows with the period.
/// EightLanes windows are summed at a time, each in the order of its bars, so that the last few of a series have the
/// bits they have in a longer one.
func writeWeighted(_ source: Source, _ count: Int, _ weights: Source, _ period: Int, _ target: Target) {
  // Weights that round to nothing need no multiplication.
  var (first, end) = (0, period)
  while first < end, weights[first] == 0 { first += 1 }
  while end > first, weights[end - 1] == 0 { end -= 1 }
  var last = period - 1
  while last &+ 8 <= count {
    let window = source + (last &+ 1 &- period)
    var sums = SIMD8<Double>.zero
    for index in first..<end {
      sums += UnsafeRawPointer(window + index).loadUnaligned(as: SIMD8<Double>.self) * weights[index]
    }
    UnsafeMutableRawPointer(target + last).storeBytes(of: sums, as: SIMD8<Double>.self)
    last &+= 8
  }
  while last < count {
    let window = source + (last &+ 1 &- period)
    var sum = 0.0
    for index in first..<end { sum += window[index] * weights[index] }
    target[last] = sum
    last &+= 1
  }
}
