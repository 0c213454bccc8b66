import Text

/// The cells of a column as texts, with their points below each other.
struct ColumnText {
  let cells: [StyledText]

  init(_ table: Table, column: Int, rows: [Int], isStopped: () -> Bool = { false }) {
    let description = table.columns[column]
    let values = rows.lazy.compactMap { row -> Double? in
      let cell = table.cell(row, column)
      return cell.format == nil ? cell.numericValue : nil
    }
    let format = description.format.shared(by: values)
    var mixesFormats = false
    var texts: [StyledText] = []
    texts.reserveCapacity(rows.count)
    var isGivenUp = false
    for row in rows {
      isGivenUp =
        isGivenUp || texts.count % TableLayout.rowsBetweenChecks == TableLayout.rowsBetweenChecks - 1 && isStopped()
      if isGivenUp {
        texts.append(StyledText())
        continue
      }
      let cell = table.cell(row, column)
      mixesFormats = mixesFormats || cell.format != nil
      texts.append(Self.text(cell, in: description, format: format))
    }
    if !isGivenUp, description.alignment == .right, !mixesFormats {
      Self.alignPoints(&texts, isNumber: { table.cell(rows[$0], column).numericValue != nil })
    }
    cells = texts
  }

  /// The text of one cell, in the cell's own format and style where it has them.
  static func text(_ cell: Cell, in column: Table.Column, format: NumberFormat) -> StyledText {
    let number: String
    let value: Double
    switch cell.content {
    case .text(let text): return text.onOneLine.styled(cell.style ?? column.style)
    case .missing: return StyledText(NumberFormat.missing, .dim)
    case .integer(let integer):
      value = Double(integer)
      number = (cell.format ?? wholeFormat(column.format, shared: format)).text(integer)
    case .number(let double):
      guard double.isFinite else { return StyledText(NumberFormat.missing, .dim) }
      value = double
      number = (cell.format ?? format).text(double)
    }
    let style = cell.style ?? (column.colorsBySign ? Style.sign(of: value) : column.style)
    return StyledText(number, style == .plain ? column.style : style)
  }

  /// Whole numbers stay whole in a column that only holds them.
  private static func wholeFormat(_ own: NumberFormat, shared: NumberFormat) -> NumberFormat {
    shared.isWhole ? own : shared
  }

  /// Adds blanks behind the numbers so that their points, or their ends without one, stand below each other.
  private static func alignPoints(_ texts: inout [StyledText], isNumber: (Int) -> Bool) {
    func tail(_ text: StyledText) -> Int {
      let plain = text.plain
      let whole = plain.prefix { ("0"..."9").contains($0) || $0 == "-" || $0 == "+" || $0 == "," }
      return plain.count - whole.count
    }
    var longest = 0
    for index in texts.indices where isNumber(index) { longest = max(longest, tail(texts[index])) }
    guard longest > 0 else { return }
    for index in texts.indices where isNumber(index) {
      texts[index].append(String(repeating: " ", count: longest - tail(texts[index])))
    }
  }
}
