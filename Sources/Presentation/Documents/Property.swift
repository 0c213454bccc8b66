import Text

/// A label and its value.
public struct Property: Sendable, Equatable {
  /// The name of the value.
  public var label: String
  /// The value.
  public var value: Cell
  /// A remark after the value: its source, its unit.
  public var remark: StyledText?

  /// Makes a property with any value.
  public init(_ label: String, cell value: Cell, remark: StyledText? = nil) {
    self.label = label
    self.value = value
    self.remark = remark
  }

  /// Makes a property with a text.
  public init(_ label: String, _ value: StyledText, remark: StyledText? = nil) {
    self.init(label, cell: .text(value), remark: remark)
  }

  /// Makes a property with a number.
  public init(
    _ label: String,
    _ value: Double,
    _ format: NumberFormat = .general,
    style: Style? = nil,
    remark: StyledText? = nil
  ) {
    self.init(label, cell: .number(value, format, style: style), remark: remark)
  }

  /// Makes a property with a whole number.
  public init(_ label: String, _ value: Int, remark: StyledText? = nil) {
    self.init(label, cell: .integer(value), remark: remark)
  }
}

extension Document.Block {
  /// Labels with texts, aligned: `.properties([("file", "spy.csv"), ("bars", "\(2516)")])`.
  public static func properties(_ pairs: [(String, StyledText)]) -> Document.Block {
    .properties(pairs.map { Property($0.0, $0.1) })
  }
}
