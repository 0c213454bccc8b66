import Text

/// Makes the errors of rows that cannot be read, with the place and the text of the fault.
enum RowFault {
  static func unclosedQuote(
    _ offset: Int,
    _ line: TextLine,
    _ text: TextBuffer,
    _ file: String
  ) -> MarketDataError {
    MarketDataError(
      .unclosedQuote,
      file: file,
      line: line.number,
      column: line.column(of: offset, in: text),
      found: shortened(text.text(offset..<line.end)),
      message: "a quote is not closed on its line"
    )
  }

  static func fieldCount(
    _ count: Int,
    _ expected: Int,
    _ line: TextLine,
    _ text: TextBuffer,
    _ file: String
  ) -> MarketDataError {
    MarketDataError(
      .fieldCount,
      file: file,
      line: line.number,
      column: 1,
      found: shortened(text.text(line.start..<line.end)),
      message: "the row has \(NumberText.counted(count, "field")) but \(expected) are expected"
    )
  }

  static func field(
    _ code: MarketDataError.Code,
    _ field: TextLine.Field,
    _ line: TextLine,
    _ text: TextBuffer,
    _ file: String,
    message: (_ found: String) -> String,
    hint: String? = nil
  ) -> MarketDataError {
    let found = shortened(text.text(of: field))
    return MarketDataError(
      code,
      file: file,
      line: line.number,
      column: line.column(of: field.start, in: text),
      found: found,
      message: message(found),
      hint: hint
    )
  }

  /// A text that fits into a message; bytes that cannot be printed are shown as `·`.
  static func shortened(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { $0.properties.isWhitespace || $0.value >= 32 ? $0 : "·" }
    var short = String(String.UnicodeScalarView(shown))
    if text.unicodeScalars.count > 60 { short += "…" }
    return short
  }
}
