import Language
import Presentation
import Reports

/// A finished statement: its result, if any, and its warnings.
public struct Outcome: Sendable {
  /// The result; nil for statements that print nothing, such as `run`.
  package var result: (any StatementResult)?
  /// Warnings and notes; they never change the exit status.
  public var warnings: [Diagnostic]
  /// The statement's first line in its source, from 1.
  public var line: Int
  /// The file inside `run`, if there is one.
  public var source: String?
  /// The look of results that the session has then.
  public var look = Look()

  package init(
    result: (any StatementResult)?, warnings: [Diagnostic], line: Int, source: String? = nil, look: Look = Look()
  ) {
    self.result = result
    self.warnings = warnings
    self.line = line
    self.source = source
    self.look = look
  }
}
