/// Makes visible the characters that show nothing but change how other text looks, or control a terminal.
///
/// A name from a file may hold marks that change the direction of the text after them, or that have no width: two
/// different names would then look the same.
public enum VisibleText {
  /// True for a character that is shown by its number: it turns the direction of text or has no width.
  ///
  /// Joiners are part of emoji and of several scripts: they are hidden only after a letter of ASCII.
  public static func isHidden(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.count > 1 || first.value >= 0xAD else { return false }
    return scalars.contains { scalar in
      switch scalar.value {
      case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
      case 0x200C, 0x200D, 0xFE00...0xFE0F: first.isASCII && !isKeycap(first)
      // After a black flag they spell the flag of a region.
      case 0xE0000...0xE007F: first.value != 0x1F3F4
      default: false
      }
    }
  }

  /// The characters that become pictures of keys: `1️⃣`.
  private static func isKeycap(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "#" || scalar == "*" || ("0"..."9").contains(scalar)
  }

  /// A character with the hidden scalars shown by their numbers: `<U+202E>`.
  public static func shown(_ character: Character) -> String {
    guard isHidden(character) else { return String(character) }
    return character.unicodeScalars.map { scalar in
      isHidden(Character(scalar)) || scalar.value >= 0x200C && !scalar.properties.isAlphabetic
        ? number(scalar) : String(Character(scalar))
    }.joined()
  }

  /// A text for a terminal that may come from a file: hidden characters and those that steer a terminal are shown by
  /// their numbers; line breaks and tabs stay.
  ///
  /// - Parameters:
  ///   - mark: the way in which a scalar is shown; by default `<U+202E>`.
  ///   - isStopped: True once the text is wanted no longer; asked every mebibyte or so. The text is empty then.
  public static func escaped(
    _ text: String, mark: (Unicode.Scalar) -> String = VisibleText.number, isStopped: () -> Bool = { false }
  ) -> String {
    if isPlain(text.utf8) { return text }
    // Most pieces of a long text have nothing but plain characters, which are quickly looked through.
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var start = text.startIndex
    var pieces = 0
    while start < text.endIndex {
      let end = endOfPiece(text.utf8, from: start)
      pieces += 1
      if pieces % 256 == 0, isStopped() { return "" }
      let piece = text[start..<end]
      if isPlain(piece.utf8) { result += piece } else { result += escapedPart(piece, mark) }
      start = end
    }
    return result
  }

  /// The end of a piece of some 4,096 bytes, between two plain characters, which are always separate.
  private static func endOfPiece(_ bytes: String.UTF8View, from start: String.Index) -> String.Index {
    guard var end = bytes.index(start, offsetBy: 4096, limitedBy: bytes.endIndex) else { return bytes.endIndex }
    var isPlainBefore = false
    while end < bytes.endIndex {
      let isPlain = (0x20..<0x7F).contains(bytes[end])
      if isPlainBefore, isPlain { return end }
      isPlainBefore = isPlain
      end = bytes.index(after: end)
    }
    return end
  }

  /// True if no byte is other than a printed character of ASCII, a newline or a tab.
  private static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
  }

  private static func escapedPart(_ text: Substring, _ mark: (Unicode.Scalar) -> String) -> String {
    var result = ""
    for character in text {
      let isControl = character.unicodeScalars.contains { scalar in
        scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r"
          || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{2028}" || scalar == "\u{2029}"
      }
      guard isControl || isHidden(character) || character == "\r" else {
        result.append(character)
        continue
      }
      for scalar in character.unicodeScalars {
        let stays = scalar.value >= 0x20 && scalar.value < 0x7F || scalar.properties.isAlphabetic || scalar == "\n"
        result += stays ? String(Character(scalar)) : mark(scalar)
      }
    }
    return result
  }

  /// A scalar as a string of JSON spells it by number: it reads back as the same.
  public static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }

  /// A scalar by its number: `<U+202E>`.
  public static func number(_ scalar: Unicode.Scalar) -> String { "<U+\(hexadecimal(scalar))>" }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
