import Bookkeeping
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Research
import Sessions
import Sourcing
import Strategies
import Work
import Workspace

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
  /// An event in the running of a text.
  public enum Event: Sendable {
    /// A statement succeeded.
    case outcome(Outcome)
    /// A statement failed; it changed nothing. `line` is its first line.
    case failure(Diagnostic, line: Int, source: String?)
  }

  var state: InterpreterState
  package private(set) var environment: Environment

  /// The session as it is now.
  public var session: Session { state.session }
  /// All text read so far, for drawing diagnostics.
  public var sources: SourceMap { state.sources }
  /// True once `quit` was said.
  public var isQuitting: Bool { state.isQuitting }

  /// Makes an interpreter; `overrides` are the values for `param`s from the command line.
  public init(session: Session = Session(), environment: Environment, overrides: [Override] = []) {
    self.environment = environment
    state = InterpreterState(
      session: session, history: SessionHistory(budget: environment.memory.undo),
      shown: ShownResults(budget: environment.memory.results), overrides: overrides,
      columns: ColumnBudget(limit: environment.memory.columns), live: LiveDesk(environment))
  }

  /// True if results are read by programs: every list then has all its rows, not the last ten.
  public var listsAllRows = false

  /// True for a copy that answers questions: what live series tell is left to the interpreter that it is of.
  private(set) var isForQuestions = false

  /// A copy that answers questions in another environment; what it changes stays in it.
  package func forQuestions(in environment: Environment) -> Interpreter {
    var copy = self
    (copy.environment, copy.isForQuestions, copy.listsAllRows) = (environment, true, true)
    (copy.didChange, copy.asks) = (nil, nil)
    return copy
  }

  /// Leaves a range of a series' bars alone, as if its source had no others, and makes it the series in use.
  package mutating func cut(_ name: String, to range: Range<Int>) {
    guard let loaded = session.series[name] else { return }
    let part = loaded.cut(to: range, columns: state.columns)
    state.session.series[name] = part
    state.session.active = ActiveSeries(name: name, timeframe: nil, series: part.series)
  }

  /// Asks the user a question at the prompt, and gives the line that was typed; nil if nobody is there to ask.
  public var asks: (@Sendable (_ question: String) -> String?)?

  /// Called with each statement that may have changed the session, before its result is shown.
  ///
  /// Showing a result may end the program, so the session has to be saved here. Returns the journal that keeps it; nil
  /// if there is none.
  public var didChange: ((Interpreter, _ statement: String) -> String?)?

  /// The book of accounts and records.
  package var book: Book { state.book }

  /// The different backtests and combinations that were run.
  package var trials: Trials { state.trials }

  /// The outcome of running a text.
  private enum Ending {
    case succeeded, failed
    /// It ended at a failure; nothing after it is run.
    case stopped
    /// Its last statement is incomplete; it begins at this offset.
    case waits(Int)
  }

  /// Runs all statements of a text, one by one.
  ///
  /// It stops at the first failure, or continues at the next line outside the failed statement's brackets.
  ///
  /// - Parameter mayContinue: whether more text may follow: an incomplete last statement is then left.
  private mutating func run(
    _ source: SourceID, _ text: [UInt8], keepGoing: Bool, mayContinue: Bool = false,
    emit: (Event, SourceMap) -> Void
  ) -> Ending {
    var parser = Parser(source: source, bytes: text, commands: CommandTable.syntaxes)
    parser.joinsClauseLines = !mayContinue
    var allSucceeded = true
    while !isQuitting {
      pumpLive()
      do {
        guard let statement = try parser.next() else {
          if mayContinue, parser.waitsForMore { return .waits(parser.startOfStatement) }
          break
        }
        let line = sources.line(of: statement.span.start, in: source)
        if environment.monitor.isStopped {
          let interrupted = Diagnostic(.interrupted, "interrupted before this statement", at: statement.span)
          emit(.failure(interrupted, line: line, source: nil), sources)
          return .stopped
        }
        do {
          let revision = state.revision
          let outcome = try execute(statement, warnings: parser.warnings, line: line, emit: emit)
          if state.revision != revision, let didChange {
            state.journal = didChange(self, sources.text(of: statement.span))
          }
          emit(.outcome(outcome), sources)
          if let page = state.tutorialPage(after: statement) {
            emit(.outcome(Outcome(result: page, warnings: [], line: line, source: nil)), sources)
          }
        } catch {
          allSucceeded = false
          emit(.failure(error, line: line, source: sourceName(of: error, besides: source)), sources)
          if !keepGoing || error.code == .interrupted { return .stopped }
        }
      } catch {
        if mayContinue, parser.waitsForMore { return .waits(parser.startOfStatement) }
        allSucceeded = false
        let line = error.span.map { sources.line(of: $0.start, in: source) } ?? 1
        emit(.failure(error, line: line, source: nil), sources)
        if !keepGoing { return .stopped }
        parser.recover()
      }
    }
    return allSucceeded ? .succeeded : .failed
  }

  /// The file of an error, if it is not the running text.
  private func sourceName(of error: Diagnostic, besides source: SourceID) -> String? {
    guard let span = error.span, span.source != source else { return nil }
    return sources[span.source]?.name
  }

  /// Keeps an entry of the prompt for `history`, with its time if known.
  public mutating func remember(entry: String, at time: String?) {
    state.entries.append(PromptEntry(text: environment.addresses.hiding(entry), time: time))
  }

  /// The overrides that no `param` took: an error at the end of a script.
  public var unusedOverrides: [Override] {
    state.overrides.filter { !state.takenOverrides.contains($0.name) }
  }

  private mutating func execute(
    _ statement: Statement, warnings: [Diagnostic], line: Int, emit: (Event, SourceMap) -> Void
  ) throws(Diagnostic) -> Outcome {
    environment.memoryWatch?.begin(limit: session.settings.maxMemory.map { Int($0) })
    defer { environment.memoryWatch?.end() }
    return try withoutActuallyEscaping(emit) { emit throws(Diagnostic) in
      var environment = environment
      environment.memory.file = Int(session.settings.maxFile)
      var execution = Execution(state: state, environment: environment, emit: { emit(.outcome($0), $1) })
      execution.warnings = warnings
      if environment.addresses.isNews(in: sources.text(of: statement.span)) {
        execution.note(
          .hiddenKey,
          "the key in the address is shown as `…` and not kept: a later session will ask for it again")
      }
      execution.listsAllRows = listsAllRows
      execution.asks = asks
      let result: (any StatementResult)?
      do throws(Diagnostic) { result = try execution.run(statement) } catch {
        // The error may lie in text that the statement brought along.
        state.sources = execution.sources
        state.keepUpdates(of: execution.state)
        throw execution.explained(error, of: statement)
      }
      var replaced = state.session.last
      // The state before goes with the execution: an exchange copies nothing.
      swap(&state, &execution.state)
      // A result of many rows that another one took the place of.
      if replaced?.rowCount ?? 0 > 50_000 { Leftovers.release(&replaced, leaving: nil) }
      return Outcome(
        result: result, warnings: execution.warnings, line: line, source: nil, look: state.session.look)
    }
  }
}

