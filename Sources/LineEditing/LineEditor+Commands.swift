import CLibEdit

/// The effects of our own commands on the line.
extension LineEditor {
  /// The drawing that is left to libedit after a command.
  enum Outcome {
    case nothing, cursorMoved, changed, refused, ended

    /// libedit's number for it.
    var code: UInt8 {
      switch self {
      case .nothing: UInt8(CC_NORM)
      case .cursorMoved: UInt8(CC_CURSOR)
      case .changed: UInt8(CC_REFRESH)
      case .refused: UInt8(CC_ERROR)
      case .ended: UInt8(CC_EOF)
      }
    }
  }

  /// Runs a command.
  func run(_ command: EditorCommand) -> Outcome {
    defer { if command != .complete { lastCompletion = nil } }
    switch command {
    case .complete: return completeWord()
    case .up: return goUp()
    case .down: return goDown()
    case .search: return beginSearch()
    case .showSearch: return showSearch()
    case .interrupt: return endLine(as: .interrupted, showing: "^C")
    case .endOfInput: return deleteOrEnd()
    case .suspend: return suspend()
    case .lineStart: return move(to: line.rowStart)
    case .lineEnd: return move(to: line.rowEnd)
    case .killToLineEnd: return killToLineEnd()
    case .killToLineStart: return killToLineStart()
    case .acceptHint: return goRight()
    case .quote: return quote()
    case .insertPasted: return insertPasted()
    case .loadDraft: return loadDraft()
    }
  }

  // MARK: Moving and deleting

  private func move(to offset: Int) -> Outcome {
    moveCursor(to: offset)
    return .cursorMoved
  }

  private func goRight() -> Outcome {
    let text = line
    if text.cursor < text.scalars.count { return move(to: text.cursor + 1) }
    guard let shownHint, shownHint.isInsertable else { return .refused }
    insert(Array(shownHint.text.unicodeScalars))
    return .changed
  }

  /// Deletes to the end of the row through libedit's own region, so that Ctrl-Y brings it back.
  private func killToLineEnd() -> Outcome {
    let text = line
    guard text.cursor < text.scalars.count else { return .refused }
    waitingKeys =
      text.rowEnd == text.cursor
      ? [PrivateKey.deleteNext.scalar]
      : [PrivateKey.setMark.scalar, PrivateKey.lineEnd.scalar, PrivateKey.killRegion.scalar]
    return .nothing
  }

  private func killToLineStart() -> Outcome {
    let text = line
    guard text.rowStart < text.cursor else { return .refused }
    waitingKeys = [PrivateKey.setMark.scalar, PrivateKey.lineStart.scalar, PrivateKey.killRegion.scalar]
    return .nothing
  }

  /// Takes the next key as a character of the text.
  private func quote() -> Outcome {
    isQuoting = true
    return .nothing
  }

  private func insertPasted() -> Outcome {
    guard let pasted else { return .refused }
    self.pasted = nil
    if pasted.replacing > 0 { el_deletestr(cle_line_editor(handle), Int32(pasted.replacing)) }
    insert(pasted.scalars)
    return .changed
  }

  // MARK: Ending a line

  /// Ends the line as Enter does, which puts the cursor under it; the text of the line belongs to `ending`.
  private func endLine(as ending: Ending, showing mark: String?) -> Outcome {
    self.ending = ending
    finishing = mark
    moveCursor(to: line.scalars.count)
    waitingKeys = [PrivateKey.submit.scalar]
    return .cursorMoved
  }

  private func deleteOrEnd() -> Outcome {
    let text = line
    guard text.scalars.isEmpty else {
      waitingKeys = [PrivateKey.deleteNext.scalar]
      return .nothing
    }
    ending = .endOfInput
    return .ended
  }

  private func suspend() -> Outcome {
    let text = line
    let width = terminalSize.columns
    let end = place(in: EditedText(scalars: text.scalars), width: width)
    write(String(repeating: "\n", count: end.row - place(in: text, width: width).row + 1))
    cle_prepare_terminal(handle, false)
    cle_set_bracketed_paste(false)
    cle_suspend()
    returnFromSuspension()
    return .nothing
  }

  // MARK: History

