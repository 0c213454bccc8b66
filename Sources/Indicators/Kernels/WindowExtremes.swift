/// The highest value of each window from index `period - 1` on; `target` is not `source`.
///
/// Van Herk's scheme: a window is the end of one block and the beginning of the next, so three comparisons a
/// bar suffice, whatever the period.
func windowHighest(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  guard period > 0, count >= period else { return }
  if period == 1 {
    target.update(from: source, count: count)
    return
  }
  let ends = UnsafeMutablePointer<Double>.allocate(capacity: period)
  defer { ends.deallocate() }
  var prefix = source[0]
  for index in 0..<period { prefix = larger(source[index], prefix) }
  target[period - 1] = prefix
  var origin = period
  while origin < count {
    let last = min(period, count - origin)
    let before = source + (origin + 1 - period)
    ends[period - 1] = -.infinity
    var suffix = -Double.infinity
    var j = period - 2
    while j >= 0 {
      suffix = larger(before[j], suffix)
      ends[j] = suffix
      j &-= 1
    }
    let block = source + origin
    let results = target + origin
    prefix = -.infinity
    j = 0
    while j < last {
      prefix = larger(block[j], prefix)
      results[j] = larger(ends[j], prefix)
      j &+= 1
    }
    origin += period
  }
}

/// The lowest value of each window from index `period - 1` on; `target` is not `source`.
func windowLowest(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  guard period > 0, count >= period else { return }
  if period == 1 {
    target.update(from: source, count: count)
    return
  }
  let ends = UnsafeMutablePointer<Double>.allocate(capacity: period)
  defer { ends.deallocate() }
  var prefix = source[0]
  for index in 0..<period { prefix = smaller(source[index], prefix) }
  target[period - 1] = prefix
  var origin = period
  while origin < count {
    let last = min(period, count - origin)
    let before = source + (origin + 1 - period)
    ends[period - 1] = .infinity
    var suffix = Double.infinity
    var j = period - 2
    while j >= 0 {
      suffix = smaller(before[j], suffix)
      ends[j] = suffix
      j &-= 1
    }
    let block = source + origin
    let results = target + origin
    prefix = .infinity
    j = 0
    while j < last {
      prefix = smaller(block[j], prefix)
      results[j] = smaller(ends[j], prefix)
      j &+= 1
    }
    origin += period
  }
}

/// Walks a window and hands its extremes to `body`: the highest of `highs` and the lowest of `lows`.
@inline(__always)
func forEachRange(
  _ highs: Source,
  _ lows: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ highest: Double, _ lowest: Double) -> Void
) {
  guard period > 0, count >= period else { return }
  let high = UnsafeMutablePointer<Double>.allocate(capacity: 2 * period)
  defer { high.deallocate() }
  let low = high + period
  var top = -Double.infinity
  var bottom = Double.infinity
  for index in 0..<period {
    top = larger(highs[index], top)
    bottom = smaller(lows[index], bottom)
  }
  body(period - 1, top, bottom)
  var origin = period
  while origin < count {
    let last = min(period, count - origin)
    let start = origin + 1 - period
    high[period - 1] = -.infinity
    low[period - 1] = .infinity
    top = -.infinity
    bottom = .infinity
    var j = period - 2
    while j >= 0 {
      top = larger(highs[start &+ j], top)
      bottom = smaller(lows[start &+ j], bottom)
      high[j] = top
      low[j] = bottom
      j &-= 1
    }
    top = -.infinity
    bottom = .infinity
    j = 0
    while j < last {
      top = larger(highs[origin &+ j], top)
      bottom = smaller(lows[origin &+ j], bottom)
      body(origin &+ j, larger(high[j], top), smaller(low[j], bottom))
      j &+= 1
    }
    origin += period
  }
}

/// How many bars ago the highest value of each window stood, the latest of equals; from index `period - 1`
/// on.
///
/// With `sign` -1 the lowest.
func windowAge(ofExtreme source: Source, sign: Double, _ count: Int, _ period: Int, _ target: Target) {
  guard period > 0, count >= period else { return }
  // The highest value from a bar to the block's end, and where it stands.
  let highest = UnsafeMutablePointer<Double>.allocate(capacity: period)
  let places = UnsafeMutablePointer<Int>.allocate(capacity: period)
  defer {
    highest.deallocate()
    places.deallocate()
  }
  var origin = 0
  while origin < count {
    var top = -Double.infinity
    var place = origin
    highest[period - 1] = top
    places[period - 1] = place
    var j = period - 2
    while origin > 0, j >= 0 {
      let index = origin &+ j &+ 1 &- period
      let value = source[index] * sign
      let isHigher = value > top
      place = isHigher ? index : place
      top = isHigher ? value : top
      highest[j] = top
      places[j] = place
      j &-= 1
    }
    let last = min(period, count - origin)
    top = -.infinity
    j = 0
    while j < last {
      let index = origin &+ j
      let value = source[index] * sign
      let isHigher = value >= top
      place = isHigher ? index : place
      top = isHigher ? value : top
      if index &+ 1 >= period {
        target[index] = Double(index &- (highest[j] > top ? places[j] : place))
      }
      j &+= 1
    }
    origin += period
  }
}

/// The larger of two values that are not NaN: one machine instruction, unlike `max`.
@inline(__always)
func larger(_ left: Double, _ right: Double) -> Double { left > right ? left : right }

/// The smaller of two values that are not NaN.
@inline(__always)
func smaller(_ left: Double, _ right: Double) -> Double { left < right ? left : right }
