extension Double {
  /// The number without the noise of binary fractions: rounded to twelve decimals.
  ///
  /// Limits are compared with it, as 0.85 - 0.70 is 0.15 to whoever wrote the scores, and 0.15000000000000002 in
  /// binary.
  var withoutNoise: Double {
    let scaled = (self * 1e12).rounded()
    return scaled.isFinite ? scaled / 1e12 : self
  }
}
