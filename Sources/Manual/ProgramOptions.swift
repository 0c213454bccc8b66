import Presentation
import Sessions
import Shell

extension ProgramOption {
  /// All options, in the order of the documentation.
  public static let all: [ProgramOption] = [
    ProgramOption("-c", value: "statements", "Run these statements; several run one after the other."),
    ProgramOption("-i", "Stay at the prompt after the statements or scripts."),
    ProgramOption(
      "--format", value: "format", choices: OutputFormat.all.map(\.name), standard: "table",
      "How results are printed."),
    ProgramOption("--session", value: "file", "Open this session first; the prompt saves it after each statement."),
    ProgramOption("--no-rc", "Do not read the start-up file of the prompt."),
    ProgramOption("--safe", "Write no files and run no other programs."),
    ProgramOption(
      "--check",
      "With `replay`: end with status 1 if a number differs, or none can be checked. With `fmt`: if a script would change, without writing."
    ),
    ProgramOption("--diff", "With `fmt`: show what would change, and write nothing."),
    ProgramOption("--batch", "Answer requests of a program: a JSON object a line on standard input, an answer a line."),
    ProgramOption(
      "--worker", value: "folder", "Do shards of the job in this folder until none is left; engines start these."),
    ProgramOption("--describe", "Print everything that can be typed, and everything that can come back, as JSON."),
    ProgramOption(
      "--live", value: "account",
      "Let the orders of this account go to its broker without a question: `mode live` and each order."),
    ProgramOption("--log", value: "file", "With `tas watch`: also add the events of streams to this file, one a line."),
    ProgramOption("--junit", value: "file", "With `tas test`: also write the results of the tests for build servers."),
    ProgramOption(
      "--manual", value: "document", choices: ProgramManual.all.map(\.name),
      "Print a document: man, bash, zsh, fish, html."),
    ProgramOption("--keep-going", "Continue after a statement that fails."),
    ProgramOption("--color", value: "when", choices: ["auto", "always", "never"], standard: "auto", "When to colour."),
    ProgramOption("--version", "Show the version."),
    ProgramOption("--help", "Show how the program is called."),
  ]

  /// The words that do something with files other than to run them.
  public static let tools: [Tool] = [
    Tool("check", takes: .scripts, "read scripts, their kinds and their names, and run nothing"),
    Tool("test", takes: .folder, "run each script of a folder as a test; prints TAP"),
    Tool("fmt", takes: .scripts, "lay scripts out"),
    Tool("replay", takes: .session, "compute the results of a saved session again, and tell which are other ones"),
  ]
}
