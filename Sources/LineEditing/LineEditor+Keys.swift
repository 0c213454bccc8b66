import CLibEdit

/// The way from the bytes of the terminal to the keys of libedit.
extension LineEditor {
  /// The next key for libedit, or nil at the end of the input.
  ///
  /// libedit asks for a key when it has done with the one before: the line is drawn here, unless more keys wait.
  func nextKey() -> Unicode.Scalar? {
    while true {
      if let key = waitingKeys.first {
        waitingKeys.removeFirst()
        return key
      }
      let keepsOnText = usesViKeys && !vi.isInserting
      if let settled = JoinedCharacters.settled(line, before: undoStack.current, keepsOnText: keepsOnText) {
        replaceLine(with: settled)
      }
      undoStack.note(line)
      if bytesAhead.isEmpty, !cle_is_ready(0) { draw() }
      switch readKey() {
      case .end: return nil
      case .nothing: continue
      case .scalar(let scalar):
        if isQuoting || isText(scalar) {
          insertAsText([scalar])
        } else {
          waitingKeys = keys(for: [scalar])
        }
      case .sequence(let scalars):
        isQuoting = false
        waitingKeys = keys(for: scalars)
      case .pasted(let paste):
        menu = nil
        if search != nil {
          continueSearch(withText: String(paste.scalars.prefix { $0 != "\n" }))
        } else {
          pasted = paste
          waitingKeys.insert(PrivateKey.insertPasted.scalar, at: 0)
        }
      }
    }
  }

  /// The keys that libedit is to see of those pressed; a search or a list may take them first.
  private func keys(for pressed: [Unicode.Scalar]) -> [Unicode.Scalar] {
    if search != nil { return continueSearch(with: pressed) }
    let keys = menu == nil ? pressed : continueMenu(with: pressed)
    if keys == ["\r"] || keys == ["\n"] { return [PrivateKey.accept.scalar] }
    return usesViKeys ? viKeys(for: keys) : keys
  }

  /// True for a character that is inserted regardless of key bindings.
  ///
  /// With the keys of vi a letter may be a command.
  private func isText(_ scalar: Unicode.Scalar) -> Bool {
    search == nil && !usesViKeys && !passesUnknownKeys && scalar.value >= 0x20 && scalar.value != 0x7F
  }

  private func insertAsText(_ scalars: [Unicode.Scalar]) {
    isQuoting = false
    menu = nil
    pasted = Pasted(scalars: scalars)
    waitingKeys = [PrivateKey.insertPasted.scalar]
  }

  /// The bytes that the terminal sent.
  private enum Key {
    case scalar(Unicode.Scalar)
    case sequence([Unicode.Scalar])
    case pasted(Pasted)
    case nothing, end
  }

  /// The wait after the escape key until it counts as pressed alone, in milliseconds.
  private static let escapeTime: Int32 = 50

  /// The wait for the rest of a character or of a sequence that has begun, in milliseconds.
  private static let restTime: Int32 = 1000

  /// The pause after which a paste counts as ended, in milliseconds.
  private static let pasteTime: Int32 = 3000

