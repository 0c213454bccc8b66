/// A stage of the economic cycle.
public enum CycleStage: String, Sendable, Hashable, CaseIterable {
  /// Output falls, or unemployment rises.
  case contraction
  /// Growth slows while prices rise fast, or short yields are above long ones.
  case peak
  /// Growth is low and unemployment high, but falling.
  case recovery
  /// Output grows.
  case expansion

  /// Its number in a column: 1 to 4.
  public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// The stage of a number; nil for others.
  public init?(number: Double) {
    guard number >= 1, number <= 4, number.rounded() == number else { return nil }
    self = Self.allCases[Int(number) - 1]
  }
}
