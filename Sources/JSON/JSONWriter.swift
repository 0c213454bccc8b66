extension JSONValue {
  /// The value as JSON on one line, without blanks.
  ///
  /// A double is written with the fewest digits that read back as the same double, so 5.0 stays `5.0`. One
  /// that is not finite becomes `null`.
  public func write() -> String { write(isStopped: { false }) }

  /// The value as JSON on one line, or an empty text where it is stopped.
  ///
  /// - Parameter isStopped: True once the text is wanted no longer; asked every few thousand elements of an array.
  public func write(isStopped: () -> Bool) -> String {
    var writer = JSONWriter()
    writer.append(self, isStopped)
    return writer.isStopped ? "" : String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The value as JSON on many lines, indented by two blanks, with a newline at the end.
  ///
  /// - Parameters:
  ///   - sortedKeys: Whether the keys of an object stand in the order of their bytes instead of their own.
  ///   - isStopped: True once the text is wanted no longer; asked every few thousand elements of an array. The text is
  ///     empty then.
  public func prettyWrite(sortedKeys: Bool = false, isStopped: () -> Bool = { false }) -> String {
    var writer = JSONWriter()
    writer.appendIndented(self, depth: 0, sortedKeys: sortedKeys, isStopped)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.isStopped ? "" : String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Collects the bytes of a JSON text.
private struct JSONWriter {
  /// The elements of an array that are written before it is asked whether somebody still waits for them.
  private static let elementsBetweenChecks = 4096

  var bytes: [UInt8] = []
  private(set) var isStopped = false

  mutating func append(_ value: JSONValue, _ asksToStop: () -> Bool = { false }) {
    switch value {
    case .array(let elements):
      append(byte: "[")
      for (index, element) in elements.enumerated() {
        if isGivenUp(before: index, asksToStop) { return }
        if index > 0 { append(byte: ",") }
        append(element, asksToStop)
      }
      append(byte: "]")
    case .object(let members):
      append(byte: "{")
      for (index, member) in members.enumerated() {
        if index > 0 { append(byte: ",") }
        append(quoted: member.key)
        append(byte: ":")
        append(member.value, asksToStop)
      }
      append(byte: "}")
    case .null, .bool, .number, .integer, .string:
      append(scalar: value)
    }
  }

  /// True once nobody waits for the text any more, which is asked before every few thousandth element.
  private mutating func isGivenUp(before index: Int, _ asksToStop: () -> Bool) -> Bool {
    if index % Self.elementsBetweenChecks == Self.elementsBetweenChecks - 1, !isStopped { isStopped = asksToStop() }
    return isStopped
  }

  mutating func appendIndented(_ value: JSONValue, depth: Int, sortedKeys: Bool, _ asksToStop: () -> Bool) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      append(byte: "[")
      for (index, element) in elements.enumerated() {
        if isGivenUp(before: index, asksToStop) { return }
        if index > 0 { append(byte: ",") }
        appendLine(depth: depth + 1)
        appendIndented(element, depth: depth + 1, sortedKeys: sortedKeys, asksToStop)
      }
      appendLine(depth: depth)
      append(byte: "]")
    case .object(let members) where !members.isEmpty:
      append(byte: "{")
      let ordered =
        sortedKeys
        ? members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : members
      for (index, member) in ordered.enumerated() {
        if index > 0 { append(byte: ",") }
        appendLine(depth: depth + 1)
        append(quoted: member.key)
        append(text: ": ")
        appendIndented(member.value, depth: depth + 1, sortedKeys: sortedKeys, asksToStop)
      }
      appendLine(depth: depth)
      append(byte: "}")
    case .array, .object, .null, .bool, .number, .integer, .string:
      append(value)
    }
  }

  private mutating func append(scalar value: JSONValue) {
    switch value {
    case .bool(let value): append(text: value ? "true" : "false")
    case .number(let value): append(text: value.isFinite ? value.description : "null")
    case .integer(let value): append(text: value.description)
    case .string(let text): append(quoted: text)
    case .null, .array, .object: append(text: "null")
    }
  }

  private mutating func append(quoted text: String) {
    append(byte: "\"")
    var text = text
    text.withUTF8 { appendEscaped($0) }
    append(byte: "\"")
  }

  /// Appends the bytes of a text, of which runs that need no escapes are copied whole.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var (start, index) = (0, 0)
    while index < text.count {
      let (scalar, length) = Self.escapedScalar(at: index, in: text)
      guard let scalar else {
        index += 1
        continue
      }
      bytes.append(contentsOf: text[start..<index])
      append(escape: scalar)
      index += length
      start = index
    }
    bytes.append(contentsOf: text[start...])
  }

  /// The scalar that begins at a byte and its bytes, where it has to be escaped.
  private static func escapedScalar(
    at index: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (scalar: UInt32?, length: Int) {
    let byte = text[index]
    switch byte {
    case 0..<0x20, 0x22, 0x5C, 0x7F: return (UInt32(byte), 1)
    case 0xC2 where index + 1 < text.count && text[index + 1] == 0x85: return (0x85, 2)
    // Some readers take these for the end of a line, and a result is one line.
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8:
      return (0x2028 + UInt32(text[index + 2] & 1), 3)
    default: return (nil, 1)
    }
  }

  private mutating func append(escape scalar: UInt32) {
    switch scalar {
    case 0x22: append(text: "\\\"")
    case 0x5C: append(text: "\\\\")
    case 0x0A: append(text: "\\n")
    case 0x0D: append(text: "\\r")
    case 0x09: append(text: "\\t")
    case 0x08: append(text: "\\b")
    case 0x0C: append(text: "\\f")
    default:
      let digits = String(scalar, radix: 16)
      append(text: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }

  private mutating func appendLine(depth: Int) {
    append(byte: "\n")
    for _ in 0..<depth { append(text: "  ") }
  }

  private mutating func append(byte: Unicode.Scalar) {
    bytes.append(UInt8(ascii: byte))
  }

  private mutating func append(text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
