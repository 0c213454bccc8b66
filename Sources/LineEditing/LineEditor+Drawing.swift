import CLibEdit

/// The way in which the standard input and output can be used for editing.
enum TerminalKind {
  /// Rows can be drawn anywhere.
  case full
  /// Only the row of the cursor can be drawn.
  case plain
  /// Another program edits the lines and shows them, such as Emacs.
  case lines
  /// There is no terminal to draw on.
  case none

  /// True if keys come one by one.
  var canEdit: Bool { self == .full || self == .plain }

  init(understandsANSI: Bool) {
    if !isTerminal(0) || !isTerminal(1) {
      self = .none
    } else if LineEditor.environment("TERM") == "emacs" {
      self = .lines
    } else {
      self = understandsANSI ? .full : .plain
    }
  }
}

/// The styles of a screen by their number: those of the text, then those that prompts brought along.
struct StyleTable {
  private(set) var parameters: [String]

  init(theme: Theme?) {
    parameters = TextStyle.allCases.map { style in
      // The selection is visible on a terminal without colours, too.
      theme.map { $0.parameters(of: style) } ?? (style == .chosen ? "7" : "")
    }
  }

  /// The number of a style that a prompt has.
  mutating func number(of parameters: String) -> UInt8 {
    if parameters.isEmpty { return 0 }
    if let found = self.parameters.firstIndex(of: parameters) { return UInt8(found) }
    guard self.parameters.count < 255 else { return 0 }
    self.parameters.append(parameters)
    return UInt8(self.parameters.count - 1)
  }
}

/// The picture of the line and how it comes onto the screen.
extension LineEditor {
  /// Draws on from here: the cursor is in the first column of an empty row.
  func beginDrawing() {
    size = TerminalSize(descriptor: 1) ?? TerminalSize(columns: 80, rows: 24)
    topRow = 0
    styles = nil
    screen = nil
    plainRow = terminalKind == .plain ? PlainRow(width: size.columns) : nil
  }

  /// Shows the line as it is now.
  func draw(isFinal: Bool = false, mark: String? = nil) {
    if plainRow != nil { return drawPlain(isFinal: isFinal, mark: mark) }
    var table = styles ?? StyleTable(theme: isColorEnabled ? theme ?? background.theme : nil)
    let text = line
    var picture = picture(of: text, isFinal: isFinal, mark: mark, &table)
    if styles?.parameters != table.parameters || screen == nil {
      // Other colours: all is drawn again, in the same place.
      var fresh = Screen(width: size.columns, styles: table.parameters)
      if let screen {
        write("\r" + up(screen.cursorRow) + eraseRows(screen.rowCount))
        _ = fresh.show(ScreenPicture())
      }
      screen = fresh
      styles = table
    }
    if isFinal, picture.rows.count > size.rows {
      // All of it goes by, so that it can be read above.
      write("\r" + up(screen?.cursorRow ?? 0) + eraseRows(screen?.rowCount ?? 1))
      screen = Screen(width: size.columns, styles: table.parameters)
    } else {
      (picture, topRow) = picture.clipped(toRows: size.rows, before: topRow)
    }
    if let output = screen?.show(picture) { write(output + viCursor()) }
  }

  /// Shows the line for the last time and goes to the row under it.
  func leaveDrawing(mark: String? = nil) {
    draw(isFinal: true, mark: mark)
    write(plainRow?.leave() ?? screen?.leave() ?? "\r\n")
    screen = nil
  }

  private func picture(of text: EditedText, isFinal: Bool, mark: String?, _ table: inout StyleTable) -> ScreenPicture {
    var builder = PictureBuilder(width: size.columns)
    func append(_ prompt: Prompt, _ table: inout StyleTable) {
      for run in prompt.runs { builder.append(run.text.unicodeScalars, style: table.number(of: run.parameters)) }
    }
    append(search.map { Prompt($0.prompt) } ?? prompt, &table)
    let styles = textStyles(of: text, isFinal: isFinal)
    let columns = JoinedCharacters.columns(of: text.scalars)
    for (index, scalar) in text.scalars.enumerated() {
      if index == text.cursor, !isFinal { builder.placeCursor() }
      builder.append(scalar, style: styles?[index] ?? 0, columns: columns?[index])
      if scalar == "\n" { append(continuation, &table) }
    }
    if let mark { builder.append(mark.unicodeScalars, style: 0) }
    if isFinal || text.cursor == text.scalars.count { builder.placeCursor() }
    shownHint = nil
    guard !isFinal else { return builder.picture }
    appendHint(behind: text, to: &builder)
    appendMenu(to: &builder)
    return builder.picture
  }

  private func appendHint(behind text: EditedText, to builder: inout PictureBuilder) {
    guard isColorEnabled, search == nil, menu == nil, text.cursor == text.scalars.count, let hint,
      let found = hint(text.text)
    else { return }
    let row = String(found.text.prefix { !$0.isNewline })
    let shown = DisplayWidth.prefix(of: row, columns: builder.room - 1)
    guard !shown.isEmpty else { return }
    shownHint = (found, text)
    builder.append(shown.unicodeScalars, style: TextStyle.faint.rawValue)
  }

