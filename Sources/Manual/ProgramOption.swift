import Shell

/// An option of the program as the man page and the shells' completions show it.
///
/// A test holds the table against the options that the program parses.
public struct ProgramOption: Sendable {
  /// The spelling with its dashes: `--format`.
  public let name: String
  /// The word for its value; nil for an option without one.
  public let value: String?
  /// The values that it takes, where they are few.
  public let choices: [String]
  /// Its effect, in one sentence.
  public let summary: String

  package init(_ name: String, value: String? = nil, choices: [String] = [], _ summary: String) {
    self.name = name
    self.value = value
    self.choices = choices
    self.summary = summary
  }

  /// True where its value is a file.
  public var takesFile: Bool { value == "file" }
}
