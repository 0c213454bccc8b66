import JSON
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Text

extension Execution {
  /// - Parameter over: whether a file that is not a session may be replaced, or one that the session has loaded.
  mutating func saveSession(
    _ word: Word?, over: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    guard let word else { return try keepSession(at: span) }
    let path = try text(word)
    if !over {
      try checkNotLoaded(path, except: .session, at: word.span)
      try checkIsSession(path, at: word.span)
    }
    var notes: [String] = []
    if let kept = try? SessionBackup.keepUnread(state.damagedSession, before: path, in: environment.files) {
      state.damagedSession = nil
      notes.append("the session that could not be read completely is kept as \(kept)")
    }
    do { try SessionFile.write(session, state.trials, to: path, in: environment) } catch {
      throw diagnostic(error, at: word.span)
    }
    state.savedRevision = state.revision
    return Done(
      action: "save session", message: StyledText("saved the session to \(path)"),
      details: [("file", .string(path))] + (notes.isEmpty ? [] : [("notes", .strings(notes))]), notes: notes)
  }

  /// Keeps the session next to those of the prompt, if it is not among them.
  private mutating func keepSession(at span: SourceSpan) throws(Diagnostic) -> Done {
    let kept = KeptSessions(environment)
    let document = SessionFile.json(of: session, state.trials, savedAt: "", at: kept.place)
    let path: String
    if let same = kept.all.first(where: { $0.isSame(as: document) }) {
      path = same.path
    } else {
      environment.files.makeFolder(kept.folder)
      do throws(FileError) { path = try kept.add(document) } catch { throw diagnostic(error, at: span) }
      kept.prune()
    }
    state.savedRevision = state.revision
    return Done(
      action: "save session", message: "the session is kept: `load session` brings it back",
      details: [("file", .string(path))])
  }

  /// Refuses to write a session over a file that is none.
  private func checkIsSession(_ path: String, at span: SourceSpan?) throws(Diagnostic) {
    guard let status = environment.files.status(of: path), status.isRegular, status.size > 0 else { return }
    guard let bytes = try? environment.files.read(path), !SessionFile.isSession(bytes) else { return }
    throw Diagnostic(
      .notASession, "\(path) exists already and is not a session that this tas reads", at: span,
      hints: ["choose another name, or add `over` to replace the file"])
  }

  /// Loads the session of a file, the one of a number of `sessions`, or without a word the last one.
  mutating func loadSession(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> any StatementResult {
    guard let word else {
      guard let path = KeptSessions(environment).latest else {
        throw Diagnostic(
          .fileError, "there is no session to load", at: span,
          hints: ["the prompt keeps each session when it ends; `save session` keeps this one"])
      }
      return try loadSession(path: path, at: span)
    }
    let name = try text(word)
    guard !word.isQuoted, let number = Int(name) else { return try loadSession(path: name, at: word.span) }
    let all = KeptSessions(environment).all
    guard all.indices.contains(number &- 1) else {
      throw Diagnostic(
        .fileError, "there is no session \(number)", at: word.span, hints: ["`sessions` lists those that are kept"])
    }
    var done = try loadSession(path: all[number - 1].path, at: word.span)
    if all[number - 1].path == state.journal {
      done.notes.append("it is the saved session of this prompt")
    } else if all[number - 1].isOpen {
      done.notes.append("it is open in a prompt: this is an independent copy")
    }
    return done
  }

  /// Puts the session of a file in place of this one.
  mutating func loadSession(path: String, at span: SourceSpan?) throws(Diagnostic) -> Done {
    let bytes = try readDocument(path, at: span)
    let place = SessionPlace(of: path, in: environment.files)
    do throws(SessionFileError) {
      let reading = try SessionFile.session(
        bytes, at: place, environment: environment, columns: state.columns, sources: &sources)
      // An interrupted save has left parts out; it ends as interrupted below.
      if isStopped() { throw SessionFileError.damaged("the session") }
      let before = session
      session = reading.session
      session.keepLook(of: before)
      _ = state.live.stopAll()
      state.watchers = []
      state.trials.add(reading.trials)
      noteRead(path, as: .session)
      state.damagedSession = reading.isWhole ? nil : environment.files.absolutePath(of: path)
      for finding in reading.findings { warn(finding.diagnostic(at: span)) }
      let notes = reading.findings.map(\.message)
      let contents = SessionContents(session).text
      let bare = session.results.values.filter(\.hasLostRows).map { "`\($0.name)`" }
      let lost =
        Wording.list(bare) + Wording.plural(bare.count, " keeps its", " keep their")
        + " figures, and not the rows: " + Wording.plural(bare.count, "run it", "run them") + " again for these"
      let streams = session.streams.count
      let streamNotes =
        streams == 0
        ? [] : ["\(NumberText.counted(streams, "stream")) \(Wording.plural(streams, "is", "are")) off: `stream again`"]
      return Done(
        action: "load session",
        message: StyledText(
          "loaded the session of \(reading.origin ?? path)" + (contents.isEmpty ? "" : ": \(contents)")),
        details: [("file", .string(path)), ("notes", .strings(notes))],
        notes: (bare.isEmpty ? [] : [lost]) + streamNotes)
    } catch {
      try checkInterruption()
      state.damagedSession = environment.files.absolutePath(of: path)
      throw Diagnostic(
        code: Diagnostic.Code(engine: error.code), span == nil ? "\(path): \(error.message)" : error.message, at: span,
        hints: error.hint.map { [$0] } ?? [])
    }
  }
}

extension NamedResult {
  /// The kinds of results that are tables, of which a session's file keeps only the figures if they are large.
  private static let tables: Set<String> = [
    "backtests", "breakeven", "comparison", "correlation", "crossvalidation", "montecarlo", "scan", "sensitivity",
    "simulation", "study", "sweep", "tornado", "validation", "walkforward",
  ]

  /// True if the table of a result is gone, as a session's file does not keep it.
  fileprivate var hasLostRows: Bool { whole == nil && backtest == nil && signals == nil && Self.tables.contains(kind) }
}
