import Evaluation
import Language
import Platform

/// One statement at work: the session it may change, the world outside, and its notes.
struct Execution {
  /// The interpreter's state; it takes the place of the one before where the statement succeeds.
  var state: InterpreterState
  let environment: Environment
  /// Warnings and notes of the statement at work.
  var warnings: [Diagnostic] = []
  /// The receiver of finished statements of a `run`.
  let emit: (Outcome, SourceMap) -> Void
  /// True where the statement's result goes to a file, so that a list has all its rows.
  var writesResult = false
  /// The valuations that symbols of a list have no figures for.
  var absentValuations: [Planner.AbsentValuation] = []
  /// The depth of nested runs.
  var runDepth = 0

  /// The session that the statement works on.
  var session: Session {
    get { state.session }
    _modify { yield &state.session }
  }

  /// All text read so far.
  var sources: SourceMap {
    get { state.sources }
    _modify { yield &state.sources }
  }

  /// The error of a file; a wait that was ended from outside is an interruption.
  func diagnostic(_ error: FileError, at span: SourceSpan?) -> Diagnostic {
    error.isInterrupted
      ? Diagnostic(.interrupted, "interrupted; nothing was changed", at: nil)
      : Diagnostic(.fileError, error.message, at: span)
  }

  mutating func warn(_ warning: Diagnostic) { warnings.append(warning) }

  /// Tells something that is worth knowing and is not a mistake.
  mutating func note(_ code: DiagnosticCode, _ message: String, at span: SourceSpan? = nil) {
    note(code: Diagnostic.Code(code), message, at: span)
  }

  /// Tells something that an engine has a code for.
  mutating func note(code: Diagnostic.Code, _ message: String, at span: SourceSpan? = nil) {
    warnings.append(Diagnostic(code: code, message, at: span, severity: .note))
  }
}
