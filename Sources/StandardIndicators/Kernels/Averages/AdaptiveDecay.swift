import Indicators

/// A first-order recurrence y[i] = q[i] * y[i-1] + u[i] whose factor changes from bar to bar, eight bars at a time.
///
/// As `Decay`, but that the products of the factors are made on the way.
struct AdaptiveDecay {
  /// The latest value in each lane.
  private var state: SIMD4<Double>

  init(from seed: Double) { state = SIMD4(repeating: seed) }

  /// The next eight values.
  @inline(__always)
  mutating func advance(_ factors: EightLanes, _ input: EightLanes) -> EightLanes {
    let low = Steps(factors.low, input.low)
    let high = Steps(factors.high, input.high)
    let first = (low.input + low.factor * state).kept
    // On the way from one eight to the next only this waits: both halves as one step.
    let middle = low.input.last
    let both = low.factor.last
    let second = ((high.input + high.factor * middle) + (high.factor * both) * state).kept
    state = second.last
    return EightLanes(first, second)
  }

  /// The effect of four bars on the value before them: times `factor`, plus `input`.
  private struct Steps {
    let factor: SIMD4<Double>
    let input: SIMD4<Double>

    @inline(__always)
    init(_ factors: SIMD4<Double>, _ inputs: SIMD4<Double>) {
      let (q, u) = (factors.kept, inputs.kept)
      let twos = (u + q * u.oddsFromEvens).kept
      let pairs = (q * (q.oddsFromEvens + SIMD4(1, 0, 1, 0))).kept
      input = (twos + pairs * twos.upperFromSecond).kept
      factor = (pairs * (pairs.upperFromSecond + SIMD4(1, 1, 0, 0))).kept
    }
  }
}
