import CLibEdit

/// The keys that bring entries of the history back.
extension LineEditor {
  /// Goes up a row; in the first one, and as long as no other key was pressed on an entry brought back, to an older
  /// entry.
  func goUp() -> Outcome {
    let text = line
    if text != recalled, let above = text.cursorAbove { return move(to: above) }
    return recall(history.older(than: text.text, startingWith: text.head))
  }

  func goDown() -> Outcome {
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

  /// Inserts the last word of the newest entry; the same key again takes that of an older one.
  func insertLastWord() -> Outcome {
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
}
