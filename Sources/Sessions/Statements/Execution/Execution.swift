import Calendar
import Language
import Platform
import Strategies
import Workspace

/// One statement at work: the session it may change, the world outside, and its notes.
package struct Execution {
  /// The interpreter's state; it replaces the previous one if the statement succeeds.
  package var state: InterpreterState
  package var environment: Environment
  /// Warnings and notes of the statement at work.
  package var warnings: [Diagnostic] = []
  /// The receiver of finished statements of a `run`.
  package let emit: (Outcome, SourceMap) -> Void
  /// True if results are read by programs, so that every list has all its rows; people see a few.
  package var listsAllRows = false
  /// True if the statement's result goes to a file, so that a list has all its rows.
  package var writesResult = false
  /// Whether the result is written as a page, which has all rows to move over.
  package var writesPage = false
  /// The remarks that a list of symbols gathers while it computes its columns.
  package var symbolRemarks = SymbolFrame.Remarks()
  /// The series that the statement reads besides its own, and the time that it looks at.
  package var reads = SeriesReads()
  /// The remarks on prices shown at the statement's end, in the order of asking.
  package var priceRemarks: [StatementRemark] = []
  /// True once a value of the statement was computed from later bars; a clause that asks sets it back first.
  package var lookedAhead = false
  /// The day of the last bar that a value of the statement was computed from; nil if none was.
  ///
  /// Of several it is the earliest. A clause that asks sets it back first.
  package var barDay: CivilDate?
  /// The trials that the statement was given, in the order of asking.
  package var tallies: [TrialTally] = []
  /// The trials that a statement which is run again was given then; nil for all others.
  package var formerTallies: ArraySlice<TrialTally>?
  /// The statement as typed.
  package var statementText = ""
  /// The name that the result of the statement is kept under, if it was given one.
  package var resultName: String?
  /// Asks the user a question at the prompt; nil in a script, and if an answer of nobody came.
  package var asks: (@Sendable (_ question: String) -> String?)?
  /// The depth of nested runs.
  package var runDepth = 0

  /// Makes the execution of a statement on a state, in an environment.
  package init(
    state: InterpreterState, environment: Environment, emit: @escaping (Outcome, SourceMap) -> Void
  ) {
    self.state = state
    self.environment = environment
    self.emit = emit
  }

  /// The session that the statement works on.
  package var session: Session {
    get { state.session }
    _modify { yield &state.session }
  }

  /// The source of the series that contexts mean, which notes what the statement reads of them.
  package var seriesSource: SessionSeries {
    var source = session.seriesSource
    source.reads = reads
    return source
  }

  /// All text read so far.
  package var sources: SourceMap {
    get { state.sources }
    _modify { yield &state.sources }
  }

  /// The environment that sources of data are asked in: with the settings for them.
  package var sourceEnvironment: Environment {
    var environment = environment
    environment.freshness = session.settings.fresh
    environment.keyring.command = session.settings.keyCommand
    environment.keyring = environment.keyring.remembering
    return environment
  }

  /// The error of a file; a wait that was ended from outside is an interruption.
  package func diagnostic(_ error: FileError, at span: SourceSpan?) -> Diagnostic {
    error.isInterrupted
      ? Diagnostic(.interrupted, "interrupted; nothing was changed", at: nil)
      : Diagnostic(.fileError, error.message, at: span)
  }

  package mutating func warn(_ warning: Diagnostic) { warnings.append(warning) }

  /// The codes of findings that expressions have on the series that they read.
  static let codesOfOthers = Set(
    [DiagnosticCode.seriesEnded, .seriesHole, .neverKnown, .zonesDiffer].map { Diagnostic.Code($0) })

  /// Adds the findings of an evaluation, each once.
  ///
  /// A mistake is reported at each of its places, a note or a remark on two series once.
  package mutating func warn(_ findings: [Diagnostic]) {
    for finding in findings {
      let isOfSeries = finding.severity == .note || Self.codesOfOthers.contains(finding.code)
      let isRepeated = warnings.contains { known in
        isOfSeries ? known.code == finding.code && known.message == finding.message : known == finding
      }
      if !isRepeated { warnings.append(finding) }
    }
  }

  /// Adds a note that is not about a mistake.
  package mutating func note(_ code: DiagnosticCode, _ message: String, at span: SourceSpan? = nil) {
    note(code: Diagnostic.Code(code), message, at: span)
  }

  /// Adds a note with the code of an engine.
  package mutating func note(code: Diagnostic.Code, _ message: String, at span: SourceSpan? = nil) {
    warnings.append(Diagnostic(code: code, message, at: span, severity: .note))
  }
}
