/// The linearly weighted average: the latest value weighs `period`, the oldest 1.
func weightedAverage(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  let n = Double(period)
  let scale = 2 / (n * (n + 1))
  forEachWindow(
    count,
    period,
    value: { index, origin in SIMD2(source[index], source[index] * Double(index &- origin)) },
    body: { last, origin, sums in
      target[last] = (sums[1] - (Double(last &- origin) - n) * sums[0]) * scale
    }
  )
}

/// Twice the exponential average less the average of that average.
func doubleExponentialAverage(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  seed: Seed = .mean,
  _ target: Target
) {
  let cascade = Cascade(source, period, depth: 2, seed: seed)
  let first = cascade.first
  var (once, twice) = (cascade[0], cascade[1])
  target[first] = 2 * once - twice
  forEachFour(first + 1..<count) { index, count in
    let averages = cascade.advance(&once, load(source + index, count))
    store(2 * averages - cascade.advance(&twice, averages), count, target + index)
  }
}

/// Three times the difference of the first and second exponential averages, plus the third.
func tripleExponentialAverage(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  seed: Seed = .mean,
  _ target: Target
) {
  let cascade = Cascade(source, period, depth: 3, seed: seed)
  let first = cascade.first
  var (once, twice, thrice) = (cascade[0], cascade[1], cascade[2])
  target[first] = 3 * (once - twice) + thrice
  forEachFour(first + 1..<count) { index, count in
    let averages = cascade.advance(&once, load(source + index, count))
    let second = cascade.advance(&twice, averages)
    store(3 * (averages - second) + cascade.advance(&thrice, second), count, target + index)
  }
}

/// The simple average of a simple average: weights rise to the middle of the window and fall again.
func triangularAverage(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  let inner = (period + 1) / 2
  let outer = period / 2 + 1
  windowSums(source, count, inner, times: 1 / Double(inner), target)
  let first = inner - 1
  windowSums(target + first, count - first, outer, times: 1 / Double(outer), target + first)
}

/// Hull's average: the weighted average, over the root of the period, of twice the weighted average of half
/// the period less that of the whole.
func hullAverage(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  let first = period - 1
  withScratch(2 * count) { half in
    let whole = half + count
    weightedAverage(source, count, max(period / 2, 1), half)
    weightedAverage(source, count, period, whole)
    for index in first..<count { half[index] = 2 * half[index] - whole[index] }
    let root = Int(Double(period).squareRoot())
    weightedAverage(half + first, count - first, root, target + first)
  }
}

/// The exponential average of twice the value less the one half a period ago.
func zeroLagAverage(_ source: Source, _ count: Int, _ period: Int, seed: Seed = .mean, _ target: Target) {
  let lag = (period - 1) / 2
  for index in lag..<count { target[index] = 2 * source[index] - source[index - lag] }
  exponentialAverage(target + lag, count - lag, period, seed: seed, target + lag)
}

/// Kaufman's average: the gain follows the efficiency of the move, between the periods 2 and 30.
func adaptiveAverage(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  let slow = 2.0 / 31
  let spread = 2.0 / 3 - slow
  var state = source[period - 1]
  // The window holds the distances of `period` bars from the bar before each.
  let moves = source + 1
  forEachWindow(
    count - 1,
    period,
    value: { index, _ in SIMD2((moves[index] - source[index]).magnitude, 0) },
    body: { last, _, sums in
      let now = last &+ 1
      let move = source[now] - source[now &- period]
      let efficiency = sums[0] <= move || sums[0] == 0 ? 1 : (move / sums[0]).magnitude
      let root = efficiency * spread + slow
      let gain = root * root
      // Not state + (x - state) * gain: fewer steps wait for the state before.
      state = state * (1 - gain) + source[now] * gain
      target[now] = state
    }
  )
}

/// Tillson's T3: six exponential averages in a row, the last four weighted by powers of the volume factor.
func t3Average(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  volumeFactor v: Double,
  seed: Seed = .mean,
  _ target: Target
) {
  let sixth = -v * v * v
  let fifth = 3 * (v * v - sixth)
  let fourth = -6 * v * v - 3 * (v - sixth)
  let third = 1 + 3 * v - sixth + 3 * v * v
  let cascade = Cascade(source, period, depth: 6, seed: seed)
  let start = cascade.first
  var (e1, e2, e3) = (cascade[0], cascade[1], cascade[2])
  var (e4, e5, e6) = (cascade[3], cascade[4], cascade[5])
  target[start] = third * e3 + fourth * e4 + fifth * e5 + sixth * e6
  forEachFour(start + 1..<count) { index, count in
    var averages = cascade.advance(&e1, load(source + index, count))
    averages = cascade.advance(&e2, averages)
    averages = cascade.advance(&e3, averages)
    var values = third * averages
    averages = cascade.advance(&e4, averages)
    values += fourth * averages
    averages = cascade.advance(&e5, averages)
    values += fifth * averages
    store(values + sixth * cascade.advance(&e6, averages), count, target + index)
  }
}
