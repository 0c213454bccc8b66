/// A column of a bar: the default of an indicator's input.
public enum BarField: String, Sendable, Hashable, CaseIterable {
  /// The first price of a bar.
  case open
  /// The highest price of a bar.
  case high
  /// The lowest price of a bar.
  case low
  /// The last price of a bar.
  case close
  /// The volume traded in a bar.
  case volume
}
