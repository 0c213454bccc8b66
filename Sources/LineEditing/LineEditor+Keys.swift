import CLibEdit

/// The way from the bytes of the terminal to the keys of libedit.
extension LineEditor {
  /// The next key for libedit, or nil at the end of the input.
  ///
  /// libedit draws before it asks for a key, so anything shown besides the line is drawn here.
  func nextKey() -> Unicode.Scalar? {
    while true {
      if let key = waitingKeys.first {
        if key == PrivateKey.submit.scalar { showFinishing() }
        waitingKeys.removeFirst()
        return key
      }
      showList()
      showHint()
      let key = readKey()
      eraseHint()
      switch key {
      case .end: return nil
      case .nothing: continue
      case .scalar(let scalar):
        if search != nil {
          waitingKeys = continueSearch(with: [scalar])
        } else if isQuoting || needsWholeDrawing(for: scalar) {
          isQuoting = false
          pasted = Pasted(scalars: [scalar])
          waitingKeys.insert(PrivateKey.insertPasted.scalar, at: 0)
        } else {
          return scalar
        }
      case .sequence(let scalars):
        isQuoting = false
        waitingKeys = search != nil ? continueSearch(with: scalars) : scalars
      case .pasted(let paste):
        if search != nil {
          search?.extend(String(paste.scalars.prefix { $0 != "\n" }))
          waitingKeys.insert(PrivateKey.showSearch.scalar, at: 0)
        } else {
          pasted = paste
          waitingKeys.insert(PrivateKey.insertPasted.scalar, at: 0)
        }
      }
    }
  }

  /// True where a character has to be inserted by us, with the whole line drawn anew.
  ///
  /// libedit draws one that is typed at the end by a short way of its own. That way writes outside its
  /// memory of the screen when the text is taller than the terminal and the cursor was moved before.
  private func needsWholeDrawing(for scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x20, scalar.value != 0x7F, !cle_uses_vi_keys(handle) else { return false }
    let size = terminalSize
    let end = place(in: EditedText(scalars: line.scalars + [scalar]), width: size.columns)
    return end.row + 1 >= size.rows || size.columns < 8
  }

  /// The bytes that the terminal sent.
  private enum Key {
    case scalar(Unicode.Scalar)
    case sequence([Unicode.Scalar])
    case pasted(Pasted)
    case nothing, end
  }

  /// The wait after the escape key until it counts as pressed alone, in milliseconds.
  private static let escapeTime: Int32 = 1000

  /// The pause after which a paste counts as ended, in milliseconds.
  private static let pasteTime: Int32 = 3000

  private func readKey() -> Key {
    var byte: UInt8 = 0
    switch cle_wait(0, -1, &byte) {
    case CLEEventByte: break
    case CLEEventInterrupt: return .scalar("\u{3}")
    case CLEEventResize:
      redrawAfterResize()
      return .nothing
    case CLEEventContinue:
      returnFromSuspension()
      return .nothing
    case CLEEventTimeout: return .nothing
    default: return .end
    }
    if byte == 0x1B { return readEscape() }
    guard let scalar = readScalar(startingWith: byte), !(0x80...0x9F).contains(scalar.value) else {
      return .nothing
    }
    if Composition.isMark(scalar), search == nil {
      let text = line
      if text.cursor > 0, let joined = Composition.join(text.scalars[text.cursor - 1], scalar) {
        return .pasted(Pasted(scalars: [joined], replacing: 1))
      }
    }
    return .scalar(scalar)
  }

  /// The character that a first byte and those after it make, or nil where they make none.
  private func readScalar(startingWith first: UInt8) -> Unicode.Scalar? {
    if first < 0x80 { return Unicode.Scalar(first) }
    let count =
      switch first {
      case 0xC2...0xDF: 1
      case 0xE0...0xEF: 2
      case 0xF0...0xF4: 3
      default: 0
      }
    var bytes = [first]
    for _ in 0..<count {
      guard let byte = nextByte(within: LineEditor.escapeTime), byte & 0xC0 == 0x80 else { return nil }
      bytes.append(byte)
    }
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard text.count == 1, let scalar = text.first, scalar != "\u{FFFD}" else { return nil }
    return scalar
  }

