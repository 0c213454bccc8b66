import Calendar
import Columns
import MarketData
import Research
import TestSupport
import Testing

@Suite("Fundamentals")
struct FundamentalsTests {
  private func apple() throws -> Fundamentals {
    try #require(Sample.named("AAPL", kind: .fundamentals)).loadFundamentals()
  }

  @Test("Apple's fiscal 2025 is as its annual report states it")
  func appleFigures() throws {
    let apple = try apple()
    #expect(apple.company == "Apple Inc.")
    #expect(apple.currency == "USD")
    let year = try #require(apple.latest)
    #expect(year.year == 2025)
    #expect(year.start.description == "2024-09-29")
    #expect(year.end.description == "2025-09-27")
    let expected: [(Fundamentals.Item, Double)] = [
      (.revenue, 416_161e6), (.operatingIncome, 133_050e6), (.pretaxIncome, 132_729e6),
      (.incomeTax, 20_719e6),
      (.netIncome, 112_010e6), (.depreciation, 11_698e6), (.capex, 12_715e6), (.stockCompensation, 12_863e6),
      (.cash, 35_934e6), (.currentSecurities, 18_763e6), (.nonCurrentSecurities, 77_723e6),
      (.longTermDebt, 90_678e6), (.shortTermDebt, 7979e6), (.dilutedShares, 15_004_697e3),
      (.coverShares, 14_776_353e3),
    ]
    for (item, value) in expected { #expect(year[item]?.value == value, "\(item)") }
    let revenue = try #require(apple.figure(.revenue))
    #expect(revenue.tag == "RevenueFromContractWithCustomerExcludingAssessedTax")
    #expect(revenue.filed.description == "2025-10-31")
    #expect(revenue.accession == "0000320193-25-000079")
    #expect(revenue.periodEnd.description == "2025-09-27")
    #expect(apple.latestShares?.value == 14_681_140e3)
    #expect(apple.latestShares?.periodEnd.description == "2026-01-16")
  }

  @Test("the base year's rates are those of the valuation's first model")
  func appleRates() throws {
    let apple = try apple()
    func percent(_ rate: Double?) -> Double { ((rate ?? 0) * 10_000).rounded() / 100 }
    #expect(percent(apple.latest?.shareOfRevenue(.operatingIncome)) == 31.97)
    #expect(percent(apple.latest?.shareOfRevenue(.capex)) == 3.06)
    #expect(percent(apple.latest?.shareOfRevenue(.depreciation)) == 2.81)
    // (20,719 + 29,749 + 16,741) / (132,729 + 123,485 + 113,736)
    let year = try #require(apple.period(.fiscalYear))
    #expect(percent(apple.effectiveTaxRate(through: year)) == 18.17)
    #expect(apple.latest?.cashAndSecurities == 132_420e6)
    #expect(apple.latest?.totalDebt == 98_657e6)
    #expect(percent(apple.effectiveTaxRate(years: 1, through: year)) == 15.61)
  }

  @Test("nineteen years follow each other, and restated share counts are those after the splits")
  func appleYears() throws {
    let apple = try apple()
    #expect(apple.years.map(\.year) == Array(2007...2025))
    #expect(apple.year(2024)?[.revenue]?.value == 391_035e6)
    #expect(apple.year(2016)?[.revenue]?.value == 215_639e6)
    // Restated by the report of 2010, after a change of accounting.
    #expect(apple.year(2008)?[.revenue]?.value == 37_491e6)
    #expect(apple.year(2018)?[.dilutedShares]?.value == 20_000_435e3)
    #expect(apple.year(2015)?[.depreciation]?.value == 11_257e6)
    #expect(apple.year(2006) == nil)
    #expect(apple.noLongerStated.isEmpty)
  }

  @Test("NVIDIA's year carries the number of its end, and what is no longer stated is reported")
  func nvidia() throws {
    let nvidia = try #require(Sample.named("NVDA")).loadFundamentals()
    #expect(nvidia.year(2025)?[.revenue]?.value == 130_497e6)
    #expect(nvidia.latest?.end.description == "2026-01-25")
    #expect(nvidia.latest?[.capex]?.tag == "PaymentsToAcquireProductiveAssets")
    #expect(nvidia.noLongerStated == [.currentSecurities, .shortTermDebt])
  }

  @Test("Marvell's short debt is part of its long-term debt, and its depreciation a sum")
  func marvell() throws {
    let marvell = try #require(Sample.named("MRVL")).loadFundamentals()
    let year = try #require(marvell.latest)
    #expect(year.year == 2026)
    #expect(year[.shortTermDebt] == nil)
    #expect(year.totalDebt == 4470.6e6)
    #expect(year[.depreciation]?.tag == "Depreciation + AmortizationOfIntangibleAssets")
    #expect(year[.depreciation]?.value == 1163.7e6)
    let losses = try #require(marvell.period(.year(2025)))
    #expect(marvell.effectiveTaxRate(years: 1, through: losses) == nil)
  }

  @Test(
    "Walmart's short borrowings are separate from its long-term debt",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there")
  )
  func walmart() throws {
    let walmart = try Fundamentals(
      companyFacts: SharedFolder.bytes("data/fundamentals/CIK0000104169.json"),
      symbol: "WMT",
      file: "walmart"
    )
    #expect(walmart.latest?.year == 2026)
    #expect(walmart.latest?[.longTermDebt]?.value == 38_166e6)
    #expect((walmart.latest?[.shortTermDebt]?.value ?? 0) > 0)
    #expect(walmart.latest?[.revenue]?.tag == "Revenues")
  }

  @Test("a file that is not companyfacts is refused")
  func refused() {
    for text in ["", "{}", "[1, 2]", "{\"entityName\": 1}", "{\"entityName\": \"X\", \"facts\": {}}"] {
      let error = #expect(throws: MarketDataError.self) {
        try Fundamentals(companyFacts: Array(text.utf8), symbol: "X", file: "x.json")
      }
      #expect(error?.code == .notCompanyFacts)
    }
    let cut = #expect(throws: MarketDataError.self) {
      try Fundamentals(companyFacts: Array(#"{"entityName": "X", "facts": {"#.utf8), symbol: "X", file: "x.json")
    }
    #expect(cut?.message.hasSuffix(": the text ends too early, at byte 30") == true)
  }
}
