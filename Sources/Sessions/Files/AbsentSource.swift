import JSON
import OrderedCollections

/// A part of a saved session whose source was not there when the session was opened.
///
/// Its document is kept, so that saving the session again loses nothing: the next one may find the source.
package struct AbsentSource: Sendable {
  /// The part as the session's file has it.
  package var document: JSONValue
  /// The reason, as a clause for use inside a message: `there is no such file: data/goog.csv`.
  package var reason: String
}

extension Session {
  /// The hint for the figures of a company that the session once had; nil if it never had them.
  package func hint(forAbsentFiguresOf ticker: String) -> String? {
    absentFigures[ticker].map { "the session had figures of \(ticker), but their file is missing: \($0.reason)" }
  }
}
