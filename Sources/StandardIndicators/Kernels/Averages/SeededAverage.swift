import Indicators

/// An exponential average that is fed eight bars at a time and finds its own beginning.
///
/// It is the mean of the first `period` values of its source at index `first`, and a recurrence from then on. Several
/// of them, each fed by the one before, run in one pass.
struct SeededAverage {
  /// The index of its first value; the values before it have no meaning.
  let first: Int
  private let start: Int
  private let gain: Double
  private let decay: Decay
  /// The latest average in each lane; a sum until there is one.
  private var state = SIMD4<Double>.zero

  /// - Parameters:
  ///   - start: the index of the first value of its source.
  ///   - gain: the weight of the present value; 2 / (period + 1) if it is left out.
  init(_ period: Int, from start: Int, gain: Double? = nil) {
    self.start = start
    first = start + period - 1
    self.gain = gain ?? 2 / Double(period + 1)
    decay = Decay(1 - self.gain)
  }

  /// Takes in the values of the eight bars from `index` on and gives the averages on them.
  @inline(__always)
  mutating func advance(_ index: Int, _ values: EightLanes) -> EightLanes {
    if index > first { return decay.advance(&state, values * gain) }
    if index &+ 7 < start { return EightLanes(.zero, .zero) }
    let averages = begin(index, values, state[0])
    state = SIMD4(repeating: averages.high[3])
    return averages
  }

  /// Bars among which the average begins: up to `first` the averages are sums of the values so far.
  @inline(never)
  private func begin(_ index: Int, _ values: EightLanes, _ before: Double) -> EightLanes {
    var state = before
    var averages = EightLanes(.zero, .zero)
    for lane in 0..<8 where index + lane >= start {
      let value = lane < 4 ? values.low[lane] : values.high[lane - 4]
      if index + lane <= first {
        state += value
        if index + lane == first { state /= Double(first - start + 1) }
      } else {
        state = state * (1 - gain) + value * gain
      }
      if lane < 4 { averages.low[lane] = state } else { averages.high[lane - 4] = state }
    }
    return averages
  }
}
