import Columns
import MarketData
import Research
import TestSupport
import Testing

/// Figures by period; the expected numbers are those of the companies' reports.
@Suite("A company's figures by period")
struct FigureHistoryTests {
  private func sample(_ name: String) throws -> Fundamentals {
    try #require(Sample.named(name, kind: .fundamentals)).loadFundamentals()
  }

  @Test("Apple's fiscal years")
  func annual() throws {
    let history = try sample("AAPL").history(.annual, since: 2021)
    #expect(history.periods.map(\.name) == ["FY2021", "FY2022", "FY2023", "FY2024", "FY2025"])
    #expect(history.values(.revenue) == [365_817e6, 394_328e6, 383_285e6, 391_035e6, 416_161e6])
    #expect(history[.growth, 2].value == double(383_285.0 / 394_328 - 1))
    #expect(history[.margin, 4].value == double(133_050.0 / 416_161))
    #expect(history[.freeCashFlow, 4].value == double(111_482e6 - 12_715e6))
    #expect(history[.netDebt, 4].value == double(98_657e6 - 132_420e6))
    #expect(history[.roe, 4].value == double(112_010.0 / 56_950))
    let capital: Double = 56_950e6 + 106_629e6 - 156_650e6
    let profit: Double = 133_050e6 * (1 - 20_719.0 / 132_729)
    #expect(abs((history[.roic, 4].value ?? 0) - profit / capital) < 1e-9)
    #expect(history[.totalPayout, 4].value == double((15_421.0 + 90_711) / 112_010))
    #expect(history.mean(of: .margin, last: 2) == double((133_050.0 / 416_161 + 123_216.0 / 391_035) / 2))
    #expect(history.place(of: "2023") == 2 && history.place(of: "fy2023") == 2 && history.place(of: "1999") == nil)
    #expect(history[.revenue, 4].figures.first?.accession == "0000320193-25-000079")
    // Counts and amounts per share are in today's shares: the counts of 2009 are 28 times those filed.
    let old = try sample("AAPL").history(.annual)
    #expect((old[.shares, 0].value ?? 0) > 20e9 && (old[.earningsPerShare, 0].value ?? 9) < 0.4)
  }

  @Test("quarters and twelve months fit the years")
  func quarters() throws {
    let apple = try sample("AAPL")
    let quarters = apple.history(.quarterly, since: 2025)
    #expect(quarters.periods.map(\.name) == ["FY2025Q1", "FY2025Q2", "FY2025Q3", "FY2025Q4", "FY2026Q1"])
    #expect(quarters.values(.revenue) == [124_300e6, 95_359e6, 94_036e6, 102_466e6, 143_756e6])
    #expect(quarters[.growth, 4].value == double(143_756.0 / 124_300 - 1))
    let months = apple.history(.trailing, last: 2)
    #expect(months.periods.map(\.name) == ["LTM 2025-09-27", "LTM 2025-12-27"])
    #expect(months.values(.revenue) == [416_161e6, 435_617e6])
    let base = try #require(apple.period())
    for line in [FigureLine.capex, .depreciation, .netIncome] {
      #expect(months[line, 1].value == line.rawValue.item.flatMap { base[$0]?.value }, "\(line)")
    }
  }

  @Test("a cell without a value says why")
  func reasons() throws {
    let history = try CompanyFile.plain.read().history(.annual)
    #expect(history.lines.contains(.revenue) && !history.lines.contains(.deposits))
    #expect(history[.growth, 0].reason == "the period a year before is not known")
    #expect(history[.dividends, 2].reason == "dividends paid is not stated for FY2024")
    #expect(history[.revenue, 9].reason == "there is no such period")
    var losses = CompanyFile.plain
    losses.drop("NetIncomeLoss")
    losses.state(year: 2024, ["NetIncomeLoss": -5e6, "PaymentsOfDividends": 3e6])
    #expect(try losses.read().history(.annual, last: 1)[.payout, 0].reason == "net income is not above 0")
  }

  @Test("a year that is not there is not skipped: nothing grows from two years before")
  func gap() throws {
    var file = CompanyFile.plain
    for tag in ["Revenues", "OperatingIncomeLoss", "NetIncomeLoss"] {
      file.drop(tag)
      file.state(year: 2022, [tag: 800e6])
      file.state(year: 2024, [tag: 1000e6])
    }
    file.drop("IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest")
    let company = try file.read()
    #expect(company.years.map(\.year) == [2022, 2024])
    let period = try #require(company.period(.fiscalYear))
    #expect(period.growth == nil)
    let history = company.history(to: period, last: 5)
    #expect(history.values(.growth) == [nil, nil] && history.values(.revenue) == [800e6, 1000e6])
  }

  @Test("the years up to a base end with its twelve months, without lines that are of other months")
  func baseYears() throws {
    let company = try CompanyFile.withQuarter(without: ["PaymentsToAcquirePropertyPlantAndEquipment"]).read()
    let mixed = try #require(company.period(mixing: true))
    #expect(mixed[.capex]?.value == 60e6)
    let history = company.history(to: mixed, last: 2)
    #expect(history.periods.map(\.name) == ["FY2023", "FY2024", "LTM 2025-03-31"])
    #expect(history.values(.capex) == [60e6, 60e6, nil] && history.values(.capexShare)[2] == nil)
    #expect(history.values(.growth)[1] == double(1000.0 / 950 - 1))
  }

  @Test("a part of cash or debt that is stated no more is named, with the amount that the sum lacks")
  func omissions() throws {
    var file = CompanyFile.plain
    for year in [2022, 2023] {
      file.state(
        balancesOf: year, ["MarketableSecuritiesCurrent": 150e6, "ShortTermBorrowings": 90e6])
    }
    let history = try file.read().history(.annual)
    #expect(history[.cash, 1].value == 450e6 && history[.cash, 2].value == 300e6)
    #expect(history.omissions.map(\.item) == [.currentSecurities, .shortTermDebt])
    #expect(
      history.omissions.first?.text
        == "current securities: not stated from FY2024 on, 150M before; counts as 0 in cash and securities and "
        + "derived lines")
    // The newest periods alone know it from their opening balance sheet.
    #expect(try file.read().history(.annual, last: 1).omissions.map(\.value) == [150e6, 90e6])
    #expect(try CompanyFile.plain.read().history(.annual).omissions.isEmpty)
  }

  @Test("returns and payouts are those of the common shares, as a valuation takes them")
  func commonShares() throws {
    var bank = CompanyFile()
    for year in [2023, 2024] {
      bank.state(
        year: year,
        [
          "Revenues": 9e9, "NetIncomeLoss": 2e9, "NetIncomeLossAvailableToCommonStockholdersBasic": 1.8e9,
          "PaymentsOfDividends": 1.1e9, "DividendsPreferredStock": 0.2e9, "PaymentsForRepurchaseOfCommonStock": 0.9e9,
        ])
      bank.state(balancesOf: year, ["Assets": 100e9, "StockholdersEquity": 12e9, "PreferredStockValue": 2e9])
    }
    let company = try bank.read()
    let history = company.history(.annual)
    let period = try #require(company.period(.fiscalYear))
    #expect(history[.payout, 1].value == 0.5 && period.payout == 0.5)
    #expect(history[.totalPayout, 1].value == 1)
    #expect(history[.roe, 1].value == 0.18)
    #expect(period.returnOnEquity(opening: company.openingBalances(of: period)) == 0.18)
  }
}

extension String {
  fileprivate var item: Fundamentals.Item? { Fundamentals.Item(rawValue: self) }
}
