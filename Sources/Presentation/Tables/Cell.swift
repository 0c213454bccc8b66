import Text

/// One value of a table.
///
/// A number literal is a number and a string literal is text. A value that is not finite is missing: `-` in tables for
/// users, an empty field in CSV.
public struct Cell: Sendable, Hashable {
  /// The content of a cell.
  public enum Content: Sendable, Hashable {
    /// A number, written in the format of its column.
    case number(Double)
    /// A whole number, exact.
    case integer(Int)
    /// A text.
    case text(StyledText)
    /// A boolean, with the words shown to users.
    case truth(Bool, shown: StyledText)
    /// A missing value.
    case missing
    /// A missing value with the words shown in its place, such as the `open` of an exit.
    case absent(shown: StyledText)
  }

  /// The content.
  public var content: Content
  /// The style of the entire cell, before that of its column.
  public var style: Style?
  /// The format of this cell, before that of its column.
  public var format: NumberFormat?
  /// The value for programs, if these get more of it than users see: all digits of a decimal, a moment with its zone.
  public var exact: String?

  /// Makes a cell.
  public init(_ content: Content, style: Style? = nil, format: NumberFormat? = nil, exact: String? = nil) {
    self.content = content
    self.style = style
    self.format = format
    self.exact = exact
  }

  /// A cell without a value.
  public static let missing = Cell(.missing)

  /// A number; one that is not finite is missing.
  public static func number(_ value: Double, _ format: NumberFormat? = nil, style: Style? = nil) -> Cell {
    Cell(value.isFinite ? .number(value) : .missing, style: style, format: format)
  }

  /// A number that may not be there.
  public static func number(_ value: Double?, _ format: NumberFormat? = nil, style: Style? = nil) -> Cell {
    number(value ?? .nan, format, style: style)
  }

  /// A whole number.
  public static func integer(_ value: Int, style: Style? = nil) -> Cell {
    Cell(.integer(value), style: style)
  }

  /// A whole number that may be missing.
  public static func integer(_ value: Int?, style: Style? = nil) -> Cell {
    value.map { Cell(.integer($0), style: style) } ?? .missing
  }

  /// A text with its styles.
  public static func text(_ value: StyledText) -> Cell {
    Cell(.text(value))
  }

  /// A string in a style.
  public static func text(_ value: some StringProtocol, _ style: Style? = nil) -> Cell {
    Cell(.text(StyledText(value)), style: style)
  }

  /// A string that may not be there.
  public static func text(_ value: String?, _ style: Style? = nil) -> Cell {
    value.map { Cell(.text(StyledText($0)), style: style) } ?? .missing
  }

  /// A boolean, `true` or `false`.
  public static func truth(_ value: Bool, _ style: Style? = nil) -> Cell {
    Cell(.truth(value, shown: value ? "true" : "false"), style: style)
  }

  /// A boolean with the words shown to users.
  public static func truth(_ value: Bool, shown: String, _ style: Style? = nil) -> Cell {
    Cell(.truth(value, shown: StyledText(shown)), style: style)
  }

  /// A missing value shown to users as words: empty for programs.
  public static func missing(shown: String) -> Cell {
    Cell(.absent(shown: StyledText(shown)))
  }

  /// The same cell in a style.
  public func styled(_ style: Style?) -> Cell {
    Cell(content, style: style, format: format, exact: exact)
  }

  /// The value as a number, or `nil` for a text and a missing value.
  public var numericValue: Double? {
    switch content {
    case .number(let value): value.isFinite ? value : nil
    case .integer(let value): Double(value)
    case .text, .truth, .missing, .absent: nil
    }
  }

  /// The value as a program reads it: numbers exact, text plain, a missing value as an empty string.
  public var exportText: String {
    if let exact { return exact }
    return switch content {
    case .number(let value): value.isFinite ? NumberText.plain(value) : ""
    case .integer(let value): String(value)
    case .text(let text): text.plain
    case .truth(let value, _): value ? "true" : "false"
    case .missing, .absent: ""
    }
  }
}

extension Cell: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
  /// Makes a number.
  public init(floatLiteral value: Double) {
    self = .number(value)
  }

  /// Makes a whole number.
  public init(integerLiteral value: Int) {
    self = .integer(value)
  }

  /// Makes a text.
  public init(stringLiteral value: String) {
    self = .text(StyledText(value))
  }

  /// Makes a text with styled values in it.
  public init(stringInterpolation: StyledText.StringInterpolation) {
    self = .text(StyledText(stringInterpolation: stringInterpolation))
  }
}
