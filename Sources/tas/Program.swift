import ArgumentParser
import Language
import LineEditing
import Platform
import Shell

/// One run of the program: where its statements come from and where its output goes.
struct Program {
  let options: Tas
  let console: Console
  let environment: Environment

  init(options: Tas) {
    self.options = options
    console = Console(color: options.color, format: options.format)
    environment = .system(progress: console.progress)
  }

  /// Prints an event as wide as the terminal is now.
  ///
  /// Where nobody reads the results any more, the statement that is not run says so.
  func show(_ event: Interpreter.Event, _ sources: SourceMap) {
    if Console.isOutputGone, case .failure(let diagnostic, let line, _) = event, diagnostic.code == .interrupted {
      console.write(
        "error: the results have no reader any more: the statement of line \(line) and those behind it are not run\n",
        to: .errors)
      return
    }
    console.print(event, sources: sources, columns: environment.terminalColumns())
  }

  /// Chooses the mode.
  func run() throws -> ExitStatus {
    if let statements = options.statements {
      if let file = options.arguments.first(where: { !$0.contains("=") }) {
        throw ValidationError("`-c` runs statements, and `\(file)` is a file: only one of them can run")
      }
      let overrides = try Self.overrides(options.arguments[...])
      return runScript(Array(statements.utf8), named: "-c", overrides: overrides)
    }
    let overrides = try Self.overrides(options.arguments.dropFirst())
    if options.arguments.isEmpty, isTerminal(0) { return Prompt(program: self).run() }
    let file = options.arguments.first ?? "-"
    let input = DiskFile(
      descriptor: 0, path: "standard input", isOwned: false, isCancelled: { Interrupts.isPending })
    if file == "-", input.size == nil {
      return run(overrides) { interpreter throws(FileError) in try runStream(&interpreter, of: input) }
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try file == "-" ? input.bytes(limit: FileLimit.document) : environment.files.read(file)
    } catch {
      return wrongUsage(error.message)
    }
    return runScript(bytes, named: file == "-" ? input.path : file, overrides: overrides)
  }

  /// Answers each statement of a pipe, or of a terminal without a prompt, as it arrives.
  private func runStream(_ interpreter: inout Interpreter, of input: DiskFile) throws(FileError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    return try interpreter.runStream(
      named: input.path, keepGoing: options.keepGoing, emit: { show($0, $1) },
      next: { () throws(FileError) -> [UInt8]? in
        let result = buffer.withUnsafeMutableBytes { bytes -> Result<Int, FileError> in
          do throws(FileError) { return .success(try input.readSome(into: bytes)) } catch { return .failure(error) }
        }
        let count = try result.get()
        return count == 0 ? nil : Array(buffer[..<count])
      })
  }

  /// `name=value` arguments.
  private static func overrides(_ arguments: ArraySlice<String>) throws -> [Override] {
    var overrides: [Override] = []
    for argument in arguments {
      guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
        throw ValidationError("`\(argument)` is not NAME=VALUE, which is what may follow a script")
      }
      let name = String(argument[..<equals])
      guard !overrides.contains(where: { $0.name == name }) else {
        throw ValidationError("`\(name)` is given twice")
      }
      overrides.append(Override(name: name, text: String(argument[argument.index(after: equals)...])))
    }
    return overrides
  }

  /// Reports a wrong call on standard error.
  func wrongUsage(_ message: String) -> ExitStatus {
    console.write("error: \(message)\n", to: .errors)
    return .wrongUsage
  }

  /// Makes an interpreter with the session that `--session` names, if there is one.
  ///
  /// - Returns: the interpreter, or the exit status where that session cannot be opened: it is then left as it is.
  func makeInterpreter(overrides: [Override], mayCreateSession: Bool) -> Result<Interpreter, SessionRefusal> {
    var interpreter = Interpreter(environment: environment, overrides: overrides)
    guard let path = options.session else { return .success(interpreter) }
    if !environment.files.exists(path) {
      if mayCreateSession { return .success(interpreter) }
      return .failure(SessionRefusal(status: wrongUsage("cannot read \(path): No such file or directory")))
    }
    let isOpen = interpreter.open(session: path) { show($0, $1) }
    return isOpen ? .success(interpreter) : .failure(SessionRefusal(status: .failure))
  }

  private func runScript(_ bytes: [UInt8], named name: String, overrides: [Override]) -> ExitStatus {
    run(overrides) { interpreter throws(FileError) in
      interpreter.runScript(bytes, named: name, keepGoing: options.keepGoing) { show($0, $1) }
    }
  }

  /// Runs statements in the session that the options name, and gives the exit status.
  private func run(
    _ overrides: [Override], _ statements: (inout Interpreter) throws(FileError) -> Bool
  ) -> ExitStatus {
    Interrupts.install()
    EndingSignals.install()
    var interpreter: Interpreter
    switch makeInterpreter(overrides: overrides, mayCreateSession: false) {
    case .success(let made): interpreter = made
    case .failure(let refusal): return refusal.status
    }
    var succeeded: Bool
    do throws(FileError) { succeeded = try statements(&interpreter) } catch {
      if !error.isInterrupted { console.write("error: \(error.message)\n", to: .errors) }
      succeeded = false
    }
    if Console.isOutputGone { return .failure }
    if Interrupts.isPending { return .interrupted }
    // A script that stopped early may not have come to the `param`.
    guard succeeded || options.keepGoing else { return .failure }
    for override in interpreter.unusedOverrides {
      let diagnostic = Diagnostic(.unusedOverride, "no `param` is called `\(override.name)`", at: nil)
      show(.failure(diagnostic, line: 1, source: nil), interpreter.sources)
      succeeded = false
    }
    return succeeded ? .success : .failure
  }
}

/// A session of `--session` that could not be opened, with the exit status for it.
struct SessionRefusal: Error {
  let status: ExitStatus
}
