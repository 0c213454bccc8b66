import Indicators

/// The linearly weighted average: the latest value weighs `period`, the oldest 1.
func weightedAverage(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  let n = Double(period)
  let scale = SIMD4(repeating: 2 / (n * (n + 1)))
  forEachFourWeightedWindows(
    count,
    period,
    value: { index, _, lanes in lanes.load(source + index) },
    body: { last, _, lanes, _, weighted in lanes.store(weighted * scale, target + last) }
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
  target[first] = 2 * once[0] - twice[0]
  forEachEight(first + 1..<count) { index, count in
    let averages = cascade.advance(&once, EightLanes(source + index, count))
    (2 * averages - cascade.advance(&twice, averages)).store(count, target + index)
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
  target[first] = 3 * (once[0] - twice[0]) + thrice[0]
  forEachEight(first + 1..<count) { index, count in
    let averages = cascade.advance(&once, EightLanes(source + index, count))
    let second = cascade.advance(&twice, averages)
    (3 * (averages - second) + cascade.advance(&thrice, second)).store(count, target + index)
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

/// Hull's average: the weighted average, over the root of the period, of twice the weighted average of half the period
/// less that of the full period.
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
  let slow = SIMD4(repeating: 2.0 / 31)
  let spread = SIMD4(repeating: 2.0 / 3 - 2.0 / 31)
  // The window holds the distances of `period` bars from the bar before each.
  let moves = source + 1
  forEachFourWindows(
    count - 1,
    period,
    value: { index, _, lanes in (lanes.load(moves + index) - lanes.load(source + index)).magnitudes },
    body: { last, _, lanes, sums in
      let now = last &+ 1
      let move = lanes.load(source + now) - lanes.load(source + (now &- period))
      let efficiency = choose(sums, above: move, (move / sums).magnitudes, else: .one)
      let root = efficiency * spread + slow
      lanes.store(root * root, target + now)
    }
  )
  var average = AdaptiveDecay(from: source[period - 1])
  forEachEight(period..<count) { index, count in
    let gains = EightLanes(target + index, count)
    let factors = EightLanes(.one, .one) - gains
    average.advance(factors, EightLanes(source + index, count) * gains).store(count, target + index)
  }
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
  target[start] = third * e3[0] + fourth * e4[0] + fifth * e5[0] + sixth * e6[0]
  // Two averages a pass: six in a row wait for each other longer than the processor looks ahead.
  withScratch(2 * cascadeTile) { averages in
    let sums = averages + cascadeTile
    forEachTile(start + 1..<count, cascadeTile) { tile in
      let (from, into) = (source + tile.lowerBound, target + tile.lowerBound)
      forEachEight(0..<tile.count) { index, count in
        let first = cascade.advance(&e1, EightLanes(from + index, count))
        cascade.advance(&e2, first).store(count, averages + index)
      }
      forEachEight(0..<tile.count) { index, count in
        let one = cascade.advance(&e3, EightLanes(averages + index, count))
        let two = cascade.advance(&e4, one)
        two.store(count, averages + index)
        (third * one + fourth * two).store(count, sums + index)
      }
      forEachEight(0..<tile.count) { index, count in
        let one = cascade.advance(&e5, EightLanes(averages + index, count))
        let two = cascade.advance(&e6, one)
        (EightLanes(sums + index, count) + fifth * one + sixth * two).store(count, into + index)
      }
    }
  }
}
