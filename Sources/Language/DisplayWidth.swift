/// How many columns of a terminal a text takes.
enum DisplayWidth {
  /// The columns of a text without control characters.
  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  /// The columns of a character: 2 for East Asian wide ones and pictographs, 0 for marks alone.
  static func of(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isPictograph =
      first.properties.isEmojiPresentation
      || character.unicodeScalars.contains("\u{FE0F}") && first.properties.isEmoji
    return isPictograph || isWide(first.value) ? 2 : 1
  }

  /// True for characters that steer a terminal, and for those that turn the direction of text.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
