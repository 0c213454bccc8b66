import Text

/// A table as lines of text that fit a width.
///
/// In this order, until the table fits: titles are wrapped at their blanks; columns of words are cut, with an ellipsis,
/// or wrapped if they should be, down to ``smallestText`` characters; of a list the last columns are left out, and a
/// line below names them. Another table is split into several one below the other and repeat the first column, between
/// groups of columns if these fit. A number is never cut.
struct TableLayout {
  /// Columns of words are not cut below this width.
  static let smallestText = 12
  private static let gap = 2
  /// The rows that are laid out before it is asked whether somebody still waits for them.
  static let rowsBetweenChecks = 256

  /// True for the rows before which it is asked whether somebody still waits.
  static func isCheck(_ row: Int) -> Bool { row % rowsBetweenChecks == rowsBetweenChecks - 1 }

  private let table: Table
  private let symbols: Symbols
  private let shownRows: [Int]
  private let hiddenRows: Int
  /// The texts of each column; none once it is stopped.
  private var cells: [[StyledText]]
  private let naturalWidths: [Int]
  /// For each column whether it has words that may be cut.
  private let hasWords: [Bool]
  private let dropsColumns: Bool

  init(_ table: Table, symbols: Symbols, look: Look = Look(), isStopped: () -> Bool = { false }) {
    self.table = table
    self.symbols = symbols
    let count = table.rows.count
    // A line that counts hidden rows is worth it only when it hides more than one row.
    if let visible = table.visibleRows.map({ max($0, 1) }), count > visible + 1 {
      shownRows = Array(0..<((visible + 1) / 2)) + Array((count - visible / 2)..<count)
    } else {
      shownRows = Array(0..<count)
    }
    hiddenRows = count - shownRows.count
    let rows = shownRows
    cells = ColumnText.columns(of: table, rows: rows, look: look, isStopped: isStopped) ?? []
    naturalWidths = cells.map { column in
      var widest = 0
      for (row, cell) in column.enumerated() {
        if Self.isCheck(row), isStopped() { break }
        widest = max(widest, cell.width)
      }
      return widest
    }
    hasWords = table.columns.indices.map { column in
      table.columns[column].alignment == .left && !table.columns[column].isWhole
        && !rows.contains { Self.isCheck($0) && isStopped() || table.cell($0, column).numericValue != nil }
    }
    dropsColumns = look.wideTables == .drop || look.wideTables == .auto && table.isList
  }

  /// The lines of the table, titles and rule included; fewer once it is stopped.
  func lines(width: Int, isStopped: () -> Bool = { false }) -> [StyledText] {
    guard !cells.isEmpty, shownRows.count < Self.rowsBetweenChecks || !isStopped() else { return [] }
    var remaining = Array(table.columns.indices)
    var lines: [StyledText] = []
    while !remaining.isEmpty {
      let part = nextPart(&remaining, width: width, isFirst: lines.isEmpty)
      if !lines.isEmpty { lines.append(StyledText()) }
      lines += drawn(part, widths: widths(part, width: width), isStopped)
      if dropsColumns, !remaining.isEmpty {
        lines += note(of: remaining).wrapped(to: width, indent: 2)
        break
      }
      if isStopped() { break }
    }
    return lines
  }

  /// Lets go of the texts of many rows, which takes a while, on another thread.
  mutating func release() {
    if shownRows.count > Self.rowsBetweenChecks { Leftovers.release(&cells, leaving: []) }
  }

  /// The line that names columns which are left out.
  private func note(of columns: [Int]) -> StyledText {
    let titles = columns.map { table.columns[$0].title }.joined(separator: ", ")
    let count = columns.count == 1 ? "1 more column" : "\(columns.count) more columns"
    return StyledText("\(symbols.hidden) \(count): \(titles); `set wide_tables blocks` shows all", .dim)
  }

  /// The columns that fit next to each other, at least one that was not drawn yet.
  private func nextPart(_ remaining: inout [Int], width: Int, isFirst: Bool) -> [Int] {
    var part = isFirst ? [] : [0]
    repeat {
      part.append(remaining.removeFirst())
      guard let next = remaining.first else { break }
      if total((part + [next]).map(smallestWidth)) > width { break }
    } while true
    giveBack(splitGroupOf: &part, to: &remaining)
    return part
  }

  /// Moves a group that does not fit completely to the next part, unless it is the only one here.
  private func giveBack(splitGroupOf part: inout [Int], to remaining: inout [Int]) {
    guard let next = remaining.first, let group = table.columns[next].group else { return }
    let kept = part.prefix { table.columns[$0].group != group }
    // The first column is in every part.
    guard kept.count > 1, kept.count < part.count else { return }
    remaining.insert(contentsOf: part[kept.count...], at: 0)
    part = Array(kept)
  }

