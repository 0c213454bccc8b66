import Indicators

/// The highest value of each window from index `period - 1` on; `target` is not `source`.
///
/// Van Herk's scheme: a window is the end of one block and the beginning of the next, so three comparisons a bar
/// suffice for any period; four blocks at a time.
func windowHighest(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  windowExtremes(
    count, period, from: -.infinity, target, value: { $1.load(source + $0) }, choose: { larger($0, $1) })
}

/// The lowest value of each window from index `period - 1` on; `target` is not `source`.
func windowLowest(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  windowExtremes(
    count, period, from: .infinity, target, value: { $1.load(source + $0) }, choose: { smaller($0, $1) })
}

@inline(__always)
private func windowExtremes(
  _ count: Int,
  _ period: Int,
  from none: Double,
  _ target: Target,
  value: (_ index: Int, _ lanes: Lanes) -> SIMD4<Double>,
  choose: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
) {
  guard period > 0, count >= period else { return }
  let ends = UnsafeMutablePointer<SIMD4<Double>>.allocate(capacity: period)
  defer { ends.deallocate() }
  var prefix = SIMD4(repeating: none)
  for index in 0..<period { prefix = choose(value(index, .single), prefix) }
  target[period - 1] = prefix[0]
  forEachFourBlocks(count, period) { origin, length, lanes in
    var suffix = SIMD4(repeating: none)
    ends[period - 1] = suffix
    var j = period &- 2
    while j >= 0 {
      suffix = choose(value(origin &+ j &+ 1 &- period, lanes), suffix)
      ends[j] = suffix
      j &-= 1
    }
    var prefix = SIMD4(repeating: none)
    j = 0
    while j < length {
      prefix = choose(value(origin &+ j, lanes), prefix)
      lanes.store(choose(ends[j], prefix), target + (origin &+ j))
      j &+= 1
    }
  }
}

/// Walks a window and hands its extremes to `body`, for four windows at a time, not in the order of the bars.
@inline(__always)
func forEachFourRanges(
  _ highs: Source,
  _ lows: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ lanes: Lanes, _ highest: SIMD4<Double>, _ lowest: SIMD4<Double>) -> Void
) {
  guard period > 0, count >= period else { return }
  let ends = UnsafeMutablePointer<LanePair>.allocate(capacity: period)
  defer { ends.deallocate() }
  let none = LanePair(SIMD4(repeating: -Double.infinity), SIMD4(repeating: Double.infinity))
  var range = none
  for index in 0..<period {
    range.first = larger(SIMD4(repeating: highs[index]), range.first)
    range.second = smaller(SIMD4(repeating: lows[index]), range.second)
  }
  body(period - 1, .single, range.first, range.second)
  forEachFourBlocks(count, period) { origin, length, lanes in
    var range = none
    ends[period - 1] = none
    var j = period &- 2
    while j >= 0 {
      let index = origin &+ j &+ 1 &- period
      range.first = larger(lanes.load(highs + index), range.first)
      range.second = smaller(lanes.load(lows + index), range.second)
      ends[j] = range
      j &-= 1
    }
    range = none
    j = 0
    while j < length {
      let index = origin &+ j
      range.first = larger(lanes.load(highs + index), range.first)
      range.second = smaller(lanes.load(lows + index), range.second)
      body(index, lanes, larger(ends[j].first, range.first), smaller(ends[j].second, range.second))
      j &+= 1
    }
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

/// The number of bars since the highest value of each window, the latest of equals; from index `period - 1`
/// on.
///
/// With `sign` -1 the lowest.
func windowAge(ofExtreme source: Source, sign: Double, _ count: Int, _ period: Int, _ target: Target) {
  guard period > 0, count >= period else { return }
  // The highest value from a bar to the block's end, and its place, counted from the block's first bar.
  let ends = UnsafeMutablePointer<LanePair>.allocate(capacity: period)
  defer { ends.deallocate() }
  let signs = SIMD4(repeating: sign)
  let none = LanePair(SIMD4(repeating: -Double.infinity), .zero)
  var best = none
  for index in 0..<period {
    let value = SIMD4(repeating: source[index] * sign)
    best.second = choose(best.first, above: value, best.second, else: SIMD4(repeating: Double(index)))
    best.first = larger(value, best.first)
  }
  target[period - 1] = Double(period - 1) - best.second[0]
  forEachFourBlocks(count, period) { origin, length, lanes in
    var best = none
    ends[period - 1] = none
    var j = period &- 2
    var position = SIMD4(repeating: -1.0)
    while j >= 0 {
      let value = lanes.load(source + (origin &+ j &+ 1 &- period)) * signs
      best.second = choose(value, above: best.first, position, else: best.second)
      best.first = larger(value, best.first)
      ends[j] = best
      position -= .one
      j &-= 1
    }
    best = none
    position = .zero
    j = 0
    while j < length {
      let index = origin &+ j
      let value = lanes.load(source + index) * signs
      best.second = choose(best.first, above: value, best.second, else: position)
      best.first = larger(value, best.first)
      let latest = choose(ends[j].first, above: best.first, ends[j].second, else: best.second)
      lanes.store(position - latest, target + index)
      position += .one
      j &+= 1
    }
  }
}

/// The larger of two values that are not NaN: one machine instruction, unlike `max`.
@inline(__always)
func larger(_ left: Double, _ right: Double) -> Double { left > right ? left : right }

/// The smaller of two values that are not NaN.
@inline(__always)
func smaller(_ left: Double, _ right: Double) -> Double { left < right ? left : right }
