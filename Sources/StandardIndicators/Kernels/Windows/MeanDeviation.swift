import Indicators

/// The longest window whose distances are added up one by one: that beats keeping the bars in order until
/// then.
let longestAddedWindow = 96

/// Writes the mean of each window, and the mean distance of its values from it, from index `period - 1` on.
func writeMeanDeviation(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  mean: Target,
  _ deviation: Target
) {
  let share = 1 / Double(period)
  let isShort = period <= longestAddedWindow
  let shares = SIMD4(repeating: share)
  forEachFourWindows(
    count,
    period,
    value: { index, origin, lanes in lanes.load(source + index) - lanes.load(source + origin) },
    body: { last, origin, lanes, sums in
      lanes.store(lanes.load(source + origin) + sums * shares, mean + last)
      if !isShort { lanes.store(sums, deviation + last) }
    }
  )
  if isShort {
    forEachEight(period - 1..<count) { index, count in
      let centers = EightLanes(mean + index, count)
      var sums = EightLanes(.zero, .zero)
      var first = index &+ 1 &- period
      while first <= index {
        sums = sums + (EightLanes(source + first, count) - centers).map(\.magnitudes)
        first &+= 1
      }
      (sums * share).store(count, deviation + index)
    }
    return
  }
  SortedBlocks.forEach(source, count, period) { block, start, sorted in
    var window = SplitWindow(sorted, origin: source[block.lowerBound])
    for slot in max(block.lowerBound + 1 - period, 0) - start..<block.lowerBound - start {
      window.insert(slot)
    }
    for index in block {
      let slot = index &- start
      window.insert(slot)
      if index &+ 1 < period { continue }
      var sum = window.sumOfDistances(from: mean[index], sum: deviation[index], period)
      if sum == nil {
        // Values of very different size, or an overflow.
        sum = sumOfDistances(source + (index &+ 1 &- period), period, from: mean[index])
        window.forget()
      }
      deviation[index] = (sum ?? 0) * share
      window.remove(slot &+ 1 &- period)
    }
    window.free()
  }
}

/// The sum of the distances of values from a center.
@inline(__always)
func sumOfDistances(_ window: Source, _ period: Int, from center: Double) -> Double {
  var lanes = SIMD8<Double>.zero
  var index = 0
  while index &+ 8 <= period {
    let values = UnsafeRawPointer(window + index).loadUnaligned(as: SIMD8<Double>.self) - center
    lanes += values.replacing(with: 0 - values, where: values .< 0)
    index &+= 8
  }
  var sum = lanes.sum()
  while index < period {
    sum += (window[index] - center).magnitude
    index &+= 1
  }
  return sum
}