  private func widths(_ part: [Int], width: Int) -> [Int] {
    let wide = part.map { max(naturalWidths[$0], displayWidth(table.columns[$0].title)) }
    if total(wide) <= width { return wide }
    var result = part.map { max(naturalWidths[$0], longestTitleWord($0)) }
    // Columns of words give up the missing width, the widest one first.
    while total(result) > width {
      var widest: Int?
      for (slot, column) in part.enumerated() where result[slot] > floor(column, isSplit: part.count <= 2) {
        if result[slot] > widest.map({ result[$0] }) ?? 0 { widest = slot }
      }
      guard let widest else { break }
      result[widest] -= 1
    }
    // Titles get back the rest, from the left.
    var spare = width - total(result)
    for slot in result.indices where spare > 0 {
      let growth = min(spare, max(0, wide[slot] - result[slot]))
      result[slot] += growth
      spare -= growth
    }
    return result
  }

  private func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
  }

  private func smallestWidth(_ column: Int) -> Int {
    let word = longestTitleWord(column)
    guard hasWords[column] else { return max(naturalWidths[column], word) }
    return max(min(naturalWidths[column], Self.smallestText), min(word, Self.smallestText))
  }

  /// The width down to which a column gives way.
  ///
  /// Two columns that still do not fit cannot be split, so words are cut further.
  private func floor(_ column: Int, isSplit: Bool) -> Int {
    let smallest = smallestWidth(column)
    return isSplit && smallest > 4 && hasWords[column] ? 4 : smallest
  }

  private func longestTitleWord(_ column: Int) -> Int {
    table.columns[column].title.split(separator: " ").reduce(0) { max($0, displayWidth($1)) }
  }

  private func drawn(_ part: [Int], widths: [Int], _ isStopped: () -> Bool) -> [StyledText] {
    let titles = zip(part, widths).map { column, width in
      StyledText(table.columns[column].title, .heading).wrapped(to: max(width, 1))
    }
    let height = titles.reduce(1) { max($0, $1.count) }
    var lines = (0..<height).map { line in
      joined(
        zip(titles, zip(part, widths)).map { title, entry in
          // Titles are on the rule, so short ones have empty lines above.
          let index = line - (height - title.count)
          let text = index >= 0 ? title[index] : StyledText()
          return text.padded(to: entry.1, alignment: table.columns[entry.0].alignment)
        }
      )
    }
    let rule = StyledText(String(repeating: symbols.rule, count: total(widths)), .dim)
    lines.append(rule)
    for (index, row) in shownRows.enumerated() {
      if Self.isCheck(index), isStopped() { return lines }
      if index > 0, hiddenRows > 0, row != shownRows[index - 1] + 1 {
        lines.append(
          StyledText("\(symbols.hidden) \(NumberFormat.integer.grouped.text(hiddenRows)) more rows", .dim)
        )
      }
      if isEmpty(row: index, part) { continue }
      if index > 0, table.rules.contains(row) { lines.append(rule) }
      lines += drawn(row: index, part, widths: widths)
    }
    if hiddenRows > 0, shownRows.count == 1 {
      lines.append(
        StyledText("\(symbols.hidden) \(NumberFormat.integer.grouped.text(hiddenRows)) more rows", .dim)
      )
    }
    return lines
  }

  /// True for a row that a part of a split table leaves out.
  private func isEmpty(row index: Int, _ part: [Int]) -> Bool {
    guard table.leavesOutEmptyRows, part.count < table.columns.count else { return false }
    return part.dropFirst().allSatisfy { cells[$0][index].isEmpty }
  }

  /// The lines of one row: the height of its tallest wrapping cell.
  private func drawn(row index: Int, _ part: [Int], widths: [Int]) -> [StyledText] {
    let texts = zip(part, widths).map { column, width in
      table.columns[column].wraps && hasWords[column]
        ? cells[column][index].wrapped(to: max(width, 1))
        : [cells[column][index].truncated(to: width, ellipsis: symbols.ellipsis)]
    }
    let height = texts.reduce(1) { max($0, $1.count) }
    return (0..<height).map { line in
      joined(
        zip(texts, zip(part, widths)).map { text, entry in
          (line < text.count ? text[line] : StyledText())
            .padded(to: entry.1, alignment: table.columns[entry.0].alignment)
        })
    }
  }

  private func joined(_ cells: [StyledText]) -> StyledText {
    .joined(cells, separator: StyledText(String(repeating: " ", count: Self.gap)))
  }
}