  private func goUp() -> Outcome {
    let text = line
    if let above = text.cursorAbove { return move(to: above) }
    if !earlierLines.isEmpty { return reopen(text) }
    guard let older = history.older(than: text.text, startingWith: text.head) else { return .refused }
    // In the first row, so that Up goes on to older entries and Down goes through the rows.
    var shown = EditedText(older)
    shown.cursor = 0
    shown.cursor = shown.rowEnd
    replaceLine(with: shown)
    return .changed
  }

  private func goDown() -> Outcome {
    let text = line
    if let below = text.cursorBelow { return move(to: below) }
    guard let newer = history.newer(than: text.text) else { return .refused }
    replaceLine(with: EditedText(newer))
    return .changed
  }

  /// Brings the earlier lines of an unfinished entry and this one back together.
  private func reopen(_ text: EditedText) -> Outcome {
    let earlier = EditedText(earlierLines.joined(separator: "\n"))
    var whole = EditedText(scalars: earlier.scalars + ["\n"] + text.scalars, cursor: earlier.cursor)
    whole.cursor = min(whole.rowStart + text.cursor, earlier.cursor)
    draft = whole
    return endLine(as: .reopened, showing: nil)
  }

  private func loadDraft() -> Outcome {
    guard let draft else { return .refused }
    self.draft = nil
    replaceLine(with: draft)
    return .changed
  }

  // MARK: Search

  private func beginSearch() -> Outcome {
    // libedit writes outside its memory of the screen where a prompt is taller than that: it has room for some words.
    guard search == nil, terminalSize.columns >= 8 else { return .refused }
    search = IncrementalSearch(entries: history.entries, original: line)
    return showSearch()
  }

  private func showSearch() -> Outcome {
    if let search {
      showPrompt(Prompt(search.prompt).marked)
      if line != search.shown { replaceLine(with: search.shown) }
    } else {
      showPrompt(prompt.marked)
    }
    return .changed
  }

  /// Gives a key to the search; the keys that libedit is to see next.
  func continueSearch(with keys: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let show = PrivateKey.showSearch.scalar
    guard keys.count == 1, let key = keys.first else { return endSearch() + [show] + keys }
    switch key {
    case "\u{12}": search?.older(last: lastPattern)
    case "\u{13}": search?.newer()
    case "\u{8}", "\u{7F}": search?.shorten()
    case "\u{7}", "\u{3}":
      // The line of before comes back; Ctrl-C then drops it as always.
      let isInterrupt = key == "\u{3}"
      if let original = search?.original { draft = original }
      return endSearch() + [PrivateKey.loadDraft.scalar, show] + (isInterrupt ? [key] : [])
    case "\u{1B}": return endSearch() + [show]
    case _ where key.value >= 0x20: search?.extend(String([key]))
    default: return endSearch() + [show, key]
    }
    return [show]
  }

  private func endSearch() -> [Unicode.Scalar] {
    if let pattern = search?.pattern, !pattern.isEmpty { lastPattern = pattern }
    search = nil
    history.endWalk()
    return []
  }

  // MARK: Completion

  private func completeWord() -> Outcome {
    let text = line
    let earlier = earlierLines.reduce(0) { $0 + $1.utf8.count + 1 }
    let cursor = earlier + text.head.utf8.count
    let completions = complete(entry(with: text.text), cursor)
    let isRepeated = lastCompletion == text
    lastCompletion = text
    // Where the word to replace begins has to be in this line, at the beginning of a character.
    let offset = completions.replaceStart - earlier
    let head = text.head
    guard !completions.candidates.isEmpty, offset >= 0, offset <= head.utf8.count,
      let start = head.utf8.index(head.startIndex, offsetBy: offset).samePosition(in: head.unicodeScalars)
    else { return .refused }

    let typed = String(head[start...])
    if var word = completions.insertion(for: typed) {
      if completions.candidates[0].isFinished, word == completions.candidates[0].text,
        completions.candidates.allSatisfy({ $0.text == word }),
        text.cursor == text.scalars.count || !" \n\t),]}\"'".unicodeScalars.contains(text.scalars[text.cursor])
      {
        word += " "
      }
      guard word != typed else { return .refused }
      el_deletestr(cle_line_editor(handle), Int32(typed.unicodeScalars.count))
      insert(Array(word.unicodeScalars))
      lastCompletion = line
      return .changed
    }
    guard isRepeated else { return .refused }
    list = completions.candidates
    cursorAfterList = text.cursor
    return move(to: text.scalars.count)
  }
}
