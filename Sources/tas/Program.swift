import JSON
import Language
import LineEditing
import Manual
import Platform
import Presentation
import Sessions
import Shell

/// One run of the program: the source of its statements and the destination of its output.
struct Program {
  let options: CallOptions
  let console: Console
  let environment: Environment
  /// The folder that relative paths begin at.
  let folder = WorkingFolder()
  /// The pictures of this terminal.
  let pictures = TerminalPictures()

  init(options: CallOptions) {
    self.options = options
    var console = Console(color: options.color, format: options.format)
    if !options.isSafe {
      console.drawPicture = { [pictures] in pictures.sequence(of: $0, isLight: $1, columns: $2, .librsvg) }
    }
    self.console = console
    let progress = console.progress
    var system = Environment.system(
      isSafe: options.isSafe, folder: folder, pictures: pictures, report: { progress?.report(done: $0, total: $1) },
      tell: { progress?.say($0) })
    system.liveAccount = options.live
    environment = system
  }

  /// Prints an event as wide as the terminal is now; nothing of statements that are stopped because the results have no
  /// reader.
  func show(_ event: Interpreter.Event, _ sources: SourceMap, pages: Bool = false) {
    if Console.isOutputGone, case .failure(let diagnostic, _, _) = event, diagnostic.code == .interrupted { return }
    console.print(event, sources: sources, columns: environment.terminalColumns(), pages: pages)
  }

  /// Chooses the mode.
  func run() throws -> ExitStatus {
    if options.describesItself {
      console.write(MachineDescription.json.prettyWrite() + "\n")
      return .success
    }
    if let name = options.manual {
      guard let manual = ProgramManual.named(name) else {
        let names = ProgramManual.all.map(\.name).joined(separator: ", ")
        throw UsageError("there is no manual `\(name)`: \(names)")
      }
      console.write(manual.text)
      return .success
    }
    if let folder = options.worker {
      return Worker(program: self).run(folder, number: options.arguments.first.flatMap { Int($0) } ?? 0)
    }
    if options.statements.isEmpty, options.arguments.first == ServeCall.word {
      return Serve(program: self, call: try ServeCall(Array(options.arguments.dropFirst()))).run()
    }
    if options.statements.isEmpty, let word = options.arguments.first, let tool = ScriptTool(rawValue: word) {
      return try tool.run(self, Array(options.arguments.dropFirst()))
    }
    if options.isBatch {
      if !options.statements.isEmpty { throw UsageError("`--batch` and `-c` cannot be used together") }
      return Batch(program: self).run(try ScriptCall.overrides(options.arguments[...]))
    }
    let call = try ScriptCall(options)
    if call.isEmpty, isTerminal(0) { return Prompt(program: self).run() }
    if call.isEmpty || call.isStandardInput {
      let input = DiskFile(
        descriptor: 0, path: "standard input", isOwned: false, isCancelled: { Interrupts.isPending })
      if input.size == nil {
        return run(call.overrides) { interpreter throws(FileError) in try runStream(&interpreter, of: input) }
      }
      let bytes: [UInt8]
      do throws(FileError) { bytes = try input.bytes(limit: FileLimit.document) } catch {
        return wrongUsage(error.message)
      }
      return runScripts([Script(name: input.path, bytes: bytes)], call.overrides)
    }
    let scripts: [Script]
    do throws(FileError) { scripts = try call.scripts(in: environment.files) } catch {
      return wrongUsage(error.message)
    }
    let staysAtPrompt = options.staysAtPrompt || call.isData && isTerminal(0) && isTerminal(1)
    guard staysAtPrompt else { return runScripts(scripts, call.overrides) }
    guard isTerminal(0) else { return wrongUsage("`-i` stays at the prompt, but standard input is not a terminal") }
    return Prompt(program: self, scripts: scripts, overrides: call.overrides).run()
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

  /// Reports a wrong call on standard error.
  func wrongUsage(_ message: String) -> ExitStatus {
    console.write("error: \(message)\n", to: .errors)
    return .wrongUsage
  }

  /// Makes an interpreter with the session that `--session` names, if there is one.
  ///
  /// - Returns: the interpreter, or the exit status if that session cannot be opened: it is then left unchanged.
  func makeInterpreter(
    overrides: [Override], mayCreateSession: Bool, in world: Environment? = nil
  ) -> Result<Interpreter, SessionRefusal> {
    var interpreter = Interpreter(environment: world ?? environment, overrides: overrides)
    interpreter.listsAllRows = options.format.isForPrograms
    guard let path = options.session else { return .success(interpreter) }
    if !environment.files.exists(path) {
      if mayCreateSession { return .success(interpreter) }
      return .failure(SessionRefusal(status: wrongUsage("cannot read \(path): No such file or directory")))
    }
    let isOpen = interpreter.open(session: path) { show($0, $1) }
    return isOpen ? .success(interpreter) : .failure(SessionRefusal(status: .failure))
  }

  private func runScripts(_ scripts: [Script], _ overrides: [Override]) -> ExitStatus {
    run(overrides) { interpreter throws(FileError) in
      defer { interpreter.settleNotices() }
      return run(scripts, &interpreter)
    }
  }

  /// Runs scripts one after the other in one session, up to the first that fails, or all.
  func run(_ scripts: [Script], _ interpreter: inout Interpreter) -> Bool {
    var allSucceeded = true
    for script in scripts where !interpreter.isQuitting {
      let hasSucceeded = interpreter.runScript(
        script.bytes, named: script.name, keepGoing: options.keepGoing
      ) { show($0, $1) }
      guard hasSucceeded || options.keepGoing, !Interrupts.isPending else { return false }
      allSucceeded = allSucceeded && hasSucceeded
    }
    return allSucceeded
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
