/// The screen of a terminal after the bytes that a program has written to it.
///
/// Knows the sequences that line editors and shells send: text with its width, cursor movement, erasing, inserting and
/// deleting, wrapping at the last column, scrolling, colours (which it ignores) and the switch for
/// bracketed paste. Rows that scroll off the top are kept.
public struct TerminalScreen: Sendable {
  /// The number of columns.
  public private(set) var columns: Int

  /// The number of rows.
  public private(set) var rows: Int

  /// The cursor's row, from 0.
  public private(set) var cursorRow = 0

  /// The cursor's column, from 0.
  public private(set) var cursorColumn = 0

  /// True if the program has asked for marks around pasted text.
  public private(set) var marksPastes = false

  /// The number of times the bell rang.
  public private(set) var bells = 0

  /// One cell a column.
  ///
  /// A wide character is followed by an empty cell; marks that take no column are in
  /// the cell of the character before them.
  private var cells: [[String]]
  private var scrolledOff: [String] = []
  private var isAtEnd = false
  private var saved = (row: 0, column: 0)
  private var pending: [UInt8] = []

  /// An empty screen.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows on the screen without the blanks at their ends.
  public var lines: [String] {
    cells.map(TerminalScreen.text)
  }

  /// The row the cursor is in, without the blanks at its end.
  public var cursorLine: String { TerminalScreen.text(cells[cursorRow]) }

  /// All rows, those that have scrolled off included, up to the last one that is not empty.
  public var text: String {
    var all = scrolledOff + lines
    while all.last == "" { all.removeLast() }
    return all.joined(separator: "\n")
  }

