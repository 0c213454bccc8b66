import CLibEdit

/// The effects of our own commands on the line.
extension LineEditor {
  /// The drawing that is left to libedit after a command.
  enum Outcome {
    case nothing, cursorMoved, changed, ended

    /// libedit's number for it.
    var code: UInt8 {
      switch self {
      case .nothing: UInt8(CC_NORM)
      case .cursorMoved: UInt8(CC_CURSOR)
      case .changed: UInt8(CC_REFRESH)
      case .ended: UInt8(CC_EOF)
      }
    }
  }

  /// Runs a command.
  func run(_ command: EditorCommand) -> Outcome {
    switch command {
    case .accept: return accept()
    case .complete: return completeWord()
    case .up: return goUp()
    case .down: return goDown()
    case .search: return beginSearch()
    case .interrupt: return endLine(as: .interrupted, showing: "^C")
    case .endOfInput: return deleteOrEnd()
    case .suspend: return suspend()
    case .lineStart: return move(to: line.rowStart)
    case .lineEnd: return goToLineEnd()
    case .killToLineEnd: return killToLineEnd()
    case .killToLineStart: return killToLineStart()
    case .goRight: return goRight()
    case .wordRight: return goWordRight()
    case .quote: return quote()
    case .undo: return replace(by: undoStack.undo())
    case .redo: return replace(by: undoStack.redo())
    case .clearScreen: return clear()
    case .newline: return insertNewline()
    case .insertLastWord: return insertLastWord()
    case .editElsewhere: return editInAnotherProgram()
    case .insertPasted: return insertPasted()
    case .nothing: return .nothing
    }
  }

  /// Rings the terminal's bell: a key has nothing to act on.
  func refuse() -> Outcome {
    write("\u{7}")
    return .nothing
  }

  // MARK: Moving and deleting

  private func move(to offset: Int) -> Outcome {
    moveCursor(to: offset)
    return .cursorMoved
  }

  private func goRight() -> Outcome {
    let text = line
    if text.cursor < text.scalars.count { return move(to: text.cursor + 1) }
    return takeHint { $0 }
  }

  private func goToLineEnd() -> Outcome {
    let text = line
    if text.cursor == text.scalars.count, shownHint?.hint.isInsertable == true, shownHint?.line == text {
      return takeHint { $0 }
    }
    return move(to: text.rowEnd)
  }

  private func goWordRight() -> Outcome {
    let text = line
    if text.cursor == text.scalars.count { return takeHint { $0.firstWord } }
    waitingKeys = [PrivateKey.nextWord.scalar]
    return .nothing
  }

  /// Inserts a part of the hint.
  private func takeHint(_ part: (String) -> String) -> Outcome {
    // A hint that was not seen is not taken.
    guard let shownHint, shownHint.hint.isInsertable, shownHint.line == line else { return refuse() }
    insert(Array(part(shownHint.hint.text).unicodeScalars))
    return .changed
  }

  private func replace(by text: EditedText?) -> Outcome {
    guard let text else { return refuse() }
    replaceLine(with: text)
    return .changed
  }

  private func clear() -> Outcome {
    clearScreen()
    return .nothing
  }

  private func insertNewline() -> Outcome {
    insert(["\n"])
    return .changed
  }

  /// Inserts the last word of the newest entry; the same key again takes that of an older one.
  private func insertLastWord() -> Outcome {
    let text = line
    var index = history.entries.count
    var replaced = 0
    if let lastWord, lastWord.line == text {
      index = lastWord.entry
      replaced = lastWord.count
    }
    guard let entry = history.entries[..<index].lastIndex(where: { !$0.isBlank }),
      let word = history.entries[entry].split(whereSeparator: \.isWhitespace).last
    else { return refuse() }
    if replaced > 0 { el_deletestr(cle_line_editor(handle), Int32(replaced)) }
    insert(Array(word.unicodeScalars))
    lastWord = LastWord(entry: entry, line: line, count: word.unicodeScalars.count)
    return .changed
  }

  /// Deletes to the end of the row through libedit's own region, so that Ctrl-Y brings it back.
  private func killToLineEnd() -> Outcome {
    let text = line
    guard text.cursor < text.scalars.count else { return refuse() }
    waitingKeys =
      text.rowEnd == text.cursor
      ? [PrivateKey.deleteNext.scalar]
      : [PrivateKey.setMark.scalar, PrivateKey.lineEnd.scalar, PrivateKey.killRegion.scalar]
    return .nothing
  }

  private func killToLineStart() -> Outcome {
    let text = line
    guard text.rowStart < text.cursor else { return refuse() }
    waitingKeys = [PrivateKey.setMark.scalar, PrivateKey.lineStart.scalar, PrivateKey.killRegion.scalar]
    return .nothing
  }

