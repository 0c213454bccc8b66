import Indicators

/// Ehlers' adaptive averages: the faster the phase of the cycle turns, the slower they follow.
///
/// Written from index 32 on; the values before are scratch.
func mesaAverages(
  _ source: Source,
  _ count: Int,
  fast: Double,
  slow: Double,
  _ average: Target,
  following: Target
) {
  let first = mesaStart
  guard count > first else { return }
  HilbertTransform.write(source, count, from: first, to: .init(inphase: following, quadrature: average))
  var lastPhase = 0.0
  forEachFour(first..<count) { index, count in
    let phases = phaseDegrees(load(average + index, count), load(following + index, count))
    let turns = SIMD4(lastPhase, phases[0], phases[1], phases[2]) - phases
    lastPhase = phases[3]
    let shares = Highest.join(SIMD4(repeating: slow), fast / turns)
    store(select(signMask(1 - turns), shares, SIMD4(repeating: fast)), count, following + index)
  }
  var (value, follower) = (0.0, 0.0)
  for index in first..<count {
    let gain = following[index]
    value = gain * source[index] + (1 - gain) * value
    follower = 0.5 * gain * value + (1 - 0.5 * gain) * follower
    average[index] = value
    following[index] = follower
  }
}

/// The first bar of Ehlers' recurrence for outputs with a warm-up of 32 bars.
let mesaStart = 12

/// The angle of the quadrature over the part in phase, -90 to 90 degrees; 0 if there is no part in phase.
@inline(__always)
private func phaseDegrees(_ quadrature: SIMD4<Double>, _ inphase: SIMD4<Double>) -> SIMD4<Double> {
  let (high, wide) = (magnitudes(quadrature), magnitudes(inphase))
  let longer = Highest.join(wide, high)
  let shorter = Lowest.join(wide, high)
  // The angle less an eighth of a half turn, whose tangent is the root of 2 less 1.
  let tangent = 0.41421356237309503
  let rest = (shorter - tangent * longer) / (longer + tangent * shorter)
  let flat = Double.pi / 8 + rest * arctangentQuotient(rest * rest)
  let isSteep = signMask(wide - high)
  let angle = select(isSteep, Double.pi / 2 - flat, flat) * (180 / .pi)
  let isFalling = signMask(quadrature) ^ signMask(inphase)
  return select(zeroMask(inphase), .zero, select(isFalling, 0 - angle, angle))
}
