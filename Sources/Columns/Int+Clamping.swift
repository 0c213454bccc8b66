extension Int {
  /// The integer part of a number, clamped to the range of `Int`; 0 for a missing value.
  ///
  /// For numbers from data or from user input, which must never trap. If a fraction or an out-of-range number is an
  /// error, use `Int(exactly:)` instead.
  @inlinable
  public init(clamping number: Double) {
    if let whole = Int(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number.isNaN ? 0 : number < 0 ? .min : .max
    }
  }
}
