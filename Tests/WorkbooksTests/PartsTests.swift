import FileFormats
import Research
import Testing
import Valuation
import Workbooks

@Suite("Companies in parts as workbooks")
struct PartsTests {
  /// A conglomerate of a business with a model, one priced by a multiple, and a stake.
  private static let conglomerate: [Assumption] = [
    Assumption("aero.revenue", 38e9), Assumption("aero.growth", .glide(0.08, to: 0.03)),
    Assumption("aero.margin", 0.20), Assumption("aero.capex", 0.04), Assumption("aero.depreciation", 0.03),
    Assumption("aero.discount", 0.085),
    Assumption("energy.value", .priced(12, of: .ebitda, 2.1e9)),
    Assumption("stake.value", 12.5e9), Assumption("stake.ownership", 0.40),
    Assumption("corporate_costs", 0.4e9), Assumption("holding_discount", 0.10),
    Assumption("tax", 0.21), Assumption("discount", 0.09), Assumption("terminal", 0.025),
    Assumption("cash", 15e9), Assumption("debt", 20e9), Assumption("minority", 1.2e9), Assumption("shares", 1.09e9),
    Assumption("price", 100),
  ]
  private static let conglomerateParts: [(name: String, kind: ValuationPart.Kind)] = [
    ("aero", .part), ("energy", .part), ("stake", .part),
  ]

  private static let segments: [Assumption] = [
    Assumption("phone.revenue", 209e9), Assumption("phone.growth", 0.03), Assumption("services.revenue", 207e9),
    Assumption("services.growth", .glide(0.10, to: 0.06)), Assumption("services.margin", .glide(0.40, to: 0.44)),
    Assumption("margin", .glide(0.20, to: 0.18)), Assumption("tax", 0.16), Assumption("capex", 0.01),
    Assumption("discount", 0.09), Assumption("terminal", 0.025), Assumption("horizon", 5), Assumption("cash", 60e9),
    Assumption("debt", 100e9), Assumption("shares", 15e9), Assumption("price", 120),
  ]
  private static let twoSegments: [(name: String, kind: ValuationPart.Kind)] = [
    ("phone", .segment), ("services", .segment),
  ]

  /// Models by the features they add to the plain one.
  static func models() throws -> [String: Assumptions] {
    let whole = try Assumptions(conglomerate, parts: conglomerateParts)
    let lines = try Assumptions(segments, parts: twoSegments)
    let second: [Assumptions.Change] = [
      .part("europe", .part), .number("europe.revenue", 10e9),
      .set(Assumption("europe.growth", .glide(0.05, to: 0.02))),
      .number("europe.margin", 0.15), .number("europe.capex", 0), .number("europe.horizon", 8),
      .number("europe.fx", 0.9), .number("europe.ownership", 0.6),
      .set(Assumption("europe.currency", word: "EUR")), .set(Assumption("currency", word: "USD")),
    ]
    let bank: [Assumptions.Change] = [
      .part("bank", .part), .set(Assumption("bank.model", word: "residual_income")), .number("bank.book", 20e9),
      .number("bank.roe", 0.12), .number("bank.payout", 0.5), .number("bank.cost_of_equity", 0.1),
    ]
    return [
      "a sum of parts": whole,
      "no costs": try whole.with([.remove("corporate_costs"), .remove("holding_discount")]),
      "another horizon and currency": try whole.with(second),
      "a path for parts of two horizons": try whole.with(
        second + [.remove("europe.growth"), .remove("aero.growth"), .set(Assumption(.growth, .glide(0.06, to: 0.02)))]),
      "a bank among them": try whole.with(bank),
      "a link outside": try whole.with([
        .set(Assumption(.depreciation, YearPath(.constant(0.8), of: .capex))), .remove("aero.depreciation"),
      ]),
      "a rate built outside": try whole.with([
        .remove("aero.discount"), .remove("discount"), .number("beta", 1.1), .number("equity_premium", 0.05),
        .number("risk_free", 0.04), .number("cost_of_debt", 0.06),
        .set(Assumption("aero.discounting", word: "mid-year")),
      ]),
      "a moved multiple, and options": try whole.with([
        .shift("energy.value", .init(.multiply, 1.1)),
        .set(Assumption(options: [.init(count: 1e7, strike: 60), .init(count: 2e7, strike: 150)])),
      ]),
      "segments": lines,
      "growth for a segment from outside": try lines.with([
        .remove("phone.growth"), .set(Assumption(.growth, .glide(0.05, to: 0.03))),
        .set(Assumption("services.margin", YearPath(.glide(from: nil, to: 0.44)))),
        .number("services.base_margin", 0.38),
      ]),
      "segments of equity flows": try lines.with([
        .set(Assumption(.model, word: "fcfe")), .remove("discount"), .number("cost_of_equity", 0.1),
        .number("cost_of_debt", 0.05), .number("debt_financing", 0.2),
      ]),
    ]
  }
  static let names = (try? models().keys.sorted()) ?? []

  @Test("their formulas give the value of the engine", arguments: names)
  func value(_ name: String) throws {
    let assumptions = try #require(try Self.models()[name])
    let workbook = try LiveWorkbook(assumptions)
    #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: assumptions)))
  }

