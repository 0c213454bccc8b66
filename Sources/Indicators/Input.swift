/// A series that an indicator reads.
public struct Input: Sendable, Hashable {
  /// The name under which the formula speaks of it: `high`, `x`.
  public let name: String
  /// Whether it holds numbers or truth values.
  ///
  /// Any number but 0 counts as true.
  public let kind: ValueKind
  /// What stands when the series in front are left out; nil where it must be given.
  public let defaultField: BarField?

  init(_ name: String, _ kind: ValueKind = .number, default field: BarField? = nil) {
    self.name = name
    self.kind = kind
    defaultField = field
  }

  /// One series of numbers, the close where it is left out.
  static let series = Input("x", default: .close)
  static let open = Input("open", default: .open)
  static let high = Input("high", default: .high)
  static let low = Input("low", default: .low)
  static let close = Input("close", default: .close)
  static let volume = Input("volume", default: .volume)
}
