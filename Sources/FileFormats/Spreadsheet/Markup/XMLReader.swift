/// Reads the elements of an XML document one after the other.
///
/// The subset that workbooks use, strictly: elements, attributes, texts, the five entities of XML and references to
/// characters, in UTF-8. A document type is refused, so that no entity can expand. Prefixes of namespaces are dropped.
package struct XMLReader {
  /// A step through the document.
  package enum Event: Equatable {
    /// An element begins.
    case start(String, [String: String])
    /// Text between elements; blanks are part of it.
    case text(String)
    /// An element ends.
    case end(String)
  }

  /// The deepest nesting that is read.
  static let deepest = 64

  private let bytes: [UInt8]
  private let part: String
  private var position = 0
  private var open: [String] = []
  /// The end of an element that was written as `<a/>`, which comes next.
  private var pendingEnd: String?
  private var hasRoot = false
  private var lines = (count: 1, upTo: 0)

  /// The line that has been reached, from 1.
  package mutating func line() -> Int {
    for place in lines.upTo..<max(position, lines.upTo) where bytes[place] == 10 { lines.count += 1 }
    lines.upTo = max(position, lines.upTo)
    return lines.count
  }

  /// A reader of a part of an archive, whose name errors say.
  package init(_ bytes: [UInt8], part: String) {
    self.bytes = bytes
    self.part = part
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next event; `nil` at the end of the document.
  package mutating func next() throws(SpreadsheetError) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      open.removeLast()
      return .end(name)
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let text = try characters()
        if open.isEmpty {
          guard text.allSatisfy(\.isWhitespace) else { throw damaged("text outside the document") }
          continue
        }
        return .text(text)
      }
      if try skipInstruction() { continue }
      if starts(with: "<![CDATA[") { return .text(try unparsed()) }
      return bytes.indices.contains(position + 1) && bytes[position + 1] == UInt8(ascii: "/") ? try end() : try start()
    }
    guard open.isEmpty else { throw damaged("it ends within <\(open[open.count - 1])>") }
    guard hasRoot else { throw damaged("it is empty") }
    return nil
  }

  /// Skips the rest of the element that has just begun.
  mutating func skip() throws(SpreadsheetError) {
    let depth = open.count - 1
    while open.count > depth { _ = try next() }
  }

  /// The text of the element that has just begun, with that of the elements within it.
  mutating func content() throws(SpreadsheetError) -> String {
    let depth = open.count - 1
    var result = ""
    while open.count > depth {
      if case .text(let text) = try next() { result += text }
    }
    return result
  }

  // MARK: Parts

  /// Skips a comment or an instruction; false if neither comes next.
  private mutating func skipInstruction() throws(SpreadsheetError) -> Bool {
    if starts(with: "<?") {
      try skip(past: "?>")
    } else if starts(with: "<!--") {
      try skip(past: "-->")
    } else if starts(with: "<!DOCTYPE") {
      throw SpreadsheetError(.unsupported, "\(part) declares a document type, which no workbook does")
    } else {
      return false
    }
    return true
  }

  private mutating func start() throws(SpreadsheetError) -> Event {
    position += 1
    let name = try self.name()
    guard !(open.isEmpty && hasRoot) else { throw damaged("it has two roots") }
    guard open.count < Self.deepest else { throw damaged("its elements are nested too deeply") }
    hasRoot = true
    var attributes: [String: String] = [:]
    var unprefixed: Set<String> = []
    while true {
      skipBlanks()
      guard position < bytes.count else { throw damaged("it ends within <\(name)>") }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        break
      }
      if starts(with: "/>") {
        position += 2
        pendingEnd = name
        break
      }
      let start = position
      let key = try self.name()
      let isPrefixed = bytes[start..<position].contains(UInt8(ascii: ":"))
      skipBlanks()
      try take(UInt8(ascii: "="))
      skipBlanks()
      let value = try quoted()
      // An attribute of another namespace never means one of the format's own.
      if isPrefixed {
        if attributes[key] == nil { attributes[key] = value }
      } else {
        guard unprefixed.insert(key).inserted else { throw damaged("<\(name)> has \(key) twice") }
        attributes[key] = value
      }
    }
    open.append(name)
    return .start(name, attributes)
  }

  private mutating func end() throws(SpreadsheetError) -> Event {
    position += 2
    let name = try self.name()
    skipBlanks()
    try take(UInt8(ascii: ">"))
    guard open.last == name else { throw damaged("</\(name)> closes <\(open.last ?? "nothing")>") }
    open.removeLast()
    return .end(name)
  }

  /// A name without its prefix; those of declared namespaces all count as `xmlns`.
  private mutating func name() throws(SpreadsheetError) -> String {
    let start = position
    while position < bytes.count, !Self.endsName.contains(bytes[position]) { position += 1 }
    guard position > start else { throw damaged("a name is missing") }
    let name = bytes[start..<position]
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return String(decoding: name, as: UTF8.self) }
    let prefix = name[..<colon]
    return prefix.elementsEqual("xmlns".utf8) ? "xmlns" : String(decoding: name[(colon + 1)...], as: UTF8.self)
  }

  private static let endsName = Set(" \t\r\n=/><\"'".utf8)

  private mutating func quoted() throws(SpreadsheetError) -> String {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      throw damaged("an attribute has no quotes")
    }
    let quote = bytes[position]
    position += 1
    guard let end = bytes[position...].firstIndex(of: quote) else { throw damaged("it ends within an attribute") }
    let text = try expanded(bytes[position..<end])
    position = end + 1
    return text
  }

  private mutating func characters() throws(SpreadsheetError) -> String {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    let text = try expanded(bytes[position..<end])
    position = end
    return text
  }

  private mutating func unparsed() throws(SpreadsheetError) -> String {
    guard !open.isEmpty else { throw damaged("text outside the document") }
    let start = position + 9
    try skip(past: "]]>")
    return String(decoding: bytes[start..<max(start, position - 3)], as: UTF8.self)
  }

  // MARK: Entities

  private func expanded(_ raw: ArraySlice<UInt8>) throws(SpreadsheetError) -> String {
    guard raw.contains(UInt8(ascii: "&")) else { return String(decoding: raw, as: UTF8.self) }
    var result = ""
    var rest = raw
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += String(decoding: rest[..<start], as: UTF8.self)
      guard let end = rest[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw damaged("an entity has no end")
      }
      result.unicodeScalars.append(try scalar(String(decoding: rest[(start + 1)..<end], as: UTF8.self)))
      rest = rest[(end + 1)...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }

  private func scalar(_ entity: String) throws(SpreadsheetError) -> Unicode.Scalar {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let code =
      entity.hasPrefix("#x")
      ? UInt32(entity.dropFirst(2), radix: 16) : entity.hasPrefix("#") ? UInt32(entity.dropFirst()) : nil
    guard let scalar = code.flatMap({ Unicode.Scalar($0) }) else {
      throw damaged("`&\(entity);` is not an XML entity")
    }
    return scalar
  }

  // MARK: Bytes

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) throws(SpreadsheetError) {
    guard position < bytes.count, bytes[position] == byte else {
      throw damaged("`\(String(UnicodeScalar(byte)))` is missing")
    }
    position += 1
  }

  private mutating func skip(past end: String) throws(SpreadsheetError) {
    let end = Array(end.utf8)
    while position <= bytes.count - end.count {
      if bytes[position] == end[0], bytes[position...].starts(with: end) {
        position += end.count
        return
      }
      position += 1
    }
    throw damaged("it ends early")
  }

  private func damaged(_ what: String) -> SpreadsheetError {
    let line = bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1
    return SpreadsheetError(.damaged, "\(part) is not readable XML: line \(line), \(what)")
  }
}
