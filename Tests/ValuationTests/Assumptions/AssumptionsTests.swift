import Testing
import Valuation

@Suite("Assumptions")
struct AssumptionsTests {
  @Test("The table has no name twice, and nothing in it contradicts itself")
  func table() {
    let definitions = AssumptionDefinition.all
    let names = definitions.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    for definition in definitions {
      #expect(!definition.meaning.isEmpty && !definition.meaning.hasSuffix("."))
      #expect(definition.name.allSatisfy { $0.isLowercase || $0 == "_" })
      #expect((definition.unit == .word) == !definition.words.isEmpty)
      if let value = definition.defaultValue {
        #expect(definition.hard?.contains(value) ?? true)
        #expect(definition.plausible?.contains(value) ?? true)
        #expect(!definition.isRequired)
      }
      if let hard = definition.hard, let plausible = definition.plausible {
        #expect(hard.contains(plausible.lower) && hard.contains(plausible.upper))
      }
      if definition.isPath { #expect(definition.unit == .rate || definition.unit == .number) }
      #expect(AssumptionDefinition.named(definition.name) == definition)
      for alias in definition.aliases { #expect(AssumptionDefinition.named(alias) == definition) }
    }
    #expect(
      definitions.filter(\.isRequired).map(\.name)
        == ["shares", "revenue", "growth", "margin", "discount", "terminal"]
    )
  }

  @Test("Aliases denote their name, and order does not matter")
  func order() throws {
    let a = try Assumptions([Assumption("wacc", 0.09), Assumption("ebit_margin", 0.3)])
    let b = try Assumptions([Assumption("margin", 0.3), Assumption("discount", 0.09)])
    #expect(a == b)
    #expect(a.all.map(\.name) == ["margin", "discount"])
    #expect(a["cost_of_capital"]?.value == .scalar(0.09))
  }

  @Test("A shift of a default starts from the default")
  func shiftedDefault() throws {
    let result = try DiscountedCashFlow.value(example([.remove("tax"), shift("tax", .add, 0.02)]))
    let tax = try #require(result.numbers(of: "tax")?.first)
    #expect(near(tax, 0.23, 1e-15))
    #expect(!result.findings.contains { $0.code == .defaultUsed && $0.assumptions == ["tax"] })
  }

  @Test("Changes leave the assumptions that they start from alone")
  func values() throws {
    let base = try example()
    let changed = try base.with([set("growth", 0.1), .remove("price")])
    #expect(base == (try example()))
    #expect(changed["price"] == nil)
    #expect(changed != base)
    let scenario = base.with(source: .scenario("base"))
    #expect(scenario["growth"]?.source == .scenario("base"))
    #expect(try DiscountedCashFlow.value(scenario).valuePerShare == value())
  }

  @Test("An assumption reads as written, or as a user would write it")
  func text() throws {
    #expect(Assumption("revenue", 383.3e9).text == "383.3B")
    #expect(Assumption("revenue", 383.3e9, written: "383.3B usd").text == "383.3B usd")
    #expect(Assumption("growth", -0.025).text == "-2.5%")
    #expect(Assumption("horizon", 5).text == "5y")
    #expect(Assumption(terminal: .multiple(15.5, of: .ebitda)).text == "15.5x EBITDA")
    #expect(Assumption("price", 172.5).text == "172.5")
  }

  @Test("A constant path without length is its number")
  func plainConstant() throws {
    #expect(
      try Assumptions([Assumption("growth", .constant(0.1))]) == Assumptions([Assumption("growth", 0.1)])
    )
  }
}
