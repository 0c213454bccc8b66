import Columns

/// An operation that works bar by bar on values of the same bar.
///
/// The crossings also look at the bar before. Truth values are 1, 0 and missing (NaN).
public enum Operation: String, Hashable, Sendable {
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
  case na, nz
  case select = "if"

  /// True where the bar before counts as well.
  public var looksBack: Bool { self == .crossesAbove || self == .crossesBelow || self == .crosses }

  /// The result for one bar; operands in order, as many as the operation takes.
  ///
  /// A result that is not finite is missing. Crossings are not computed here: they need two bars.
  @inline(__always)
  public func apply(_ a: Double, _ b: Double = .nan, _ c: Double = .nan) -> Double {
    switch self {
    case .add: (a + b).finiteOrMissing
    case .subtract: (a - b).finiteOrMissing
    case .multiply: (a * b).finiteOrMissing
    case .divide: (a / b).finiteOrMissing
    case .power: Scalar.power(a, b)
    case .negate: -a
    case .less: Scalar.compare(a, b, a < b)
    case .lessOrEqual: Scalar.compare(a, b, a <= b)
    case .greater: Scalar.compare(a, b, a > b)
    case .greaterOrEqual: Scalar.compare(a, b, a >= b)
    case .equal: Scalar.compare(a, b, a == b)
    case .notEqual: Scalar.compare(a, b, a != b)
    case .and: Scalar.and(a, b)
    case .or: Scalar.or(a, b)
    case .not: 1 - a
    case .crossesAbove, .crossesBelow, .crosses: .nan
    case .abs: Swift.abs(a)
    case .sign: a.isNaN ? a : a > 0 ? 1 : a < 0 ? -1 : 0
    case .min: a.isNaN || b.isNaN ? .nan : Swift.min(a, b)
    case .max: a.isNaN || b.isNaN ? .nan : Swift.max(a, b)
    case .sqrt: a.squareRoot()
    case .log: Scalar.logarithm(a)
    case .exp: Scalar.exponential(a)
    case .mod: Scalar.modulo(a, b)
    case .round: Scalar.rounded(a, decimals: b)
    case .floor: a.rounded(.down)
    case .ceil: a.rounded(.up)
    case .clamp: a.isNaN || b.isNaN || c.isNaN || b > c ? .nan : Swift.min(Swift.max(a, b), c)
    case .na: a.isNaN ? 1 : 0
    case .nz: a.isNaN ? b : a
    case .select: a == 1 ? b : c
    }
  }
}
