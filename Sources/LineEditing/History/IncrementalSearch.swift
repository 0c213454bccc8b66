/// A search through the history while its pattern is typed (Ctrl-R).
///
/// An entry matches when it contains the pattern. Case counts only if the pattern has a capital.
package struct IncrementalSearch {
  /// The line when the search began, to come back to.
  let original: EditedText

  /// The text that is searched for.
  private(set) var pattern = ""

  /// The entry found, as its index in the history.
  package private(set) var found: Int?

  /// True if nothing (more) matches; the last match stays on show.
  package private(set) var hasFailed = false

  private let entries: [String]

  package init(entries: [String], original: EditedText, pattern: String = "", found: Int? = nil) {
    self.entries = entries
    self.original = original
    self.pattern = pattern
    self.found = found
  }

  /// The prompt while the search continues.
  var prompt: String {
    hasFailed ? "(no match `\(pattern)'): " : "(search `\(pattern)'): "
  }

  /// The line to show: the match, with the cursor at the start of the pattern, or the original line.
  package var shown: EditedText {
    guard let found else { return original }
    let entry = Array(entries[found].unicodeScalars)
    return EditedText(scalars: entry, cursor: offset(of: pattern, in: entry) ?? entry.count)
  }

  /// Adds to the pattern and looks on from the entry on show.
  package mutating func extend(_ text: String) {
    pattern += text
    look(from: found ?? entries.count - 1, by: -1)
  }

  /// Takes the pattern's last character away and searches again from the newest entry.
  mutating func shorten() {
    guard !pattern.isEmpty else { return }
    pattern.removeLast()
    found = nil
    hasFailed = false
    if !pattern.isEmpty { look(from: entries.count - 1, by: -1) }
  }

  /// Looks for an older match that reads differently; an empty pattern takes `last` first.
  package mutating func older(last: String) {
    guard !pattern.isEmpty else { return extend(last) }
    look(from: (found ?? entries.count) - 1, by: -1)
  }

  /// Looks for a newer match that reads differently.
  package mutating func newer() {
    guard !pattern.isEmpty, let found else { return }
    look(from: found + 1, by: 1)
  }

  private mutating func look(from start: Int, by step: Int) {
    guard !pattern.isEmpty else { return }
    let passed = found.flatMap { $0 == start ? nil : entries[$0] }
    var index = start
    while entries.indices.contains(index) {
      let entry = entries[index]
      if entry != passed, offset(of: pattern, in: Array(entry.unicodeScalars)) != nil {
        found = index
        hasFailed = false
        return
      }
      index += step
    }
    hasFailed = true
  }

  private func offset(of pattern: String, in entry: [Unicode.Scalar]) -> Int? {
    let scalars = Array(pattern.unicodeScalars)
    let mindsCase = scalars.contains { $0.properties.isUppercase }
    func same(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
      left == right || !mindsCase && left.properties.lowercaseMapping == right.properties.lowercaseMapping
    }
    guard scalars.count <= entry.count else { return nil }
    return (0...(entry.count - scalars.count)).last { start in
      scalars.indices.allSatisfy { same(entry[start + $0], scalars[$0]) }
    }
  }
}
