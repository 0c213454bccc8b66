/// The form of a file, as it was recognised.
public struct Dialect: Sendable, Hashable {
  /// The separator of the fields: `comma`, `semicolon`, `tab`, `bar`; `sample` for a sample inside the
  /// program, which has no columns to name.
  public var separator: String
  /// True if the first row names the columns.
  public var hasHeader: Bool
  /// The form of dates: `ISO dates`, `MM/DD/YYYY`, `epoch milliseconds`.
  public var dates: String
  /// The role of each column of the file, from the left; `-` for one that is not read.
  public var columns: [String]
  /// Other observations about the form, in words: `newest first`, `decimal comma`, `Adj Close ignored`.
  public var notes: [String]

  /// Makes a dialect from its parts.
  public init(
    separator: String,
    hasHeader: Bool,
    dates: String,
    columns: [String],
    notes: [String] = []
  ) {
    self.separator = separator
    self.hasHeader = hasHeader
    self.dates = dates
    self.columns = columns
    self.notes = notes
  }
}

extension Dialect: CustomStringConvertible {
  /// The dialect in words: `comma, header, ISO dates, Adj Close ignored`.
  public var description: String {
    let table = columns.isEmpty ? [] : [hasHeader ? "header" : "no header", dates]
    return ([separator] + table + notes).joined(separator: ", ")
  }
}
