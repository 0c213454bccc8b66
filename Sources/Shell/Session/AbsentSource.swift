import JSON
import OrderedCollections

/// A part of a saved session whose source was not there when the session was opened.
///
/// Its document is kept, so that saving the session again loses nothing: the next one may find the source.
struct AbsentSource: Sendable {
  /// The part as the session's file has it.
  var document: JSONValue
  /// The reason, as a sentence goes on with it: `there is no such file: data/goog.csv`.
  var reason: String
}

extension Session {
  /// The hint for a series that the session once had; nil where it never had it.
  func hint(forAbsent name: String) -> String? {
    absentSeries[name].map { "the session had it, and its source is not there: \($0.reason)" }
  }
}
