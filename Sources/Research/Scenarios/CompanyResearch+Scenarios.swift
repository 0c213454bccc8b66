import Valuation

extension CompanyResearch {
  /// The scenario of a name: that of the current company first, else the only one.
  ///
  /// `base@MSFT` names the company.
  public func scenario(named full: String) throws(ResearchError) -> Scenario {
    let (name, company) = CompanyResearch.nameAndCompany(of: full)
    let named = scenarios.named(name).filter { company == nil || $0.ticker == company }
    if let own = named.first(where: { $0.ticker == model?.ticker }) ?? (named.count == 1 ? named.first : nil) {
      return own
    }
    throw named.isEmpty ? .unknownScenario(name) : .scenarioOfSeveral(name, tickers: named.map(\.ticker))
  }

  /// The two halves of `base@MSFT`; no company if none is named.
  package static func nameAndCompany(of full: String) -> (name: String, company: String?) {
    let parts = full.split(separator: "@", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : (full, nil)
  }

  /// Whether the open model was taken from a scenario or saved as it.
  public func isInWork(_ scenario: Scenario) -> Bool {
    model?.scenario == scenario.name && model?.ticker == scenario.ticker
  }

  /// Checks that a scenario may have a name.
  public static func checkScenarioName(_ name: String) throws(ResearchError) {
    // `base` is the usual name of a scenario, and `dcf base = fy` is distinguished by its `=`.
    guard AssumptionDefinition.named(name) == nil || name == "base", !name.isEmpty else { throw .nameOfAssumption }
    guard !name.contains("@"), name != "now" else { throw .reservedName(name) }
  }

  /// Saves a model as a scenario, which is then open, and propagates the change to its descendants.
  ///
  /// A scenario of the same name and company is replaced and keeps its identifier. A model with a parent is saved as
  /// its changes. Saved over its own parent, it replaces that one, with the changes of both.
  ///
  /// - Parameters:
  ///   - id: the identifier of a new scenario.
  ///   - time: the time of saving, in ISO 8601.
  /// - Returns: the scenario, and whether it is new.
  /// - Throws: a name that is not free, a cycle, a descendant that would be refused; some descendants may have been
  ///   changed by then.
  @discardableResult
  public mutating func save(
    _ model: ModelInWork, as name: String, note: String? = nil, id newID: @autoclosure () -> String, at time: String
  ) throws(ResearchError) -> (scenario: Scenario, isNew: Bool) {
    try Self.checkScenarioName(name)
    let before = scenarios.named(name, of: model.ticker)
    let old = before.flatMap { scenarios.place(of: $0.id) }
    let id = before?.id ?? newID()
    let saved = try self.model(model.model, savedAs: name, id, over: before)
    var scenario = Scenario(
      id: id, name: name, ticker: model.ticker, model: saved, savedAt: time,
      createdAt: before.map { $0.createdAt ?? $0.savedAt }, note: note ?? before?.note)
    scenario.filingWarnings = filingWarnings(of: model)
    if let old { scenarios[old] = scenario } else { scenarios.append(scenario) }
    self.model = ModelInWork(scenario)
    do { try propagate(from: id) } catch { throw .childRefused(error) }
    return (scenario, old == nil)
  }

  /// A model as saved under an identifier: without a parent that is gone, and never as its own ancestor.
  private func model(
    _ model: ValuationModel, savedAs name: String, _ id: String, over before: Scenario?
  ) throws(ResearchError) -> ValuationModel {
    guard case .plain(let assumptions, let inheritance) = model else { return model }
    guard let own = inheritance, let parent = scenario(id: own.parent) else {
      return .plain(assumptions, inheriting: nil)
    }
    if let before, own.parent == id {
      let changed: Assumptions
      do throws(ValuationError) { changed = try before.assumptions.with(own.changes) } catch { throw .refused(error) }
      guard let above = before.inheritance else { return .plain(changed, inheriting: nil) }
      let both = Inheritance(parent: above.parent, changes: above.changes + own.changes)
      let inherited = scenario(id: above.parent).flatMap { try? $0.inheritedAssumptions.with(both.changes) }
      return .plain(inherited ?? changed, inheriting: both)
    }
    // A new scenario has no descendants, and a chain of thousands need not be walked for it.
    guard before == nil || !descends(own.parent, from: id) else { throw .cycle(name: name, parent: parent.name) }
    return model
  }

  /// Renames a scenario; its children stay its children, and name it as their source.
  public mutating func rename(_ scenario: Scenario, to name: String) throws(ResearchError) {
    if let other = scenarios.named(name, of: scenario.ticker) {
      throw .scenarioExists(other)
    }
    try Self.checkScenarioName(name)
    if let place = scenarios.place(of: scenario.id) { scenarios[place].name = name }
    if isInWork(scenario) { model?.scenario = name }
    do { try propagate(from: scenario.id) } catch { throw .childRefused(error) }
  }

  /// Deletes scenarios.
  ///
  /// - Parameter detaching: whether children that are not deleted are detached first, with the same values; else a
  ///   scenario with such children is an error.
  /// - Returns: the names of the children that were detached.
  @discardableResult
  public mutating func delete(_ deleted: [Scenario], detaching: Bool = false) throws(ResearchError) -> [String] {
    let ids = Set(deleted.map(\.id))
    var detached: [String] = []
    for scenario in deleted {
      let children = children(of: scenario.id).filter { !ids.contains($0.id) }.map(\.name)
      guard children.isEmpty || detaching else { throw .hasChildren(scenario, children: children) }
      detached += children
    }
    do { try detachChildren(of: ids) } catch { throw .childRefused(error) }
    scenarios.removeAll { ids.contains($0.id) }
    for scenario in deleted where isInWork(scenario) { model?.scenario = nil }
    return detached
  }

  /// Adds scenarios of elsewhere, all of them or none; one with a known identifier replaces that scenario.
  ///
  /// Inherited assumptions are recomputed from the parents here, so they may differ from those given.
  ///
  /// - Returns: the names of the scenarios that were replaced, and the scenarios whose value per share is another
  ///   than with the assumptions given.
  /// - Throws: a name that is not free, a scenario whose ancestors are not there, one that the engine refuses.
  public mutating func add(
    _ incoming: [Scenario]
  ) throws(ResearchError) -> (replaced: [String], revalued: [Scenario]) {
    var result = self
    var replaced: [String] = []
    for scenario in incoming {
      try Self.checkScenarioName(scenario.name)
      let namesake = result.scenarios.named(scenario.name, of: scenario.ticker)
      if let namesake, namesake.id != scenario.id { throw .otherScenarioExists(namesake) }
      if let old = result.scenarios.place(of: scenario.id) {
        result.scenarios[old] = scenario
        replaced.append(scenario.name)
      } else {
        result.scenarios.append(scenario)
      }
    }
    try result.checkAncestors()
    for scenario in incoming where scenario.inheritance == nil {
      do throws(ValuationError) { _ = try DiscountedCashFlow.value(scenario.assumptions) } catch {
        throw .refused(error)
      }
    }
    let given = Dictionary(incoming.map { ($0.id, $0.assumptions) }, uniquingKeysWith: { $1 })
    for root in result.scenarios where root.inheritance == nil {
      do { try result.propagate(from: root.id) } catch { throw .childRefused(error) }
    }
    let revalued = result.scenarios.filter { scenario in
      guard let before = given[scenario.id], before != scenario.assumptions else { return false }
      return (try? DiscountedCashFlow.value(before).valuePerShare)
        != (try? DiscountedCashFlow.value(scenario.assumptions).valuePerShare)
    }
    self = result
    return (replaced, revalued)
  }

  /// Checks that the ancestors of all scenarios are there, and that none is its own.
  private func checkAncestors() throws(ResearchError) {
    for scenario in scenarios where !isRooted(scenario) {
      if let parent = scenario.inheritance?.parent, self.scenario(id: parent) == nil {
        throw .orphan(name: scenario.name, parent: parent)
      }
      if ancestors(of: scenario.id).contains(where: { $0.id == scenario.id }) { throw .ring(name: scenario.name) }
    }
  }
}
