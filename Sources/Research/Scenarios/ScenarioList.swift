import HashTreeCollections

/// Scenarios in the order of saving, found by identifier, by name and by parent without a search.
///
/// A session is copied with each statement and may hold thousands of scenarios: copies share the scenarios and the
/// tables, so that the cost of a statement hardly depends on their number.
public struct ScenarioList: Sendable {
  /// One scenario, shared by all copies of the list.
  private final class Box: Sendable {
    let scenario: Scenario

    init(_ scenario: Scenario) { self.scenario = scenario }
  }

  private var boxes: [Box] = []
  private var places: TreeDictionary<String, Int> = [:]
  private var identifiersByName: TreeDictionary<String, [String]> = [:]
  private var childrenByParent: TreeDictionary<String, Set<String>> = [:]

  /// Makes an empty list.
  public init() {}

  /// The place of an identifier; nil if there is none.
  public func place(of id: String) -> Int? { places[id] }

  /// The scenarios of a name, of any company, in the order of saving.
  public func named(_ name: String) -> [Scenario] { scenarios(identifiersByName[name] ?? []) }

  /// The scenario of a name and a company; nil if there is none.
  public func named(_ name: String, of ticker: String) -> Scenario? { named(name).first { $0.ticker == ticker } }

  /// The scenarios that inherit from another one directly, in the order of saving.
  public func children(of id: String) -> [Scenario] { scenarios(Array(childrenByParent[id] ?? [])) }

  private func scenarios(_ ids: [String]) -> [Scenario] {
    ids.compactMap { places[$0] }.sorted().map { boxes[$0].scenario }
  }

  /// Adds a scenario at the end.
  public mutating func append(_ scenario: Scenario) {
    boxes.append(Box(scenario))
    note(scenario, at: boxes.count - 1)
  }

  /// Removes the scenarios that a condition holds for.
  public mutating func removeAll(where isRemoved: (Scenario) -> Bool) {
    let rest = boxes.filter { !isRemoved($0.scenario) }
    self = ScenarioList()
    for box in rest {
      boxes.append(box)
      note(box.scenario, at: boxes.count - 1)
    }
  }

  private mutating func note(_ scenario: Scenario, at place: Int) {
    places[scenario.id] = place
    identifiersByName[scenario.name, default: []].append(scenario.id)
    if let parent = scenario.inheritance?.parent { childrenByParent[parent, default: []].insert(scenario.id) }
  }

  private mutating func forget(_ scenario: Scenario) {
    places[scenario.id] = nil
    identifiersByName[scenario.name]?.removeAll { $0 == scenario.id }
    if identifiersByName[scenario.name]?.isEmpty == true { identifiersByName[scenario.name] = nil }
    guard let parent = scenario.inheritance?.parent else { return }
    childrenByParent[parent]?.remove(scenario.id)
    if childrenByParent[parent]?.isEmpty == true { childrenByParent[parent] = nil }
  }
}

extension ScenarioList: RandomAccessCollection, MutableCollection {
  /// The place of the first scenario.
  public var startIndex: Int { 0 }
  /// The index after the last scenario.
  public var endIndex: Int { boxes.count }

  /// The scenario of a place.
  public subscript(place: Int) -> Scenario {
    get { boxes[place].scenario }
    set {
      forget(boxes[place].scenario)
      boxes[place] = Box(newValue)
      note(newValue, at: place)
    }
  }
}
