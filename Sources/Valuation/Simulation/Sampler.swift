import LibC
import Probability

/// Turns evenly or normally distributed numbers into those of a distribution, by the inverse of its distribution
/// function.
package struct Sampler: Sendable {
  private enum Form {
    /// `mean + deviation * z`, of the number or of its logarithm.
    case normal(mean: Double, deviation: Double, isLogarithm: Bool)
    case uniform(low: Double, high: Double)
    case triangular(low: Double, mode: Double, high: Double)
    case beta(QuantileTable?)
    case constant(Double)
  }

  private let form: Form
  private let least: Double
  private let greatest: Double
  /// The part of 0...1 left if the distribution is truncated: from `first`, over `width`.
  private let first: Double
  private let width: Double
  /// Whether probabilities are counted from above, as the part that is left lies in the upper tail.
  private let isMirrored: Bool

  /// Whether it is made from normally distributed numbers even if nothing is correlated.
  let isFromNormal: Bool

  /// - Parameter draws: false if only ``hasRoom`` is asked, so that no table is made.
  package init(_ distribution: Distribution, draws: Bool = true) {
    least = distribution.least
    greatest = distribution.greatest
    switch distribution.shape {
    case .normal(let mean, let deviation):
      (form, first, width, isMirrored) = Self.bell(mean, deviation, false, distribution)
      isFromNormal = true
    case .lognormal(let mean, let deviation):
      let variance = log1p((deviation / mean) * (deviation / mean))
      (form, first, width, isMirrored) = Self.bell(
        log(mean) - variance / 2, variance.squareRoot(), true, distribution)
      isFromNormal = true
    case .uniform(let low, let high):
      form = .uniform(low: max(low, least), high: min(high, greatest))
      (first, width, isMirrored) = (0, 1, false)
      isFromNormal = false
    case .triangular(let low, let mode, let high):
      form = .triangular(low: low, mode: mode, high: high)
      first = Self.triangle(least, low, mode, high)
      width = Self.triangle(greatest, low, mode, high) - first
      isMirrored = false
      isFromNormal = false
    case .beta(let a, let b, let low, let high):
      let beta = BetaDistribution(a, b)
      let lower = beta.probabilities((least - low) / (high - low))
      let upper = beta.probabilities((greatest - low) / (high - low))
      first = lower.lower
      // A part in the upper tail is the difference of the probabilities above.
      width = lower.lower > 0.5 ? lower.upper - upper.upper : upper.lower - lower.lower
      form = .beta(
        draws && width > 0
          ? QuantileTable(beta, low: low, high: high, first: first, width: width, lastUpper: upper.upper) : nil)
      isMirrored = false
      isFromNormal = true
    }
  }

  /// Whether anything is left between the ends.
  var hasRoom: Bool {
    switch form {
    case .uniform(let low, let high): low < high
    case .constant(let number): number >= least && number <= greatest
    case .normal, .triangular, .beta: width.magnitude > 1e-290
    }
  }

  private static func bell(_ mean: Double, _ deviation: Double, _ isLogarithm: Bool, _ distribution: Distribution)
    -> (form: Form, first: Double, width: Double, isMirrored: Bool)
  {
    guard deviation > 0 else { return (.constant(isLogarithm ? exp(mean) : mean), 0, 1, false) }
    let form = Form.normal(mean: mean, deviation: deviation, isLogarithm: isLogarithm)
    func standard(_ end: Double) -> Double {
      let place = isLogarithm ? (end > 0 ? log(end) : -.infinity) : end
      return (place - mean) / deviation
    }
    let low = standard(distribution.least)
    let high = standard(distribution.greatest)
    guard low > 0 else {
      let first = NormalDistribution.probability(low)
      return (form, first, NormalDistribution.probability(high) - first, false)
    }
    // The upper tail has its precision if counted from above.
    let first = NormalDistribution.probability(-low)
    return (form, first, NormalDistribution.probability(-high) - first, true)
  }

  private static func triangle(_ x: Double, _ low: Double, _ mode: Double, _ high: Double) -> Double {
    if x <= low { return 0 }
    if x >= high { return 1 }
    if x < mode { return (x - low) * (x - low) / ((high - low) * (mode - low)) }
    return 1 - (high - x) * (high - x) / ((high - low) * (high - mode))
  }

  private var isCut: Bool { first != 0 || width != 1 }

  /// The number for an evenly distributed one.
  func value(ofUniform u: Double) -> Double {
    one(u) { replaceUniform($0, 1) }
  }

  /// The number for a normally distributed one.
  func value(ofNormal z: Double) -> Double {
    one(z) { replaceNormal($0, 1) }
  }

  private func one(_ number: Double, _ body: (UnsafeMutablePointer<Double>) -> Void) -> Double {
    var lanes = Lanes(repeating: number)
    withUnsafeMutablePointer(to: &lanes) { $0.withMemoryRebound(to: Double.self, capacity: Lanes.scalarCount, body) }
    return lanes[0]
  }

  /// Replaces evenly distributed numbers by draws; the capacity of the pointer is a multiple of the lanes.
  package func replaceUniform(_ values: UnsafeMutablePointer<Double>, _ count: Int) {
    switch form {
    case .normal:
      if isCut {
        for index in 0..<count { values[index] = first + values[index] * width }
      }
      NormalDistribution.replaceByQuantiles(values, count)
      finishBell(values, count)
    case .beta:
      NormalDistribution.replaceByQuantiles(values, count)
      replaceNormal(values, count)
    case .uniform(let low, let high):
      let range = high - low
      for index in 0..<count { values[index] = low + range * values[index] }
    case .triangular(let low, let mode, let high):
      let rising = (mode - low) / (high - low)
      for index in 0..<count {
        let part = first + values[index] * width
        let below = low + ((high - low) * (mode - low) * part).squareRoot()
        let above = high - ((high - low) * (high - mode) * max(0, 1 - part)).squareRoot()
        values[index] = part < rising ? below : above
      }
      if isCut { cutOff(values, count) }
    case .constant(let number):
      for index in 0..<count { values[index] = number }
    }
  }

  /// Replaces normally distributed numbers by draws; the capacity of the pointer is a multiple of the lanes.
  func replaceNormal(_ values: UnsafeMutablePointer<Double>, _ count: Int) {
    switch form {
    case .normal where !isCut:
      finishBell(values, count)
    case .beta(let table):
      for index in 0..<count { values[index] = table?.value(values[index]) ?? .nan }
      if isCut { cutOff(values, count) }
    case .normal, .uniform, .triangular, .constant:
      for index in 0..<count { values[index] = NormalDistribution.probability(values[index]) }
      replaceUniform(values, count)
    }
  }

  private func finishBell(_ values: UnsafeMutablePointer<Double>, _ count: Int) {
    guard case .normal(let mean, let deviation, let isLogarithm) = form else { return }
    let factor = isMirrored ? -deviation : deviation
    for index in 0..<count { values[index] = mean + factor * values[index] }
    if isLogarithm {
      for index in 0..<count { values[index] = exp(values[index]) }
    }
    if isCut { cutOff(values, count) }
  }

  /// Takes back numbers that rounding put beyond an end.
  private func cutOff(_ values: UnsafeMutablePointer<Double>, _ count: Int) {
    for index in 0..<count { values[index] = min(max(values[index], least), greatest) }
  }
}

