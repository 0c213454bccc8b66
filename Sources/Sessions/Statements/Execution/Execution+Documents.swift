import Language
import MarketData
import Platform

extension Execution {
  /// The bytes of a document, a script or a list of dates; for a file that is not text the error names its actual type.
  package func readDocument(_ path: String, at span: SourceSpan?) throws(Diagnostic) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try environment.files.read(path) } catch { throw diagnostic(error, at: span) }
    try checkIsText(bytes, of: path, at: span)
    return bytes
  }

  /// Refuses bytes that are of a kind of file which holds no text.
  package func checkIsText(_ bytes: [UInt8], of path: String, at span: SourceSpan?) throws(Diagnostic) {
    if let kind = FileKind(ofDocument: bytes) { throw kind.diagnostic(of: path, at: span) }
  }
}

extension FileKind {
  /// The error of a document or a script of this kind.
  package func diagnostic(of path: String, at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      code: Diagnostic.Code(engine: MarketDataError.Code.binaryFile.name), "\(path): the file is \(name)", at: span,
      hints: hintForDocuments.map { [$0] } ?? [])
  }
}
