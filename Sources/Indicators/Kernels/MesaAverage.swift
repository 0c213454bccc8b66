/// Ehlers' adaptive averages: the faster the phase of the cycle turns, the slower they follow.
///
/// Written from index 32 on; what is before is scratch.
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
  forEachCycleBlock(source, count, from: first) { bars, results in
    for index in bars {
      let part = 4 &* (index &- bars.lowerBound)
      average[index] = results.quadrature[part]
      following[index] = results.inphase[part]
    }
  }
  var (lastPhase, value, follower) = (0.0, 0.0, 0.0)
  forEachFour(first..<count) { index, count in
    let phases = phaseDegrees(load(average + index, count), load(following + index, count))
    let turns = SIMD4(lastPhase, phases[0], phases[1], phases[2]) - phases
    lastPhase = phases[3]
    let shares = fast / turns
    let gains = shares.replacing(with: slow, where: shares .< slow).replacing(with: fast, where: .!(turns .> 1))
    for lane in 0..<count {
      let gain = gains[lane]
      value = gain * source[index &+ lane] + (1 - gain) * value
      follower = 0.5 * gain * value + (1 - 0.5 * gain) * follower
      average[index &+ lane] = value
      following[index &+ lane] = follower
    }
  }
}

/// The bar where Ehlers' recurrence begins for what has a warm-up of 32 bars.
let mesaStart = 12

/// The angle of the quadrature over the part in phase, -90 to 90 degrees; 0 where there is no part in phase.
@inline(__always)
private func phaseDegrees(_ quadrature: SIMD4<Double>, _ inphase: SIMD4<Double>) -> SIMD4<Double> {
  let high = quadrature.replacing(with: 0 - quadrature, where: quadrature .< 0)
  let wide = inphase.replacing(with: 0 - inphase, where: inphase .< 0)
  let isSteep = high .> wide
  let longer = wide.replacing(with: high, where: isSteep)
  let shorter = high.replacing(with: wide, where: isSteep)
  // The angle less an eighth of a half turn, whose tangent is the root of 2 less 1.
  let tangent = 0.41421356237309503
  let rest = (shorter - tangent * longer) / (longer + tangent * shorter)
  let flat = Double.pi / 8 + rest * arctangentQuotient(rest * rest)
  let angle = flat.replacing(with: Double.pi / 2 - flat, where: isSteep) * (180 / .pi)
  let isFalling = (quadrature .< 0) .^ (inphase .< 0)
  return angle.replacing(with: 0 - angle, where: isFalling).replacing(with: 0, where: inphase .== 0)
}
