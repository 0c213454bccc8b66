import Calendar
import Columns
import MarketData
import OrderedCollections
import Research
import TestSupport
import Testing
import Valuation

@Suite("Assumptions from reported figures")
struct FundamentalsAssumptionsTests {
  private func sample(_ name: String) throws -> Fundamentals {
    try #require(Sample.named(name, kind: .fundamentals)).loadFundamentals()
  }

  private func number(_ name: String, _ list: [Assumption]) -> Double? {
    if case .scalar(let value) = list.first(where: { $0.name == name })?.value { value } else { nil }
  }

  private func word(_ name: String, _ list: [Assumption]) -> String? {
    if case .word(let value) = list.first(where: { $0.name == name })?.value { value } else { nil }
  }

  private func detail(_ name: String, _ list: [Assumption]) -> String? {
    if case .fundamentals(let detail) = list.first(where: { $0.name == name })?.source { detail } else { nil }
  }

  @Test("Apple's fiscal year 2025 is worth 132.15 a share by the first model")
  func firstModel() throws {
    let apple = try #require(try sample("AAPL").assumptions(base: .year(2025)))
    let known = apple.known
    #expect(number("revenue", known) == 416_161e6)
    #expect(number("cash", known) == 132_420e6)
    #expect(number("debt", known) == 98_657e6)
    #expect(number("shares", known) == 14_776_353e3)
    #expect(word("base_end", known) == "2025-09-27" && word("balance_date", known) == "2025-09-27")
    #expect(word("currency", known) == "USD")
    #expect(
      detail("capex", known)
        == "FY2025: capex / revenue (PaymentsToAcquirePropertyPlantAndEquipment, filed 2025-10-31, 0000320193-25-000079)"
    )
    let typed: [Assumptions.Change] = [
      .set(Assumption("growth", YearPath(.glide(from: 0.06, to: 0.03)))), .number("tax", 20_719.0 / 132_729),
      .set(Assumption("margin", 133_050.0 / 416_161)), .set(Assumption("working_capital", 0)),
      .set(Assumption("discount", 0.09)), .set(Assumption(terminal: .growth(0.025))),
    ]
    let result = try DiscountedCashFlow.value(Assumptions(known, baseYear: apple.baseYear).with(typed))
    #expect((result.valuePerShare * 100).rounded() / 100 == 132.15)
  }

  @Test("preferred stock leaves book value once, whether equity holds it or it stands outside")
  func preferredOutsideEquity() throws {
    for (tag, book) in [("PreferredStockValue", 1000e6), ("TemporaryEquityCarryingAmountAttributableToParent", 1015e6)]
    {
      var company = CompanyFile.plain
      company.state(balancesOf: 2024, [tag: 15e6])
      let reports = try Fundamentals(companyFacts: Array(company.text.utf8), symbol: "MADE", file: "made.json")
      let known = try #require(reports.assumptions(base: .year(2024))).known
      #expect(number("book", known) == book && number("preferred", known) == 15e6)
      // The common equity of a model of book value is that of the balance sheet.
      let common = try DiscountedCashFlow.value(
        Assumptions([
          Assumption(.model, word: "residual_income"), Assumption(.roe, 0.1), Assumption(.costOfEquity, 0.1),
          Assumption(.payout, 0.5), Assumption(.shares, 1e6), Assumption(.book, book), Assumption(.preferred, 15e6),
        ]))
      #expect((common.valuePerShare - (book - 15e6) / 1e6).magnitude < 1e-9)
    }
  }

  @Test("the latest twelve months are the default, and every figure says where it comes from")
  func trailing() throws {
    let apple = try sample("AAPL")
    let trailing = try #require(apple.assumptions(base: .latestTwelveMonths))
    #expect(number("revenue", trailing.known) == 435_617e6)
    #expect(number("shares", trailing.known) == 14_681_140e3)
    #expect(number("cash", trailing.known) == 144_795e6)
    #expect(number("debt", trailing.known) == 90_509e6)
    #expect(number("tax", trailing.known) == double(67_209.0 / 369_950))
    #expect(number("book", trailing.known) == 88_190e6)
    #expect(word("base_end", trailing.known) == "2025-12-27")
    #expect(detail("revenue", trailing.known)?.hasPrefix("LTM to 2025-12-27: revenue (Revenue") == true)
    #expect(detail("tax", trailing.known)?.hasPrefix("FY2025: effective rate of three years") == true)
    #expect(trailing.baseYear["margin"] == double(141_070.0 / 435_617))
    #expect(trailing.baseYear["growth"] == double(435_617.0 / 395_760 - 1))
    #expect(trailing.highestMargin?.margin == double(141_070.0 / 435_617))
    for assumption in trailing.known + trailing.offered where trailing.figures[assumption.name] != nil {
      let figures = trailing.figures[assumption.name] ?? []
      #expect(figures.allSatisfy { !$0.tag.isEmpty && !$0.accession.isEmpty }, "\(assumption.name)")
      #expect(!figures.isEmpty, "\(assumption.name)")
    }
    #expect(number("dividend", trailing.offered) == 1.03)
    let research = trailing.offered.first { $0.name == "research" }
    guard case .path(let path) = research?.value, case .list(let amounts) = path.phases.first?.shape else {
      Issue.record("research is a list")
      return
    }
    // R&D of the twelve months to December 2025, 2024, 2023.
    #expect(amounts.prefix(3) == [37_169e6, 31_942e6, 29_902e6])
    #expect(try Assumptions(trailing.known, baseYear: trailing.baseYear)["revenue"] != nil)
    let (known, baseYear) = apple.assumptions
    #expect(known == trailing.known && baseYear == trailing.baseYear)
    #expect(apple.assumptions(base: .year(1999)) == nil)
  }

  private func made(_ file: CompanyFile) throws -> Fundamentals {
    try Fundamentals(companyFacts: Array(file.text.utf8), symbol: "MADE", file: "made.json")
  }

  @Test("refusals are those that are neither allowed nor settled by typed assumptions")
  func refusals() throws {
    let company = try made(.withQuarter(without: ["DepreciationDepletionAndAmortization"]))
    let mixed = try #require(company.assumptions(base: .latestTwelveMonths, mixing: true))
    #expect(mixed.refusals(allowing: []).map(\.code) == [.mixedPeriods])
    #expect(mixed.refusals(allowing: [.mixedPeriods]).isEmpty)
    #expect(mixed.refusals(allowing: [], typed: ["depreciation"]).isEmpty)
    // Depreciation of the fiscal year is a share of the fiscal year's revenue.
    #expect(number("depreciation", mixed.known) == 0.05)
    let plain = try #require(company.assumptions(base: .latestTwelveMonths))
    #expect(plain.refusals(allowing: []).isEmpty)
    #expect(plain.findings.map(\.code) == [.noTrailingMonths])
    let marvell = try sample("MRVL")
    let stale = try #require(
      marvell.assumptions(base: .latestTwelveMonths, on: CivilDate(year: 2028, month: 1, day: 1)))
    #expect(stale.refusals(allowing: []).map(\.code) == [.staleBase])
    #expect(stale.refusals(allowing: [.staleBase]).isEmpty)
  }

  @Test("typed assumptions are not asked for, and the model names the missing ones")
  func demand() throws {
    var research = CompanyResearch()
    research.fundamentals["MADE"] = try made(.withQuarter(without: ["DepreciationDepletionAndAmortization"]))
    func end(_ changes: [Assumptions.Change]) throws -> String? {
      word("base_end", try research.newModel(of: "MADE", price: nil, for: changes).assumptions.all)
    }
    #expect(try end([]) == "2024-12-31")
    #expect(try end([.number("depreciation", 0.05)]) == "2025-03-31")
    #expect(try end([.set(Assumption("model", .word("residual_income")))]) == "2025-03-31")
    // A model that holds the fiscal year's figures keeps them, and reports that, regardless of later typed assumptions.
    var model = try research.newModel(of: "MADE", price: nil)
    try model.apply([
      .number("growth", 0.03), .number("discount", 0.09), .set(Assumption(terminal: .growth(0.02))),
      .number("depreciation", 0.05), .number("capex", 0.06),
    ])
    let result = try DiscountedCashFlow.value(model.assumptions)
    let figures = try research.checkFigures(of: model, priceDay: nil)
    #expect(
      research.findings(on: model, result, with: figures, priceDay: nil).contains { $0.code == .noTrailingMonths })
  }

  @Test("a bank is refused as a firm before anything that it lacks is asked for, and valued by its equity")
  func bank() throws {
    var file = CompanyFile()
    file.state(year: 2024, ["NetIncomeLoss": 2e9, "NetIncomeLossAvailableToCommonStockholdersBasic": 1.9e9])
    file.state(
      balancesOf: 2024, ["Assets": 100e9, "StockholdersEquity": 9e9, "PreferredStockValue": 1e9, "Goodwill": 2e9])
    file.state(balancesOf: 2023, ["Assets": 95e9, "StockholdersEquity": 8.6e9, "PreferredStockValue": 1e9])
    file.state(coverOf: 2024, 1e9)
    var research = CompanyResearch()
    research.fundamentals["BANK"] = try made(file)
    let firm = try research.newModel(of: "BANK", price: nil)
    let error = #expect(throws: ValuationError.self) { try research.checkFigures(of: firm, priceDay: nil) }
    #expect(error?.code == .bankFCFF)
    let equity: [Assumptions.Change] = [.set(Assumption("model", .word("residual_income")))]
    var model = try research.newModel(of: "BANK", price: nil, for: equity)
    try model.apply(equity)
    try research.checkFigures(of: model, priceDay: nil)
    // Net income to common over the common equity of a year before.
    #expect(number("roe", model.assumptions.all) == 1.9 / 7.6)
  }

  @Test("assumptions by filing see nothing that was filed later")
  func byFiling() throws {
    let apple = try sample("AAPL")
    let series = apple.assumptionsByFiling()
    // The first annual report in the file is that of October 2009.
    let first = try #require(CivilDate(year: 2009, month: 10, day: 27))
    #expect(series.map(\.filed) == apple.filingDates.filter { $0 >= first })
    #expect(series.count > 60)
    for entry in series {
      for figure in entry.assumptions.figures.values.flatMap({ $0 }) { #expect(figure.filed <= entry.filed) }
      #expect(entry.assumptions.period.end < entry.filed)
    }
    let since = apple.assumptionsByFiling(since: CivilDate(year: 2026, month: 1, day: 1))
    #expect(since.map { "\($0.filed)" } == ["2025-10-31", "2026-01-30"])
    #expect(number("revenue", since[0].assumptions.known) == 416_161e6)
    #expect(number("revenue", since[1].assumptions.known) == 435_617e6)
  }
}
