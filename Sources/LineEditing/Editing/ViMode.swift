/// The mode of vi's keys, inserting or commanding.
///
/// libedit does not expose it, so the keys are tracked here: which of them insert, which wait for a motion or for a
/// character.
struct ViMode {
  /// True if letters are text, as at the beginning of each entry.
  private(set) var isInserting = true
  /// The operator that waits for its motion: `c`, `d` or `y`.
  private var pending: Unicode.Scalar?
  /// True if the next character belongs to the key before it.
  private var takesCharacter = false

  /// True if the next key begins a command.
  var isAtCommand: Bool { !isInserting && pending == nil && !takesCharacter }

  /// Takes note of a key that libedit gets.
  mutating func follow(_ key: Unicode.Scalar) {
    if key == PrivateKey.escape.scalar {
      self = ViMode()
      isInserting = false
      return
    }
    guard !isInserting else { return }
    if takesCharacter {
      takesCharacter = false
      return endMotion()
    }
    switch key {
    case "f", "F", "t", "T", "r": takesCharacter = true
    case "c", "d", "y":
      if pending == nil { pending = key } else { endMotion() }
    case "1"..."9": break
    case "0" where pending == nil: break
    case "i", "a", "I", "A", "s", "S", "C", "R":
      if pending == nil { isInserting = true } else { pending = nil }
    default: endMotion()
    }
  }

  private mutating func endMotion() {
    isInserting = pending == "c"
    pending = nil
  }
}

/// The keys of vi on an entry of several lines: its commands for a full line act on the line of the cursor, while
/// libedit's own take all of the entry.
extension LineEditor {
  /// The keys that libedit is to see for one with the keys of vi.
  func viKeys(for pressed: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard pressed.count == 1, let key = pressed.first else { return pressed }
    if let operation = viOperator {
      viOperator = nil
      if operation == key { return viRow(operation) }
      // The key that was held back goes first; Escape drops it.
      if key != PrivateKey.escape.scalar { vi.follow(operation) }
      vi.follow(key)
      return key == PrivateKey.escape.scalar ? [key] : [operation, key]
    }
    guard vi.isAtCommand, line.scalars.contains("\n") else {
      vi.follow(key)
      return pressed
    }
    if ["c", "d", "y"].contains(key) {
      // The next key decides whether it means the line.
      viOperator = key
      return []
    }
    let keys = viRow(key)
    if keys == pressed { vi.follow(key) }
    return keys
  }

  /// The keys that apply to the cursor's line the edit that a vi command makes to an entire entry.
  private func viRow(_ key: Unicode.Scalar) -> [Unicode.Scalar] {
    let text = line
    let isLast = text.rowEnd == text.scalars.count
    func keys(_ keys: PrivateKey...) -> [Unicode.Scalar] { keys.map(\.scalar) }
    /// At the end of the text libedit moves the cursor back by one, so that the typed text has to be appended.
    func inserting(_ keys: PrivateKey..., atEnd: Bool) -> [Unicode.Scalar] {
      vi.follow("i")
      return keys.map(\.scalar) + [atEnd ? "a" : "i"]
    }
    switch key {
    case "d":
      guard isLast else { return keys(.lineStart, .setMark, .lineEnd, .right, .killRegion) }
      return text.rowStart == 0 ? keys(.lineStart, .killToEnd) : keys(.lineStart, .left, .killToEnd, .lineStart)
    case "c", "S":
      return isLast
        ? inserting(.lineStart, .killToEnd, atEnd: true)
        : inserting(.lineStart, .setMark, .lineEnd, .killRegion, atEnd: false)
    case "y", "Y":
      // A region cannot end after the last character, so the deleted text is put back.
      return isLast
        ? keys(.lineStart, .killToEnd) + ["p"] + keys(.lineStart)
        : keys(.lineStart, .setMark, .lineEnd, .copyRegion, .lineStart)
    case "D": return isLast ? keys(.killToEnd) : keys(.setMark, .lineEnd, .killRegion)
    case "C":
      return isLast ? inserting(.killToEnd, atEnd: true) : inserting(.setMark, .lineEnd, .killRegion, atEnd: false)
    case "0": return keys(.lineStart)
    case "^": return keys(.lineText)
    case "$": return keys(.lineLast)
    case "I": return inserting(.lineText, atEnd: text.rowText == text.scalars.count)
    case "A": return inserting(.lineEnd, atEnd: isLast)
    default: return [key]
    }
  }

  /// The sequence that shows the mode by the shape of the cursor; empty if it is shown already.
  func viCursor() -> String {
    guard usesViKeys, terminalKind == .full, Self.environment("TERM") != "linux", shownViMode != vi.isInserting else {
      return ""
    }
    shownViMode = vi.isInserting
    return vi.isInserting ? "\u{1B}[6 q" : "\u{1B}[2 q"
  }

  /// Gives the cursor the shape that the terminal had.
  func restoreCursor() {
    guard shownViMode != nil else { return }
    shownViMode = nil
    write("\u{1B}[0 q")
  }
}