/// The quantiles of a beta distribution over normally distributed numbers, by cubic pieces between exact knots.
///
/// A step of 1/128 keeps them within 1e-9 of the distribution's range if a and b are 0.5 or more.
struct QuantileTable: Sendable {
  private static let reach = 8.25
  private static let steps = 128.0

  /// The value and its change from one knot to the next, for each knot.
  private let knots: [Double]

  init(_ beta: BetaDistribution, low: Double, high: Double, first: Double, width: Double, lastUpper: Double) {
    let count = Int(2 * Self.reach * Self.steps) + 1
    var knots: [Double] = []
    knots.reserveCapacity(2 * count)
    var near: Double?
    for index in 0..<count {
      let z = -Self.reach + Double(index) / Self.steps
      let below = first + width * NormalDistribution.probability(z)
      let above = lastUpper + width * NormalDistribution.probability(-z)
      let x = beta.quantile(lower: below, upper: above, near: near)
      let density = beta.density(x)
      let bell = exp(-z * z / 2) / (2 * Double.pi).squareRoot()
      let slope = width * bell / density
      near = x + (slope.isFinite ? slope / Self.steps : 0)
      knots += [low + (high - low) * x, slope.isFinite ? (high - low) * slope / Self.steps : 0]
    }
    self.knots = knots
  }

  /// The number for a normally distributed one.
  func value(_ z: Double) -> Double {
    let place = (min(max(z, -Self.reach), Self.reach) + Self.reach) * Self.steps
    let index = min(Int(place), knots.count / 2 - 2)
    let t = place - Double(index)
    let (a, from, b, to) = (knots[2 * index], knots[2 * index + 1], knots[2 * index + 2], knots[2 * index + 3])
    let rise = b - a
    return a + t * (from + t * ((3 * rise - 2 * from - to) + t * (from + to - 2 * rise)))
  }
}
