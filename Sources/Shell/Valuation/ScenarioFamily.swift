import Valuation

/// A scenario that could not follow a change of what it inherits from.
struct HeirRefusal: Error {
  /// The scenario, or nil for the model in work.
  var heir: String?
  /// The scenario that it follows.
  var parent: String
  /// Why it would be refused.
  var reason: ValuationError
}

extension Session {
  /// The scenario of an identifier.
  func scenario(id: String) -> Scenario? { scenarios.first { $0.id == id } }

  /// The scenarios that follow another one directly.
  func heirs(of id: String) -> [Scenario] { scenarios.filter { $0.inheritance?.parent == id } }

  /// Whether a scenario is another one or follows it, directly or through others.
  func follows(_ id: String, _ ancestor: String) -> Bool {
    var next: String? = id
    var seen: Set<String> = []
    while let current = next, seen.insert(current).inserted {
      if current == ancestor { return true }
      next = scenario(id: current)?.inheritance?.parent
    }
    return false
  }

  /// Whether what a scenario follows is there, all the way up to one that stands alone.
  func isRooted(_ scenario: Scenario) -> Bool {
    var next = scenario.inheritance?.parent
    var seen: Set<String> = [scenario.id]
    while let id = next {
      guard seen.insert(id).inserted, let parent = self.scenario(id: id) else { return false }
      next = parent.inheritance?.parent
    }
    return true
  }

  /// The scenarios that a scenario follows, the nearest first.
  func ancestors(of id: String) -> [Scenario] {
    var result: [Scenario] = []
    var next = scenario(id: id)?.inheritance?.parent
    while let current = next.flatMap({ scenario(id: $0) }), !result.contains(where: { $0.id == current.id }) {
      result.append(current)
      next = current.inheritance?.parent
    }
    return result
  }

  /// What a scenario assumes, as if it had been typed whole: nothing in it names another scenario.
  func writtenOut(_ id: String) throws(ValuationError) -> Assumptions {
    guard let scenario = scenario(id: id) else { return Assumptions() }
    return try writtenOut(scenario.assumptions, scenario.inheritance)
  }

  /// The assumptions of a model, as if it had been typed whole.
  func writtenOut(_ assumptions: Assumptions, _ inheritance: Inheritance?) throws(ValuationError) -> Assumptions {
    guard let inheritance, scenario(id: inheritance.parent) != nil else { return assumptions }
    return try writtenOut(inheritance.parent).with(inheritance.changes)
  }

  /// Lets all that follow a scenario follow its change: their changes act anew on what it assumes now.
  ///
  /// Each scenario keeps a value: what the model would refuse afterwards refuses the change.
  mutating func settle(heirsOf id: String) throws(HeirRefusal) {
    guard let parent = scenario(id: id) else { return }
    let bequest = parent.bequest
    for index in scenarios.indices {
      guard let inheritance = scenarios[index].inheritance, inheritance.parent == id else { continue }
      do throws(ValuationError) {
        let assumptions = try bequest.with(inheritance.changes)
        if assumptions != scenarios[index].assumptions {
          _ = try DiscountedCashFlow.value(assumptions)
          scenarios[index].assumptions = assumptions
        }
      } catch {
        throw HeirRefusal(heir: scenarios[index].name, parent: parent.name, reason: error)
      }
      try settle(heirsOf: scenarios[index].id)
    }
    if let inheritance = model?.inheritance, inheritance.parent == id {
      do throws(ValuationError) {
        model?.assumptions = try bequest.with(inheritance.changes)
      } catch {
        throw HeirRefusal(heir: nil, parent: parent.name, reason: error)
      }
    }
  }

  /// Lets the direct heirs of scenarios stand alone, and the model in work where it is one.
  mutating func flattenHeirs(of ids: Set<String>) throws(HeirRefusal) {
    let before = self
    for index in scenarios.indices {
      guard let inheritance = scenarios[index].inheritance, ids.contains(inheritance.parent) else { continue }
      do throws(ValuationError) {
        scenarios[index].assumptions = try before.writtenOut(scenarios[index].id)
      } catch {
        throw HeirRefusal(heir: scenarios[index].name, parent: inheritance.parent, reason: error)
      }
      scenarios[index].inheritance = nil
      try settle(heirsOf: scenarios[index].id)
    }
    if let current = model, let inheritance = current.inheritance, ids.contains(inheritance.parent) {
      model?.assumptions = (try? before.writtenOut(current.assumptions, inheritance)) ?? current.assumptions
      model?.inheritance = nil
    }
  }
}
