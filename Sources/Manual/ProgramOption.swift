import Shell

/// An option of the program: the call is read by this table, and `--help`, the man page and the shells' completions
/// are made from it.
public struct ProgramOption: Sendable {
  /// The spelling with its dashes: `--format`.
  public let name: String
  /// The word for its value; nil for an option without one.
  public let value: String?
  /// The values that it takes, if they are few.
  public let choices: [String]
  /// The value that counts without the option; nil if it has none.
  public let standard: String?
  /// Its effect, in one sentence.
  public let summary: String

  package init(_ name: String, value: String? = nil, choices: [String] = [], standard: String? = nil, _ summary: String)
  {
    self.name = name
    self.value = value
    self.choices = choices
    self.standard = standard
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