  @Test("a changed cell gives what the engine gives for it, and is read back", arguments: names)
  func changes(_ name: String) throws {
    let assumptions = try #require(try Self.models()[name])
    let made = try LiveWorkbook(assumptions)
    var count = 0
    for assumption in assumptions.flat {
      guard let definition = AssumptionDefinition.named(assumption.name), definition.unit != .date,
        !ScenarioInputs.descriptions.contains(definition.key), assumption.exceptions.isEmpty
      else { continue }
      let number: Double
      let change: Assumptions.Change
      switch assumption.value {
      case .scalar(let old):
        number = old * 1.03125
        change = .number(assumption.name, number)
      case .terminal(let terminal):
        number = terminal.number * 1.03125
        change = .set(Assumption(terminal: terminal.with(number: number)).named(assumption.name))
      case .path, .word, .priced: continue
      }
      let changed = try assumptions.with([change])
      let wanted = try DiscountedCashFlow.valuePerShare(of: changed)
      // An assumption without an effect on the value is not an input of the formulas.
      guard wanted != (try DiscountedCashFlow.valuePerShare(of: assumptions)) else { continue }
      var workbook = made
      try workbook.change(assumption.name, definition.isPath ? 1 : 0, to: .number(number))
      #expect(agree(workbook.value, wanted), "\(assumption.name)")
      count += 1
      // Cells outside the parts have read-back tests of their own, and reading a whole workbook takes its time: a third
      // of the inputs of each model is read back.
      guard assumption.name.contains("."), count % 3 == 1 else { continue }
      let read = try ReadScenarios(try ReadBackTests.read(workbook))
      #expect(
        agree(try DiscountedCashFlow.valuePerShare(of: read.scenarios[0].assumptions), wanted), "\(assumption.name)")
      #expect(read.disagreeing.isEmpty && read.changed.first?.texts.count == 1, "\(assumption.name)")
    }
    #expect(count > 8)
  }

  @Test("what was not touched reads back as it was", arguments: names)
  func unchanged(_ name: String) throws {
    let assumptions = try #require(try Self.models()[name])
    let read = try ReadScenarios(try ReadBackTests.read(try LiveWorkbook(assumptions)))
    #expect(read.changed.isEmpty && read.disagreeing.isEmpty)
    #expect(read.scenarios.map(\.assumptions) == [assumptions])
  }

  @Test("the multiple and the figure of a priced part are cells")
  func priced() throws {
    let assumptions = try #require(try Self.models()["a sum of parts"])
    var workbook = try LiveWorkbook(assumptions)
    try workbook.change("energy.value", 0, to: .number(10))
    try workbook.change("energy.value", 1, to: .number(2.5e9))
    let other = try assumptions.with([.set(Assumption("energy.value", .priced(10, of: .ebitda, 2.5e9)))])
    #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: other)))
    let read = try ReadScenarios(try ReadBackTests.read(workbook))
    #expect(read.scenarios[0].assumptions["energy.value"]?.text == other["energy.value"]?.text)
  }

  @Test("scenarios in which a part says more of its own are chosen by the switch")
  func scenarios() throws {
    for (name, part) in [("a sum of parts", "aero"), ("segments", "services")] {
      let base = try #require(try Self.models()[name])
      let bull = try base.with([.shift("\(part).margin", .init(.add, 0.03)), .number("cash", 40e9)])
      let own = try base.with(part == "aero" ? [.number("aero.tax", 0.3)] : [.number("discount", 0.1)])
      var workbook = try LiveWorkbook(base, others: [("bull", bull), ("own", own)])
      #expect(workbook.made.leftOut.isEmpty, "\(workbook.made.leftOut)")
      for (name, assumptions) in [("bull", bull), ("own", own), ("base", base)] {
        var sheet = try #require(workbook.workbook["Scenarios"])
        sheet.put(.text(name), 3, 2, CellStyle(.general, .input))
        workbook.workbook["Scenarios"] = sheet
        #expect(agree(workbook.value, try DiscountedCashFlow.valuePerShare(of: assumptions)), "\(name)")
      }
      let read = try ReadScenarios(try ReadBackTests.read(workbook))
      #expect(read.changed.isEmpty && read.disagreeing.isEmpty)
      // A part's inherited assumptions move with the company's, in each scenario that has none of its own there.
      try workbook.change("tax", 1, to: .number(0.25), block: 1)
      var values = WorkbookValues(workbook.workbook)
      let moved = try base.with([.number("tax", 0.25)])
      #expect(
        agree(values.value(CellReference("Scenarios", 7, 2)).number, try DiscountedCashFlow.valuePerShare(of: moved)))
    }
  }

  @Test("a grid moves what the parts take from outside", arguments: ["a sum of parts", "segments"])
  func sensitivity(_ name: String) throws {
    let base = try #require(try Self.models()[name])
    let workbook = try LiveWorkbook(base)
    var values = WorkbookValues(workbook.workbook)
    let moved = try base.with([.shift("discount", .init(.add, -0.01)), .shift("terminal", .init(.add, -0.005))])
    #expect(
      agree(
        values.value(CellReference("Sensitivity", 4, 2)).number, try DiscountedCashFlow.valuePerShare(of: moved)))
  }
}