  /// The next byte, or nil where none comes in time.
  ///
  /// A signal waits until the key is whole.
  private func nextByte(within time: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      switch cle_wait(0, time, &byte) {
      case CLEEventByte: return byte
      case CLEEventResize, CLEEventContinue: continue
      default: return nil
      }
    }
  }

  private func readEscape() -> Key {
    guard let second = nextByte(within: search == nil ? LineEditor.escapeTime : 50) else {
      return search == nil ? .nothing : .sequence(["\u{1B}"])
    }
    let escape: Unicode.Scalar = "\u{1B}"
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else {
      guard second < 0x80 else { return .nothing }
      return .sequence([escape, Unicode.Scalar(second)])
    }
    var ending = [Unicode.Scalar(second)]
    while let byte = nextByte(within: LineEditor.escapeTime) {
      ending.append(Unicode.Scalar(byte))
      // `ESC O` is followed by one letter; `ESC [` by numbers and one character from @ to ~, of which
      // the Linux console sends a second [ before its function keys.
      if second == UInt8(ascii: "O") { break }
      if (0x40...0x7E).contains(byte), !(byte == UInt8(ascii: "[") && ending.count == 2) { break }
      if ending.count > 32 { return .nothing }
    }
    let name = String(ending)
    if name == "[200~" { return .pasted(Pasted(scalars: readPaste())) }
    if KeyBindings.knownEndings.contains(name) || passesUnknownKeys { return .sequence([escape] + ending) }
    return .nothing
  }

  /// The text up to the mark that ends a paste.
  ///
  /// Line ends of all kinds become newlines, tabs stay, other control characters are dropped. The last
  /// newline is dropped too where nothing follows it: only Enter hands an entry over.
  private func readPaste() -> [Unicode.Scalar] {
    let end = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    while let byte = nextByte(within: LineEditor.pasteTime) {
      // Where the end mark is lost, Ctrl-C still leads out; in a paste, more would follow it at once.
      if byte == 3 {
        guard let next = nextByte(within: 100) else {
          waitingKeys = ["\u{3}"]
          break
        }
        bytes.append(next)
        continue
      }
      bytes.append(byte)
      if byte == end.last, bytes.suffix(end.count).elementsEqual(end) {
        bytes.removeLast(end.count)
        break
      }
    }
    var scalars: [Unicode.Scalar] = []
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\r" || scalar == "\n" && previous != "\r" {
        scalars.append("\n")
      } else if scalar == "\t" || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) {
        scalars.append(scalar)
      }
      previous = scalar
    }
    let text = line
    if text.cursor == text.scalars.count {
      while scalars.last == "\n" { scalars.removeLast() }
    }
    return Composition.join(scalars)
  }

  // MARK: Events

  /// Draws the line anew for the terminal's new width.
  ///
  /// Terminals of today rewrap the screen themselves, so the row that the prompt is in now
  /// follows from the new width.
  private func redrawAfterResize() {
    let text = line
    let width = terminalSize.columns
    let place = place(in: text, width: width)
    let end = self.place(in: EditedText(scalars: text.scalars), width: width)
    el_resize(cle_line_editor(handle))
    write("\r" + up(place.row) + eraseRows(end.row + 1))
    cle_redraw(handle)
  }

  /// Takes the terminal back after the program was stopped and goes on.
  func returnFromSuspension() {
    cle_prepare_terminal(handle, false)
    cle_prepare_terminal(handle, true)
    cle_set_bracketed_paste(false)
    cle_set_bracketed_paste(!isDumb)
    el_resize(cle_line_editor(handle))
    write("\r\u{1B}[J")
    cle_redraw(handle)
  }

  // MARK: Besides the line

  /// Lists the candidates under the line, with the line drawn anew below.
  private func showList() {
    guard !list.isEmpty else { return }
    let shown = CompletionList(candidates: list, size: terminalSize, isColorEnabled: isColorEnabled)
    write("\n" + shown.rows.joined(separator: "\n") + "\n")
    list = []
    if let cursor = cursorAfterList { moveCursor(to: cursor) }
    cursorAfterList = nil
    cle_redraw(handle)
  }

  private func showFinishing() {
    if let finishing { write(finishing) }
    finishing = nil
  }

  private func showHint() {
    shownHint = nil
    guard let hint, search == nil, isColorEnabled else { return }
    let text = line
    guard text.cursor == text.scalars.count, let found = hint(entry(with: text.text)) else { return }
    let width = terminalSize.columns
    let place = place(in: text, width: width)
    let firstRow = String(found.text.prefix { !$0.isNewline })
    let shown = DisplayWidth.prefix(of: firstRow, columns: width - place.column - 1)
    guard !shown.isEmpty else { return }
    shownHint = found
    write("\u{1B}[2m\(shown)\u{1B}[0m\u{1B}[\(DisplayWidth.columns(of: shown))D")
  }

  /// The cursor stands at the end of the text, so the text to its right is the hint.
  private func eraseHint() {
    if shownHint != nil { write("\u{1B}[K") }
  }
}
