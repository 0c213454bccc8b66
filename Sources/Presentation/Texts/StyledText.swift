import Text

/// Text in pieces that each have a meaning.
///
/// A string literal is plain text. An interpolated value may name its style and a number its format:
/// `"loaded \("SPY", .name), \(0.0312, .percent) since January"`.
public struct StyledText: Sendable, Hashable {
  /// A piece of text in one style.
  public struct Span: Sendable, Hashable {
    /// The text as it is read.
    public var text: String
    /// The meaning of the text.
    public var style: Style

    /// Makes a piece of text.
    public init(_ text: String, _ style: Style = .plain) {
      self.text = text
      self.style = style
    }
  }

  /// The pieces in reading order; neighbours differ in style and none is empty.
  public private(set) var spans: [Span] = []

  /// Makes an empty text.
  public init() {}

  /// Makes a text in one style.
  public init(_ text: some StringProtocol, _ style: Style = .plain) {
    append(String(text), style)
  }

  /// Makes the text of a number.
  public init(_ value: Double, _ format: NumberFormat, _ style: Style = .plain) {
    append(format.text(value), style)
  }

  /// The text without its styles.
  public var plain: String {
    var result = ""
    for span in spans { result += span.text }
    return result
  }

  /// True if the text is empty.
  public var isEmpty: Bool { spans.isEmpty }

  /// The width of the text in columns of a terminal.
  public var width: Int { spans.reduce(0) { $0 + displayWidth($1.text) } }

  /// Adds text in a style at the end.
  public mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    if let last = spans.indices.last, spans[last].style == style {
      spans[last].text += text
    } else {
      spans.append(Span(text, style))
    }
  }

  /// Adds another text at the end.
  public mutating func append(_ other: StyledText) {
    for span in other.spans { append(span.text, span.style) }
  }

  /// The same text with its plain pieces in another style.
  public func styled(_ style: Style) -> StyledText {
    var result = StyledText()
    for span in spans { result.append(span.text, span.style == .plain ? style : span.style) }
    return result
  }

  /// One text after the other.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  /// Adds a text at the end.
  public static func += (left: inout StyledText, right: StyledText) {
    left.append(right)
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  /// Makes plain text from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Makes text from a literal with values in it.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  /// Collects the pieces of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    /// Starts an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds plain text.
    public mutating func appendLiteral(_ literal: String) {
      text.append(literal)
    }

    /// Adds a string in a style.
    public mutating func appendInterpolation(_ value: some StringProtocol, _ style: Style = .plain) {
      text.append(String(value), style)
    }

    /// Adds a text with its own styles.
    public mutating func appendInterpolation(_ value: StyledText) {
      text.append(value)
    }

    /// Adds a whole number, with plain digits unless a format says otherwise.
    public mutating func appendInterpolation(
      _ value: Int,
      _ format: NumberFormat = .integer,
      _ style: Style = .plain
    ) {
      text.append(format.text(value), style)
    }

    /// Adds a whole number in a style.
    public mutating func appendInterpolation(_ value: Int, _ style: Style) {
      text.append(String(value), style)
    }

    /// Adds a number in a format.
    public mutating func appendInterpolation(
      _ value: Double,
      _ format: NumberFormat = .general,
      _ style: Style = .plain
    ) {
      text.append(format.text(value), style)
    }

    /// Adds a number in the general format and a style.
    public mutating func appendInterpolation(_ value: Double, _ style: Style) {
      text.append(NumberFormat.general.text(value), style)
    }
  }
}

extension StyledText {
  /// Several texts as one, with a separator between each two.
  public static func joined(_ texts: [StyledText], separator: StyledText = ", ") -> StyledText {
    var result = StyledText()
    for (index, text) in texts.enumerated() {
      if index > 0 { result.append(separator) }
      result.append(text)
    }
    return result
  }
}
