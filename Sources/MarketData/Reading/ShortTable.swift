/// The rows of a short file that is read at once: lists of dates, splits, dividends.
///
/// Fields are separated by commas, semicolons or tabs, with or without quotes; empty lines and comments are left out.
/// Files of bars have their own reader, made for millions of rows.
public enum ShortTable {
  /// A row with the number of its line, from 1; its fields are without blanks and quotes around them.
  public typealias Row = (line: Int, fields: [String])

  /// The rows of a text.
  public static func rows(of text: String) -> [Row] {
    var text = text
    return text.withUTF8 { rows(of: $0) }
  }

  private static func rows(of bytes: UnsafeBufferPointer<UInt8>) -> [Row] {
    var rows: [Row] = []
    var line = 0
    var start = 0
    while start <= bytes.count {
      line += 1
      let end = bytes[start...].firstIndex(where: isNewline) ?? bytes.count
      let fields = bytes[start..<end].split(omittingEmptySubsequences: false, whereSeparator: isSeparator).map(trimmed)
      if fields.contains(where: { !$0.isEmpty }), !fields[0].hasPrefix("#") { rows.append((line, fields)) }
      // A line may end as on Windows, with two.
      let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
      start = end + (isPair ? 2 : 1)
    }
    return rows
  }

  /// True for a byte that ends a line: line feed, carriage return.
  private static func isNewline(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// True for a comma, a semicolon and a tab.
  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 44 || byte == 59 || byte == 9 }

  private static func trimmed(_ field: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    /// A blank, or a quote of either kind.
    func isAround(_ byte: UInt8) -> Bool { byte == 32 || byte == 34 || byte == 39 }
    guard let first = field.firstIndex(where: { !isAround($0) }),
      let last = field.lastIndex(where: { !isAround($0) })
    else { return "" }
    return String(decoding: UnsafeBufferPointer(rebasing: field[first...last]), as: UTF8.self)
  }
}
