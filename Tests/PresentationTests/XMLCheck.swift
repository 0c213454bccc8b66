/// A check that a text is well-formed XML, as far as the drawings use it.
enum XMLCheck {
  /// The first fault of a text as XML; nil for one that is well-formed.
  static func fault(in text: String) -> String? {
    var open: [Substring] = []
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "<") {
      if let fault = faultOfText(rest[..<start]) { return fault }
      guard let end = rest[start...].firstIndex(of: ">") else { return "a tag without end" }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return "</\(tag.dropFirst())> closes another tag" }
        continue
      }
      let name = tag.prefix { $0.isLetter }
      if name.isEmpty { return "<\(tag)> has no name" }
      if let fault = faultOfAttributes(tag.dropFirst(name.count)) { return fault }
      if !tag.hasSuffix("/") { open.append(name) }
    }
    if let fault = faultOfText(rest) { return fault }
    return open.isEmpty ? nil : "<\(open[0])> is not closed"
  }

  private static func faultOfText(_ text: Substring) -> String? {
    for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
    where !["amp;", "lt;", "gt;", "quot;"].contains(where: { part.hasPrefix($0) }) {
      return "&\(part.prefix(8)) is no name of a character"
    }
    let control = text.unicodeScalars.first { $0.value < 0x20 && $0 != "\n" }
    return control.map { "the character \($0.value)" }
  }

  private static func faultOfAttributes(_ text: Substring) -> String? {
    var names: Set<Substring> = []
    let pattern = #/\s+([a-z][A-Za-z0-9:-]*)="([^"<]*)"/#
    var rest = text
    while let match = rest.prefixMatch(of: pattern) {
      if !names.insert(match.1).inserted { return "\(match.1) is given twice" }
      if let fault = faultOfText(match.2) { return fault }
      rest = rest[match.range.upperBound...]
    }
    return rest.isEmpty || rest == "/" ? nil : "attributes\(rest.prefix(40))"
  }
}
