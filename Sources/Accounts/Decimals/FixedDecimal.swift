/// The number of decimal places that an exact decimal has.
public protocol DecimalPlaces: Sendable {
  /// The places after the point.
  static var places: Int { get }
  /// Ten to that power.
  static var one: Int128 { get }
  /// The same as a double, which is exact.
  static var scale: Double { get }
}

/// Twelve places: prices and amounts of money.
public enum MoneyPlaces: DecimalPlaces {
  /// Twelve.
  public static var places: Int { 12 }
  /// Ten to that power.
  public static var one: Int128 { 1_000_000_000_000 }
  /// The same as a double.
  public static var scale: Double { 1e12 }
}

/// Eighteen places: sizes of positions, down to the smallest unit of a coin.
public enum QuantityPlaces: DecimalPlaces {
  /// Eighteen.
  public static var places: Int { 18 }
  /// Ten to that power.
  public static var one: Int128 { 1_000_000_000_000_000_000 }
  /// The same as a double.
  public static var scale: Double { 1e18 }
}

/// An amount of money or a price, exact to 1e-12.
public typealias Money = FixedDecimal<MoneyPlaces>
/// A number of units, exact to 1e-18.
public typealias Quantity = FixedDecimal<QuantityPlaces>

/// A decimal number with a fixed number of places, as an integer count of the last one.
///
/// Sums are exact. What is read, or multiplied, is within ``limit``, so that a sum of a hundred million of them still fits.
public struct FixedDecimal<Places: DecimalPlaces>: Sendable, Hashable, Comparable {
  /// The number in units of the last place.
  public var units: Int128

  /// Makes a number of units of the last place.
  @inlinable public init(units: Int128) { self.units = units }

  /// Makes a whole number.
  public init(_ whole: Int) { units = Int128(whole) * Places.one }

  /// Zero.
  @inlinable public static var zero: Self { Self(units: 0) }

  /// The bound of what is read or multiplied: a trillion units, a quintillion of money.
  public static var limit: Int128 { 1_000_000_000_000_000_000_000_000_000_000 }

  /// True if a number is within the limit.
  public var isInRange: Bool { units.magnitude <= Self.limit.magnitude }

  /// The number without its sign.
  public var magnitude: Self { Self(units: units < 0 ? -units : units) }

  /// True if the left number is the lower one.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.units < right.units }
  /// The exact sum.
  @inlinable public static func + (left: Self, right: Self) -> Self { Self(units: left.units + right.units) }
  /// The exact difference.
  @inlinable public static func - (left: Self, right: Self) -> Self { Self(units: left.units - right.units) }
  /// The number with the other sign.
  @inlinable public static prefix func - (value: Self) -> Self { Self(units: -value.units) }
  /// Adds a number.
  @inlinable public static func += (left: inout Self, right: Self) { left.units += right.units }
  /// Subtracts a number.
  @inlinable public static func -= (left: inout Self, right: Self) { left.units -= right.units }

  /// The number times a fraction, rounded to the nearest unit, a tie to the even one; nil beyond the limit or if the
  /// fraction has no denominator.
  public func scaled(by numerator: Int128, over denominator: Int128) -> Self? {
    guard let units = Int128.rounded(units, times: numerator, over: denominator) else { return nil }
    let result = Self(units: units)
    return result.isInRange ? result : nil
  }
}

extension Money {
  /// The worth of a number of units at a price; nil beyond the limit.
  public static func product(_ size: Quantity, _ price: Money) -> Money? {
    price.scaled(by: size.units, over: QuantityPlaces.one)
  }

  /// The amount for one unit; nil for no units, or beyond the limit.
  public func divided(by size: Quantity) -> Money? { scaled(by: QuantityPlaces.one, over: size.units) }
}

extension Int128 {
  /// A product of two numbers over a third one, by way of 256 bits, rounded to the nearest, a tie to the even one.
  fileprivate static func rounded(_ left: Int128, times right: Int128, over divisor: Int128) -> Int128? {
    guard divisor != 0 else { return nil }
    let isNegative = ((left < 0) != (right < 0)) != (divisor < 0)
    let size = divisor.magnitude
    let (quotient, remainder): (UInt128, UInt128)
    let (narrow, overflows) = left.magnitude.multipliedReportingOverflow(by: right.magnitude)
    if overflows {
      let (high, low) = left.magnitude.multipliedFullWidth(by: right.magnitude)
      guard high < size else { return nil }
      (quotient, remainder) = size.dividingFullWidth((high, low))
    } else {
      (quotient, remainder) = narrow.quotientAndRemainder(dividingBy: size)
    }
    let rest = size - remainder
    let goesUp = remainder > rest || remainder == rest && quotient & 1 == 1
    guard quotient < UInt128(Int128.max) else { return nil }
    let value = Int128(quotient) + (goesUp ? 1 : 0)
    return isNegative ? -value : value
  }
}
