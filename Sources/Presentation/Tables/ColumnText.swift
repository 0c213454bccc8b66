import Text

/// The cells of a column as texts, with their points below each other.
struct ColumnText {
  /// The texts in the order of the rows; fewer once it is stopped.
  let cells: [StyledText]

  /// The texts of all columns of a table; nil if it is stopped.
  static func columns(
    of table: Table, rows: [Int], look: Look = Look(), isStopped: () -> Bool = { false }
  ) -> [[StyledText]]? {
    var columns: [[StyledText]] = []
    for column in table.columns.indices {
      columns.append(ColumnText(table, column: column, rows: rows, look: look, isStopped: isStopped).cells)
      guard columns[column].count == rows.count else {
        Leftovers.release(&columns, leaving: [])
        return nil
      }
    }
    return columns
  }

  init(_ table: Table, column: Int, rows: [Int], look: Look = Look(), isStopped: () -> Bool = { false }) {
    let description = table.columns[column]
    let format = withoutActuallyEscaping(isStopped) { isStopped in
      look.format(description.format).shared(
        by: rows.lazy.prefix { !TableLayout.isCheck($0) || !isStopped() }.compactMap { row -> Double? in
          let cell = table.cell(row, column)
          return cell.format == nil ? cell.numericValue : nil
        })
    }
    var mixesFormats = false
    var texts: [StyledText] = []
    texts.reserveCapacity(rows.count)
    for row in rows {
      if TableLayout.isCheck(texts.count), isStopped() { break }
      let cell = table.cell(row, column)
      mixesFormats = mixesFormats || cell.format != nil
      texts.append(Self.text(cell, in: description, format: format, look: look))
    }
    if texts.count == rows.count, description.alignment == .right, !mixesFormats {
      Self.alignPoints(&texts, isStopped: isStopped, isNumber: { table.cell(rows[$0], column).numericValue != nil })
    }
    cells = texts
  }

  /// The text of one cell, in the cell's own format and style if it has them.
  static func text(_ cell: Cell, in column: Table.Column, format: NumberFormat, look: Look = Look()) -> StyledText {
    let number: String
    let value: Double
    switch cell.content {
    case .text(let text), .truth(_, let text), .absent(let text):
      return text.onOneLine.styled(cell.style ?? column.style)
    case .missing: return StyledText(look.missing, .dim)
    case .integer(let integer):
      value = Double(integer)
      number = (cell.format.map(look.format) ?? wholeFormat(look.format(column.format), shared: format)).text(integer)
    case .number(let double):
      guard double.isFinite else { return StyledText(look.missing, .dim) }
      value = double
      number = (cell.format.map(look.format) ?? format).text(double)
    }
    let style = cell.style ?? (column.colorsBySign ? Style.sign(of: value) : column.style)
    if style == .plain, column.style == .plain, value < 0 { return StyledText(number, .negative) }
    return StyledText(number, style == .plain ? column.style : style)
  }

  /// Whole numbers stay so in a column that only holds them.
  private static func wholeFormat(_ own: NumberFormat, shared: NumberFormat) -> NumberFormat {
    shared.isWhole ? own : shared
  }

  /// Adds blanks after the numbers so that their points, or their ends without one, align.
  private static func alignPoints(_ texts: inout [StyledText], isStopped: () -> Bool, isNumber: (Int) -> Bool) {
    var tails: [Int] = []
    tails.reserveCapacity(texts.count)
    for index in texts.indices {
      if TableLayout.isCheck(index), isStopped() { return }
      tails.append(isNumber(index) ? tail(texts[index]) : -1)
    }
    guard let longest = tails.max(), longest > 0 else { return }
    for index in texts.indices where tails[index] >= 0 && tails[index] < longest {
      if TableLayout.isCheck(index), isStopped() { return }
      texts[index].append(String(repeating: " ", count: longest - tails[index]))
    }
  }

  /// The number of characters from the point on.
  private static func tail(_ text: StyledText) -> Int {
    let plain = text.plain
    let whole = plain.utf8.prefix { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: ",")
    }
    // Numbers are ASCII, so a byte is a character.
    let isASCII = plain.utf8.allSatisfy { $0 < 0x80 }
    return (isASCII ? plain.utf8.count : plain.count) - whole.count
  }
}
