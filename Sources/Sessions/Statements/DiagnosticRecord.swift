import JSON
import Language
import Reports

/// A diagnostic as programs read it: its code, its message, the ways out, and its place.
package enum DiagnosticRecord {
  /// A diagnostic with the texts that its places are in.
  private typealias Item = (diagnostic: Diagnostic, sources: SourceMap)

  /// The keys of a diagnostic; the span counts UTF-8 bytes of its text.
  ///
  /// In a script that another one runs, `place` is the script's name, line and column, and `runs` are the places of the
  /// `run`s that led there, the innermost first.
  private static let fields: [Field<Item>] = [
    .text("code") { $0.diagnostic.code.name }, .text("message") { $0.diagnostic.message },
    .text("hint", .possible) { $0.diagnostic.hints.first }, .strings("hints") { $0.diagnostic.hints },
    .text("severity") { $0.diagnostic.severity.rawValue },
    .object("span", [.integer("start") { $0.start }, .integer("end") { $0.end }], .possible) { $0.diagnostic.span },
    Field.strings("assumptions") { $0.diagnostic.assumptions }.only { !$0.diagnostic.assumptions.isEmpty },
    Field.object("place", placeFields, .possible) { item in item.diagnostic.span.flatMap { place($0, item.sources) } }
      .only { !$0.diagnostic.runs.isEmpty },
    Field.list("runs", placeFields) { item in item.diagnostic.runs.compactMap { place($0, item.sources) } }
      .only { !$0.diagnostic.runs.isEmpty },
  ]

  private static let placeFields: [Field<Place>] = [
    .text("source") { $0.source }, .integer("line") { $0.line }, .integer("column") { $0.column },
  ]

  /// The schema of a failure's data.
  package static var schema: ResultSchema {
    ResultSchema(kind: "error", summary: "A statement that failed.", keys: fields.schema())
  }

  /// A diagnostic for programs.
  package static func json(_ diagnostic: Diagnostic, _ sources: SourceMap) -> JSONValue {
    fields.json((diagnostic, sources))
  }

  private typealias Place = (source: String, line: Int, column: Int)

  private static func place(_ span: SourceSpan, _ sources: SourceMap) -> Place? {
    sources[span.source].map { source in
      (
        source.name, sources.line(of: span.start, in: span.source), sources.column(of: span.start, in: span.source)
      )
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
