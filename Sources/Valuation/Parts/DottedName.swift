/// The name of an assumption, prefixed with that of its part: `aero.margin`.
struct DottedName {
  /// The part; `nil` for an assumption outside all parts.
  let part: String?
  /// The assumption's own name or an alias of it.
  let name: String

  init(part: String?, name: String) {
    self.part = part
    self.name = name
  }

  /// Splits a name at its first dot.
  init(_ text: String) {
    guard let dot = text.firstIndex(of: ".") else {
      self.init(part: nil, name: text)
      return
    }
    self.init(part: String(text[..<dot]), name: String(text[text.index(after: dot)...]))
  }

  /// The assumption denoted by the name; `nil` for an unknown one.
  var key: AssumptionName? { AssumptionDefinition.key(of: name) }

  /// Both, with the dot between them.
  var text: String { part.map { "\($0).\(name)" } ?? name }
}
