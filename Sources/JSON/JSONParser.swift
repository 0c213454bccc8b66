extension JSONValue {
  /// How many arrays and objects may stand inside each other.
  public static let maximumDepth = 200

  /// Reads a JSON text (RFC 8259), strictly: no comments, no commas at the end, nothing after the value.
  ///
  /// A number without fraction and exponent that fits is an exact integer, any other is a double. Of equal
  /// keys the last value counts, in the place of the first.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads a JSON text from its bytes, which need not be valid UTF-8.
  public init(parsing bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

/// Reads a JSON value from bytes, one byte at a time and never past the end.
private struct JSONParser {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let result = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw error(.trailingText) }
    return result
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipBlanks()
    guard let byte = peek else { throw error(.unexpectedEnd) }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw error(.unexpectedCharacter)
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= JSONValue.maximumDepth else { throw error(.tooDeep) }
    position += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth))
      skipBlanks()
    } while take(",")
    try expect("]")
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= JSONValue.maximumDepth else { throw error(.tooDeep) }
    position += 1
    var members: [JSONValue.Member] = []
    var places: [KeyBytes: Int] = [:]
    skipBlanks()
    if take("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard let byte = peek else { throw error(.unexpectedEnd) }
      guard byte == UInt8(ascii: "\"") else { throw error(.unexpectedCharacter) }
      let key = try string()
      skipBlanks()
      try expect(":")
      let member = JSONValue.Member(key, try value(depth: depth))
      if let place = place(of: member.key, in: members, &places) {
        members[place] = member
      } else {
        members.append(member)
      }
      skipBlanks()
    } while take(",")
    try expect("}")
    return .object(members)
  }

  /// Where a key stands already.
  ///
  /// Objects with many keys are looked up in an index, which grows with them.
  private func place(
    of key: String,
    in members: [JSONValue.Member],
    _ places: inout [KeyBytes: Int]
  ) -> Int? {
    if members.count < 16 { return members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) } }
    for index in places.count..<members.count { places[KeyBytes(key: members[index].key)] = index }
    return places[KeyBytes(key: key)]
  }

  private mutating func word(_ text: StaticString, _ result: JSONValue) throws(JSONError) -> JSONValue {
    for offset in 0..<text.utf8CodeUnitCount {
      guard let byte = peek else { throw error(.unexpectedEnd) }
      guard byte == text.utf8Start[offset] else { throw error(.unexpectedCharacter) }
      position += 1
    }
    return result
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    let isNegative = take("-")
    let firstDigit = position
    var isWhole = true
    guard skipDigits() else { throw error(peek == nil ? .unexpectedEnd : .invalidNumber) }
    if position > firstDigit + 1, bytes[firstDigit] == UInt8(ascii: "0") {
      throw JSONError(reason: .invalidNumber, offset: start)
    }
    if take(".") {
      isWhole = false
      guard skipDigits() else { throw error(peek == nil ? .unexpectedEnd : .invalidNumber) }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard skipDigits() else { throw error(peek == nil ? .unexpectedEnd : .invalidNumber) }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // An integer has no negative zero, a double has.
    if isWhole, let value = Int(text), !(value == 0 && isNegative) { return .integer(value) }
    guard let value = Double(text) else { throw JSONError(reason: .invalidNumber, offset: start) }
    guard value.isFinite else { throw JSONError(reason: .numberOutOfRange, offset: start) }
    return .number(value)
  }

  /// Goes over digits; whether there was one.
  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position > start
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    // Most strings have no escape and are taken in one piece.
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    var content = Array(bytes[start..<position])
    while true {
      guard let byte = peek else { throw error(.unexpectedEnd) }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw JSONError(reason: .invalidUTF8, offset: start)
        }
        return text
      case UInt8(ascii: "\\"):
        content.append(contentsOf: try escape().utf8)
      case 0..<0x20:
        throw error(.controlCharacter)
      default:
        content.append(byte)
        position += 1
      }
    }
  }

  private mutating func escape() throws(JSONError) -> String {
    let start = position
    position += 1
    guard let byte = peek else { throw error(.unexpectedEnd) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return String(try escapedScalar(from: start))
    default: throw JSONError(reason: .invalidEscape, offset: start)
    }
  }

  private mutating func escapedScalar(from start: Int) throws(JSONError) -> Character {
    let first = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    guard first < 0xDC00, take("\\"), take("u") else {
      throw JSONError(reason: .loneSurrogate, offset: start)
    }
    let second = try hexadecimal(from: start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONError(reason: .loneSurrogate, offset: start) }
    return Character(scalar)
  }

  private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt32 {
    var result: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek else { throw error(.unexpectedEnd) }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw JSONError(reason: .invalidEscape, offset: start)
      }
      result = result << 4 | UInt32(digit)
      position += 1
    }
    return result
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(JSONError) {
    guard peek != nil else { throw error(.unexpectedEnd) }
    guard take(scalar) else { throw error(.unexpectedCharacter) }
  }

  private func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason: reason, offset: position)
  }
}

/// A key compared byte by byte, where strings would take two spellings of one letter for equal.
private struct KeyBytes: Hashable {
  let key: String

  static func == (left: KeyBytes, right: KeyBytes) -> Bool { left.key.utf8.elementsEqual(right.key.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in key.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
