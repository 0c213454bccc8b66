import Language
import LineEditing
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Typing

/// The actions of an entry at the prompt besides running statements.
extension Prompt {
  /// Runs an entry.
  ///
  /// - Returns: whether it worked, and a text for the next entry to begin with.
  func run(_ entry: String, _ interpreter: inout Interpreter, before: String?) -> EntryOutcome {
    let pages = interpreter.session.pages && !program.options.isSafe
    switch typed(entry, in: interpreter.session) {
    case .statements(let text):
      var lives = false
      let drawsLive = interpreter.session.drawsLive
      let worked = runStatements(text, &interpreter) { event, sources in
        if case .outcome(let outcome) = event {
          let isChart = outcome.result?.kind == "chart" && drawsLive
          lives = (outcome.result as? TableResult)?.livesInPlace ?? isChart
        }
        program.show(event, sources, pages: pages && !lives)
      }
      if worked, lives, TypedEntry.statements(of: text, behind: 1).isEmpty, isTerminal(0), console.isOutputTerminal {
        draw(text, &interpreter)
      }
      return EntryOutcome(worked: worked)
    case .piped(let statement, into: let command):
      return EntryOutcome(worked: runPiped(statement, command, &interpreter))
    case .outside(let line):
      guard allowsPrograms("`!` runs no programs") else { return EntryOutcome(worked: false) }
      return EntryOutcome(worked: line.isEmpty || OutsideProgram.run(line) == 0)
    case .changeFolder(let path): return EntryOutcome(worked: changeFolder(to: path))
    case .printFolder: console.write(program.folder.path + "\n")
    case .clearScreen: if console.canErase { console.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
    case .edit:
      guard allowsPrograms("`edit` runs no programs") else { return EntryOutcome(worked: false) }
      return EntryOutcome(worked: true, draft: OutsideProgram.edit(before ?? ""))
    }
    return EntryOutcome(worked: true)
  }

  /// An entry as it is understood in a session, which is not held beyond that: its results may have millions of rows.
  private func typed(_ entry: String, in session: Session) -> TypedEntry {
    TypedEntry(entry, prompt: session.promptText, isName: { session.hasName($0) })
  }

  /// Edits an entry in the user's editor; nil if other programs are not run.
  func editElsewhere(_ text: String) -> String? {
    allowsPrograms("Ctrl-X Ctrl-E runs no programs") ? OutsideProgram.edit(text) : nil
  }

  private func allowsPrograms(_ refusal: String) -> Bool {
    if program.options.isSafe { console.write("error: \(refusal) with `--safe`\n", to: .errors) }
    return !program.options.isSafe
  }

  private func changeFolder(to path: String) -> Bool {
    do throws(FileError) {
      try program.folder.change(to: path, home: Environment.home)
      return true
    } catch {
      console.write("error: cannot go to \(error.path): \(error.reason)\n", to: .errors)
      return false
    }
  }

  /// Runs statements, and reports those after an error that did not run.
  private func runStatements(
    _ text: String, _ interpreter: inout Interpreter,
    show: (Interpreter.Event, SourceMap) -> Void
  ) -> Bool {
    var done = 0
    let worked = interpreter.runScript(text, named: "prompt", keepGoing: false) { event, sources in
      if case .outcome(let outcome) = event, outcome.source == nil { done += 1 }
      show(event, sources)
    }
    if !worked, !interpreter.isQuitting { tellNotRun(TypedEntry.statements(of: text, behind: done + 1)) }
    return worked
  }

  private func tellNotRun(_ statements: [String]) {
    guard let first = statements.first?.split(whereSeparator: \.isNewline).first else { return }
    let begin = first.count > 40 ? first.prefix(37) + "..." : first
    let what = statements.count == 1 ? "the statement" : "\(statements.count) statements"
    console.write("not run: \(what) after it, from `\(begin)` on\n", to: .errors)
  }

  /// Runs statements, whose output a line of the system's shell reads.
  private func runPiped(
    _ statements: String, _ command: String, _ interpreter: inout Interpreter
  ) -> Bool {
    guard allowsPrograms("`|` runs no programs") else { return false }
    var output = ""
    let columns = program.environment.terminalColumns()
    let worked = runStatements(statements, &interpreter) { event, sources in
      let printer = OutcomePrinter(
        format: console.format, width: columns ?? TextRenderer.unlimited, color: false, errorWidth: console.errorWidth,
        errorColor: console.colorsErrors,
        unicode: console.isUnicode, isStopped: { Interrupts.isPending })
      let text = printer.text(of: event, sources: sources)
      console.write(text.errors, to: .errors)
      output += text.output
    }
    console.progress?.wipe()
    return worked && OutsideProgram.run(command, input: output) == 0
  }
}

/// The outcome of an entry of the prompt.
struct EntryOutcome {
  /// True if nothing in it failed.
  var worked: Bool
  /// The text that the next entry begins with.
  var draft: String?
}
