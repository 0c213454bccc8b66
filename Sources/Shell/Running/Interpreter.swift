import Columns
import Evaluation
import Language
import OrderedCollections
import Presentation
import Work

/// Runs statements on a session, one by one, in every mode: at the prompt, from a file, from `-c`.
///
/// ```swift
/// var interpreter = Interpreter(environment: environment)
/// let printer = OutcomePrinter(format: .table)
/// _ = interpreter.runScript("load sample SPY; rsi(14) last 3", named: "example", keepGoing: false) { event, sources in
///   print(printer.text(of: event, sources: sources).output)
/// }
/// ```
public struct Interpreter {
  /// What comes out of running a text.
  public enum Event: Sendable {
    /// A statement succeeded.
    case outcome(Outcome)
    /// A statement failed; it changed nothing. `line` is its first line.
    case failure(Diagnostic, line: Int, source: String?)
  }

  /// The session as it is now.
  public private(set) var session: Session
  /// All text read so far, for drawing diagnostics.
  public private(set) var sources = SourceMap()
  /// True once `quit` was said.
  public private(set) var isQuitting = false
  private var past: [KeptSession] = []
  private var future: [KeptSession] = []
  private var entries: [String] = []
  private var overrides: [Override]
  private var takenOverrides: Set<String> = []
  let environment: Environment

  /// Makes an interpreter; `overrides` are the values for `param`s from the command line.
  public init(session: Session = Session(), environment: Environment, overrides: [Override] = []) {
    self.session = session
    self.environment = environment
    self.overrides = overrides
  }

  /// Runs all statements of a text, one by one.
  ///
  /// It stops at the first failure, or goes on at the next line outside the failed statement's brackets.
  ///
  /// - Returns: true where all statements succeeded.
  private mutating func run(
    _ source: SourceID, _ text: [UInt8], keepGoing: Bool, emit: (Event, SourceMap) -> Void
  ) -> Bool {
    var parser = Parser(source: source, bytes: text, commands: CommandTable.syntaxes)
    var allSucceeded = true
    while !isQuitting {
      do {
        guard let statement = try parser.next() else { break }
        let line = sources.line(of: statement.span.start, in: source)
        if environment.monitor.isStopped {
          let interrupted = Diagnostic(.interrupted, "interrupted before this statement", at: statement.span)
          emit(.failure(interrupted, line: line, source: nil), sources)
          return false
        }
        do {
          let outcome = try execute(statement, warnings: parser.warnings, line: line, emit: emit)
          emit(.outcome(outcome), sources)
        } catch {
          allSucceeded = false
          emit(.failure(error, line: line, source: sourceName(of: error, besides: source)), sources)
          if !keepGoing || error.code == .interrupted { return false }
        }
      } catch {
        allSucceeded = false
        let line = error.span.map { sources.line(of: $0.start, in: source) } ?? 1
        emit(.failure(error, line: line, source: nil), sources)
        if !keepGoing { return false }
        parser.recover()
      }
    }
    return allSucceeded
  }

  /// The file that an error lies in, where that is another than the text that runs.
  private func sourceName(of error: Diagnostic, besides source: SourceID) -> String? {
    guard let span = error.span, span.source != source else { return nil }
    return sources[span.source]?.name
  }

  /// Keeps what was entered at the prompt for `history`.
  public mutating func remember(entry: String) { entries.append(entry) }

  /// The overrides that no `param` took: an error at the end of a script.
  public var unusedOverrides: [Override] { overrides.filter { !takenOverrides.contains($0.name) } }

  private mutating func execute(
    _ statement: Statement, warnings: [Diagnostic], line: Int, emit: (Event, SourceMap) -> Void
  ) throws(Diagnostic) -> Outcome {
    try withoutActuallyEscaping(emit) { emit throws(Diagnostic) in
      var execution = Execution(
        session: session, past: past, future: future, environment: environment, sources: sources,
        entries: entries, overrides: overrides, takenOverrides: takenOverrides,
        emit: { emit(.outcome($0), $1) })
      defer { sources = execution.sources }
      execution.warnings = warnings
      let result = try execution.run(statement)
      session = execution.session
      past = execution.past
      future = execution.future
      takenOverrides = execution.takenOverrides
      isQuitting = execution.isQuitting
      return Outcome(result: result, warnings: execution.warnings, line: line, source: nil)
    }
  }
}

extension Interpreter {
  /// Runs a text like `run(_:named:keepGoing:emit:)`; events come with the sources that draw them.
  public mutating func runScript(
    _ text: String, named name: String, keepGoing: Bool, emit: (Event, SourceMap) -> Void
  ) -> Bool {
    runScript(Array(text.utf8), named: name, keepGoing: keepGoing, emit: emit)
  }

  /// Runs a text of bytes; where they are no UTF-8, that is an error at its place.
  public mutating func runScript(
    _ bytes: [UInt8], named name: String, keepGoing: Bool, emit: (Event, SourceMap) -> Void
  ) -> Bool {
    let source = sources.add(name: name, bytes: bytes)
    return run(source, bytes, keepGoing: keepGoing, emit: emit)
  }

  /// Opens a session from a file, as `--session` does at the start; there is nothing to undo then.
  ///
  /// Tells what went wrong, or what changed since the session was saved; a session that cannot be read whole
  /// leaves this one as it is.
  public mutating func open(session path: String, emit: (Event, SourceMap) -> Void) -> Bool {
    var execution = Execution(
      session: session, past: [], future: [], environment: environment, sources: sources, entries: entries,
      overrides: [], emit: { _, _ in })
    do throws(Diagnostic) {
      let result = try execution.loadSession(path: path, at: nil)
      session = execution.session
      sources = execution.sources
      if (result as? Done)?.notes.isEmpty == false {
        emit(.outcome(Outcome(result: result, warnings: execution.warnings, line: 1, source: nil)), sources)
      }
      return true
    } catch {
      emit(.failure(error, line: 1, source: nil), sources)
      return false
    }
  }

  /// The session as it would be saved, without the time: equal where saving would write the same.
  public var fingerprint: String { SessionFile.json(of: session, savedAt: "").write() }

  /// Writes the session to a file.
  public func save(to path: String) throws(TextFile.Failure) {
    try TextFile.write(
      SessionFile.json(of: session, savedAt: environment.now()).prettyWrite(sortedKeys: true), to: path)
  }
}

extension Session {
  /// The series in use, as the prompt shows it: `SPY 1d`.
  public var activeDescription: String? { active.map { "\($0.name) \($0.series.bars.timeframe)" } }

  /// True where there is nothing to save.
  public var isEmpty: Bool {
    series.isEmpty && names.isEmpty && universes.isEmpty && strategies.isEmpty && scenarios.isEmpty && forecasts.isEmpty
      && fundamentals.isEmpty && model == nil
      && settings.changed.isEmpty
  }
}