  private func readKey() -> Key {
    var byte: UInt8 = 0
    if let first = bytesAhead.first {
      bytesAhead.removeFirst()
      byte = first
    } else {
      var event = cle_wait(0, newsTime, &byte)
      while event == CLEEventTimeout {
        if showNews() { return .nothing }
        event = cle_wait(0, newsTime, &byte)
      }
      switch event {
      case CLEEventByte: break
      case CLEEventInterrupt: return .scalar("\u{3}")
      case CLEEventResize:
        redrawAfterResize()
        return .nothing
      case CLEEventContinue:
        returnToTerminal()
        return .nothing
      default: return .end
      }
    }
    if byte == 0x09, isInBurst { return .pasted(Pasted(scalars: ["\t"])) }
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

  /// The character that a first byte and those after it make, or nil if they make none.
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
      guard let byte = nextByte(within: LineEditor.restTime), byte & 0xC0 == 0x80 else { return nil }
      bytes.append(byte)
    }
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard text.count == 1, let scalar = text.first, scalar != "\u{FFFD}" else { return nil }
    return scalar
  }

  /// The next byte, or nil if none comes in time.
  ///
  /// A signal waits until the key is complete.
  private func nextByte(within time: Int32) -> UInt8? {
    guard bytesAhead.isEmpty else { return bytesAhead.removeFirst() }
    return byteFromTerminal(within: time)
  }

  /// The next byte that the terminal sends, or nil if none comes in time.
  func byteFromTerminal(within time: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      switch cle_wait(0, time, &byte) {
      case CLEEventByte: return byte
      case CLEEventResize, CLEEventContinue: continue
      default: return nil
      }
    }
  }

  /// True if text came together with the key: a tab in it was not pressed.
  private var isInBurst: Bool {
    while bytesAhead.count < 256, cle_is_ready(0), let byte = byteFromTerminal(within: 0) { bytesAhead.append(byte) }
    guard let next = bytesAhead.first(where: { $0 != 0x09 }) else { return false }
    return next >= 0x20 && next != 0x7F
  }

  private func readEscape() -> Key {
    // Only vi, a search and a list know an Escape that is pressed alone; elsewhere it may begin Alt with a letter.
    let mayBeAlone = usesViKeys || search != nil || menu != nil
    guard let second = nextByte(within: mayBeAlone ? LineEditor.escapeTime : LineEditor.restTime) else {
      return mayBeAlone ? .sequence([usesViKeys ? PrivateKey.escape.scalar : "\u{1B}"]) : .nothing
    }
    let escape: Unicode.Scalar = "\u{1B}"
    switch second {
    case UInt8(ascii: "["), UInt8(ascii: "O"): break
    case UInt8(ascii: "]"):
      readAnswer()
      return .nothing
    case 0x0D where usesViKeys, 0x0A where usesViKeys: return .sequence([PrivateKey.newline.scalar])
    case _ where usesViKeys:
      // Escape and, at once, another key.
      bytesAhead.insert(second, at: 0)
      return .sequence([PrivateKey.escape.scalar])
    default: return second < 0x80 ? .sequence([escape, Unicode.Scalar(second)]) : .nothing
    }
    var ending = [Unicode.Scalar(second)]
    while let byte = nextByte(within: usesViKeys && ending.count == 1 ? LineEditor.escapeTime : LineEditor.restTime) {
      ending.append(Unicode.Scalar(byte))
      // `ESC O` is followed by one letter; `ESC [` by numbers and one character from @ to ~, if the Linux console sends
      // a second [ before its function keys.
      if second == UInt8(ascii: "O") { break }
      if (0x40...0x7E).contains(byte), !(byte == UInt8(ascii: "[") && ending.count == 2) { break }
      if ending.count > 32 { return .nothing }
    }
    let name = String(ending)
    if name == "[200~" { return .pasted(Pasted(scalars: readPaste())) }
    if usesViKeys, menu == nil, let key = KeyBindings.privateKey(of: name) { return .sequence([key.scalar]) }
    if KeyBindings.knownEndings.contains(name) || passesUnknownKeys && !usesViKeys {
      return .sequence([escape] + ending)
    }
    return .nothing
  }

  /// Reads the terminal's answer to a question, up to its end.
  private func readAnswer() {
    var answer: [UInt8] = []
    while let byte = nextByte(within: LineEditor.restTime), byte != 0x07, answer.count < 256 {
      if byte == UInt8(ascii: "\\"), answer.last == 0x1B {
        answer.removeLast()
        break
      }
      answer.append(byte)
    }
    background.read(String(decoding: answer, as: UTF8.self))
    styles = nil
  }

  /// The text up to the mark that ends a paste.
  ///
  /// Line ends of all kinds become newlines, tabs stay, other control characters are dropped. The last newline is
  /// dropped too if nothing follows it: only Enter hands an entry over.
  private func readPaste() -> [Unicode.Scalar] {
    let end = Array("\u{1B}[201~".utf8)
    var bytes: [UInt8] = []
    while let byte = nextByte(within: LineEditor.pasteTime) {
      // If the end mark is lost, Ctrl-C still exits; in a paste, more would follow it at once.
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
}
