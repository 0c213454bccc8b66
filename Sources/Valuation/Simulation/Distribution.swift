import LibC
import Probability
import Text

/// How an uncertain number is distributed.
public struct Distribution: Sendable, Equatable {
  /// The kind of a distribution and its numbers.
  public enum Shape: Sendable, Equatable {
    /// The bell curve.
    case normal(mean: Double, deviation: Double)
    /// The bell curve of a number's logarithm; mean and standard deviation are those of the number itself.
    case lognormal(mean: Double, deviation: Double)
    /// All numbers between two alike.
    case uniform(low: Double, high: Double)
    /// A triangle with its top at the mode.
    case triangular(low: Double, mode: Double, high: Double)
    /// The beta distribution between two numbers, with mean `low + (high - low) * a / (a + b)`.
    case beta(a: Double, b: Double, low: Double, high: Double)
  }

  /// The kind and its numbers.
  public let shape: Shape
  /// The smallest drawn number, if the distribution is truncated; else minus infinity.
  public let least: Double
  /// The largest drawn number, if the distribution is truncated; else infinity.
  public let greatest: Double

  /// Creates a distribution, truncated if bounds are given.
  ///
  /// Numbers outside are not drawn, and those inside keep
  /// its proportions. A cut distribution is drawn by the inverse of its distribution function, so none is drawn
  /// twice.
  ///
  /// - Throws: `distribution` for numbers that make none, and for ends between which nothing lies.
  public init(_ shape: Shape, least: Double? = nil, greatest: Double? = nil) throws(ValuationError) {
    self.shape = shape
    self.least = least ?? -.infinity
    self.greatest = greatest ?? .infinity
    try check(least, greatest)
  }

  /// The distribution called `name`, such as `normal`, with its numbers in the order in which one types them.
  ///
  /// - Throws: `unknown-distribution`, `distribution`.
  public init(named name: String, _ numbers: [Double], least: Double? = nil, greatest: Double? = nil)
    throws(ValuationError)
  {
    guard let form = Self.forms.first(where: { $0.name == name }) else {
      throw ValuationError(
        code: .unknownDistribution,
        message: "there is no distribution called `\(name)`",
        hint: "those are \(Wording.list(Self.forms.map(\.name)))"
      )
    }
    guard numbers.count == form.numbers.count else {
      throw ValuationError(
        code: .distribution,
        message: "\(name) takes \(form.numbers.count) numbers, not \(numbers.count)",
        hint: "`\(name)(\(form.numbers.joined(separator: ", ")))`"
      )
    }
    let shape: Shape =
      switch name {
      case "normal": .normal(mean: numbers[0], deviation: numbers[1])
      case "lognormal": .lognormal(mean: numbers[0], deviation: numbers[1])
      case "uniform": .uniform(low: numbers[0], high: numbers[1])
      case "triangular": .triangular(low: numbers[0], mode: numbers[1], high: numbers[2])
      default: .beta(a: numbers[0], b: numbers[1], low: numbers[2], high: numbers[3])
      }
    try self.init(shape, least: least, greatest: greatest)
  }

  /// The distributions: their names and the names of their numbers, in the order in which one types them.
  public static let forms: [(name: String, numbers: [String])] = [
    ("normal", ["mean", "sd"]), ("lognormal", ["mean", "sd"]), ("uniform", ["low", "high"]),
    ("triangular", ["low", "mode", "high"]), ("beta", ["a", "b", "low", "high"]),
  ]

  /// The name, as typed.
  public var name: String {
    switch shape {
    case .normal: "normal"
    case .lognormal: "lognormal"
    case .uniform: "uniform"
    case .triangular: "triangular"
    case .beta: "beta"
    }
  }

  /// Whether ends were given that cut it off.
  public var isCut: Bool { least > -.infinity || greatest < .infinity }

  /// The number above a part `probability` of all.
  public func quantile(_ probability: Double) -> Double {
    let sampler = Sampler(self)
    if sampler.isFromNormal { return sampler.value(ofNormal: NormalDistribution.quantile(probability)) }
    return sampler.value(ofUniform: probability)
  }

  private func check(_ least: Double?, _ greatest: Double?) throws(ValuationError) {
    let numbers: [Double]
    let isSound: Bool
    let rule: String
    switch shape {
    case .normal(let mean, let deviation):
      numbers = [mean, deviation]
      (isSound, rule) = (deviation >= 0, "its standard deviation is 0 or more")
    case .lognormal(let mean, let deviation):
      numbers = [mean, deviation]
      (isSound, rule) = (mean > 0 && deviation >= 0, "its mean is above 0 and its standard deviation 0 or more")
    case .uniform(let low, let high):
      numbers = [low, high]
      (isSound, rule) = (low < high, "low must be below high")
    case .triangular(let low, let mode, let high):
      numbers = [low, mode, high]
      (isSound, rule) = (low <= mode && mode <= high && low < high, "low, mode and high ascend")
    case .beta(let a, let b, let low, let high):
      numbers = [a, b, low, high]
      (isSound, rule) = (
        (0.01...100_000).contains(a) && (0.01...100_000).contains(b) && low < high,
        "a and b are 0.01..100000, and low is below high"
      )
    }
    let given = (numbers + [least, greatest].compactMap(\.self)).allSatisfy(\.isFinite)
    guard given, isSound else {
      let text = numbers.map { Wording.number($0) }.joined(separator: ", ")
      throw ValuationError(code: .distribution, message: "\(name)(\(text)) is not a distribution: \(rule)")
    }
    guard least ?? -.infinity < greatest ?? .infinity else {
      throw ValuationError(
        code: .distribution,
        message: "between \(Wording.number(self.least)) and \(Wording.number(self.greatest)) there is nothing to draw"
      )
    }
    guard Sampler(self, draws: false).hasRoom else {
      throw ValuationError(
        code: .distribution,
        message: "\(name) gives almost nothing between \(Wording.number(self.least)) and "
          + "\(Wording.number(self.greatest))"
      )
    }
  }
}
