/// The texts that a line had before its changes, for undoing them one by one.
///
/// Characters typed in a row are one change, up to a blank.
package struct UndoStack {
  private var past: [EditedText] = []
  private var future: [EditedText] = []
  /// The text noted last.
  private(set) var current = EditedText("")

  package init() {}

  /// Forgets all changes; the line begins with a text.
  package mutating func begin(with text: EditedText) {
    self = UndoStack()
    current = text
  }

  /// Takes note of the line as it is now.
  package mutating func note(_ text: EditedText) {
    guard text.scalars != current.scalars else {
      current.cursor = text.cursor
      return
    }
    if !isTyping(text) || past.isEmpty { past.append(current) }
    if past.count > 1000 { past.removeFirst() }
    future = []
    current = text
  }

  /// The text before the last change; nil if there is none.
  package mutating func undo() -> EditedText? {
    guard let before = past.popLast() else { return nil }
    future.append(current)
    current = before
    return before
  }

  /// The text that the last undoing took away; nil if there is none.
  package mutating func redo() -> EditedText? {
    guard let after = future.popLast() else { return nil }
    past.append(current)
    current = after
    return after
  }

  /// True if a text is the one before with a character typed, which does not begin a word.
  private func isTyping(_ text: EditedText) -> Bool {
    guard text.scalars.count == current.scalars.count + 1, text.cursor == current.cursor + 1, text.cursor > 0,
      text.scalars[..<(text.cursor - 1)] == current.scalars[..<current.cursor]
    else { return false }
    let typed = text.scalars[text.cursor - 1]
    let isFirstOfWord = text.cursor > 1 && text.scalars[text.cursor - 2] == " " && typed != " "
    return !isFirstOfWord
  }
}