extension Interpreter {
  /// Takes bars into a series of the session: closed bars after its last one, or others for bars that it has.
  ///
  /// An update is no statement: it is no step of `undo`, and results stay as they were made. Whatever is asked for next is
  /// computed over all bars of the series, as a script would that loads the same bars. A failed update changes nothing.
  ///
  /// ```swift
  /// try interpreter.apply(SeriesUpdate("BTCUSDT", bars: closed))
  /// ```
  ///
  /// - Throws: if no series has the name, or the bars have another length or are in no order.
  @discardableResult
  public mutating func apply(_ update: SeriesUpdate) throws(SeriesUpdateError) -> SeriesChange {
    try state.apply(update)
  }

  /// Runs a text like `run(_:named:keepGoing:emit:)`; events come with the sources that draw them.
  public mutating func runScript(
    _ text: String, named name: String, keepGoing: Bool, emit: (Event, SourceMap) -> Void
  ) -> Bool {
    runScript(Array(text.utf8), named: name, keepGoing: keepGoing, emit: emit)
  }

  /// Runs a text of bytes; if they are not UTF-8, that is an error at its place.
  public mutating func runScript(
    _ bytes: [UInt8], named name: String, keepGoing: Bool, emit: (Event, SourceMap) -> Void
  ) -> Bool {
    if let kind = FileKind(ofDocument: bytes) {
      emit(.failure(kind.diagnostic(of: name, at: nil), line: 1, source: nil), sources)
      return false
    }
    let bytes = environment.addresses.hiding(bytes)
    let source = state.sources.add(name: environment.addresses.hiding(name), bytes: bytes)
    if case .succeeded = run(source, bytes, keepGoing: keepGoing, emit: emit) { return true }
    return false
  }

