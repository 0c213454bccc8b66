import Calendar
import Columns
import JSON
import Language
import Platform
import Presentation
import Research
import Sessions
import Shell
import Testing
import Valuation

/// A session after a script; a statement that fails is an issue unless its code is expected.
private struct Played {
  var interpreter: Interpreter
  var codes: [String] = []

  init(_ script: String, in session: Session = Session()) {
    interpreter = Interpreter(
      session: session,
      environment: Environment(
        today: CivilDate(daysSince1970: 20_000), now: { "2024-10-04T00:00:00Z" },
        stateDirectory: "/nonexistent"))
    run(script)
  }

  mutating func run(_ script: String) {
    _ = interpreter.runScript(script, named: "test", keepGoing: true) { event, _ in
      if case .failure(let diagnostic, _, _) = event { codes.append(diagnostic.code.name) }
    }
  }

  var session: Session { interpreter.session }

  func scenario(_ name: String) throws -> Scenario {
    try #require(session.research.scenarios.first { $0.name == name })
  }

  func value(_ name: String) throws -> UInt64 {
    try DiscountedCashFlow.value(scenario(name).assumptions).valuePerShare.bitPattern
  }
}

private let base = """
  dcf ACME { revenue = 100M; base_margin = 18%; growth = 6% to 3%; margin = 20%; capex = 5%; shares = 10M
    discount = 9%; terminal = 2%; price = 20 }
  save scenario base

  """

@Suite("Scenarios that inherit, by statements")
struct ScenarioFamilyTests {
  @Test("Inheritance equals writing it out, bit for bit")
  func writtenOut() throws {
    let child = Played(base + "dcf bull = base with growth + 3pp, margin to 34%, capex * 0.9, terminal = 12x ebitda")
    let whole = Played(
      base
        + "load scenario base; dcf growth + 3pp, margin to 34%, capex * 0.9, terminal = 12x ebitda; save scenario bull")
    #expect(child.codes.isEmpty && whole.codes.isEmpty)
    #expect(try child.value("bull") == whole.value("bull"))
    #expect(try child.scenario("bull").inheritance?.changes.count == 4)
    #expect(try whole.scenario("bull").inheritance == nil)
    let flat = try child.session.research.detachedAssumptions(of: child.scenario("bull").id)
    #expect(flat == (try whole.scenario("bull").assumptions))
  }

  @Test("The value that a parent gives one year is inherited")
  func oneYear() throws {
    let child = Played(
      base + "dcf growth[2] = 12%; dcf margin[3] = 25%; save scenario base; dcf bull = base with capex + 1pp")
    let whole = Played(
      base + "dcf growth[2] = 12%; dcf margin[3] = 25%; save scenario base; dcf capex + 1pp; save scenario bull")
    #expect(child.codes.isEmpty && whole.codes.isEmpty)
    #expect(try child.value("bull") == whole.value("bull"))
    #expect(try child.scenario("bull").assumptions["growth"]?.exceptions.map(\.year) == [2])
  }

  @Test("A change of the parent flows on, and relative changes act again, also through two generations")
  func flowsOn() throws {
    var played = Played(base + "dcf bull = base with growth + 3pp; dcf great = bull with margin + 1pp")
    played.run("load scenario base; dcf growth = 9% to 1%, discount = 8%; save scenario base")
    let again = Played(
      base
        + "load scenario base; dcf growth = 9% to 1%, discount = 8%; dcf growth + 3pp; dcf margin + 1pp; save scenario great"
    )
    #expect(played.codes.isEmpty && again.codes.isEmpty)
    #expect(try played.value("great") == again.value("great"))
  }

  @Test("Undo takes the change back from those that follow as well")
  func undo() throws {
    var played = Played(base + "dcf bull = base with growth + 3pp")
    let before = try played.value("bull")
    played.run("load scenario base; dcf growth = 9%; save scenario base")
    #expect(try played.value("bull") != before)
    played.run("undo")
    #expect(try played.value("bull") == before)
  }

