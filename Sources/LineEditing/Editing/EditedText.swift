/// A text being edited: its characters, and the index of the one after the cursor.
package struct EditedText: Equatable {
  package var scalars: [Unicode.Scalar]
  package var cursor: Int

  package init(scalars: [Unicode.Scalar], cursor: Int) {
    self.scalars = scalars
    self.cursor = cursor
  }

  /// A text with the cursor at its end.
  init(scalars: [Unicode.Scalar]) {
    self.init(scalars: scalars, cursor: scalars.count)
  }

  /// A text with the cursor at its end.
  package init(_ text: String) {
    self.init(scalars: Array(text.unicodeScalars))
  }

  /// The full text.
  package var text: String { String(scalars) }

  /// The text before the cursor.
  var head: String { String(scalars[..<cursor]) }

  /// The beginning of the row of the cursor.
  package var rowStart: Int {
    scalars[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// The end of the row of the cursor, before its newline.
  package var rowEnd: Int {
    scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
  }

  /// The first character of the row that is not a blank; the end of a row of blanks.
  var rowText: Int {
    let row = scalars[rowStart..<rowEnd]
    return row.firstIndex { $0 != " " && $0 != "\t" } ?? row.endIndex
  }

  /// The cursor's place one row up in the same column, or nil in the first row.
  package var cursorAbove: Int? {
    guard rowStart > 0 else { return nil }
    let above = EditedText(scalars: scalars, cursor: rowStart - 1)
    return min(above.rowStart + cursor - rowStart, rowStart - 1)
  }

  /// The cursor's place one row down in the same column, or nil in the last row.
  package var cursorBelow: Int? {
    guard rowEnd < scalars.count else { return nil }
    let below = EditedText(scalars: scalars, cursor: rowEnd + 1)
    return min(rowEnd + 1 + cursor - rowStart, below.rowEnd)
  }
}

extension String {
  /// A text of these characters.
  package init(_ scalars: some Sequence<Unicode.Scalar>) {
    self = ""
    unicodeScalars.append(contentsOf: scalars)
  }
}
