import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Text

extension SessionFile {
  /// Writes a session to a file that its owner alone may read; the times in it come from the environment's clock.
  static func write(
    _ session: Session, _ trials: Trials, to path: String, in environment: Environment, _ options: WriteOptions = []
  ) throws(FileError) {
    let place = SessionPlace(of: path, in: environment.files)
    let document = json(of: session, trials, savedAt: environment.now(), at: place)
    try environment.files.write(document.prettyWrite(sortedKeys: true), to: path, options.union(.ownerOnly))
  }
}

extension Execution {
  /// The file of `save session` without a name.
  private var defaultSessionPath: String { environment.stateDirectory + "/session.json" }

  /// - Parameter over: whether a file that is no session may be replaced, or one that the session has loaded.
  mutating func saveSession(
    _ word: Word?, over: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    let path = try word.map { word throws(Diagnostic) in try text(word) } ?? defaultSessionPath
    if word != nil, !over {
      try checkNotLoaded(path, except: .session, at: word?.span)
      try checkIsSession(path, at: word?.span)
    }
    var notes: [String] = []
    if let kept = try? SessionBackup.keepUnread(state.damagedSession, before: path, in: environment.files) {
      state.damagedSession = nil
      notes.append("the session that could not be read whole is kept as \(kept)")
    }
    do {
      if word == nil {
        environment.files.makeFolder(environment.stateDirectory)
        // The session of last time may be there still, which nobody asked to give up.
        if !isSaved(at: path) {
          let problem = SessionBackup.problem(with: path, in: environment.files)
          let kept = try SessionBackup.rotate(path, in: environment.files)
          if let problem, let kept { notes.append("\(path) could not be read and is kept as \(kept): \(problem)") }
        }
      }
      try SessionFile.write(session, state.trials, to: path, in: environment)
    } catch {
      throw diagnostic(error, at: word?.span ?? span)
    }
    return Done(
      action: "save session", message: StyledText("saved the session to \(path)"),
      details: [("file", .string(path))] + (notes.isEmpty ? [] : [("notes", .strings(notes))]), notes: notes)
  }

  /// True where a file holds this session already.
  private func isSaved(at path: String) -> Bool {
    guard let bytes = try? environment.files.read(path) else { return false }
    return SessionFile.is(session, state.trials, bytes, at: SessionPlace(of: path, in: environment.files))
  }

  /// Refuses to write a session over a file that is none.
  private func checkIsSession(_ path: String, at span: SourceSpan?) throws(Diagnostic) {
    guard let status = environment.files.status(of: path), status.isRegular, status.size > 0 else { return }
    guard let bytes = try? environment.files.read(path), !SessionFile.isSession(bytes) else { return }
    throw Diagnostic(
      .notASession, "\(path) is there already, and it is no session that this tas reads", at: span,
      hints: ["another name, or `over` behind it to replace the file"])
  }

  mutating func loadSession(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    let path = try word.map { word throws(Diagnostic) in try text(word) } ?? defaultSessionPath
    return try loadSession(path: path, at: word?.span ?? span)
  }

  /// Puts the session of a file in place of this one.
  mutating func loadSession(path: String, at span: SourceSpan?) throws(Diagnostic) -> Done {
    let bytes = try readDocument(path, at: span)
    do {
      let place = SessionPlace(of: path, in: environment.files)
      let reading = try SessionFile.session(
        bytes, at: place, environment: environment, columns: state.columns, sources: &sources)
      session = reading.session
      state.trials.add(reading.trials)
      noteRead(path, as: .session)
      state.damagedSession = reading.isWhole ? nil : environment.files.absolutePath(of: path)
      for finding in reading.findings { warn(finding.diagnostic(at: span)) }
      let notes = reading.findings.map(\.message)
      let parts = [
        (session.series.count, "series", "series"), (session.names.count, "name", "names"),
        (session.universes.count, "universe", "universes"),
        (session.strategies.count, "strategy", "strategies"), (session.results.count, "result", "results"),
        (session.research.scenarios.count, "scenario", "scenarios"),
        (session.research.forecasts.count, "forecast", "forecasts"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
      return Done(
        action: "load session",
        message: StyledText(
          "loaded the session of \(path)" + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")),
        details: [("file", .string(path)), ("notes", .strings(notes))])
    } catch {
      state.damagedSession = environment.files.absolutePath(of: path)
      throw Diagnostic(
        code: Diagnostic.Code(engine: error.code), span == nil ? "\(path): \(error.message)" : error.message, at: span,
        hints: error.hint.map { [$0] } ?? [])
    }
  }
}