  @Test("A saved and loaded session gives the same scenarios, bit for bit")
  func session() throws {
    let played = Played(
      base + """
        dcf bull = base with growth + 0.1pp, margin = [20.1%, 21%, 22%, 23%, 24%]
        dcf capex = 8% of change, options = 1M at 15 life 4y volatility 35%, risk_free = 4%, allow stale-base
        save scenario bull note "options too"
        dcf PARTS { part a { revenue = 10M; growth = 3%; margin = 20%; discount = 9%; terminal = 2% }
          part b { value = 12x ebitda 2.1M; ownership = 40% }
          tax = 21%; shares = 1M }
        save scenario sum
        dcf more = sum with a.margin + 2pp
        save forecast "Q3 view" note "as of today"
        """)
    #expect(played.codes.isEmpty, "\(played.codes)")
    let document = SessionFile.json(of: played.session, savedAt: "")
    var sources = SourceMap()
    let reading = try SessionFile.session(
      Array(document.prettyWrite().utf8), at: nil,
      environment: Environment(
        today: CivilDate(daysSince1970: 20_000), now: { "" }, stateDirectory: ""),
      sources: &sources)
    #expect(SessionFile.json(of: reading.session, savedAt: "").write() == document.write())
    for (saved, read) in zip(played.session.research.scenarios, reading.session.research.scenarios) {
      #expect(saved.assumptions == read.assumptions && saved.inheritance == read.inheritance, "\(saved.name)")
      let bits = try [saved, read].map { try DiscountedCashFlow.value($0.assumptions).valuePerShare.bitPattern }
      #expect(bits[0] == bits[1], "\(saved.name)")
    }
    #expect(reading.session.research.scenarios.map(\.note) == [nil, "options too", nil, nil])
    #expect(reading.session.research.forecasts[0].outputs == played.session.research.forecasts[0].outputs)
    #expect(reading.session.research.model?.inheritance == played.session.research.model?.inheritance)
  }

