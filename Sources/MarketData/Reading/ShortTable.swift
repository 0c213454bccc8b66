/// The rows of a short file that is read whole: lists of dates, splits, dividends.
///
/// Fields stand between commas, semicolons or tabs, with or without quotes; empty lines and comments are left out. Files
/// of bars have a reader of their own, which is made for millions of rows.
public enum ShortTable {
  /// A row with the number of its line, from 1; its fields are without blanks and quotes around them.
  public typealias Row = (line: Int, fields: [String])

  /// The rows of a text.
  public static func rows(of text: String) -> [Row] {
    var rows: [Row] = []
    // A line may end as on Windows, which is one character.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let fields = line.split(omittingEmptySubsequences: false) { ",;\t".contains($0) }.map(trimmed)
      if fields.contains(where: { !$0.isEmpty }), !fields[0].hasPrefix("#") { rows.append((index + 1, fields)) }
    }
    return rows
  }

  private static func trimmed(_ field: Substring) -> String {
    var field = field.drop { " \"'".contains($0) }
    while let last = field.last, " \"'".contains(last) { field.removeLast() }
    return String(field)
  }
}
