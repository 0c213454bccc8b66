import Language
import Platform
import Research
import Sessions
import Shell
import TestSupport
import Testing
import Valuation

/// Assumptions as people have them, from the statement to the files and back.
@Suite("Money by year, links and reasons in files")
struct StatedAssumptionTests {
  private static let script = """
    dcf ACME {
        base_revenue = 391B because "10-K"; revenue = [420B, 455B] then growth 6% to 3% because "guidance \\"Q3\\" at \\$5"
        operating_income = [125B] then to 30%; capex = [75B, 90B] then to 8%; depreciation = 80% of capex
        tax = 16%; discount = 9%; terminal = growth because "a mature business"; shares = 15B; price = 200; horizon = 6y
    }
    save scenario base
    dcf bull = base with growth + 1pp because "share gains", capex to depreciation by year 5, depreciation = 4%
    dcf bear = base with revenue * 0.9, tax = 18%
    dcf bear with capex[2] = 95B because "one plant more"
    save scenario worse
    """

  private func scenarios(of interpreter: Interpreter) throws -> [String: Scenario] {
    Dictionary(uniqueKeysWithValues: interpreter.session.research.scenarios.map { ($0.name, $0) })
  }

  private func bits(_ scenario: Scenario) throws -> UInt64 {
    try DiscountedCashFlow.value(scenario.assumptions).valuePerShare.bitPattern
  }

  @Test("A session that is opened again has the same assumptions, reasons and values")
  func session() throws {
    var place = SessionRoundTripTests.Place()
    #expect(place.run(Self.script).allSatisfy { $0 == "other-name" })
    let (other, said) = try place.reopened()
    #expect(said == [])
    #expect(other.fingerprint == place.interpreter.fingerprint)
    let (before, after) = try (scenarios(of: place.interpreter), scenarios(of: other))
    #expect(before.count == 4)
    for (name, scenario) in before {
      let again = try #require(after[name])
      #expect(again.assumptions == scenario.assumptions)
      #expect(try bits(again) == bits(scenario))
    }
  }

  @Test("A file of scenarios that is loaded elsewhere has the same assumptions, reasons and values")
  func file() throws {
    var place = SessionRoundTripTests.Place()
    place.run(Self.script + "\nsave scenarios to \"all.json\"")
    var other = Interpreter(environment: place.interpreter.environment)
    _ = other.runScript("load scenarios all.json", named: "test", keepGoing: true) { _, _ in }
    let (before, after) = try (scenarios(of: place.interpreter), scenarios(of: other))
    #expect(after.count == before.count)
    for (name, scenario) in before {
      let again = try #require(after[name])
      #expect(again.assumptions == scenario.assumptions)
      #expect(again.inheritance == scenario.inheritance)
      #expect(try bits(again) == bits(scenario))
    }
  }

  @Test("A child has the reason of its parent until it changes the assumption")
  func inheritedReasons() throws {
    var place = SessionRoundTripTests.Place()
    place.run(Self.script)
    func reason(_ name: String, _ scenario: String) throws -> String? {
      try #require(scenarios(of: place.interpreter)[scenario]).assumptions[name]?.reason
    }
    #expect(try reason("growth", "base") == "guidance \"Q3\" at $5")
    #expect(try reason("growth", "bull") == "share gains")
    #expect(try reason("terminal", "bull") == "a mature business")
    #expect(try reason("growth", "bear") == nil)
    #expect(try reason("capex", "worse") == "one plant more")
    place.run("dcf base with terminal = 2% because \"inflation\"; save scenario base")
    #expect(try reason("terminal", "bull") == "inflation")
  }

  @Test("A shifted path reads back from its text as the same path, with the same value to the bit")
  func shiftedPaths() throws {
    let paths = [
      "6%", "6% to 3%", "[7%, 6%] then 3%", "8% for 2y then to 3%", "to 4%", "1% + 2%", "[120M, 125M] then growth 6%",
    ]
    let shifts = ["+ 2pp", "- 50bp", "* 1.1", "/ 2", "+ 1pp * 2", "* (1 + 10%)"]
    var dice = Dice(20_261_124)
    var place = SessionRoundTripTests.Place()
    place.run(Self.plain)
    for _ in 0..<60 {
      let path = try #require(paths.randomElement(using: &dice))
      let name = path.hasPrefix("[120M") ? "revenue" : "growth"
      let moves = (0..<Int.random(in: 0...3, using: &dice)).compactMap { _ in shifts.randomElement(using: &dice) }
      let changes = ["\(name) \(path.hasPrefix("to") ? "" : "= ")\(path)"] + moves.map { "growth \($0)" }
      let years = Bool.random(using: &dice) ? ["growth[2] = 5%"] : []
      #expect(place.run("dcf one = base with \((changes + years).joined(separator: ", "))") == [])
      let one = try #require(scenarios(of: place.interpreter)["one"])
      let text = try #require(one.assumptions[.growth]).statement
      #expect(place.run("dcf two = base with \(text)") == [], "\(text)")
      let two = try #require(scenarios(of: place.interpreter)["two"])
      #expect(two.assumptions[.growth]?.statement == text)
      #expect(try bits(one) == bits(two), "\(changes) is shown as \(text)")
      place.run("drop scenario one; drop scenario two")
    }
  }

  private static let plain = """
    dcf ACME { revenue = 100M; growth = 6%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
    save scenario base
    """

  @Test("What a scenario changes reads back as the same changes")
  func changesAsText() throws {
    var place = SessionRoundTripTests.Place()
    place.run(Self.script)
    for name in ["bull", "bear"] {
      let scenario = try #require(scenarios(of: place.interpreter)[name])
      let text = try #require(scenario.inheritance).text
      place.run("dcf again = base with \(text)")
      let again = try #require(scenarios(of: place.interpreter)["again"])
      #expect(again.inheritance?.changes == scenario.inheritance?.changes, "\(text)")
      #expect(try bits(again) == bits(scenario))
    }
  }
}
