import JSON
import OrderedCollections
import Research
import Text

/// The number of items of each kind in a session, for a summary of its contents.
package struct SessionContents: Sendable, Hashable {
  /// The members of a session's document that hold items, with their names in words.
  private static let kinds = [
    ("series", "series", "series"), ("names", "name", "names"), ("universes", "universe", "universes"),
    ("strategies", "strategy", "strategies"), ("results", "result", "results"),
    ("scenarios", "scenario", "scenarios"), ("forecasts", "forecast", "forecasts"),
  ]

  private let counts: [Int]

  /// The items of a session.
  package init(_ session: Session) {
    counts = [
      session.series.count, session.names.count, session.universes.count, session.strategies.count,
      session.results.count, session.research.scenarios.count, session.research.forecasts.count,
    ]
  }

  /// The items of a session's document.
  package init(_ document: JSONValue) { counts = Self.kinds.map { document[$0.0]?.elements?.count ?? 0 } }

  /// The number of all items.
  package var count: Int { counts.reduce(0, +) }

  /// The items in words: `2 series, 1 name`; empty if there are none.
  package var text: String {
    zip(counts, Self.kinds).filter { $0.0 > 0 }.map { "\($0) \(Wording.plural($0, $1.1, $1.2))" }
      .joined(separator: ", ")
  }
}
