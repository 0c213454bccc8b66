import JSON
import Language
import Presentation
import Sessions
import Shell

/// A line that a program which drives tas reads: the answer to a request, or the progress of one.
public struct BatchAnswer: Sendable, Equatable {
  /// The object.
  package private(set) var json: JSONValue

  package init(id: JSONValue, _ members: [(String, JSONValue)]) { json = .object([("id", id)] + members) }

  /// The object on its line.
  public var line: String { json.write() + "\n" }

  /// The object on its line; that of a failure if it was cancelled before it was written.
  public func line(isStopped: () -> Bool) -> String {
    let text = json.write(isStopped: isStopped)
    return text.isEmpty ? BatchAnswer.failure(of: json["id"] ?? .null, Self.stoppedLayout).line : text + "\n"
  }

  /// Releases the object on another thread, since many rows take a while.
  public mutating func release() { Leftovers.release(&json, leaving: .null) }

  /// The failure of a result that was cancelled while it was laid out.
  static let stoppedLayout = Diagnostic(
    .interrupted, "interrupted while the result was laid out; it is kept", at: nil)

  /// The answer to a request that failed before any statement ran.
  package static func failure(of id: JSONValue, _ diagnostic: Diagnostic) -> BatchAnswer {
    BatchAnswer(id: id, [("error", DiagnosticRecord.failure(diagnostic, line: 1, source: nil, SourceMap()))])
  }

  /// The answer to a statement that was cancelled while it waited for the ones before it.
  public static func cancelled(_ id: JSONValue) -> BatchAnswer {
    failure(of: id, Diagnostic(.interrupted, "interrupted before this statement", at: nil))
  }

  /// The answer to `cancel`: whether there was such a statement, under way or waiting.
  public static func cancelling(_ id: JSONValue, found: Bool) -> BatchAnswer {
    BatchAnswer(id: id, [("cancelled", .bool(found))])
  }

  /// How far the statement of an id is, between its request and its answer.
  public static func progress(of id: JSONValue, done: Int, total: Int) -> BatchAnswer {
    BatchAnswer(id: id, [("progress", ["done": .integer(done), "total": .integer(total)])])
  }
}
