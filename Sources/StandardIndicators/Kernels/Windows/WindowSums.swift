import Indicators

/// Walks a window over `count` bars and hands each full window's sums to `body`.
///
/// The bars are cut into blocks as long as the window. A window is the end of one block and the beginning of
/// the next, so its sum is a sum from the right plus a sum from the left (van Herk's scheme for extremes,
/// with addition). Nothing is ever subtracted: no error builds up, a huge value is forgotten with the bar
/// that leaves the window, and the cost does not grow with the period.
///
/// - Parameters:
///   - value: the term of a bar, given its index and the index of the block's first bar. That bar is part of
///     each window of the block, which makes its value a good origin for sums of squares.
///   - body: receives the index of the window's last bar, the index of the block's first bar and the sums.
@inline(__always)
func forEachWindow<Sums: SIMD>(
  _ count: Int,
  _ period: Int,
  value: (_ index: Int, _ origin: Int) -> Sums,
  body: (_ last: Int, _ origin: Int, _ sums: Sums) -> Void
) where Sums.Scalar == Double {
  guard period > 0, count >= period else { return }
  let ends = UnsafeMutablePointer<Sums>.allocate(capacity: period)
  defer { ends.deallocate() }
  var prefix = Sums.zero
  for index in 0..<period { prefix += value(index, 0) }
  body(period - 1, 0, prefix)
  var origin = period
  while origin < count {
    // Entry j is the sum over the bars before the block that a window ending j bars into it contains.
    let last = min(period, count - origin)
    ends[period - 1] = .zero
    var suffix = Sums.zero
    var j = period - 2
    while j >= 0 {
      suffix += value(origin &+ j &+ 1 &- period, origin)
      ends[j] = suffix
      j &-= 1
    }
    prefix = .zero
    j = 0
    while j < last {
      prefix += value(origin &+ j, origin)
      body(origin &+ j, origin, ends[j] + prefix)
      j &+= 1
    }
    origin += period
  }
}

/// Sums over a window times a factor, from index `period - 1` on; `target` may be `source`.
///
/// The scheme of `forEachWindow`.
func windowSums(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  times factor: Double,
  _ target: Target
) {
  guard period > 0, count >= period else { return }
  if period == 1 {
    for index in 0..<count { target[index] = source[index] * factor }
    return
  }
  if Source(target) == source { return windowSumsInPlace(count, period, times: factor, target) }
  let factors = SIMD4(repeating: factor)
  forEachFourWindows(
    count,
    period,
    value: { index, _, lanes in lanes.load(source + index) },
    body: { last, _, lanes, sums in lanes.store(sums * factors, target + last) }
  )
}

/// The same bits, with the sums in place of the values.
private func windowSumsInPlace(_ count: Int, _ period: Int, times factor: Double, _ target: Target) {
  // Entry j is the sum over the bars before the block that a window ending j bars into it contains.
  let ends = UnsafeMutablePointer<Double>.allocate(capacity: 2 * period)
  defer { ends.deallocate() }
  var (current, next) = (ends, ends + period)
  var origin = 0
  while origin < count {
    let block = target + origin
    let last = min(period, count - origin)
    // The ends for the block to come, before this block is overwritten.
    var suffix = 0.0
    next[period - 1] = 0
    var j = last == period ? period - 2 : -1
    while j >= 0 {
      suffix += block[j &+ 1]
      next[j] = suffix
      j &-= 1
    }
    var prefix = 0.0
    if origin == 0 {
      for index in 0..<period { prefix += block[index] }
      target[period - 1] = prefix * factor
    } else {
      let results = target + origin
      j = 0
      while j < last {
        prefix += block[j]
        results[j] = (current[j] + prefix) * factor
        j &+= 1
      }
    }
    swap(&current, &next)
    origin += period
  }
}
