import Language
import Platform
import Shell

/// A text of statements with the name that messages give it.
struct Script {
  var name: String
  var bytes: [UInt8]
}

/// The statements that the program's arguments ask for: those of `-c`, or files, and the values for their `param`s.
struct ScriptCall {
  private let statements: [String]
  private let files: [String]
  let overrides: [Override]

  /// Reads the arguments: files first, then values.
  init(_ options: CallOptions) throws {
    let arguments = options.arguments
    if let file = Self.replayed(by: options) {
      (statements, files, overrides) = (["replay \(Self.quoted(file))"], [], [])
      return
    }
    if options.check { throw UsageError("`--check` follows `replay SESSION.json` or `fmt FILE.tas`") }
    if options.diff { throw UsageError("`--diff` follows `fmt FILE.tas`") }
    statements = options.statements
    if !statements.isEmpty, let file = arguments.first(where: { !$0.contains("=") }) {
      throw UsageError("`-c` runs statements, but `\(file)` is a file: only one can run")
    }
    let count =
      statements.isEmpty ? max(arguments.prefix { !$0.contains("=") }.count, min(arguments.count, 1)) : 0
    files = Array(arguments[..<count])
    if files.count > 1, files.contains("-") {
      throw UsageError("`-` is standard input, which must be the only one")
    }
    overrides = try Self.overrides(arguments[count...])
  }

  /// The session of `tas replay FILE`; nil for another call.
  private static func replayed(by options: CallOptions) -> String? {
    guard options.statements.isEmpty, options.arguments.count == 2, options.arguments[0] == "replay" else { return nil }
    return options.arguments[1]
  }

  /// True for a file of data, which is loaded instead of run as a script; a `.txt` may be a script.
  private static func isData(_ path: String) -> Bool {
    let ending = FileName.ending(of: path)
    return ending != "txt" && FileName.dataEndings.contains(ending)
  }

  /// A path as a string of the language.
  private static func quoted(_ path: String) -> String {
    var text = "\""
    for character in path {
      if character == "\\" || character == "\"" || character == "$" { text += "\\" }
      text.append(character)
    }
    return text + "\""
  }

  /// True if nothing is given to run, so that input comes from the prompt or from standard input.
  var isEmpty: Bool { statements.isEmpty && files.isEmpty }
  /// True if nothing but data is given, as in `tas bars.csv`: at a terminal the prompt opens with it.
  var isData: Bool { !files.isEmpty && files.allSatisfy(Self.isData) }
  /// True for the statements of standard input.
  var isStandardInput: Bool { files == ["-"] }

  /// The texts in order; all are read before the first one runs.
  func scripts(in system: any FileSystem) throws(FileError) -> [Script] {
    var scripts = statements.map { Script(name: "-c", bytes: Array($0.utf8)) }
    for file in files {
      let bytes = Self.isData(file) ? Array("load \(Self.quoted(file))".utf8) : try system.read(file)
      scripts.append(Script(name: file, bytes: bytes))
    }
    return scripts
  }

  /// `name=value` arguments.
  static func overrides(_ arguments: ArraySlice<String>) throws -> [Override] {
    var overrides: [Override] = []
    for argument in arguments {
      guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
        throw UsageError("`\(argument)` is not NAME=VALUE, the only argument allowed after scripts")
      }
      let name = String(argument[..<equals])
      guard !overrides.contains(where: { $0.name == name }) else {
        throw UsageError("`\(name)` is given twice")
      }
      overrides.append(Override(name: name, text: String(argument[argument.index(after: equals)...])))
    }
    return overrides
  }
}
