import Evaluation
import OrderedCollections
import Research
import Strategies
import Workspace

/// The items of a session that a text leads to by its words, directly or by the text of another one.
///
/// It takes more than the text means, as any word may be a name.
struct WordReach: Sendable {
  /// The identifiers of the scenarios, with those that they inherit from.
  private(set) var scenarios: Set<String> = []
  /// True if it leads to valuations.
  private(set) var isOfResearch: Bool
  private var words: Set<String> = []
  private var texts: [String] = []

  init(from first: [String], in session: Session, isValuation: Bool) {
    isOfResearch = isValuation
    var open = first
    if isValuation, let model = session.research.model { open.append(model.ticker) }
    while let text = open.popLast() {
      texts.append(text)
      for word in Self.words(of: text) where words.insert(word).inserted {
        if BarFunction.named(word)?.isValuation == true { isOfResearch = true }
        // A kept value no longer uses anything.
        if let definition = session.names[word], case .indicator = definition.meaning { open.append(definition.text) }
        if let strategy = session.strategies[word] { open.append(strategy.text) }
        if let universe = session.universes[word] { open += universe.symbols ?? Array(universe.membership.keys) }
        for scenario in session.research.scenarios.named(word) { add(scenario, in: session, &open) }
      }
    }
    for scenario in session.research.scenarios where !Self.isWord(scenario.name) && reaches(scenario.name) {
      var more: [String] = []
      add(scenario, in: session, &more)
      for text in more { words.formUnion(Self.words(of: text)) }
    }
  }

  /// True if a name is in one of the texts.
  func reaches(_ name: String) -> Bool {
    words.contains(name) || !Self.isWord(name) && texts.contains { $0.contains(name) }
  }

  private mutating func add(_ scenario: Scenario, in session: Session, _ open: inout [String]) {
    isOfResearch = true
    open.append(scenario.ticker)
    var next: Scenario? = scenario
    while let one = next, scenarios.insert(one.id).inserted {
      next = one.inheritance.flatMap { session.research.scenarios.place(of: $0.parent) }
        .map { session.research.scenarios[$0] }
    }
  }

  private static func words(of text: String) -> [String] {
    text.utf8.split { !isOfWord($0) }.map { String(Substring($0)) }
  }

  private static func isWord(_ name: String) -> Bool { name.utf8.allSatisfy(isOfWord) }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }
}
