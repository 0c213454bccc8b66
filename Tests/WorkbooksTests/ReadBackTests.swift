import FileFormats
import Research
import Testing
import Valuation
import Workbooks

@Suite("Workbooks read back")
struct ReadBackTests {
  /// A workbook's cells as a program that computes and saves them leaves them.
  static func read(_ workbook: LiveWorkbook) throws -> ReadWorkbook {
    var values = WorkbookValues(workbook.workbook)
    return try WorkbookReader.workbook(WorkbookWriter.bytes(workbook.workbook, &values))
  }

  @Test("what was not touched is as it was, text for text", arguments: WorkbookTests.models.keys.sorted())
  func unchanged(_ name: String) throws {
    let assumptions = try Assumptions(try #require(WorkbookTests.models[name]))
    let read = try ReadScenarios(try Self.read(try LiveWorkbook(assumptions)))
    #expect(read.changed.isEmpty)
    #expect(read.disagreeing.isEmpty)
    #expect(read.scenarios.map(\.assumptions) == [assumptions])
  }

  @Test("a year between the ends of a glide becomes a list of its years")
  func overwritten() throws {
    var workbook = try LiveWorkbook(try Assumptions(WorkbookTests.plain))
    var sheet = try #require(workbook.workbook["Assumptions"])
    let row = try #require(sheet.cells.first { $0.value.content == .value(.text("growth")) }?.key.row)
    sheet.put(.number(0.2), row, 4)
    workbook.workbook["Assumptions"] = sheet
    let read = try ReadScenarios(try Self.read(workbook))
    let growth = try #require(read.scenarios.first?.assumptions[.growth])
    guard case .path(let path) = growth.value, case .list(let values) = path.phases[0].shape else {
      Issue.record("\(growth)")
      return
    }
    #expect(zip(values, [0.06, 0.2, 0.045, 0.0375, 0.03]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("a name that is not known is an error in its cell")
  func unknown() throws {
    var workbook = try LiveWorkbook(try Assumptions(WorkbookTests.plain))
    var sheet = try #require(workbook.workbook["Assumptions"])
    let address = try #require(sheet.cells.first { $0.value.content == .value(.text("growth")) }?.key)
    sheet.put(.text("grwth"), address.row, address.column)
    workbook.workbook["Assumptions"] = sheet
    do {
      _ = try ReadScenarios(try Self.read(workbook))
      Issue.record("it was read")
    } catch let error as WorkbookError {
      #expect(error.message == "Assumptions!\(address): there is no assumption called `grwth`")
      #expect(error.hint == "did you mean `growth`?")
    }
  }

  @Test("a text where a number belongs, and a number beyond what is possible, are errors")
  func wrong() throws {
    for (value, word) in [
      (CellValue.text("much"), "a number"), (.number(7), "must be"), (.error(.division), "#DIV/0!"),
    ] {
      var workbook = try LiveWorkbook(try Assumptions(WorkbookTests.plain))
      try workbook.change("growth", 1, to: value)
      do {
        _ = try ReadScenarios(try Self.read(workbook))
        Issue.record("it was read")
      } catch let error as WorkbookError {
        #expect(error.message.contains(word))
      }
    }
  }

  @Test("a formula that was changed is said, as its change is not read back")
  func formula() throws {
    var workbook = try LiveWorkbook(try Assumptions(WorkbookTests.plain))
    var sheet = try #require(workbook.workbook["Value"])
    sheet.put(.number(1e9), workbook.made.valueCell.address.row, workbook.made.valueCell.address.column)
    workbook.workbook["Value"] = sheet
    let read = try ReadScenarios(try Self.read(workbook))
    #expect(read.disagreeing.count == 1)
  }

  @Test("a formula that no program has computed is refused in its cell, and not read as an empty one")
  func uncomputed() throws {
    let workbook = try LiveWorkbook(try Assumptions(WorkbookTests.plain))
    var read = try Self.read(workbook)
    let place = try #require(read.sheets.firstIndex { $0.name == "Assumptions" })
    let row = try #require(read.sheets[place].cells.first { $0.value.value == .text("shares") }?.key.row)
    read.sheets[place].cells[CellAddress(row, 2)] = .init(.empty, isFormula: true)
    do {
      _ = try ReadScenarios(read)
      Issue.record("it was read")
    } catch {
      #expect(error.message == "Assumptions!B\(row): the formula has no value, because no program has computed it")
      #expect(error.hint == "open the workbook in a spreadsheet program and save it there")
    }
  }

  @Test("children keep what they inherit, and own what was changed in their block")
  func children() throws {
    let base = try Assumptions(WorkbookTests.plain)
    let changes: [Assumptions.Change] = [.shift("growth", .init(.add, 0.03, written: "+ 3pp"))]
    let parent = Scenario(
      id: "00000000-0000-4000-8000-000000000001", name: "base", ticker: "ACME", model: .plain(base, inheriting: nil),
      savedAt: "2026-01-30T12:00:00Z")
    var child = parent
    child.id = "00000000-0000-4000-8000-000000000002"
    child.name = "bull"
    child.model = .plain(
      try parent.inheritedAssumptions.with(changes), inheriting: Inheritance(parent: parent.id, changes: changes))
    let entries = try [parent, child].map {
      ValuationWorkbook.Entry($0, try DiscountedCashFlow.value($0.assumptions))
    }
    var live = try LiveWorkbook(base)
    live.made = try ValuationWorkbook(company: "ACME", entries)
    live.workbook = live.made.workbook
    try live.change("margin", 1, to: .number(0.25), block: 2, follows: true)
    let read = try ReadScenarios(try Self.read(live))
    #expect(read.changed.map(\.scenario) == ["bull"])
    #expect(read.scenarios[1].inheritance?.changes.count == 2)
    #expect(read.scenarios[0].assumptions == base)

    // A change of the parent flows on in the workbook as it does in the session.
    live.workbook = live.made.workbook
    try live.change("growth", 1, to: .number(0.08), block: 1)
    try live.change("cash", to: .number(40e6), block: 1)
    let flowed = try ReadScenarios(try Self.read(live))
    #expect(flowed.changed.map(\.scenario) == ["base"])
    #expect(flowed.disagreeing.isEmpty)
    #expect(flowed.scenarios[1].inheritance?.changes == changes)
    #expect(flowed.scenarios[1].assumptions[.cash]?.text == "40M")
  }

  @Test(
    "changed amounts by year flow on to the children that move them",
    arguments: [
      ("capex", Assumption.Shift(.multiply, 1.1), [6.5e6, 6.1e6, 6.2e6, 6.3e6, 6.4e6].map { $0 * 1.1 }),
      ("capex", .init(.add, 5e5), [7e6, 6.6e6, 6.7e6, 6.8e6, 6.9e6]), ("margin", .init(.add, 0.01), nil),
    ] as [(String, Assumption.Shift, [Double]?)])
  func amountsOfChildren(name: String, shift: Assumption.Shift, expected: [Double]?) throws {
    let amounts = Assumption(.capex, YearPath(.amounts([6e6, 6.1e6, 6.2e6, 6.3e6, 6.4e6])))
    let base = try Assumptions(WorkbookTests.plain.filter { $0.key != .capex } + [amounts])
    let changes: [Assumptions.Change] = [.shift(name, shift), .shift("growth", .init(.add, 0.02))]
    let parent = Scenario(
      id: "00000000-0000-4000-8000-000000000001", name: "base", ticker: "ACME", model: .plain(base, inheriting: nil),
      savedAt: "2026-01-30T12:00:00Z")
    var child = parent
    child.id = "00000000-0000-4000-8000-000000000002"
    child.name = "bull"
    child.model = .plain(
      try parent.inheritedAssumptions.with(changes), inheriting: Inheritance(parent: parent.id, changes: changes))
    var live = try LiveWorkbook(base)
    live.made = try ValuationWorkbook(
      company: "ACME",
      try [parent, child].map { ValuationWorkbook.Entry($0, try DiscountedCashFlow.value($0.assumptions)) })
    live.workbook = live.made.workbook
    #expect(try ReadScenarios(try Self.read(live)).changed.isEmpty)
    try live.change("capex, as typed", 1, to: .number(6.5e6), block: 1)
    let read = try ReadScenarios(try Self.read(live))
    #expect(read.changed.map(\.scenario) == ["base"] && read.disagreeing.isEmpty)
    #expect(read.scenarios[1].inheritance?.changes == changes)
    let flows = try DiscountedCashFlow.value(read.scenarios[1].assumptions).years.map(\.capex)
    #expect(zip(flows, expected ?? [6.5e6, 6.1e6, 6.2e6, 6.3e6, 6.4e6]).allSatisfy { abs($0 - $1) < 1 })

    // An amount of the child itself is read, unless a factor moves it: then it is said what to type.
    live.workbook = live.made.workbook
    try live.change("capex, as typed", 1, to: .number(7e6), block: 2, follows: true)
    guard shift.operator == .multiply else {
      #expect(try ReadScenarios(try Self.read(live)).changed.map(\.scenario) == ["bull"])
      return
    }
    let error = #expect(throws: WorkbookError.self) { try ReadScenarios(try Self.read(live)) }
    #expect(error?.message.contains("moved as a unit") == true)
    #expect(error?.hint?.contains("`dcf bull with capex = [7.7M, 6.71M, 6.82M, 6.93M, 7.04M]`") == true)
  }
}