  private func appendMenu(to builder: inout PictureBuilder) {
    guard let menu else { return }
    let used = builder.picture.rows.count
    let room = min(max(size.rows - used - 1, size.rows / 2), max(CompletionRows.rowLimit, size.rows / 2))
    let list = CompletionRows(menu.candidates, chosen: menu.chosen, columns: size.columns, rowLimit: room)
    self.menu?.pageSize = list.pageSize
    for row in list.rows {
      builder.breakRow()
      for piece in row { builder.append(piece.text.unicodeScalars, style: piece.style.rawValue) }
    }
  }

  /// The number of the style of each character; nil if all are plain.
  private func textStyles(of text: EditedText, isFinal: Bool) -> [UInt8]? {
    guard isColorEnabled, let highlight else { return nil }
    let whole = text.text
    if highlighted?.text != whole { highlighted = (whole, highlight(whole)) }
    guard let spans = highlighted?.spans, !spans.isEmpty else { return nil }
    var styles = StyledText(text.scalars, spans: spans)
    if !isFinal { styles.markBrackets(at: text.cursor) }
    return styles.numbers
  }

  private func drawPlain(isFinal: Bool, mark: String?) {
    var text = line
    if isFinal { text.cursor = text.scalars.count }
    let row = text.scalars[..<text.cursor].count { $0 == "\n" }
    let lead = search.map { Prompt($0.prompt) } ?? (row == 0 ? prompt : continuation)
    var builder = PictureBuilder(width: Int.max)
    var visible = lead.visible
    if row == 0, let last = visible.lastIndex(of: "\n") {
      // The rows above are written once.
      if plainRow?.isFresh == true { write(visible[...last].replacing("\n", with: "\r\n")) }
      visible = String(visible[visible.index(after: last)...])
    }
    builder.append(visible.unicodeScalars, style: 0)
    builder.append(text.scalars[text.rowStart..<text.cursor], style: 0)
    let position = builder.picture.rows[0].glyphs.count
    builder.append(text.scalars[text.cursor..<text.rowEnd], style: 0)
    if let mark { builder.append(mark.unicodeScalars, style: 0) }
    let glyphs = builder.picture.rows[0].glyphs
    let place = isFinal ? glyphs.count : position
    if let output = plainRow?.show(glyphs, position: place, row: row) { write(output) }
  }

  /// Lists the candidates under the line, with the line below them again.
  func listPlainly(_ candidates: [CompletionCandidate]) {
    draw()
    guard var row = plainRow else { return }
    let list = CompletionRows(candidates, chosen: nil, columns: size.columns, rowLimit: max(size.rows - 3, 1))
    write(row.leave() + list.rows.map { $0.map(\.text).joined() + "\r\n" }.joined())
    plainRow = row
  }

  // MARK: Events

  /// Draws the line for the terminal's new size.
  ///
  /// Terminals of today rewrap the screen themselves, so the row that the cursor is in now follows from the new width.
  func redrawAfterResize() {
    let rows = screen?.rowCount ?? 1
    menu = nil
    size = TerminalSize(descriptor: 1) ?? size
    guard plainRow == nil else {
      plainRow = PlainRow(width: size.columns)
      return write("\r\n")
    }
    var table = styles ?? StyleTable(theme: nil)
    let picture = picture(of: line, isFinal: false, mark: nil, &table)
    // A cursor after a full row stays in it if the terminal rewraps: rows above the line are not erased.
    let cursor = picture.cursor
    let isBehindFullRow = cursor.column == 0 && cursor.row > 0 && picture.rows[cursor.row - 1].isWrapped
    let row = isBehindFullRow ? cursor.row - 1 : cursor.row
    write("\r" + up(min(row, size.rows - 1)) + eraseRows(max(rows, picture.rows.count)))
    screen = nil
    topRow = 0
  }

  /// Clears the screen and draws the line at its top.
  func clearScreen() {
    guard plainRow == nil else { return }
    write("\u{1B}[H\u{1B}[2J")
    screen = nil
  }

  /// Takes the line off the screen for another program, and gives the terminal its usual mode.
  func yieldTerminal() {
    if plainRow == nil { write("\r" + up(screen?.cursorRow ?? 0) + eraseRows(screen?.rowCount ?? 1)) }
    restoreCursor()
    cle_set_bracketed_paste(false)
    cle_edit_terminal(0, false)
  }

  /// Takes the terminal back after another program had it, or after the program was stopped and continues.
  func returnToTerminal() {
    cle_edit_terminal(0, true)
    cle_set_bracketed_paste(false)
    cle_set_bracketed_paste(terminalKind == .full)
    if plainRow == nil { write("\r\u{1B}[J") } else { plainRow = PlainRow(width: size.columns) }
    size = TerminalSize(descriptor: 1) ?? size
    screen = nil
    topRow = 0
  }

  /// Moves the terminal's cursor up.
  func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }

  /// Erases rows from the cursor's on, from its column; the cursor stays.
  ///
  /// One by one, because some terminals keep text erased to the end of the screen among the rows that
  /// have scrolled off, and show it again when they grow.
  func eraseRows(_ count: Int) -> String {
    let below = max(min(count, size.rows) - 1, 0)
    return "\u{1B}[K" + String(repeating: "\n\u{1B}[K", count: below) + up(below)
  }
}

extension Substring {
  /// The text with each occurrence of a character replaced.
  fileprivate func replacing(_ character: Character, with replacement: String) -> String {
    reduce(into: "") { $0 += $1 == character ? replacement : String($1) }
  }
}
