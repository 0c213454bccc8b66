extension JSONValue {
  /// The value as JSON on one line, without blanks.
  ///
  /// A double is written with the fewest digits that read back as the same double, so 5.0 stays `5.0`. One
  /// that is not finite becomes `null`.
  public func write() -> String { write(isStopped: { false }) }

  /// The value as JSON on one line, or an empty text if stopped.
  ///
  /// - Parameter isStopped: True once the text is wanted no longer; asked every few hundred elements of an array.
  public func write(isStopped: () -> Bool) -> String {
    var writer = JSONWriter()
    writer.append(self, isStopped)
    return writer.text()
  }

  /// The value as JSON on many lines, indented by two blanks, with a newline at the end.
  ///
  /// - Parameters:
  ///   - sortedKeys: Whether the keys of an object are in the order of their bytes instead of their own.
  ///   - isStopped: True once the text is wanted no longer; asked every few hundred elements of an array. The text is
  ///     empty then.
  public func prettyWrite(sortedKeys: Bool = false, isStopped: () -> Bool = { false }) -> String {
    var writer = JSONWriter()
    writer.appendIndented(self, depth: 0, sortedKeys: sortedKeys, isStopped)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.text()
  }
}

/// Collects the bytes of a JSON text.
private struct JSONWriter {
  /// The elements of an array that are written before it is asked whether somebody still waits for them.
  private static let elementsBetweenChecks = 256

  var bytes: [UInt8] = []
  /// The text before these bytes: to make a string of all at the end would take as long as somebody waits.
  private var written = ""
  private var isStopped = false
  /// The array of most elements whose room was made, by the length of its first ones.
  private var roomMade = 0

  /// The full text; empty if it is stopped.
  mutating func text() -> String {
    if isStopped { return "" }
    flush()
    return written
  }

  /// Takes the bytes over into the text, between two elements.
  private mutating func flush() {
    written += String(decoding: bytes, as: UTF8.self)
    bytes.removeAll(keepingCapacity: true)
  }

  /// The length written so far.
  private var length: Int { written.utf8.count + bytes.count }

  mutating func append(_ value: JSONValue, _ asksToStop: () -> Bool = { false }) {
    switch value {
    case .array(let elements):
      append(byte: "[")
      let start = length
      for (index, element) in elements.enumerated() {
        if isGivenUp(before: index, of: elements.count, since: start, asksToStop) { return }
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
    case .null, .bool, .number, .integer, .decimal, .string:
      append(scalar: value)
    }
  }

  /// True once the text is no longer needed, which is checked before every few hundredth element.
  private mutating func isGivenUp(
    before index: Int, of count: Int, since start: Int, _ asksToStop: () -> Bool
  ) -> Bool {
    if index % Self.elementsBetweenChecks == Self.elementsBetweenChecks - 1, !isStopped { isStopped = asksToStop() }
    // A long text that grows step by step is copied again and again.
    if index == Self.elementsBetweenChecks - 1, count > max(4 * index, roomMade) {
      roomMade = count
      let rest = (length - start) / index * (count - index)
      written.reserveCapacity(length + rest + rest / 8)
    }
    if bytes.count > 1 << 16 { flush() }
    return isStopped
  }

  mutating func appendIndented(_ value: JSONValue, depth: Int, sortedKeys: Bool, _ asksToStop: () -> Bool) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      append(byte: "[")
      let start = length
      for (index, element) in elements.enumerated() {
        if isGivenUp(before: index, of: elements.count, since: start, asksToStop) { return }
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
        ? members.sorted { Self.precedes($0.key, $1.key) } : members
      for (index, member) in ordered.enumerated() {
        if index > 0 { append(byte: ",") }
        appendLine(depth: depth + 1)
        append(quoted: member.key)
        append(text: ": ")
        appendIndented(member.value, depth: depth + 1, sortedKeys: sortedKeys, asksToStop)
      }
      appendLine(depth: depth)
      append(byte: "}")
    case .array, .object, .null, .bool, .number, .integer, .decimal, .string:
      append(value)
    }
  }

  /// True if the bytes of a key come before those of another.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    let answer = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in left.lexicographicallyPrecedes(right) }
    }
    return (answer ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private mutating func append(scalar value: JSONValue) {
    switch value {
    case .bool(let value): append(text: value ? "true" : "false")
    case .number(let value): append(text: value.isFinite ? value.description : "null")
    case .integer(let value): append(text: value.description)
    case .decimal(let digits): append(text: digits)
    case .string(let text): append(quoted: text)
    case .null, .array, .object: append(text: "null")
    }
  }

  private mutating func append(quoted text: String) {
    var text = text
    append(byte: "\"")
    text.withUTF8 { text in
      // Runs of literal characters are copied at once.
      var start = 0
      var index = 0
      while index < text.count {
        guard let (escape, length) = Self.escape(at: index, in: text) else {
          index += 1
          continue
        }
        bytes.append(contentsOf: text[start..<index])
        append(text: escape)
        index += length
        start = index
      }
      bytes.append(contentsOf: text[start...])
    }
    append(byte: "\"")
  }

  /// The escape of the character at a byte, and the number of its bytes; nil if it needs none.
  @inline(__always)
  private static func escape(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> (String, Int)? {
    let byte = text[index]
    let isRare = byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    return isRare ? rareEscape(at: index, in: text) : nil
  }

  private static func rareEscape(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> (String, Int)? {
    switch text[index] {
    case UInt8(ascii: "\""): ("\\\"", 1)
    case UInt8(ascii: "\\"): ("\\\\", 1)
    case UInt8(ascii: "\n"): ("\\n", 1)
    case UInt8(ascii: "\r"): ("\\r", 1)
    case UInt8(ascii: "\t"): ("\\t", 1)
    case 0x08: ("\\b", 1)
    case 0x0C: ("\\f", 1)
    // Some readers take U+0085, U+2028 and U+2029 for the end of a line, and a result is one line.
    case 0xC2: text[index + 1] == 0x85 ? ("\\u0085", 2) : nil
    case 0xE2 where text[index + 1] == 0x80 && text[index + 2] == 0xA8: ("\\u2028", 3)
    case 0xE2 where text[index + 1] == 0x80 && text[index + 2] == 0xA9: ("\\u2029", 3)
    case 0xE2: nil
    case let byte: ("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16), 1)
    }
  }

  private mutating func appendLine(depth: Int) {
    append(byte: "\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func append(byte: Unicode.Scalar) {
    bytes.append(UInt8(ascii: byte))
  }

  private mutating func append(text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
