import JSON
import Language

/// A diagnostic as programs read it: its code, its message, the ways out, and its place.
package enum DiagnosticRecord {
  /// The keys of a diagnostic; the span counts UTF-8 bytes of its text.
  ///
  /// In a script that another one runs, `place` is the script's name, line and column, and `runs` are the places of the
  /// `run`s that led there, the innermost first.
  package static func json(_ diagnostic: Diagnostic, _ sources: SourceMap) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("code", .string(diagnostic.code.name)), ("message", .string(diagnostic.message)),
      ("hint", .string(diagnostic.hints.first)), ("hints", .strings(diagnostic.hints)),
      ("severity", .string(diagnostic.severity.rawValue)),
      (
        "span",
        diagnostic.span.map { ["start": .integer($0.start), "end": .integer($0.end)] } ?? .null
      ),
    ]
    if !diagnostic.assumptions.isEmpty { members.append(("assumptions", .strings(diagnostic.assumptions))) }
    if !diagnostic.runs.isEmpty {
      members.append(("place", diagnostic.span.flatMap { place($0, sources) } ?? .null))
      members.append(("runs", .array(diagnostic.runs.compactMap { place($0, sources) })))
    }
    return .object(members)
  }

  private static func place(_ span: SourceSpan, _ sources: SourceMap) -> JSONValue? {
    sources[span.source].map { source in
      [
        "source": .string(source.name), "line": .integer(sources.line(of: span.start, in: span.source)),
        "column": .integer(sources.column(of: span.start, in: span.source)),
      ]
    }
  }

  /// The record of a failure: its kind, the line of the statement that failed, and the diagnostic.
  package static func failure(_ diagnostic: Diagnostic, line: Int, source: String?, _ sources: SourceMap) -> JSONValue {
    var members: [(String, JSONValue)] = [("kind", "error"), ("line", .integer(line))]
    if let source { members.append(("source", .string(source))) }
    members.append(("data", json(diagnostic, sources)))
    return .object(members)
  }
}
