/// A cursor over a JSON text (RFC 8259, read strictly) that hands out one value after the other.
///
/// It keeps nothing of the values that it skips, so that a file of megabytes is read without being held as a tree.
/// Every error has the place in the text at which it occurred.
///
/// ```swift
/// var reader = JSONReader(bytes)
/// try reader.openObject()
/// while let key = try reader.nextKey() {
///   if key == "close" { close = try reader.double() } else { try reader.skip() }
/// }
/// try reader.finish()
/// ```
public struct JSONReader: Sendable {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// True after a value: a comma or the end of the container must follow.
  private var isBehindValue = false
  private let isStopped: @Sendable () -> Bool
  /// The place from which on it is asked again whether somebody still waits.
  private var nextQuestion = Self.bytesBetweenQuestions

  private static let bytesBetweenQuestions = 1 << 18

  /// Makes a cursor before the first value of a text, which need not be valid UTF-8.
  ///
  /// - Parameter isStopped: asked every few hundred kilobytes; once it is true, reading throws `interrupted`.
  public init(_ bytes: [UInt8], isStopped: @escaping @Sendable () -> Bool = { false }) {
    self.bytes = bytes
    self.isStopped = isStopped
  }

  /// The distance of the next byte from the start of the text.
  public var offset: Int { position }

  /// The error for a key that the object before the cursor lacks.
  public func missing(_ key: String) -> JSONError {
    error(.missingKey(key))
  }

  /// Checks that nothing but blanks follows the value.
  public mutating func finish() throws(JSONError) {
    skipBlanks()
    guard position == bytes.count else { throw error(.trailingText) }
  }
}

// MARK: - Arrays and objects

extension JSONReader {
  /// Goes into an object; ``nextKey()`` has to follow until it returns nil.
  public mutating func openObject() throws(JSONError) {
    try open("{")
  }

  /// Goes to the value of the next key; nil after the last one, when the object has been left.
  public mutating func nextKey() throws(JSONError) -> String? {
    guard try advance(to: "}") else { return nil }
    skipBlanks()
    guard let byte = peek else { throw error(.unexpectedEnd) }
    guard byte == UInt8(ascii: "\"") else { throw error(.unexpectedCharacter) }
    let key = try text()
    skipBlanks()
    try expect(":")
    return key
  }

  /// Goes into an array; ``nextElement()`` has to follow until it returns false.
  public mutating func openArray() throws(JSONError) {
    try open("[")
  }

  /// Goes to the next value; false after the last one, when the array has been left.
  public mutating func nextElement() throws(JSONError) -> Bool {
    try advance(to: "]")
  }

  private mutating func open(_ bracket: Unicode.Scalar) throws(JSONError) {
    try startValue(bracket)
    guard depth < JSONValue.maximumDepth else { throw error(.tooDeep) }
    depth += 1
    position += 1
    isBehindValue = false
  }

  /// Goes over the comma to the next item; false if the container ends instead.
  private mutating func advance(to bracket: Unicode.Scalar) throws(JSONError) -> Bool {
    if position >= nextQuestion {
      nextQuestion = position + Self.bytesBetweenQuestions
      if isStopped() { throw error(.interrupted) }
    }
    skipBlanks()
    if take(bracket) {
      depth -= 1
      isBehindValue = true
      return false
    }
    if isBehindValue {
      guard peek != nil else { throw error(.unexpectedEnd) }
      try expect(",")
      isBehindValue = false
    }
    return true
  }

  /// Goes to the first byte of a value, which has to be the given one.
  private mutating func startValue(_ first: Unicode.Scalar) throws(JSONError) {
    skipBlanks()
    guard let byte = peek else { throw error(.unexpectedEnd) }
    guard byte != UInt8(ascii: first) else { return }
    throw error(Self.beginsValue(byte) ? .unexpectedKind : .unexpectedCharacter)
  }

