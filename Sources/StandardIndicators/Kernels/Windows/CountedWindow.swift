import CLanes
import Indicators

/// The longest window whose values are all compared: comparisons side by side beat an order until then.
let longestCountedWindow = 200

/// The numbers of the `count` values from `source` on that are smaller than a value, and equal to it.
@inline(__always)
func countBelow(_ value: Double, _ source: Source, _ count: Int) -> (smaller: Int, equal: Int) {
  (lanes_count_below(source, count, value), lanes_count_equal(source, count, value))
}

/// Walks a window and hands to `body` how many of its values are smaller than the latest one, and how many
/// are equal to it, itself included.
@inline(__always)
func forEachRank(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ smaller: Int, _ equal: Int) -> Void
) {
  if period > longestCountedWindow {
    RankedWindow.forEach(source, count, period, hasCounts: true) { last, slot, window in
      let counts = window.counts(slot)
      body(last, counts.smaller, counts.equal)
    }
    return
  }
  var last = period - 1
  while last < count {
    let counts = countBelow(source[last], source + (last &+ 1 &- period), period)
    body(last, counts.smaller, counts.equal)
    last &+= 1
  }
}

/// Walks a window whose values are kept in order, and hands them to `body`.
@inline(__always)
func forEachSortedWindow(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ sorted: Source) -> Void
) {
  guard period > 0, count >= period else { return }
  var sorted = UnsafeMutableBufferPointer<Double>.allocate(capacity: period)
  defer { sorted.deallocate() }
  guard let values = sorted.baseAddress else { return }
  values.update(from: source, count: period)
  sorted.sort()
  body(period - 1, values)
  var last = period
  while last < count {
    let old = source[last &- period]
    let new = source[last]
    var index = countBelow(old, values, period).smaller
    // The gap left by the old value moves to the place of the new one.
    while index &+ 1 < period, values[index &+ 1] < new {
      values[index] = values[index &+ 1]
      index &+= 1
    }
    while index > 0, values[index &- 1] > new {
      values[index] = values[index &- 1]
      index &-= 1
    }
    values[index] = new
    body(last, values)
    last &+= 1
  }
}
