import Columns

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension UnaryOperation {
  /// The result for one value; missing in, missing out but for `isMissing`.
  @inline(__always)
  func apply(_ x: Double) -> Double {
    switch self {
    case .negate: -x
    case .not: x.isNaN ? .nan : (x == 0 ? 1 : 0)
    case .absolute: abs(x)
    case .sign: x.isNaN ? .nan : (x > 0 ? 1 : (x < 0 ? -1 : 0))
    case .squareRoot: x.squareRoot()
    case .logarithm: log(x).finiteOrMissing
    case .exponential: exp(x).finiteOrMissing
    case .floor: x.rounded(.down)
    case .ceiling: x.rounded(.up)
    case .round: x.rounded(.toNearestOrAwayFromZero)
    case .isMissing: x.isNaN ? 1 : 0
    }
  }
}

extension BinaryOperation {
  /// The result for two values.
  @inline(__always)
  func apply(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .add: return (a + b).finiteOrMissing
    case .subtract: return (a - b).finiteOrMissing
    case .multiply: return (a * b).finiteOrMissing
    case .divide: return (a / b).finiteOrMissing
    case .power: return a.isNaN || b.isNaN ? .nan : pow(a, b).finiteOrMissing
    case .modulo:
      // By `fmod`, which is exact: a quotient that was rounded gives other rests in the columns' arithmetic.
      guard b != 0, !b.isNaN else { return .nan }
      let rest = fmod(a, b)
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
    case .less: return truth(a < b, a, b)
    case .lessOrEqual: return truth(a <= b, a, b)
    case .greater: return truth(a > b, a, b)
    case .greaterOrEqual: return truth(a >= b, a, b)
    case .equal: return truth(a == b, a, b)
    case .notEqual: return truth(a != b, a, b)
    case .and:
      if a == 0 || b == 0 { return 0 }
      return a.isNaN || b.isNaN ? .nan : 1
    case .or:
      if (!a.isNaN && a != 0) || (!b.isNaN && b != 0) { return 1 }
      return a.isNaN || b.isNaN ? .nan : 0
    case .minimum: return a.isNaN || b.isNaN ? .nan : min(a, b)
    case .maximum: return a.isNaN || b.isNaN ? .nan : max(a, b)
    case .replaceMissing: return a.isNaN ? b : a
    }
  }

  @inline(__always)
  private func truth(_ holds: Bool, _ a: Double, _ b: Double) -> Double {
    a.isNaN || b.isNaN ? .nan : (holds ? 1 : 0)
  }
}

extension TernaryOperation {
  /// The result for three values.
  @inline(__always)
  func apply(_ a: Double, _ b: Double, _ c: Double) -> Double {
    switch self {
    case .between:
      BinaryOperation.and.apply(
        BinaryOperation.greaterOrEqual.apply(a, b),
        BinaryOperation.lessOrEqual.apply(a, c)
      )
    case .choose: !a.isNaN && a != 0 ? b : c
    case .clamp: a.isNaN || b.isNaN || c.isNaN || b > c ? .nan : min(max(a, b), c)
    }
  }
}
