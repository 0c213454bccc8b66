import Valuation

/// The refusal of a child's assumptions after a change of its parent.
public struct ChildRefusal: Error {
  /// The name of the child; nil for the open model.
  public var child: String?
  /// The name of its parent.
  public var parent: String
  /// The engine's reason.
  public var reason: ValuationError
}

extension CompanyResearch {
  /// The scenario of an identifier; nil if there is none.
  public func scenario(id: String) -> Scenario? { scenarios.place(of: id).map { scenarios[$0] } }

  /// The scenario that another one inherits from; nil without a parent.
  public func parent(of scenario: Scenario) -> Scenario? {
    scenario.inheritance.flatMap { self.scenario(id: $0.parent) }
  }

  /// The scenarios that inherit from another one directly.
  public func children(of id: String) -> [Scenario] { scenarios.children(of: id) }

  /// The scenarios that descend from another one, in the order of saving.
  public func descendants(of id: String) -> [Scenario] {
    var found: Set<Int> = []
    var open = [id]
    while let next = open.popLast() {
      for child in scenarios.children(of: next) {
        guard let place = scenarios.place(of: child.id), found.insert(place).inserted else { continue }
        open.append(child.id)
      }
    }
    return found.sorted().map { scenarios[$0] }.filter { $0.id != id }
  }

  /// Whether a scenario is another one or descends from it.
  public func descends(_ id: String, from ancestor: String) -> Bool {
    var next: String? = id
    var seen: Set<String> = []
    while let current = next, seen.insert(current).inserted {
      if current == ancestor { return true }
      next = scenario(id: current)?.inheritance?.parent
    }
    return false
  }

  /// Whether all ancestors of a scenario exist, up to one without a parent.
  public func isRooted(_ scenario: Scenario) -> Bool {
    var next = scenario.inheritance?.parent
    var seen: Set<String> = [scenario.id]
    while let id = next {
      guard seen.insert(id).inserted, let parent = self.scenario(id: id) else { return false }
      next = parent.inheritance?.parent
    }
    return true
  }

  /// The ancestors of a scenario, the nearest first; of a ring each scenario once.
  public func ancestors(of id: String) -> [Scenario] {
    var result: [Scenario] = []
    var next = scenario(id: id)?.inheritance?.parent
    while let current = next.flatMap({ scenario(id: $0) }), !result.contains(where: { $0.id == current.id }) {
      result.append(current)
      next = current.inheritance?.parent
    }
    return result
  }

  /// The assumptions of a scenario as if all of them had been typed: no source names another scenario.
  public func detachedAssumptions(of id: String) throws(ValuationError) -> Assumptions {
    guard let scenario = scenario(id: id) else { return Assumptions() }
    return try detachedAssumptions(of: scenario.model)
  }

  /// The assumptions of a model as if all of them had been typed.
  public func detachedAssumptions(of model: ValuationModel) throws(ValuationError) -> Assumptions {
    guard let inheritance = model.inheritance, scenario(id: inheritance.parent) != nil else { return model.assumptions }
    return try detachedAssumptions(of: inheritance.parent).with(inheritance.changes)
  }

  /// Propagates a change of a scenario to its descendants and to the open model: their own changes are reapplied to its
  /// assumptions.
  ///
  /// - Throws: the refusal of a descendant, as every scenario must keep a value. Some descendants may have been
  ///   changed by then: work on a copy.
  public mutating func propagate(from id: String) throws(ChildRefusal) {
    guard let parent = scenario(id: id) else { return }
    let inherited = parent.inheritedAssumptions
    for child in scenarios.children(of: id) {
      guard let index = scenarios.place(of: child.id), let inheritance = child.inheritance else { continue }
      do throws(ValuationError) {
        let assumptions = try inherited.with(inheritance.changes)
        if assumptions != scenarios[index].assumptions {
          _ = try DiscountedCashFlow.value(assumptions)
          scenarios[index].model = .plain(assumptions, inheriting: inheritance)
        }
      } catch {
        throw ChildRefusal(child: scenarios[index].name, parent: parent.name, reason: error)
      }
      try propagate(from: scenarios[index].id)
    }
    if let inheritance = model?.inheritance, inheritance.parent == id {
      do throws(ValuationError) {
        model?.model = .plain(try inherited.with(inheritance.changes), inheriting: inheritance)
      } catch {
        throw ChildRefusal(child: nil, parent: parent.name, reason: error)
      }
    }
  }

  /// Detaches the children of scenarios, the open model among them: they keep their values without a parent.
  ///
  /// - Throws: the refusal of a descendant; some may have been changed by then.
  mutating func detachChildren(of ids: Set<String>) throws(ChildRefusal) {
    let before = self
    for index in scenarios.indices {
      guard let inheritance = scenarios[index].inheritance, ids.contains(inheritance.parent) else { continue }
      do throws(ValuationError) {
        let detached = try before.detachedAssumptions(of: scenarios[index].id)
        scenarios[index].model = .plain(detached, inheriting: nil)
      } catch {
        throw ChildRefusal(child: scenarios[index].name, parent: inheritance.parent, reason: error)
      }
      try propagate(from: scenarios[index].id)
    }
    if let current = model, let inheritance = current.inheritance, ids.contains(inheritance.parent) {
      let detached = (try? before.detachedAssumptions(of: current.model)) ?? current.assumptions
      model?.model = .plain(detached, inheriting: nil)
    }
  }
}