  private static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

// MARK: - Values

extension JSONReader {
  /// Reads a string.
  public mutating func string() throws(JSONError) -> String {
    try startValue("\"")
    let text = try text()
    isBehindValue = true
    return text
  }

  /// Reads a number as the double nearest to its digits.
  public mutating func double() throws(JSONError) -> Double {
    skipBlanks()
    guard let byte = peek else { throw error(.unexpectedEnd) }
    guard byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      throw error(Self.beginsValue(byte) ? .unexpectedKind : .unexpectedCharacter)
    }
    let number = try number()
    isBehindValue = true
    switch number {
    case .whole(let value): return Double(value)
    case .double(let value): return value
    }
  }

  /// Skips `null`; false, and nothing is read, if another value follows.
  public mutating func null() throws(JSONError) -> Bool {
    skipBlanks()
    guard peek == UInt8(ascii: "n") else { return false }
    try word("null")
    isBehindValue = true
    return true
  }

  /// Reads the next value.
  ///
  /// - Parameter most: the elements of each array that are kept; later ones are checked and dropped.
  public mutating func value(elements most: Int = .max) throws(JSONError) -> JSONValue {
    skipBlanks()
    guard let byte = peek else { throw error(.unexpectedEnd) }
    let value: JSONValue
    switch byte {
    case UInt8(ascii: "{"): return try object(elements: most)
    case UInt8(ascii: "["): return try array(elements: most)
    case UInt8(ascii: "\""): value = .string(try text())
    case UInt8(ascii: "t"):
      try word("true")
      value = .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      value = .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      value = .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      switch try number() {
      case .whole(let whole): value = .integer(whole)
      case .double(let double): value = .number(double)
      }
    default: throw error(.unexpectedCharacter)
    }
    isBehindValue = true
    return value
  }

  /// Goes over the next value, which is checked and not kept.
  public mutating func skip() throws(JSONError) {
    skipBlanks()
    guard let byte = peek else { throw error(.unexpectedEnd) }
    switch byte {
    case UInt8(ascii: "{"):
      try openObject()
      while try advance(to: "}") {
        skipBlanks()
        guard let byte = peek else { throw error(.unexpectedEnd) }
        guard byte == UInt8(ascii: "\"") else { throw error(.unexpectedCharacter) }
        try skipText()
        skipBlanks()
        try expect(":")
        try skip()
      }
    case UInt8(ascii: "["):
      try openArray()
      while try nextElement() { try skip() }
    case UInt8(ascii: "\""): try skipText()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
    default: throw error(.unexpectedCharacter)
    }
    isBehindValue = true
  }

  private mutating func array(elements most: Int) throws(JSONError) -> JSONValue {
    try openArray()
    var elements: [JSONValue] = []
    while try nextElement() {
      if elements.count < most { elements.append(try value(elements: most)) } else { try skip() }
    }
    return .array(elements)
  }

  private mutating func object(elements most: Int) throws(JSONError) -> JSONValue {
    try openObject()
    var members: [JSONValue.Member] = []
    var indices: [KeyBytes: Int] = [:]
    while let key = try nextKey() {
      let member = JSONValue.Member(key, try value(elements: most))
      if let index = Self.index(of: key, in: members, &indices) {
        members[index] = member
      } else {
        members.append(member)
      }
    }
    return .object(members)
  }

  /// The index of an existing key.
  ///
  /// Objects of many keys are looked up in a table, which grows with them.
  private static func index(
    of key: String,
    in members: [JSONValue.Member],
    _ indices: inout [KeyBytes: Int]
  ) -> Int? {
    if members.count < 16 { return members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) } }
    for index in indices.count..<members.count { indices[KeyBytes(key: members[index].key)] = index }
    return indices[KeyBytes(key: key)]
  }

  private mutating func word(_ text: StaticString) throws(JSONError) {
    for offset in 0..<text.utf8CodeUnitCount {
      guard let byte = peek else { throw error(.unexpectedEnd) }
      guard byte == text.utf8Start[offset] else { throw error(.unexpectedCharacter) }
      position += 1
    }
  }
}

