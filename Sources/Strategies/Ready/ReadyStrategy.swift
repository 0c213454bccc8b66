import Text

/// A strategy that is inside the program, as text of the language.
///
/// Its block begins with comments on its logic, its origin, and the errors of its first version.
package struct ReadyStrategy: Sendable {
  /// The name that `load strategy` knows it by.
  package let name: String
  /// Its idea, in one line.
  package let summary: String
  /// The statement that defines it.
  package let text: String
  /// The economic series that its rules read, which are samples inside the program.
  package let series: [String]

  init(_ name: String, _ summary: String, series: [String] = [], _ text: String) {
    self.name = name
    self.summary = summary
    self.series = series
    self.text = text
  }

  /// All ready strategies, in the order in which they are listed.
  package static let all: [ReadyStrategy] = crossings + strengths + presets + swings + cycles + bots

  /// The ready strategy of a name.
  package static func named(_ name: String) -> ReadyStrategy? { all.first { $0.name == name } }

  /// The words of an error about a name that no ready strategy has.
  package static func hints(for name: String) -> [String] {
    if name.hasSuffix(".tas") { return ["`run \"\(name)\"` runs a script, which may define one"] }
    let alike = all.map(\.name).filter { !name.isEmpty && $0.contains(name) }.map { "`\($0)`" }
    if !alike.isEmpty { return ["there \(alike.count == 1 ? "is" : "are") \(Wording.list(alike))"] }
    return [Spelling.hint(for: name, in: all.map(\.name)) ?? "`strategies` lists those that are ready"]
  }
}
