/// The layout of the rows of a file: all that a row reader must know.
package struct Layout {
  var separator: UInt8
  var decimalComma = false
  /// True if no number of the first rows distinguishes decimal marks from thousands separators, and none is stated.
  var hasOpenMarks = false
  var hasHeader: Bool
  /// The role of each field of a row.
  package var roles: [ColumnRole]
  /// The name of each column as the file gives it, or the role that it is read as if there is no header.
  var names: [String]
  var dateStyle: DateStyle
  /// True if only all rows show the order of the parts of a date, see ``DateOrder``.
  var hasOpenDates = false
  /// True if the file holds one value for each date.
  var isMacro = false
  /// True if the header says that stamps are in UTC, as `timestamp_utc` does.
  var isInUTC = false
  /// The number that prices are divided by: of whole numbers of a billionth 1e9.
  var priceScale = 1.0
  /// The symbol column's text in the first row.
  var symbol: String?
  /// The currency that the first row states; nil if the file has no column of it.
  var currency: String?
  /// The offset of the first row, in bytes.
  package var dataStart: Int
  package var dataLine: Int
  var notes: [String] = []
  var findings: [BarFinding] = []

  /// The field that holds a role.
  func index(of role: ColumnRole) -> Int? { roles.firstIndex(of: role) }

  /// True if each bar has four prices and a volume, which are used unchanged.
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

extension Layout {
  /// Decides by the numbers of some lines whether commas or points are decimal marks, and reports a guess.
  mutating func takeMarks(of lines: some Sequence<TextLine>, in text: TextBuffer) {
    var mark = DecimalMark(
      separator: separator, dates: dateStyle,
      hasContinentalNames: hasHeader && names.contains { HeaderName.meaning($0)?.isContinental == true })
    for line in lines {
      guard let fields = try? line.fields(in: text, separator: separator) else { continue }
      for (column, (field, role)) in zip(fields, roles).enumerated() where role.isNumber {
        mark.add(text.bytes(of: field), column: column, isVolume: role == .volume, line: line.number)
      }
    }
    decimalComma = mark.reading.isDecimal
    hasOpenMarks = mark.isOpen
    let note = "decimal comma"
    notes.removeAll { $0 == note }
    if decimalComma { notes.append(note) }
    findings.removeAll { $0.code == .ambiguousNumbers }
    if let finding = mark.finding { findings.append(finding) }
  }
}