  /// Takes the output of a program.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var index = 0
    while index < pending.count {
      guard let next = consume(at: index) else { break }
      index = next
    }
    pending.removeFirst(index)
  }

  /// Changes the size; text that does not fit is cut, and a line is not rewrapped.
  public mutating func resize(columns: Int, rows: Int) {
    cells = cells.map { row in
      Array(row.prefix(columns)) + Array(repeating: " ", count: max(0, columns - row.count))
    }
    while cells.count > rows { scrolledOff.append(TerminalScreen.text(cells.removeFirst())) }
    while cells.count < rows { cells.append(Array(repeating: " ", count: columns)) }
    cursorRow = max(0, min(cursorRow - max(0, self.rows - rows), rows - 1))
    cursorColumn = min(cursorColumn, columns - 1)
    isAtEnd = false
    self.columns = columns
    self.rows = rows
  }

  private static func text(_ row: [String]) -> String {
    var text = row.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: Bytes

  /// Acts on the sequence that begins at `index`; returns its end, or nil if it is incomplete.
  private mutating func consume(at index: Int) -> Int? {
    let byte = pending[index]
    switch byte {
    case 0x07: bells += 1
    case 0x08:
      cursorColumn = max(cursorColumn - 1, 0)
      isAtEnd = false
    case 0x09:
      cursorColumn = min((cursorColumn / 8 + 1) * 8, columns - 1)
      isAtEnd = false
    case 0x0A: lineFeed()
    case 0x0D:
      cursorColumn = 0
      isAtEnd = false
    case 0x1B: return consumeEscape(at: index)
    case 0x20...0x7E: put(Unicode.Scalar(byte))
    case 0x80...0xFF: return consumeCharacter(at: index)
    default: break
    }
    return index + 1
  }

  private mutating func consumeCharacter(at index: Int) -> Int? {
    let byte = pending[index]
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    guard index + length <= pending.count else { return nil }
    for scalar in String(decoding: pending[index..<index + length], as: UTF8.self).unicodeScalars {
      put(scalar)
    }
    return index + length
  }

  private mutating func consumeEscape(at index: Int) -> Int? {
    guard index + 1 < pending.count else { return nil }
    let kind = pending[index + 1]
    if kind == UInt8(ascii: "]") {
      // A question to the terminal ends with a bell, or with `ESC \`.
      guard let end = pending[(index + 2)...].firstIndex(where: { $0 == 0x07 || $0 == 0x5C }) else { return nil }
      return end + 1
    }
    if kind == UInt8(ascii: "(") || kind == UInt8(ascii: ")") {
      return index + 2 < pending.count ? index + 3 : nil
    }
    guard kind == UInt8(ascii: "[") else {
      switch kind {
      case UInt8(ascii: "7"): saved = (cursorRow, cursorColumn)
      case UInt8(ascii: "8"): (cursorRow, cursorColumn) = saved
      case UInt8(ascii: "M"): cursorRow = max(cursorRow - 1, 0)
      default: break
      }
      isAtEnd = false
      return index + 2
    }
    guard let end = pending[(index + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let parameters = String(decoding: pending[(index + 2)..<end], as: UTF8.self)
    control(Character(Unicode.Scalar(pending[end])), parameters)
    return end + 1
  }

  private mutating func control(_ final: Character, _ parameters: String) {
    if parameters == "?2004" { marksPastes = final == "h" }
    if parameters.hasPrefix("?") || final == "m" { return }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    func number(_ index: Int, default standard: Int = 1) -> Int {
      index < numbers.count ? max(numbers[index] ?? standard, standard) : standard
    }
    isAtEnd = false
    let blank = String(" ")
    switch final {
    case "A": cursorRow = max(cursorRow - number(0), 0)
    case "B": cursorRow = min(cursorRow + number(0), rows - 1)
    case "C": cursorColumn = min(cursorColumn + number(0), columns - 1)
    case "D": cursorColumn = max(cursorColumn - number(0), 0)
    case "G": cursorColumn = min(number(0), columns) - 1
    case "d": cursorRow = min(number(0), rows) - 1
    case "H":
      cursorRow = min(number(0), rows) - 1
      cursorColumn = min(number(1), columns) - 1
    case "J": eraseScreen(number(0, default: 0))
    case "K": eraseLine(number(0, default: 0))
    case "P":
      let count = min(number(0), columns - cursorColumn)
      cells[cursorRow].removeSubrange(cursorColumn..<cursorColumn + count)
      cells[cursorRow] += Array(repeating: blank, count: count)
    case "@":
      let count = min(number(0), columns - cursorColumn)
      cells[cursorRow].insert(contentsOf: Array(repeating: blank, count: count), at: cursorColumn)
      cells[cursorRow].removeLast(count)
    default: break
    }
  }

  // MARK: Cells

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = TerminalScreen.width(of: scalar)
    if width == 0 {
      let column = isAtEnd ? cursorColumn : cursorColumn - 1
      if column >= 0 { cells[cursorRow][column].unicodeScalars.append(scalar) }
      return
    }
    if isAtEnd || cursorColumn + width > columns {
      cursorColumn = 0
      isAtEnd = false
      lineFeed()
    }
    cells[cursorRow][cursorColumn] = String(Character(scalar))
    if width == 2 { cells[cursorRow][cursorColumn + 1] = "" }
    cursorColumn += width
    if cursorColumn >= columns {
      cursorColumn = columns - 1
      isAtEnd = true
    }
  }

  private mutating func lineFeed() {
    isAtEnd = false
    if cursorRow + 1 < rows {
      cursorRow += 1
    } else {
      scrolledOff.append(TerminalScreen.text(cells.removeFirst()))
      cells.append(Array(repeating: " ", count: columns))
    }
  }

  private mutating func eraseLine(_ part: Int) {
    let range = part == 0 ? cursorColumn..<columns : part == 1 ? 0..<cursorColumn + 1 : 0..<columns
    for column in range { cells[cursorRow][column] = " " }
  }

  private mutating func eraseScreen(_ part: Int) {
    if part == 0 { eraseLine(0) } else if part == 1 { eraseLine(1) }
    let range = part == 0 ? cursorRow + 1..<rows : part == 1 ? 0..<cursorRow : 0..<rows
    for row in range { cells[row] = Array(repeating: " ", count: columns) }
  }

  /// The columns of a character: enough of Unicode's tables for tests.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
