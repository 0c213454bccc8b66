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

  mutating func warn(_ warning: Diagnostic) { warnings.append(warning) }

  /// Tells something that is worth knowing and is not a mistake.
  mutating func note(_ code: Diagnostic.Code, _ message: String, at span: SourceSpan? = nil) {
    warnings.append(Diagnostic(code, message, at: span, severity: .note))
  }
}

extension Diagnostic.Code {
  /// The user stopped the statement.
  public static let interrupted: Self = "interrupted"
  static let unknownSeries: Self = "unknown-series"
  static let unknownStrategy: Self = "unknown-strategy"
  static let unknownResult: Self = "unknown-result"
  static let unknownSetting: Self = "unknown-setting"
  static let invalidSetting: Self = "invalid-setting"
  static let invalidWindow: Self = "invalid-window"
  static let emptyWindow: Self = "empty-window"
  static let noResult: Self = "no-result"
  static let seriesInLet: Self = "series-in-let"
  static let nameInUse: Self = "name-in-use"
  static let fileError: Self = "file-error"
  /// An indicator that needs more bars than there are.
  static let periodLongerThanData: Self = "period-longer-than-data"
  static let assertionFailed: Self = "assertion-failed"
  static let nothingToUndo: Self = "nothing-to-undo"
  /// A series that `undo` or `redo` loads again is another one now.
  static let sourceChanged: Self = "source-changed"
  /// A command that became a form of another one.
  static let formerCommand: Self = "former-command"
  /// A value for a `param` that no `param` took.
  public static let unusedOverride: Self = "unused-override"
}
