import Language
import LineEditing
import Platform
import Shell

/// The interactive shell: reads entries, runs them, saves the session after each.
struct Prompt {
  let program: Program
  /// The texts that run before the first line is read.
  private let scripts: [Script]
  private let overrides: [Override]
  private var console: Console { program.console }
  private var environment: Environment { program.environment }
  private var files: any FileSystem { environment.files }

  init(program: Program, scripts: [Script] = [], overrides: [Override] = []) {
    self.program = program
    self.scripts = scripts
    self.overrides = overrides
  }

  func run() -> ExitStatus {
    files.makeFolder(environment.stateDirectory)
    files.removeLeftovers(in: environment.stateDirectory)
    if let path = program.options.session, !files.isFolder(FileName.folder(of: path)) {
      return program.wrongUsage("the session \(path) cannot be saved: its folder does not exist")
    }
    var interpreter: Interpreter
    switch program.makeInterpreter(overrides: overrides, mayCreateSession: true) {
    case .success(let made): interpreter = made
    case .failure(let refusal): return refusal.status
    }
    Interrupts.install()
    EndingSignals.install()
    if !program.options.skipsStartupFile { runStartupFile(&interpreter) }
    let configuration = LineEditorConfiguration(
      historyFile: environment.stateDirectory + "/history", isColorEnabled: console.outputColor)
    guard let editor = LineEditor(configuration: configuration, program: "tas") else {
      console.write("error: the line editor cannot start on this terminal\n", to: .errors)
      return .failure
    }
    for entry in editor.entries { interpreter.remember(entry: entry, isEarlier: true) }
    if !interpreter.isQuitting { greet() }
    editor.isComplete = { Parser.isComplete($0, commands: CommandTable.syntaxes) }
    let autosave = Autosave(program: program, interpreter)
    interpreter.didChange = { autosave.save($0, after: $1) }
    if !scripts.isEmpty {
      _ = program.run(scripts, &interpreter)
      console.progress?.wipe()
      Interrupts.clear()
    }
    loop(&interpreter, editor)
    return leave(interpreter, autosave)
  }

  private func greet() {
    guard console.isOutputTerminal else { return }
    console.write("tas \(version): `help` explains, Tab completes, Ctrl-D leaves\n")
    guard program.options.session == nil, KeptSessions(environment).isAnyClosed else { return }
    console.write("`load session` brings back the session of last time, `sessions` lists those that are kept\n")
  }

  private func loop(_ interpreter: inout Interpreter, _ editor: LineEditor) {
    while !interpreter.isQuitting, !Console.isOutputGone {
      let session = interpreter.session
      editor.complete = { complete($0, $1, session) }
      editor.hint = { [unowned editor] in hint(after: $0, session, editor.entries) }
      switch editor.read(prompt: text(of: interpreter), continuationPrompt: continuation(of: interpreter)) {
      case .entry(let entry):
        guard !entry.allSatisfy(\.isWhitespace) else { continue }
        interpreter.remember(entry: entry)
        Interrupts.clear()
        _ = interpreter.runScript(entry, named: "prompt", keepGoing: false) { program.show($0, $1) }
        console.progress?.wipe()
        Interrupts.clear()
      case .interrupted: continue
      case .endOfInput: return
      }
    }
  }

  private func complete(_ text: String, _ cursor: Int, _ session: Session) -> Completions {
    let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    let after = String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
    let completion = Completion(of: before, following: after[...], session: session, folders: FolderListing(files))
    return Completions(
      replaceStart: completion.start,
      candidates: completion.candidates.map { CompletionCandidate(text: $0.text, detail: $0.detail) })
  }

  /// The arguments of a call that was opened, else the rest of an earlier entry that began like this one, else
  /// how the command goes on.
  private func hint(after text: String, _ session: Session, _ entries: [String]) -> LineHint? {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    let suggestion = StatementHint.text(after: text, session: session)
    if let suggestion, text.hasSuffix("(") { return LineHint(text: suggestion, isInsertable: false) }
    if let entry = entries.last(where: { $0.hasPrefix(text) && $0 != text }) {
      return LineHint(text: String(entry.dropFirst(text.count)), isInsertable: true)
    }
    return suggestion.map { LineHint(text: $0, isInsertable: false) }
  }

  /// The prompt shows the series in use: `tas SPY 1d> `.
  private func text(of interpreter: Interpreter) -> String {
    let plain = "tas" + (interpreter.session.activeDescription.map { " \($0)" } ?? "")
    return console.outputColor ? "\u{1B}[1;36m\(plain)\u{1B}[0m> " : "\(plain)> "
  }

  /// Further lines of an entry stand under its first one.
  private func continuation(of interpreter: Interpreter) -> String {
    let width = 3 + (interpreter.session.activeDescription.map { $0.count + 1 } ?? 0)
    return String(repeating: " ", count: max(0, width - 3)) + "...> "
  }

  private func runStartupFile(_ interpreter: inout Interpreter) {
    guard let path = Environment.startupFile, files.exists(path) else { return }
    do {
      let script = try files.read(path)
      _ = interpreter.runScript(script, named: path, keepGoing: true) { program.show($0, $1) }
    } catch {
      console.write("warning: \(error.message)\n", to: .errors)
    }
  }

  /// Keeps the session for good, and says where it is.
  private func leave(_ interpreter: Interpreter, _ autosave: Autosave) -> ExitStatus {
    autosave.finish(interpreter)
    if autosave.hasFailed { return .failure }
    if console.isOutputTerminal, autosave.hasSaved {
      console.write(
        autosave.path.map { "saved the session to \($0)\n" }
          ?? "saved: `load session` brings this session back\n")
    }
    return Console.isOutputGone ? .failure : .success
  }
}