  @Test("A scenario of a session whose parent is missing is detached, with the same value")
  func orphanInSession() throws {
    let played = Played(base + "dcf bull = base with growth + 3pp")
    let value = try played.value("bull")
    var document = SessionFile.json(of: played.session, savedAt: "")
    document["scenarios"] = .array(try [#require(document["scenarios"]?[1])])
    var sources = SourceMap()
    let reading = try SessionFile.session(
      Array(document.write().utf8), at: nil,
      environment: Environment(today: CivilDate(daysSince1970: 0), now: { "" }, stateDirectory: ""), sources: &sources)
    #expect(reading.findings.map(\.code) == [.damagedEntry] && !reading.isWhole)
    let bull = try #require(reading.session.research.scenarios.first)
    #expect(bull.inheritance == nil && reading.session.research.scenarios.count == 1)
    #expect(try DiscountedCashFlow.value(bull.assumptions).valuePerShare.bitPattern == value)
  }

  @Test("A ring of scenarios is refused, and saving over the one that is followed makes none")
  func cycles() throws {
    var played = Played(base + "dcf bull = base with growth + 3pp; dcf great = bull with margin + 1pp")
    played.run("dcf bull = great with growth + 1pp")
    #expect(played.codes == ["scenario-cycle"])
    played.run("dcf base = great with growth + 1pp")
    #expect(played.codes == ["scenario-cycle", "scenario-cycle"])
    played.run("dcf bull with growth + 1pp; save scenario bull from base")
    #expect(played.codes.count == 2)
    #expect(try played.scenario("bull").inheritance?.parent == played.scenario("base").id)
    let other = Played(base + "dcf growth + 3pp; dcf growth + 1pp; save scenario bull")
    #expect(try played.value("bull") == other.value("bull"))
    played.run("dcf base with margin + 1pp; save scenario base")
    #expect(try played.scenario("base").inheritance == nil)
    #expect(played.session.research.scenarios.allSatisfy { played.session.research.isRooted($0) })
  }

  @Test("A parent with children is kept unless they are deleted with it or detached first")
  func deletion() throws {
    let start = base + "dcf bull = base with growth + 3pp; dcf great = bull with margin + 1pp\n"
    let kept = Played(start + "delete scenario base")
    #expect(kept.codes == ["scenario-has-heirs"] && kept.session.research.scenarios.count == 3)
    let gone = Played(start + "delete scenario base, bull, great")
    #expect(gone.codes.isEmpty && gone.session.research.scenarios.isEmpty)
    let values = try ["bull", "great"].map { try kept.value($0) }
    let flat = Played(start + "delete scenario base flatten")
    #expect(flat.codes.isEmpty)
    #expect(try ["bull", "great"].map { try flat.value($0) } == values)
    #expect(try flat.scenario("bull").inheritance == nil)
    #expect(try flat.scenario("bull").assumptions.all.allSatisfy { $0.source == .typed })
    #expect(try flat.scenario("great").inheritance?.parent == flat.scenario("bull").id)
    let both = Played(start + "delete scenario base, bull flatten")
    #expect(try both.value("great") == values[1])
  }

  @Test("A change that a child could not follow changes nothing")
  func refusedChild() throws {
    let played = Played(
      base + "dcf high = base with terminal = 8.5%; load scenario base; dcf discount = 8%; save scenario base")
    #expect(played.codes == ["heir-refused"])
    #expect(try played.scenario("base").assumptions["discount"]?.value == .scalar(0.09))
  }

  @Test("Another name of the parent is the source that its children show")
  func rename() throws {
    let played = Played(base + "dcf bull = base with growth + 3pp; rename scenario base to Start")
    #expect(try played.scenario("bull").assumptions["margin"]?.source == .scenario("Start"))
  }

  @Test("Scenarios written to a file and read back are the same, children among them")
  func exported() throws {
    let path = "\(TemporaryFolder.path)/scenarios.json"
    var played = Played(base + "dcf bull = base with growth + 3pp; save scenario bull from base note \"hope\"")
    let values = try ["base", "bull"].map { try played.value($0) }
    played.run("save scenarios bull to \"\(path)\"; reset; load scenarios \"\(path)\"")
    #expect(played.codes.isEmpty, "\(played.codes)")
    #expect(try ["base", "bull"].map { try played.value($0) } == values)
    #expect(try played.scenario("bull").note == "hope")
    #expect(try played.scenario("bull").inheritance?.parent == played.scenario("base").id)
    // The shared keys hold a model that the Investor Tool reads.
    let rows = try #require(JSONValue(parsing: DiskFiles().read(path)).elements)
    let shared = try AssumptionsDocument.read(#require(rows[0]["assumptionsJSON"]?.stringValue)).model()
    #expect(abs(shared.margin - 0.20) < 1e-12 && abs(shared.discount - 0.09) < 1e-12)
    let growth = 1.06 * 1.0525 * 1.045 * 1.0375 * 1.03
    #expect(abs(shared.revenueIndex() - 100 * growth) < 1e-9)
  }

  @Test("A file whose children have no parent is refused whole, and so is a ring")
  func orphanInFile() throws {
    let path = "\(TemporaryFolder.path)/orphan.json"
    var played = Played(base + "dcf bull = base with growth + 3pp; save scenarios to \"\(path)\"; reset")
    var rows = try #require(JSONValue(parsing: DiskFiles().read(path)).elements)
    try DiskFiles().write(JSONValue.array([rows[1]]).write(), to: path)
    played.run("load scenarios \"\(path)\"")
    #expect(played.codes == ["scenario-orphan"] && played.session.research.scenarios.isEmpty)
    rows[0]["inherits"] = ["parent": rows[1]["id"] ?? .null, "changes": []]
    try DiskFiles().write(JSONValue.array(rows).write(), to: path)
    played.run("load scenarios \"\(path)\"")
    #expect(played.codes == ["scenario-orphan", "scenario-cycle"] && played.session.research.scenarios.isEmpty)
  }

  @Test("Forecasts written to a file and read back are the same, and frozen")
  func forecasts() throws {
    let path = "\(TemporaryFolder.path)/forecasts.json"
    var played = Played(
      base + "dcf base_end = 2023-12-31; save forecast \"Q3 view\" note \"first\"; save forecast \"Q3 view\"")
    #expect(played.codes == ["name-in-use"])
    let before = try #require(played.session.research.forecasts.first)
    #expect(before.outputs.years.map(\.periodEnd).first == "2024-12-31")
    played.run("dcf growth = 1%; save forecasts to \"\(path)\"; reset; load forecasts \"\(path)\"")
    let after = try #require(played.session.research.forecasts.first)
    #expect(played.codes.count == 1)
    #expect(after.outputs == before.outputs && after.assumptions == before.assumptions && after.id == before.id)
    #expect(ForecastFile.json(after) == ForecastFile.json(before))
  }
}

/// A folder for the files of these tests.
private enum TemporaryFolder {
  static let path: String = {
    let path = "/tmp/tas-scenario-tests-\(UInt32.random(in: 0 ... .max))"
    DiskFiles().makeFolder(path)
    return path
  }()
}
