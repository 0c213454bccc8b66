import Evaluation
import JSON
import OrderedCollections
import Reports
import Workspace

/// A session that `undo` or `redo` goes to.
///
/// The list of them is copied with each statement, so that a failed one changes nothing: an instance costs one
/// reference there, while a session would cost one for each of its parts.
package final class SessionSnapshot: Sendable {
  /// The session; series and results that were released are missing in it.
  package let session: Session
  /// The statement between this session and the one after it.
  package let statement: String
  /// The parts that were released; nil if it is complete.
  package let released: ReleasedParts?
  /// The parts of the session that may take much memory, with their bytes.
  package let parts: [SessionPart: Int]

  package init(_ session: Session, statement: String, released: ReleasedParts? = nil) {
    var session = session
    // Results without a name are not restored.
    session.last = nil
    session.fieldsOfLast = nil
    self.session = session
    self.statement = statement
    self.released = released
    parts = session.parts
  }
}

extension SessionSnapshot {
  /// The statement as a message names it: on one line, of a long one the beginning.
  package var statementOnOneLine: String { statement.shortened }
}

extension String {
  /// The text on one line of at most 60 characters, as a message names a statement.
  package var shortened: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= 60 ? line : line.prefix(59) + "…"
  }
}

/// Parts of a session as the session file has them: by source and content, by statement and numbers.
package struct ReleasedParts: Sendable {
  /// All series of the session, in order.
  package var seriesOrder: [String]
  /// The documents of series that were released.
  package var series: [String: JSONValue] = [:]
  /// The document of the series in use, if that was released.
  package var active: JSONValue?
  /// All results of the session, in order.
  package var resultOrder: [String]
  /// The documents of results that were released.
  package var results: [String: JSONValue] = [:]
}

extension SessionSnapshot {
  /// The same session without some of its parts, which it can find again.
  package func releasing(_ parts: Set<SessionPart>) -> SessionSnapshot {
    var rest = session
    var released =
      released ?? ReleasedParts(seriesOrder: Array(session.series.keys), resultOrder: Array(session.results.keys))
    for (name, loaded) in session.series where parts.contains(.bars(loaded.all.id.source)) {
      released.series[name] = SessionFile.json(loaded)
      rest.series[name] = nil
    }
    if let active = session.active, parts.contains(.bars((active.series.origin ?? active.series).id.source)) {
      released.active = SessionFile.json(active)
      rest.active = nil
    }
    for (name, result) in session.results {
      guard let report = result.backtest else { continue }
      let origin = report.series.origin ?? report.series
      if parts.contains(.result(result.id)) || parts.contains(.bars(origin.id.source)) {
        released.results[name] = SessionFile.json(result, in: session)
        rest.results[name] = nil
      }
    }
    return SessionSnapshot(rest, statement: statement, released: released)
  }
}
