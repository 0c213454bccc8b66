import Evaluation
import Synchronization
import Workspace

/// The plan of the defined indicators, handed from one definition to the next.
///
/// A definition is checked with everything it depends on; in a chain each would be replanned with every link. The cache
/// is valid until a statement changes the session in another way, or gives a name a meaning that a definition may use.
package final class PlannedDefinitions: Sendable {
  private struct Kept: Sendable {
    var planner: Planner
    var name: String
    var text: String
    var revision: Int
  }

  private let kept = Mutex<Kept?>(nil)

  /// Takes the planner out, if nothing but definitions changed the session since; nil otherwise.
  ///
  /// - Parameters:
  ///   - revision: the number of the session's changes so far.
  ///   - names: the names before the new one.
  package func take(at revision: Int, _ names: NameTable) -> Planner? {
    kept.withLock { kept in
      defer { kept = nil }
      // A definition that failed after it was planned has left no name.
      guard let known = kept, known.revision == revision, names[known.name]?.text == known.text else { return nil }
      return known.planner
    }
  }

  /// Keeps a planner that has planned a definition, for the session as it will be after that statement.
  package func keep(_ planner: Planner, after name: String, _ text: String, at revision: Int) {
    kept.withLock { $0 = Kept(planner: planner, name: name, text: text, revision: revision + 1) }
  }

  /// Keeps what there is past a definition that no other one can use.
  package func pass(_ name: String, _ text: String, at revision: Int) {
    kept.withLock { kept in
      guard let known = kept, known.revision == revision else { return kept = nil }
      kept = Kept(planner: known.planner, name: name, text: text, revision: revision + 1)
    }
  }
}