  /// Takes the next key as a character of the text.
  private func quote() -> Outcome {
    isQuoting = true
    return .nothing
  }

  private func insertPasted() -> Outcome {
    guard let pasted else { return refuse() }
    self.pasted = nil
    if pasted.replacing > 0 { el_deletestr(cle_line_editor(handle), Int32(pasted.replacing)) }
    insert(pasted.scalars)
    return .changed
  }

  // MARK: Ending a line

  private func accept() -> Outcome {
    let text = line
    let entry = text.text
    if entry.isBlank || isComplete(entry) { return endLine(as: .line, showing: nil) }
    return insertNewline()
  }

  /// Ends the line as Enter does, which puts the cursor under it; the text of the line belongs to `ending`.
  private func endLine(as ending: Ending, showing mark: String?) -> Outcome {
    self.ending = ending
    moveCursor(to: line.scalars.count)
    leaveDrawing(mark: mark)
    waitingKeys = [PrivateKey.submit.scalar]
    return .cursorMoved
  }

  private func deleteOrEnd() -> Outcome {
    let text = line
    if text.scalars.isEmpty {
      leaveDrawing()
      ending = .endOfInput
      return .ended
    }
    // The text of an unfinished entry is handed over, so that its reader can name the missing part.
    if text.cursor == text.scalars.count, text.rowStart == text.cursor {
      let rest = EditedText(scalars: Array(text.scalars.dropLast()))
      replaceLine(with: rest)
      return endLine(as: .line, showing: nil)
    }
    waitingKeys = [PrivateKey.deleteNext.scalar]
    return .nothing
  }

  private func suspend() -> Outcome {
    var text = line
    let cursor = text.cursor
    text.cursor = text.scalars.count
    moveCursor(to: text.cursor)
    leaveDrawing()
    cle_set_bracketed_paste(false)
    cle_edit_terminal(0, false)
    cle_suspend()
    returnToTerminal()
    moveCursor(to: cursor)
    return .nothing
  }

  /// Edits the entry in another program.
  private func editInAnotherProgram() -> Outcome {
    guard let editElsewhere else { return refuse() }
    let text = line.text
    yieldTerminal()
    let edited = editElsewhere(text)
    returnToTerminal()
    guard let edited, edited != text else { return .nothing }
    replaceLine(with: EditedText(edited))
    return .changed
  }

  // MARK: History

  /// Goes up a row; in the first one, and as long as no other key was pressed on an entry brought back, to an older
  /// entry.
  private func goUp() -> Outcome {
    let text = line
    if text != recalled, let above = text.cursorAbove { return move(to: above) }
    return recall(history.older(than: text.text, startingWith: text.head))
  }

  private func goDown() -> Outcome {
    let text = line
    if text != recalled, let below = text.cursorBelow { return move(to: below) }
    return recall(history.newer(than: text.text))
  }

  private func recall(_ entry: String?) -> Outcome {
    guard let entry else { return refuse() }
    let text = EditedText(entry)
    replaceLine(with: text)
    recalled = text
    return .changed
  }

  // MARK: Search

  private func beginSearch() -> Outcome {
    guard search == nil, size.columns >= 8 else { return refuse() }
    search = IncrementalSearch(entries: history.entries, original: line)
    return .nothing
  }

  /// Gives a key to the search.
  ///
  /// - Returns: the keys that libedit is to see next.
  func continueSearch(with keys: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard keys.count == 1, let key = keys.first else {
      endSearch()
      return keys
    }
    switch key {
    case "\u{12}": search?.older(last: lastPattern)
    case "\u{13}": search?.newer()
    case "\u{8}", "\u{7F}": search?.shorten()
    case "\u{7}", "\u{3}":
      // The line of before comes back; Ctrl-C then drops it as always.
      if let original = search?.original { replaceLine(with: original) }
      search = nil
      history.endWalk()
      return key == "\u{3}" ? [key] : []
    case "\u{1B}", PrivateKey.escape.scalar:
      endSearch()
      return []
    case _ where key.value >= 0x20 && !(0x7F...0x9F).contains(key.value): search?.extend(String([key]))
    default:
      endSearch()
      return keys
    }
    showMatch()
    return []
  }

  /// Adds text to the pattern of the search.
  func continueSearch(withText text: String) {
    search?.extend(text)
    showMatch()
  }

  private func showMatch() {
    if let search, line != search.shown { replaceLine(with: search.shown) }
  }

  private func endSearch() {
    if let pattern = search?.pattern, !pattern.isEmpty { lastPattern = pattern }
    search = nil
    history.endWalk()
  }
}

extension String {
  /// The blanks at the beginning and the word behind them.
  fileprivate var firstWord: String {
    let blanks = prefix { $0.isWhitespace }
    return String(blanks + self[blanks.endIndex...].prefix { !$0.isWhitespace })
  }
}
