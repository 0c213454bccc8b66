import LibC

/// The functions of angles and their kin, of one value. They are the C library's, angles in radians; a result that is
/// not a finite number is missing.
extension Scalar {
  /// The logarithm to base ten; missing at and below zero.
  @usableFromInline @inline(never)
  static func decimalLogarithm(_ a: Double) -> Double { a > 0 ? log10(a) : .nan }

  /// The sine.
  @usableFromInline @inline(never)
  static func sine(_ a: Double) -> Double { sin(a) }

  /// The cosine.
  @usableFromInline @inline(never)
  static func cosine(_ a: Double) -> Double { cos(a) }

  /// The tangent.
  @usableFromInline @inline(never)
  static func tangent(_ a: Double) -> Double { tan(a) }

  /// The angle whose sine is `a`; missing outside of -1 to 1.
  @usableFromInline @inline(never)
  static func arcSine(_ a: Double) -> Double { asin(a) }

  /// The angle whose cosine is `a`; missing outside of -1 to 1.
  @usableFromInline @inline(never)
  static func arcCosine(_ a: Double) -> Double { acos(a) }

  /// The angle whose tangent is `a`.
  @usableFromInline @inline(never)
  static func arcTangent(_ a: Double) -> Double { atan(a) }

  /// The hyperbolic sine; missing if it is too large.
  @usableFromInline @inline(never)
  static func hyperbolicSine(_ a: Double) -> Double { sinh(a).finiteOrMissing }

  /// The hyperbolic cosine; missing if it is too large.
  @usableFromInline @inline(never)
  static func hyperbolicCosine(_ a: Double) -> Double { cosh(a).finiteOrMissing }

  /// The hyperbolic tangent.
  @usableFromInline @inline(never)
  static func hyperbolicTangent(_ a: Double) -> Double { tanh(a) }
}