  /// Runs text as it arrives: each statement as soon as it is complete.
  ///
  /// - Parameter next: the next bytes of the text, as many as available; nil at its end.
  /// - Returns: true if all statements succeeded.
  /// - Throws: the error of `next`; the statements before it have run.
  public mutating func runStream(
    named name: String, keepGoing: Bool, emit: (Event, SourceMap) -> Void, next: () throws(FileError) -> [UInt8]?
  ) throws(FileError) -> Bool {
    var waiting: [UInt8] = []
    var firstLine = 1
    var allSucceeded = true
    var isAtEnd = false
    while !isAtEnd, !isQuitting {
      if let piece = try next() { waiting += piece } else { isAtEnd = true }
      // A statement ends with its line.
      let count = isAtEnd ? waiting.count : (waiting.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      guard count > 0 else { continue }
      let text = environment.addresses.hiding(Array(waiting[..<count]))
      // Offsets are those of the text that runs.
      waiting.replaceSubrange(..<count, with: text)
      let source = state.sources.add(name: name, bytes: text, firstLine: firstLine)
      var done = text.count
      switch run(source, text, keepGoing: keepGoing, mayContinue: !isAtEnd, emit: emit) {
      case .succeeded: break
      case .failed: allSucceeded = false
      case .stopped: return false
      case .waits(let start):
        done = start
        if start == 0 { state.sources.removeLast() }
      }
      firstLine += text[..<done].count { $0 == UInt8(ascii: "\n") }
      waiting.removeFirst(done)
    }
    return allSucceeded
  }

  /// Opens a session from a file, as `--session` does at the start; there is nothing to undo then.
  ///
  /// Reports the errors, or the changes since the session was saved; a session that cannot be read completely leaves
  /// this one unchanged.
  public mutating func open(session path: String, emit: (Event, SourceMap) -> Void) -> Bool {
    var execution = Execution(state: state, environment: environment, emit: { _, _ in })
    do throws(Diagnostic) {
      _ = try execution.loadSession(path: path, at: nil)
      state = execution.state
      if !execution.warnings.isEmpty {
        emit(.outcome(Outcome(result: nil, warnings: execution.warnings, line: 1, source: nil)), sources)
      }
      return true
    } catch {
      emit(.failure(error, line: 1, source: nil), sources)
      return false
    }
  }

  /// The file of the session that was opened last, if a part of it could not be read; nil if all was read.
  public var sessionNotReadWhole: String? { state.damagedSession }

  /// True if `save session` has written the session as it is now to a file.
  public var isSavedInFile: Bool { state.savedRevision == state.revision }

  /// Takes back a `quit`.
  public mutating func stay() { state.isQuitting = false }

  /// A number that is another one after each statement that may have changed the session.
  public var revision: Int { state.revision }

  /// The session as it would be saved, without the time: equal if saving would write the same.
  public var fingerprint: String { SessionFile.json(of: session, savedAt: "").prettyWrite(sortedKeys: true) }

  /// True if a file's bytes are this session as it would be saved there, whenever that was.
  public func isSaved(as bytes: [UInt8], at path: String) -> Bool {
    SessionFile.is(session, state.trials, bytes, at: SessionPlace(of: path, in: environment.files))
  }

  /// Writes the session to a file.
  public func save(to path: String, _ options: WriteOptions = []) throws(FileError) {
    try SessionFile.write(session, state.trials, to: path, in: environment, options)
  }
}
