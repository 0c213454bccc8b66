/// The values of a column: numbers, or booleans.
public enum ValueKind: Sendable, Hashable {
  /// Numbers; NaN is missing.
  case number
  /// Booleans: 1 is true, 0 is false, NaN is missing.
  case truth
}
