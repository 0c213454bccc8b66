import Indicators

/// Ehlers' measurement of the dominant cycle, on four segments of one series at once.
///
/// A Hilbert transform of the smoothed series gives the cycle's part in phase and the part a quarter later
/// (quadrature); how fast the angle between them turns gives the period, which in turn scales the transform of the
/// next bar. Each bar waits for the one before it, through a quotient and an arc tangent; four segments side by
/// side take little longer than one.
struct HilbertTransform: ~Copyable, FourLaneRecurrence {
  typealias Lanes = SIMD4<Double>

  /// The memory for the results of each bar.
  struct Results {
    /// The smoothed period of the cycle in bars.
    var smoothPeriods: Target?
    /// The part of the cycle in phase.
    var inphase: Target?
    /// The part a quarter of a cycle later.
    var quadrature: Target?
  }

  /// The number of earlier bars that the transform of the quadrature reads, and that of the part in phase.
  private static let (reach, phaseReach) = (6, 9)

  private let source: Source
  private let first: Int
  private let results: Results
  /// The series with its trend removed; the part in phase is the same three bars later.
  private let detrended: UnsafeMutablePointer<Lanes>
  private let quadratures: UnsafeMutablePointer<Lanes>
  /// The transform of the smoothed series, still to be scaled by the period; then the smooth periods.
  private let block: UnsafeMutablePointer<Lanes>
  private let smoothed: UnsafeMutablePointer<Double>

  private var turning = Turning()

  /// Writes the cycle of a series from a bar on.
  ///
  /// Values before the bar `first` count as zero, as in TA-Lib.
  static func write(_ source: Source, _ count: Int, from first: Int, to results: Results) {
    guard count > first else { return }
    var transform = HilbertTransform(source, first, results)
    // Some hundreds of bars are enough for most series.
    transform.walk(first..<count, runIn: 1024)
  }

  private init(_ source: Source, _ first: Int, _ results: Results) {
    self.source = source
    self.first = first
    self.results = results
    let length = Self.blockLength
    detrended = .allocate(capacity: Self.phaseReach + length)
    quadratures = .allocate(capacity: Self.reach + length)
    block = .allocate(capacity: length)
    smoothed = .allocate(capacity: Self.reach + length)
    detrended.initialize(repeating: .zero, count: Self.phaseReach + length)
    quadratures.initialize(repeating: .zero, count: Self.reach + length)
    block.initialize(repeating: .zero, count: length)
    smoothed.initialize(repeating: 0, count: Self.reach + length)
  }

  deinit {
    detrended.deallocate()
    quadratures.deallocate()
    block.deallocate()
    smoothed.deallocate()
  }

  mutating func begin(_ positions: SIMD4<Int>) {
    resume([Double](repeating: 0, count: 6 + Self.phaseReach + Self.reach))
  }

  func state(_ lane: Int) -> [Double] {
    var state = turning.values.map { $0[lane] }
    for index in 0..<Self.phaseReach { state.append(detrended[index][lane]) }
    for index in 0..<Self.reach { state.append(quadratures[index][lane]) }
    return state
  }

  mutating func resume(_ state: [Double]) {
    turning = Turning(state.prefix(6).map { Lanes(repeating: $0) })
    for index in 0..<Self.phaseReach { detrended[index] = Lanes(repeating: state[6 + index]) }
    for index in 0..<Self.reach { quadratures[index] = Lanes(repeating: state[6 + Self.phaseReach + index]) }
  }

  mutating func advance(_ positions: SIMD4<Int>, _ count: Int, lanes: Int) {
    for lane in 0..<lanes { transform(positions[lane], count, lane) }
    if lanes == 1 {
      for index in 0..<count { block[index] = Lanes(repeating: block[index][0]) }
    }
    // A copy, so that the loop keeps it in registers.
    var turning = turning
    var index = 0
    while index < count {
      let offsets = (index &+ Self.phaseReach, index &+ Self.reach)
      block[index] = turning.advance(block[index], detrended + offsets.0, quadratures + offsets.1)
      index &+= 1
    }
    self.turning = turning
    for lane in 0..<lanes {
      let position = positions[lane]
      Self.copy(block, lane, count, results.smoothPeriods.map { $0 + position })
      Self.copy(detrended + (Self.phaseReach - 3), lane, count, results.inphase.map { $0 + position })
      Self.copy(quadratures + Self.reach, lane, count, results.quadrature.map { $0 + position })
    }
    // The latest values go to the front, for the next block.
    for index in 0..<Self.phaseReach { detrended[index] = detrended[index + count] }
    for index in 0..<Self.reach { quadratures[index] = quadratures[index + count] }
  }

  /// Copies the values of one segment to their memory.
  private static func copy(_ values: UnsafeMutablePointer<Lanes>, _ lane: Int, _ count: Int, _ target: Target?) {
    guard let target else { return }
    let lanes = UnsafeMutableRawPointer(values).assumingMemoryBound(to: Double.self) + lane
    for index in 0..<count { target[index] = lanes[4 &* index] }
  }

  /// Smooths the bars of a segment with the weights 4, 3, 2, 1 and transforms them.
  @inline(__always)
  private func transform(_ position: Int, _ count: Int, _ lane: Int) {
    let reach = Self.reach
    let zeros = min(max(first - (position - reach), 0), reach + count)
    for index in 0..<zeros { smoothed[index] = 0 }
    smoothPrices(source + (position - reach), zeros..<reach + count, smoothed)
    let target = UnsafeMutableRawPointer(block).assumingMemoryBound(to: Double.self) + lane
    var index = 0
    while index < count {
      let latest = smoothed + (index &+ reach)
      target[4 &* index] = Self.outer * (latest[0] - latest[-6]) + Self.inner * (latest[-2] - latest[-4])
      index &+= 1
    }
  }
}

