import Shell

/// An option of the program as the man page and the shells' completions show it.
///
/// The program takes its help from here; a test compares the names with those that it parses.
public struct ProgramOption: Sendable {
  /// The spelling with its dashes: `--format`.
  public let name: String
  /// The word for its value; nil for an option without one.
  public let value: String?
  /// The values that it takes, if they are few.
  public let choices: [String]
  /// Its effect, in one sentence.
  public let summary: String

  package init(_ name: String, value: String? = nil, choices: [String] = [], _ summary: String) {
    self.name = name
    self.value = value
    self.choices = choices
    self.summary = summary
  }

  /// True if its value is a file.
  public var takesFile: Bool { value == "file" }

  /// A word that does something with files other than to run them.
  public struct Tool: Sendable {
    /// The files that follow the word.
    public enum Files: String, Sendable {
      case scripts = "file.tas"
      case folder = "folder"
      case session = "session.json"

      /// The ending of their names; nil for a folder.
      var ending: String? {
        switch self {
        case .scripts: "tas"
        case .folder: nil
        case .session: "json"
        }
      }
    }

    /// The word: `check`.
    public let name: String
    /// The files that it takes.
    public let files: Files
    /// Its effect, after "to".
    public let summary: String

    init(_ name: String, takes files: Files, _ summary: String) {
      self.name = name
      self.files = files
      self.summary = summary
    }
  }
}
