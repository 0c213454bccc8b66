import Text

/// Characters of several scalars that are one on the screen: emoji that U+200D joins, with a colour of skin, flags,
/// letters with marks.
///
/// libedit knows scalars only: what its keys do to a part of such a character happens to all of it.
package enum JoinedCharacters {
  /// The scalars of the character that a place lies inside of; nil between two characters.
  static func range(around place: Int, in scalars: [Unicode.Scalar]) -> Range<Int>? {
    // What extends a character is a mark, a joiner, a colour or another emoji.
    guard place > 0, place < scalars.count, scalars[place].value >= 0x300 else { return nil }
    var start = 0
    for character in String(scalars) {
      let end = start + character.unicodeScalars.count
      if end > place { return start < place ? start..<end : nil }
      start = end
    }
    return nil
  }

  /// The line after a key that moved into a character or deleted a part of it; nil if it did neither.
  ///
  /// - Parameter keepsOnText: true if the cursor is on a character, not after the last one.
  package static func settled(_ now: EditedText, before: EditedText, keepsOnText: Bool) -> EditedText? {
    var settled = now
    if now.scalars == before.scalars {
      guard now.cursor != before.cursor, let character = range(around: now.cursor, in: now.scalars) else { return nil }
      let goesOn = now.cursor > before.cursor && !(keepsOnText && character.upperBound == now.rowEnd)
      settled.cursor = goesOn ? character.upperBound : character.lowerBound
      return settled
    }
    let start = now.cursor
    let end = start + before.scalars.count - now.scalars.count
    guard end > start, end <= before.scalars.count, before.scalars[..<start] == now.scalars[..<start],
      before.scalars[end...] == now.scalars[start...]
    else { return nil }
    let first = range(around: start, in: before.scalars)?.lowerBound ?? start
    let last = range(around: end, in: before.scalars)?.upperBound ?? end
    guard first < start || last > end else { return nil }
    return EditedText(scalars: Array(before.scalars[..<first] + before.scalars[last...]), cursor: first)
  }

  /// The columns of each scalar, those of a character with its first one; nil if each is a character of its own.
  package static func columns(of scalars: [Unicode.Scalar]) -> [Int]? {
    guard scalars.contains(where: { $0.value >= 0x300 }) else { return nil }
    return String(scalars).flatMap { character in
      let parts = character.unicodeScalars
      guard parts.count > 1, let first = parts.first else { return parts.map(DisplayWidth.columns) }
      return [max(displayWidth(character), DisplayWidth.columns(of: first))] + repeatElement(0, count: parts.count - 1)
    }
  }

  /// True for a part of a character that some terminals show next to the one before: the cursor position is then
  /// unknown.
  static func mayWiden(_ part: Unicode.Scalar) -> Bool {
    part == "\u{200D}" || part == "\u{FE0F}" || DisplayWidth.columns(of: part) > 0
  }
}
