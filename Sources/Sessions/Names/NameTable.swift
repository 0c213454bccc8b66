import Evaluation
import HashTreeCollections
import Language
import Workspace

/// The names that `let`, `param` and `indicator` defined, in the order of their definition.
///
/// A session is copied with each statement, and a script may define thousands of names: the tables are trees that
/// copies share, so that the cost of a definition does not depend on the number of names.
package struct NameTable: Sendable, Sequence {
  private struct Entry: Sendable {
    var place: Int
    var definition: NamedDefinition
  }

  private var entries: TreeDictionary<String, Entry> = [:]
  private var nextPlace = 0
  /// The meanings by name, as expressions see them.
  package private(set) var meanings = NameMeanings()
  /// The names whose definitions use a name.
  private var usersByName: TreeDictionary<String, TreeSet<String>> = [:]

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  /// The definition of a name; one that is replaced keeps its place.
  package subscript(name: String) -> NamedDefinition? {
    get { entries[name]?.definition }
    set {
      let old = entries[name]
      for used in old?.definition.uses ?? [] {
        usersByName[used]?.remove(name)
        if usersByName[used]?.isEmpty == true { usersByName[used] = nil }
      }
      guard let newValue else {
        entries[name] = nil
        meanings[name] = nil
        return
      }
      entries[name] = Entry(place: old?.place ?? nextPlace, definition: newValue)
      if old == nil { nextPlace += 1 }
      meanings[name] = newValue.meaning
      for used in newValue.uses { usersByName[used, default: []].insert(name) }
    }
  }

  /// The names in the order of their definition.
  package var keys: [String] { inOrder.map(\.key) }

  /// The names whose definitions use a name, that name itself left out.
  package func users(of name: String) -> [String] { (usersByName[name] ?? []).filter { $0 != name } }

  package func makeIterator() -> IndexingIterator<[(key: String, value: NamedDefinition)]> {
    inOrder.map { (key: $0.key, value: $0.value.definition) }.makeIterator()
  }

  private var inOrder: [(key: String, value: Entry)] {
    entries.map { (key: $0.key, value: $0.value) }.sorted { $0.value.place < $1.value.place }
  }
}
