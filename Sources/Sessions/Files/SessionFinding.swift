import Language

/// A remark on a session that was read: a source that is missing or has changed, a part that is damaged.
package struct SessionFinding: Sendable {
  package var code: DiagnosticCode
  package var message: String

  /// The remark as a warning of the statement that read the session.
  package func diagnostic(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(code, message, at: span, severity: .warning)
  }
}

/// The reason for which a session, or a part of it, is not read.
package struct SessionFileError: Error {
  package var code: String
  package var message: String
  package var hint: String?

  /// The error of a part that cannot be read.
  package static func damaged(_ what: String) -> SessionFileError {
    SessionFileError(code: DiagnosticCode.damagedEntry.name, message: "\(what) cannot be read")
  }
}
