extension Int {
  /// The whole number that a number is once its fraction is cut off; the nearest end of the integers beyond them, and
  /// 0 for a missing value.
  ///
  /// For numbers that come from data or from what somebody typed, of which none may end the program. Where a fraction
  /// or a number beyond the integers is a mistake, `Int(exactly:)` tells.
  @inlinable
  public init(clamping number: Double) {
    if let whole = Int(exactly: number.rounded(.towardZero)) {
      self = whole
    } else {
      self = number.isNaN ? 0 : number < 0 ? .min : .max
    }
  }
}
