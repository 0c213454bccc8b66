import ArgumentParser
import Language
import LineEditing
import Shell

/// The interactive shell: reads entries, runs them, saves the session on leaving.
struct Prompt {
  let program: Program
  private var console: Console { program.console }

  init(program: Program) { self.program = program }

  func run() -> ExitCode {
    TextFile.makeDirectory(Surroundings.stateDirectory)
    guard var interpreter = program.makeInterpreter(overrides: []) else { return ExitCode(1) }
    if !program.options.skipsStartupFile { runStartupFile(&interpreter) }
    let configuration = LineEditorConfiguration(
      historyFile: Surroundings.stateDirectory + "/history", isColorEnabled: console.outputColor)
    guard let editor = LineEditor(configuration: configuration, program: "tas") else {
      console.write(errors: "error: the line editor cannot start on this terminal\n")
      return ExitCode(1)
    }
    for entry in editor.entries { interpreter.remember(entry: entry) }
    console.write("tas \(version): `help` explains, Tab completes, Ctrl-D leaves\n")
    editor.isComplete = { Parser.isComplete($0, commands: CommandTable.syntaxes) }
    loop(&interpreter, editor)
    return save(interpreter)
  }

  private func loop(_ interpreter: inout Interpreter, _ editor: LineEditor) {
    while !interpreter.isQuitting {
      let session = interpreter.session
      editor.complete = { text, cursor in
        let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
        let completion = Completion(of: before, session: session)
        return Completions(
          replaceStart: completion.start,
          candidates: completion.candidates.map { CompletionCandidate(text: $0.text, detail: $0.detail) })
      }
      let prompt = text(of: interpreter)
      switch editor.read(prompt: prompt, continuationPrompt: continuation(of: interpreter)) {
      case .entry(let entry):
        guard !entry.allSatisfy(\.isWhitespace) else { continue }
        interpreter.remember(entry: entry)
        Interrupts.clear()
        _ = interpreter.runScript(entry, named: "prompt", keepGoing: false) { console.print($0, sources: $1) }
        Interrupts.clear()
      case .interrupted: continue
      case .endOfInput:
        console.write("\n")
        return
      }
    }
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
    let path = Surroundings.startupFile
    guard TextFile.exists(path), let bytes = try? TextFile.read(path) else { return }
    let script = String(decoding: bytes, as: UTF8.self)
    _ = interpreter.runScript(script, named: path, keepGoing: true) { console.print($0, sources: $1) }
  }

  /// Saves to the file of `--session`, else to the one that `load session` finds by itself.
  private func save(_ interpreter: Interpreter) -> ExitCode {
    guard !interpreter.session.isEmpty || program.options.session != nil else { return .success }
    let path = program.options.session ?? Surroundings.stateDirectory + "/session.json"
    do {
      try interpreter.save(to: path)
      console.write("the session is in \(path)\n")
      return .success
    } catch {
      console.write(errors: "error: \(error.message)\n")
      return ExitCode(1)
    }
  }
}
