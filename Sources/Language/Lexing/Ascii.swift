/// The bytes that the language gives a meaning, and the shape of UTF-8.
enum Ascii {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let hash = UInt8(ascii: "#")
  static let backslash = UInt8(ascii: "\\")
  static let semicolon = UInt8(ascii: ";")
  static let comma = UInt8(ascii: ",")
  static let doubleQuote = UInt8(ascii: "\"")
  static let singleQuote = UInt8(ascii: "'")
  static let dollar = UInt8(ascii: "$")
  static let percent = UInt8(ascii: "%")
  static let underscore = UInt8(ascii: "_")
  static let equals = UInt8(ascii: "=")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let dot = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let at = UInt8(ascii: "@")
  static let caret = UInt8(ascii: "^")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  static func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

  static func isNameStart(_ byte: UInt8) -> Bool { isLetter(byte) || byte == underscore }

  static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

  /// A blank that never ends a line.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab || byte == carriageReturn || byte == 0x0B || byte == 0x0C
  }

  /// True for a byte that a bare word cannot hold.
  static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case comma, semicolon, openParenthesis, closeParenthesis, openBrace, closeBrace, openBracket,
      closeBracket,
      hash, doubleQuote, singleQuote, newline:
      true
    default: byte <= 0x20 || byte == 0x7F
    }
  }

  /// The number of bytes of the UTF-8 scalar at an offset; 0 if the bytes are not a scalar.
  static func lengthOfScalar(in bytes: [UInt8], at offset: Int) -> Int {
    let first = bytes[offset]
    let length: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { lowest = 0xA0 }
      if first == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { lowest = 0x90 }
      if first == 0xF4 { highest = 0x8F }
    default: return 0
    }
    guard offset + length <= bytes.count else { return 0 }
    for position in 1..<length {
      let byte = bytes[offset + position]
      guard byte >= lowest, byte <= highest else { return 0 }
      (lowest, highest) = (0x80, 0xBF)
    }
    return length
  }
}
