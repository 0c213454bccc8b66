import CLibEdit

/// The completion key and the keys of its list.
extension LineEditor {
  /// Inserts the prefix that all candidates share and lists them; with the list already on screen, selects the first
  /// one.
  func completeWord() -> Outcome {
    let text = line
    let head = text.head
    let completions = complete(text.text, head.utf8.count)
    let offset = completions.replaceStart
    // The word to replace must begin at the beginning of a character.
    guard !completions.candidates.isEmpty, offset >= 0, offset <= head.utf8.count,
      let start = head.utf8.index(head.startIndex, offsetBy: offset).samePosition(in: head.unicodeScalars)
    else { return refuse() }
    let typed = String(head[start...])
    let insertion = completions.insertion(for: typed)
    if var word = insertion {
      let isOnly = completions.candidates.allSatisfy { $0.text == word }
      if isOnly, completions.candidates[0].isFinished, isAtWordEnd(text) { word += " " }
      if word != typed {
        el_deletestr(cle_line_editor(handle), Int32(typed.unicodeScalars.count))
        insert(Array(word.unicodeScalars))
      }
      if isOnly { return word == typed ? refuse() : .changed }
    }
    if terminalKind == .plain {
      listPlainly(completions.candidates)
    } else {
      let wordStart = head.unicodeScalars.distance(from: head.startIndex, to: start)
      menu = CompletionMenu(original: line, start: wordStart, candidates: completions.candidates)
    }
    return .changed
  }

  private func isAtWordEnd(_ text: EditedText) -> Bool {
    text.cursor == text.scalars.count || !" \n\t),]}\"'".unicodeScalars.contains(text.scalars[text.cursor])
  }

  /// Gives a key to the list of candidates.
  ///
  /// - Returns: the keys that libedit is to see next, if the list is left.
  func continueMenu(with keys: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard var menu else { return keys }
    switch String(keys) {
    case "\t", "\u{E}", "\u{1B}[B", "\u{1B}OB", String([PrivateKey.down.scalar]): menu.move(by: 1)
    case "\u{10}", "\u{1B}[A", "\u{1B}OA", "\u{1B}[Z", String([PrivateKey.up.scalar]): menu.move(by: -1)
    case "\u{1B}[6~": menu.turn(by: 1)
    case "\u{1B}[5~": menu.turn(by: -1)
    case "\u{1B}", "\u{7}", String([PrivateKey.escape.scalar]):
      replaceLine(with: menu.original)
      self.menu = nil
      return []
    case "\r", "\n":
      self.menu = nil
      guard let chosen = menu.chosen else { return keys }
      if menu.candidates[chosen].isFinished, isAtWordEnd(line) { insert([" "]) }
      return []
    default:
      self.menu = nil
      return keys
    }
    self.menu = menu
    replaceLine(with: menu.line)
    return []
  }
}