extension HilbertTransform {
  /// The transform's weights: Ehlers' filter of seven bars, every second of which counts.
  fileprivate static let (outer, inner) = (0.0962, 0.5769)
}

/// The speed at which the angle of the cycle turns: the state from bar to bar.
private struct Turning {
  typealias Lanes = SIMD4<Double>

  var lastInphase = Lanes.zero
  var lastQuadrature = Lanes.zero
  var real = Lanes.zero
  var imaginary = Lanes.zero
  var period = Lanes.zero
  var smoothPeriod = Lanes.zero

  init() {}

  /// The state that `values` gave.
  init(_ values: [Lanes]) {
    (lastInphase, lastQuadrature, real) = (values[0], values[1], values[2])
    (imaginary, period, smoothPeriod) = (values[3], values[4], values[5])
  }

  var values: [Lanes] { [lastInphase, lastQuadrature, real, imaginary, period, smoothPeriod] }

  /// Advances by one bar of each segment and returns the smoothed periods.
  ///
  /// - Parameter input: the transform of the smoothed series.
  @inline(__always)
  mutating func advance(
    _ input: Lanes,
    _ trendless: UnsafeMutablePointer<Lanes>,
    _ quarter: UnsafeMutablePointer<Lanes>
  ) -> Lanes {
    let (outer, inner) = (HilbertTransform.outer, HilbertTransform.inner)
    let scale = 0.075 * period + 0.54
    // Written so that as little as possible waits for the period: sums of earlier values come first.
    trendless[0] = input * scale
    let early = inner * (trendless[-2] - trendless[-4]) - outer * trendless[-6]
    let quadrature = ((outer * input) * scale + early) * scale
    quarter[0] = quadrature
    let inphase = trendless[-3]
    let aheadInphase = (outer * (inphase - trendless[-9]) + inner * (trendless[-5] - trendless[-7])) * scale
    let earlyQuarter = inner * (quarter[-2] - quarter[-4]) - outer * quarter[-6]
    let aheadQuadrature = (outer * quadrature + earlyQuarter) * scale
    let q = 0.2 * (quadrature + aheadInphase) + 0.8 * lastQuadrature
    let i = (0.2 * inphase + 0.8 * lastInphase) - 0.2 * aheadQuadrature
    real = 0.2 * (i * lastInphase + q * lastQuadrature) + 0.8 * real
    imaginary = 0.2 * (i * lastQuadrature - q * lastInphase) + 0.8 * imaginary
    lastInphase = i
    lastQuadrature = q
    period = 0.2 * nextPeriod() + 0.8 * period
    smoothPeriod = 0.33 * period + 0.67 * smoothPeriod
    return smoothPeriod
  }

  /// The period that the turn of the angle says, within bounds: 6 to 50 bars, and two thirds to one and a half of
  /// the period before.
  @inline(__always)
  private func nextPeriod() -> Lanes {
    let lowest = Self.bounded(0.67 * period)
    let highest = Self.bounded(1.5 * period)
    // The angle is atan(imaginary / real). Less the angle of tan = 2/3 it is small for all periods of 6 to 50 bars;
    // for the others any value beyond does.
    let tangent = (imaginary - (2.0 / 3) * real) / (real + (2.0 / 3) * imaginary)
    let rest = Lowest.join(Lanes(repeating: 0.5), Highest.join(Lanes(repeating: -0.5), tangent))
    let angle = 0.5880026035475675 + rest * arctangentQuotient(rest * rest)
    let turns = 2 * Double.pi / angle
    let isBackward = signMask(real) ^ signMask(imaginary)
    let isStill = zeroMask(real) | zeroMask(imaginary)
    let found = select(isStill, period, select(isBackward, .zero, turns))
    return Lowest.join(highest, Highest.join(lowest, found))
  }

  @inline(__always)
  private static func bounded(_ value: Lanes) -> Lanes {
    Lowest.join(Lanes(repeating: 50), Highest.join(Lanes(repeating: 6), value))
  }
}

/// atan(x) / x for x^2 up to a quarter, to sixteen digits: a polynomial fitted at Chebyshev's points.
@inline(__always)
func arctangentQuotient(_ square: SIMD4<Double>) -> SIMD4<Double> {
  let second = square * square
  let fourth = second * second
  let eighth = fourth * fourth
  let low = (1.0 - 0.33333333333332776 * square) + (0.1999999999987506 - 0.14285714274653527 * square) * second
  let middle =
    (0.11111110600729236 - 0.09090895020156195 * square) + (0.0769205741310065 - 0.0666366208520813 * square) * second
  let high =
    (0.058573975065601296 - 0.05118364435336438 * square)
    + (0.04177120900679582 - 0.02729540531351634 * square) * second
  return (low + middle * fourth) + (high + 0.010025724121222978 * fourth) * eighth
}

/// The mean of four prices with the weights 4, 3, 2, 1, for the bars of a range.
@inline(__always)
func smoothPrices(_ source: Source, _ range: Range<Int>, _ target: Target) {
  var index = range.lowerBound
  while index < range.upperBound {
    let latest = source + index
    target[index] = ((4 * latest[0] + 3 * latest[-1]) + (2 * latest[-2] + latest[-3])) * 0.1
    index &+= 1
  }
}
