/// An operation that works bar by bar on values of the same bar.
///
/// It is the one arithmetic of the language: of columns, and of rules that depend on the position held. The
/// crossings also look at the bar before. Booleans are 1, 0 and missing (NaN).
public enum Operation: String, Hashable, Sendable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "^"
  case negate
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case and, or, not
  case crossesAbove, crossesBelow, crosses
  case abs, sign, min, max, sqrt, log, exp, mod, round, floor, ceil, clamp
  case log10, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh
  case na, nz
  case select = "if"

  /// True if the bar before also counts.
  @inlinable public var looksBack: Bool { self == .crossesAbove || self == .crossesBelow || self == .crosses }

  /// The number of operands: one, two or three; `round` takes the number and its decimals.
  public var operandCount: Int {
    switch self {
    case .negate, .not, .abs, .sign, .sqrt, .log, .exp, .floor, .ceil, .na: 1
    case .log10, .sin, .cos, .tan, .asin, .acos, .atan, .sinh, .cosh, .tanh: 1
    case .clamp, .select: 3
    default: 2
    }
  }

  /// The result for one bar; operands in order, the number that the operation takes.
  ///
  /// A result that is not finite is missing. A crossing needs two bars: see `cross`; here it is missing.
  @inlinable @inline(__always)
  public func apply(_ a: Double, _ b: Double = .nan, _ c: Double = .nan) -> Double {
    switch self {
    case .add: (a + b).finiteOrMissing
    case .subtract: (a - b).finiteOrMissing
    case .multiply: (a * b).finiteOrMissing
    case .divide: (a / b).finiteOrMissing
    case .power: Scalar.power(a, b)
    case .negate: -a
    case .less: Scalar.truth(a < b, of: a, b)
    case .lessOrEqual: Scalar.truth(a <= b, of: a, b)
    case .greater: Scalar.truth(a > b, of: a, b)
    case .greaterOrEqual: Scalar.truth(a >= b, of: a, b)
    case .equal: Scalar.truth(a == b, of: a, b)
    case .notEqual: Scalar.truth(a != b, of: a, b)
    case .and: Scalar.and(a, b)
    case .or: Scalar.or(a, b)
    case .not: 1 - a
    case .crossesAbove, .crossesBelow, .crosses: .nan
    case .abs: Swift.abs(a)
    case .sign: a > 0 ? 1 : a < 0 ? -1 : a
    case .min: Scalar.smaller(a, b)
    case .max: Scalar.larger(a, b)
    case .sqrt: a.squareRoot()
    case .log: Scalar.logarithm(a)
    case .exp: Scalar.exponential(a)
    case .mod: Scalar.modulo(a, b)
    case .round: Scalar.rounded(a, decimals: b)
    case .floor: a.rounded(.down)
    case .ceil: a.rounded(.up)
    case .clamp: b <= c ? Scalar.smaller(Scalar.larger(a, b), c) : .nan
    case .log10: Scalar.decimalLogarithm(a)
    case .sin: Scalar.sine(a)
    case .cos: Scalar.cosine(a)
    case .tan: Scalar.tangent(a)
    case .asin: Scalar.arcSine(a)
    case .acos: Scalar.arcCosine(a)
    case .atan: Scalar.arcTangent(a)
    case .sinh: Scalar.hyperbolicSine(a)
    case .cosh: Scalar.hyperbolicCosine(a)
    case .tanh: Scalar.hyperbolicTangent(a)
    case .na: a.isNaN ? 1 : 0
    case .nz: a.isNaN ? b : a
    case .select: a == 1 ? b : c
    }
  }

  /// The result of a crossing from the two sides on the bar before and on this bar; missing if one of the four is, and
  /// for operations that are not crossings.
  @inlinable @inline(__always)
  package func cross(_ oldA: Double, _ oldB: Double, _ a: Double, _ b: Double) -> Double {
    // Zero times a number is zero and adds nothing, and times a missing value missing.
    let missing = (oldA * 0 + oldB * 0) + (a * 0 + b * 0)
    let above = a > b ? oldA <= oldB ? 1.0 : 0.0 : 0.0
    let below = a < b ? oldA >= oldB ? 1.0 : 0.0 : 0.0
    return switch self {
    case .crossesAbove: above + missing
    case .crossesBelow: below + missing
    case .crosses: above + below + missing
    default: .nan
    }
  }
}
