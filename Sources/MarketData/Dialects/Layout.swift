/// The layout of the rows of a file: all that a row reader must know.
struct Layout {
  var separator: UInt8
  var decimalComma = false
  var hasHeader: Bool
  /// The role of each field of a row.
  var roles: [ColumnRole]
  /// The name of each column as the file gives it, or the role that it is read as where there is no header.
  var names: [String]
  var dateStyle: DateStyle
  /// True where the file holds one value for each date.
  var isMacro = false
  /// The symbol column's text in the first row.
  var symbol: String?
  /// The currency that the first row states; nil where the file has no column of it.
  var currency: String?
  /// The offset of the first row, in bytes.
  var dataStart: Int
  var dataLine: Int
  var notes: [String] = []
  var findings: [BarFinding] = []

  /// The field that holds a role.
  func index(of role: ColumnRole) -> Int? { roles.firstIndex(of: role) }

  /// True where each bar has four prices and a volume, which stand as they are.
  var hasWholeBars: Bool {
    [ColumnRole.open, .high, .low, .close, .volume].allSatisfy { roles.contains($0) } && !roles.contains(.adjusted)
  }

  var separatorName: String {
    switch separator {
    case 9: "tab"
    case 59: "semicolon"
    case 124: "bar"
    default: "comma"
    }
  }

  var dialect: Dialect {
    Dialect(
      separator: separatorName,
      hasHeader: hasHeader,
      dates: dateStyle.words,
      columns: roles.map { isMacro && $0 == .close ? "value" : $0.name },
      notes: notes
    )
  }
}
