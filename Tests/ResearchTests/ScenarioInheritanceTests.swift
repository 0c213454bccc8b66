import Research
import Testing
import Valuation

@Suite("Scenarios that inherit")
struct ScenarioInheritanceTests {
  /// Research on one company with the scenario `base` in work.
  private static func research() throws -> CompanyResearch {
    var research = CompanyResearch()
    let assumptions = try Assumptions([
      Assumption("revenue", 100e6), Assumption("base_margin", 0.18),
      Assumption("growth", YearPath(.glide(from: 0.06, to: 0.03))), Assumption("margin", 0.2),
      Assumption("capex", 0.05), Assumption("shares", 10e6), Assumption("discount", 0.09),
      Assumption(terminal: .growth(0.02)), Assumption("price", 20),
    ])
    try research.save(ModelInWork(ticker: "ACME", assumptions: assumptions), as: "base", id: "1", at: "2026-01-01")
    return research
  }

  private static func child(
    of parent: String, _ name: String, _ changes: [Assumptions.Change], in research: inout CompanyResearch
  ) throws {
    var model = ModelInWork(childOf: try research.scenario(named: parent))
    try model.apply(changes)
    try research.save(model, as: name, id: name, at: "2026-01-02")
  }

  private static func value(_ name: String, in research: CompanyResearch) throws -> UInt64 {
    try DiscountedCashFlow.value(research.scenario(named: name).assumptions).valuePerShare.bitPattern
  }

  private static let bolder = Assumptions.Change.shift("growth", Assumption.Shift(.add, 0.03, written: "+ 3pp"))
  private static let wider = Assumptions.Change.shift("margin", Assumption.Shift(.add, 0.01, written: "+ 1pp"))

  @Test("A change of the parent is propagated to children and to their children")
  func propagates() throws {
    var research = try Self.research()
    try Self.child(of: "base", "bull", [Self.bolder], in: &research)
    try Self.child(of: "bull", "great", [Self.wider], in: &research)
    let before = try ["bull", "great"].map { try Self.value($0, in: research) }
    var base = ModelInWork(try research.scenario(named: "base"))
    try base.apply([.number("discount", 0.08)])
    try research.save(base, as: "base", id: "unused", at: "2026-01-03")
    let after = try ["bull", "great"].map { try Self.value($0, in: research) }
    #expect(before[0] != after[0] && before[1] != after[1])
    let typed = try research.scenario(named: "base").assumptions.with([Self.bolder, Self.wider])
    #expect(try DiscountedCashFlow.value(typed).valuePerShare.bitPattern == after[1])
    #expect(try research.scenario(named: "base").id == "1")
    #expect(try research.scenario(named: "base").createdAt == "2026-01-01")
  }

  @Test("Detached assumptions have the same value and name no other scenario")
  func detached() throws {
    var research = try Self.research()
    try Self.child(of: "base", "bull", [Self.bolder], in: &research)
    let detached = try research.detachedAssumptions(of: "bull")
    #expect(detached.all.allSatisfy { $0.source == .typed })
    #expect(try DiscountedCashFlow.value(detached).valuePerShare.bitPattern == Self.value("bull", in: research))
  }

  @Test("Inherited assumptions name the scenario that states them")
  func sources() throws {
    var research = try Self.research()
    try Self.child(of: "base", "bull", [Self.bolder], in: &research)
    let great = ModelInWork(childOf: try research.scenario(named: "bull"))
    #expect(great.assumptions["growth"]?.source == .scenario("bull"))
    #expect(great.assumptions["margin"]?.source == .scenario("base"))
  }

  @Test("A scenario with children is deleted only with them, or once they are detached")
  func deletion() throws {
    var research = try Self.research()
    try Self.child(of: "base", "bull", [Self.bolder], in: &research)
    let value = try Self.value("bull", in: research)
    let base = try research.scenario(named: "base")
    #expect(throws: ResearchError.self) { _ = try research.delete([base]) }
    #expect(research.scenarios.count == 2)
    let detached = try research.delete([base], detaching: true)
    #expect(detached == ["bull"])
    #expect(try research.scenario(named: "bull").inheritance == nil)
    #expect(try Self.value("bull", in: research) == value)
  }

  @Test("A scenario never becomes its own ancestor")
  func cycles() throws {
    var research = try Self.research()
    try Self.child(of: "base", "bull", [Self.bolder], in: &research)
    #expect(throws: ResearchError.self) { try Self.child(of: "bull", "base", [Self.wider], in: &research) }
    // Saved over its own parent it takes that one's place.
    try Self.child(of: "bull", "bull", [Self.wider], in: &research)
    #expect(try research.scenario(named: "bull").inheritance?.parent == "1")
    #expect(try research.scenario(named: "bull").inheritance?.changes.count == 2)
    #expect(research.scenarios.allSatisfy { research.isRooted($0) })
  }

  @Test("A change that a child cannot take over is refused")
  func refusedChild() throws {
    var research = try Self.research()
    try Self.child(of: "base", "high", [.set(Assumption(terminal: .growth(0.085)))], in: &research)
    var base = ModelInWork(try research.scenario(named: "base"))
    try base.apply([.number("discount", 0.08)])
    do {
      try research.save(base, as: "base", id: "unused", at: "2026-01-03")
      Issue.record("the terminal growth of the child is above its discount rate")
    } catch .childRefused(let refusal) {
      #expect(refusal.child == "high" && refusal.parent == "base")
    }
  }

  @Test("Scenarios of elsewhere are added all or none")
  func addition() throws {
    var source = try Self.research()
    try Self.child(of: "base", "bull", [Self.bolder], in: &source)
    var research = CompanyResearch()
    let bull = try source.scenario(named: "bull")
    #expect(throws: ResearchError.self) { _ = try research.add([bull]) }
    #expect(research.scenarios.isEmpty)
    let (replaced, revalued) = try research.add([bull, try source.scenario(named: "base")])
    #expect(replaced.isEmpty && revalued.isEmpty && research.scenarios.count == 2)
    let again = try research.add([bull])
    #expect(again.replaced == ["bull"])
  }

  @Test("Names that mean something else are refused", arguments: ["growth", "", "now", "base@MSFT"])
  func names(name: String) {
    #expect(throws: ResearchError.self) { try CompanyResearch.checkScenarioName(name) }
  }
}
