import JSON
import Language
import Presentation
import Reports

/// A result with its warnings as programs read it: `{"kind": …, "line": …, "data": …, "warnings": …}`.
package enum OutcomeRecord {
  /// The keys between the kind and the data: the statement's line, and the script inside of `run`.
  package static func keysBefore(_ outcome: Outcome) -> [(String, JSONValue)] {
    [("line", .integer(outcome.line))] + (outcome.source.map { [("source", .string($0))] } ?? [])
  }

  /// The keys after the data.
  package static func keysAfter(_ outcome: Outcome, _ sources: SourceMap) -> [(String, JSONValue)] {
    outcome.warnings.isEmpty ? [] : [("warnings", .array(outcome.warnings.map { DiagnosticRecord.json($0, sources) }))]
  }

  /// The record of a result.
  ///
  /// - Parameter isStopped: True once the record is wanted no longer; it has fewer rows then.
  package static func json(
    of result: any StatementResult, _ outcome: Outcome, _ sources: SourceMap, isStopped: () -> Bool = { false }
  ) -> JSONValue {
    let before = [("kind", JSONValue.string(result.kind))] + keysBefore(outcome)
    return .object(before + [("data", result.data(isStopped: isStopped))] + keysAfter(outcome, sources))
  }
}
