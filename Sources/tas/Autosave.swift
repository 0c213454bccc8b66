import LibC
import Platform
import Sessions
import Shell

/// Keeps the prompt's session as it grows: in its journal, and in the file of `--session` if there is one.
final class Autosave {
  private let program: Program
  private let journal: SessionJournal
  private let file: OpenedSession?
  /// The reason why the last change could not be kept; nil if all is kept.
  private(set) var failure: FileError?

  init(program: Program, _ interpreter: Interpreter) {
    self.program = program
    journal = SessionJournal(environment: program.environment)
    file = program.options.session.map { OpenedSession($0, program: program, interpreter) }
  }

  /// The file of `--session`, if it is saved in one; nil without one.
  var path: String? { file?.path }

  /// True if the session is kept, or in its file.
  var hasSaved: Bool { journal.path != nil || file != nil }

  /// Saves the changes that a statement made; returns the journal's file.
  func save(_ interpreter: Interpreter, after statement: String) -> String? {
    attempt { () throws(FileError) in
      try journal.add(statement, interpreter.session, interpreter.trials)
      try file?.save(interpreter)
    }
    return journal.path
  }

  /// Tries again to keep what could not be kept, and says so once it can.
  func retry(_ interpreter: Interpreter) {
    guard failure != nil else { return }
    _ = save(interpreter, after: "save session")
    if failure == nil { program.console.write("the session is saved again\n", to: .errors) }
  }

  /// Waits until everything is on the disk, when the prompt is left, and deletes sessions that are too old.
  func finish(_ interpreter: Interpreter) {
    attempt { () throws(FileError) in
      try journal.finish()
      try file?.finish(interpreter)
    }
    if journal.path != nil { KeptSessions(program.environment).prune() }
  }

  private func attempt(_ work: () throws(FileError) -> Void) {
    do throws(FileError) {
      try work()
      failure = nil
    } catch {
      if failure == nil { program.console.write("error: the session is NOT saved: \(error.message)\n", to: .errors) }
      failure = error
    }
  }
}
