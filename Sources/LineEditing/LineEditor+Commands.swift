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
    case .searchOlder: return searchAgain(forOlder: true)
    case .searchNewer: return searchAgain(forOlder: false)
    case .interrupt: return endLine(as: .interrupted, showing: "^C")
    case .endOfInput: return deleteOrEnd()
    case .suspend: return suspend()
    case .lineStart: return move(to: line.rowStart)
    case .lineEnd: return goToLineEnd()
    case .lineText: return move(to: line.rowText)
    case .lineLast: return move(to: max(line.rowStart, line.rowEnd - 1))
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

  func move(to offset: Int) -> Outcome {
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
    if !usesViKeys || vi.isInserting, text.cursor == text.scalars.count, shownHint?.hint.isInsertable == true,
      shownHint?.line == text
    {
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
    restoreCursor()
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
}

extension String {
  /// The blanks at the beginning and the word after them.
  fileprivate var firstWord: String {
    let blanks = prefix { $0.isWhitespace }
    return String(blanks + self[blanks.endIndex...].prefix { !$0.isWhitespace })
  }
}