// MARK: - Numbers

extension JSONReader {
  private enum Number {
    case whole(Int)
    case double(Double)
  }

  /// Powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]

  private mutating func number() throws(JSONError) -> Number {
    let start = position
    let isNegative = take("-")
    let firstDigit = position
    // All digits as one whole number while it stays below 2^63; nil beyond.
    var digits: UInt64? = 0
    guard skipDigits(&digits) else { throw error(peek == nil ? .unexpectedEnd : .invalidNumber) }
    if position > firstDigit + 1, bytes[firstDigit] == UInt8(ascii: "0") {
      throw JSONError(reason: .invalidNumber, offset: start)
    }
    var isWhole = true
    var decimals = 0
    if take(".") {
      isWhole = false
      let firstDecimal = position
      guard skipDigits(&digits) else { throw error(peek == nil ? .unexpectedEnd : .invalidNumber) }
      decimals = position - firstDecimal
    }
    var hasExponent = false
    if take("e") || take("E") {
      isWhole = false
      hasExponent = true
      if !take("+") { _ = take("-") }
      var ignored: UInt64?
      guard skipDigits(&ignored) else { throw error(peek == nil ? .unexpectedEnd : .invalidNumber) }
    }
    if let digits {
      // An integer has no negative zero, a double has.
      if isWhole, digits != 0 || !isNegative { return .whole(isNegative ? -Int(digits) : Int(digits)) }
      // Both numbers are exact, so that the one division rounds as the digits themselves would.
      if !hasExponent, digits <= 1 << 53, decimals < Self.powers.count {
        let value = Double(digits) / Self.powers[decimals]
        return .double(isNegative ? -value : value)
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // Only the least integer of all is left here.
    if isWhole, let value = Int(text), value != 0 { return .whole(value) }
    guard let value = Double(text) else { throw JSONError(reason: .invalidNumber, offset: start) }
    guard value.isFinite else { throw JSONError(reason: .numberOutOfRange, offset: start) }
    return .double(value)
  }

  /// Goes over digits and adds them to a number; false if there is none.
  private mutating func skipDigits(_ number: inout UInt64?) -> Bool {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      if let value = number {
        let digit = UInt64(byte - UInt8(ascii: "0"))
        number = value < 922_337_203_685_477_580 ? value * 10 + digit : nil
      }
      position += 1
    }
    return position > start
  }
}

// MARK: - Strings

extension JSONReader {
  /// Reads the string that begins here, with its escapes resolved.
  private mutating func text() throws(JSONError) -> String {
    position += 1
    let start = position
    let isASCII = skipPlainBytes()
    // Most strings have no escape and are taken in one piece.
    if peek == UInt8(ascii: "\"") {
      let piece = bytes[start..<position]
      position += 1
      if isASCII { return String(decoding: piece, as: UTF8.self) }
      guard let text = String(validating: piece, as: UTF8.self) else {
        throw JSONError(reason: .invalidUTF8, offset: start)
      }
      return text
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

  /// Goes over the string that begins here.
  private mutating func skipText() throws(JSONError) {
    let quote = position
    position += 1
    if skipPlainBytes(), peek == UInt8(ascii: "\"") {
      position += 1
    } else {
      position = quote
      _ = try text()
    }
  }

  /// Skips literal bytes; true if all of them are ASCII.
  private mutating func skipPlainBytes() -> Bool {
    var isASCII = true
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      if byte >= 0x80 { isASCII = false }
      position += 1
    }
    return isASCII
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
}

// MARK: - Bytes

extension JSONReader {
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

/// A key compared byte by byte, while strings treat two spellings of one letter as equal.
private struct KeyBytes: Hashable {
  let key: String

  static func == (left: KeyBytes, right: KeyBytes) -> Bool { left.key.utf8.elementsEqual(right.key.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in key.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}
