/// A series that an indicator reads.
public struct Input: Sendable, Hashable {
  /// The name under which the formula speaks of it: `high`, `x`.
  public let name: String
  /// The kind of its values: numbers or booleans.
  ///
  /// Any number but 0 counts as true.
  public let kind: ValueKind
  /// The field of the bars that fills it when the leading series are left out; nil if it must be typed, or `anchor`
  /// fills it.
  public let defaultField: BarField?
  /// The parameter that says on which bars the input is true when it is left out: the first ones of periods.
  public let anchor: String?

  /// True for a series that may be left out.
  public var hasDefault: Bool { defaultField != nil || anchor != nil }

  /// Makes an input filled by a leading series, or a field of the bars.
  public init(_ name: String, _ kind: ValueKind = .number, default field: BarField? = nil) {
    self.name = name
    self.kind = kind
    defaultField = field
    anchor = nil
  }

  /// An input that is true on the first bar of each period that a parameter names.
  public init(_ name: String, anchoredBy parameter: String) {
    self.name = name
    kind = .truth
    defaultField = nil
    anchor = parameter
  }

  /// One series of numbers, the close if it is left out.
  public static let series = Input("x", default: .close)
  /// The first price of a bar.
  public static let open = Input("open", default: .open)
  /// The highest price of a bar.
  public static let high = Input("high", default: .high)
  /// The lowest price of a bar.
  public static let low = Input("low", default: .low)
  /// The last price of a bar.
  public static let close = Input("close", default: .close)
  /// The volume traded in a bar.
  public static let volume = Input("volume", default: .volume)
}
