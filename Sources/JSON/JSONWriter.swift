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
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append(text: "\\\"")
      case "\\": append(text: "\\\\")
      case "\n": append(text: "\\n")
      case "\r": append(text: "\\r")
      case "\t": append(text: "\\t")
      case "\u{8}": append(text: "\\b")
      case "\u{C}": append(text: "\\f")
      // Some readers take the last three for the end of a line, and a result is one line.
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        append(text: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    append(byte: "\"")
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
