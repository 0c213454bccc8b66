import Language

/// A remark on a session that was read: a source that is missing or has changed, a part that is damaged.
struct SessionFinding: Sendable {
  var code: DiagnosticCode
  var message: String

  /// The remark as a warning of the statement that read the session.
  func diagnostic(at span: SourceSpan?) -> Diagnostic { Diagnostic(code, message, at: span, severity: .warning) }
}

/// The reason for which a session, or a part of it, is not read.
struct SessionFileError: Error {
  var code: String
  var message: String
  var hint: String?

  /// The error of a part that cannot be read.
  static func damaged(_ what: String) -> SessionFileError {
    SessionFileError(code: DiagnosticCode.damagedEntry.rawValue, message: "\(what) cannot be read")
  }
}
