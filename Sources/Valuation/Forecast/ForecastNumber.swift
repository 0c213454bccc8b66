import LibC

/// A number that a forecast is computed in: a double, or eight of them side by side.
///
/// Each lane of eight does the operations of the double in the same order, so that its bits are the same.
protocol ForecastNumber {
  /// The answer to a comparison: a boolean, or one for each lane.
  associatedtype Condition

  static var zero: Self { get }
  static var one: Self { get }
  init(repeating number: Double)

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  func squareRoot() -> Self
  /// The number raised to a power.
  func power(_ exponent: Double) -> Self

  /// The larger of the number and 0.
  var notBelowZero: Self { get }
  /// The number, or another if it is missing.
  func given(else other: Self) -> Self
  /// Whether the number is missing, which it is in all lanes or in none.
  var isMissing: Bool { get }
  /// The number, or another if a condition holds.
  func replaced(by other: Self, where condition: Condition) -> Self

  func isAbove(_ other: Self) -> Condition
  func isAtMost(_ other: Self) -> Condition
  func isEqual(to other: Self) -> Condition
  static func always() -> Condition
  static func both(_ a: Condition, _ b: Condition) -> Condition
  static func not(_ condition: Condition) -> Condition
}

extension Double: ForecastNumber {
  static var one: Double { 1 }

  @inline(__always)
  init(repeating number: Double) { self = number }

  func power(_ exponent: Double) -> Double { pow(self, exponent) }

  @inline(__always)
  var notBelowZero: Double { max(0, self) }

  @inline(__always)
  func given(else other: Double) -> Double { isNaN ? other : self }

  @inline(__always)
  var isMissing: Bool { isNaN }

  @inline(__always)
  func replaced(by other: Double, where condition: Bool) -> Double { condition ? other : self }

  @inline(__always)
  func isAbove(_ other: Double) -> Bool { self > other }

  @inline(__always)
  func isAtMost(_ other: Double) -> Bool { self <= other }

  @inline(__always)
  func isEqual(to other: Double) -> Bool { self == other }

  @inline(__always)
  static func always() -> Bool { true }

  @inline(__always)
  static func both(_ a: Bool, _ b: Bool) -> Bool { a && b }

  @inline(__always)
  static func not(_ condition: Bool) -> Bool { !condition }
}

extension SIMD8: ForecastNumber where Scalar == Double {
  typealias Condition = SIMDMask<SIMD8<Int64>>

  func power(_ exponent: Double) -> Self {
    var result = Self()
    for lane in 0..<Self.scalarCount { result[lane] = pow(self[lane], exponent) }
    return result
  }

  @inline(__always)
  var notBelowZero: Self {
    // Twice the number or nothing, halved: exact, and no comparison.
    let bits = unsafeBitCast(self, to: SIMD8<UInt64>.self) & SIMD8<UInt64>(repeating: 0x7fff_ffff_ffff_ffff)
    return (self + unsafeBitCast(bits, to: Self.self)) * Self(repeating: 0.5)
  }

  @inline(__always)
  func given(else other: Self) -> Self { replacing(with: other, where: self .!= self) }

  @inline(__always)
  var isMissing: Bool { self[0].isNaN }

  @inline(__always)
  func replaced(by other: Self, where condition: Condition) -> Self { replacing(with: other, where: condition) }

  @inline(__always)
  func isAbove(_ other: Self) -> Condition { self .> other }

  @inline(__always)
  func isAtMost(_ other: Self) -> Condition { self .<= other }

  @inline(__always)
  func isEqual(to other: Self) -> Condition { self .== other }

  @inline(__always)
  static func always() -> Condition { Condition(repeating: true) }

  @inline(__always)
  static func both(_ a: Condition, _ b: Condition) -> Condition { a .& b }

  @inline(__always)
  static func not(_ condition: Condition) -> Condition { .!condition }
}
