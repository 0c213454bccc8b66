/// Ehlers' measurement of the dominant cycle, on four stretches of one series at once.
///
/// A Hilbert transform of the smoothed series gives the cycle's part in phase and the part a quarter later
/// (quadrature); how fast the angle between them turns gives the period, which in turn scales the transform of the
/// next bar. Each bar waits for the one before it, through a quotient and an arc tangent; four stretches side by
/// side take little longer than one.
struct HilbertTransform: ~Copyable {
  typealias Lanes = SIMD4<Double>

  /// How many bars are taken in at a time.
  static let blockLength = 256
  /// How many earlier bars the transform of the quadrature reads, and that of the part in phase.
  private static let (reach, phaseReach) = (6, 9)

  /// The series with its trend removed; the part in phase is the same three bars later.
  private let detrended: UnsafeMutablePointer<Lanes>
  private let quadratures: UnsafeMutablePointer<Lanes>
  /// The transform of the smoothed series, still to be scaled by the period; then the smooth periods.
  private let block: UnsafeMutablePointer<Lanes>
  private let smoothed: UnsafeMutablePointer<Double>

  private var lastInphase = Lanes.zero
  private var lastQuadrature = Lanes.zero
  private var real = Lanes.zero
  private var imaginary = Lanes.zero
  private var period = Lanes.zero
  private var smoothPeriod = Lanes.zero

  init() {
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

  /// What a block gives for one of the stretches: for bar j of it the value at `4 * j`.
  struct Results {
    /// The smoothed period of the cycle in bars.
    let smoothPeriods: Source
    /// The part of the cycle in phase.
    let inphase: Source
    /// The part a quarter of a cycle later.
    let quadrature: Source
  }

  /// The results of the last block for a stretch.
  func results(_ lane: Int) -> Results {
    func values(_ lanes: UnsafeMutablePointer<Lanes>) -> Source {
      Source(UnsafeRawPointer(lanes).assumingMemoryBound(to: Double.self)) + lane
    }
    return Results(
      smoothPeriods: values(block),
      inphase: values(detrended + (Self.phaseReach - 3)),
      quadrature: values(quadratures + Self.reach)
    )
  }

  /// All that the next bar of a stretch depends on, after a block of `count` bars.
  func state(_ lane: Int) -> [Double] {
    var state = [lastInphase, lastQuadrature, real, imaginary, period, smoothPeriod].map { $0[lane] }
    for index in 0..<Self.phaseReach { state.append(detrended[index][lane]) }
    for index in 0..<Self.reach { state.append(quadratures[index][lane]) }
    return state
  }

  /// Sets all stretches to a state.
  mutating func resume(_ state: [Double]) {
    lastInphase = Lanes(repeating: state[0])
    lastQuadrature = Lanes(repeating: state[1])
    real = Lanes(repeating: state[2])
    imaginary = Lanes(repeating: state[3])
    period = Lanes(repeating: state[4])
    smoothPeriod = Lanes(repeating: state[5])
    for index in 0..<Self.phaseReach { detrended[index] = Lanes(repeating: state[6 + index]) }
    for index in 0..<Self.reach { quadratures[index] = Lanes(repeating: state[6 + Self.phaseReach + index]) }
  }

  /// Takes in the next `count` bars of each stretch, at most `blockLength`; those of stretch k are at
  /// `positions[k]`. What is before the bar `first` of the series counts as zero, as in TA-Lib.
  mutating func advance(_ source: Source, _ positions: SIMD4<Int>, _ count: Int, first: Int) {
    transform(source, positions[0], count, first, lane: 0)
    if positions[1] == positions[0] {
      // One stretch only.
      for index in 0..<count { block[index] = Lanes(repeating: block[index][0]) }
    } else {
      for lane in 1..<4 { transform(source, positions[lane], count, first, lane: lane) }
    }
    var index = 0
    while index < count {
      step(index)
      index &+= 1
    }
  }

  /// Moves the latest values to the front, for the next block.
  func keep(_ count: Int) {
    for index in 0..<Self.phaseReach { detrended[index] = detrended[index + count] }
    for index in 0..<Self.reach { quadratures[index] = quadratures[index + count] }
  }

  /// The transform's weights: Ehlers' filter of seven bars, of which every second counts.
  private static let (outer, inner) = (0.0962, 0.5769)

  /// Smooths the bars of a stretch with the weights 4, 3, 2, 1 and transforms them.
  @inline(__always)
  private func transform(_ source: Source, _ position: Int, _ count: Int, _ first: Int, lane: Int) {
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

  /// Goes on by one bar of each stretch.
  @inline(__always)
  private mutating func step(_ index: Int) {
    let (outer, inner) = (Self.outer, Self.inner)
    let scale = 0.075 * period + 0.54
    let trendless = detrended + (index &+ Self.phaseReach)
    let quarter = quadratures + (index &+ Self.reach)
    // Written so that as little as possible waits for the period: sums of earlier values come first.
    let input = block[index]
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
    block[index] = smoothPeriod
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
    let rest = Self.least(Self.greatest(tangent, Lanes(repeating: -0.5)), Lanes(repeating: 0.5))
    let angle = 0.5880026035475675 + rest * arctangentQuotient(rest * rest)
    let turns = 2 * Double.pi / angle
    let isBackward = (real .< 0) .^ (imaginary .< 0)
    let isStill = (real .== 0) .| (imaginary .== 0)
    let found = turns.replacing(with: 0, where: isBackward).replacing(with: period, where: isStill)
    return Self.least(Self.greatest(found, lowest), highest)
  }

  @inline(__always)
  private static func bounded(_ value: Lanes) -> Lanes {
    least(greatest(value, Lanes(repeating: 6)), Lanes(repeating: 50))
  }

  @inline(__always)
  private static func greatest(_ value: Lanes, _ bound: Lanes) -> Lanes {
    bound.replacing(with: value, where: value .> bound)
  }

  @inline(__always)
  private static func least(_ value: Lanes, _ bound: Lanes) -> Lanes {
    bound.replacing(with: value, where: value .< bound)
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
