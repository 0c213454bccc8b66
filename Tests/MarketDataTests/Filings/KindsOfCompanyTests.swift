import MarketData
import Research
import TestSupport
import Testing
import Valuation

/// Lines that some kinds of company state under tags of their own, and counts of shares in other units.
@Suite("Kinds of company")
struct KindsOfCompanyTests {
  private static let capex = "PaymentsToAcquirePropertyPlantAndEquipment"

  /// A company with a plain year, but for some lines: a flow of 0 is taken away.
  private func company(_ flows: [String: Double], _ balances: [String: Double] = [:]) throws -> Fundamentals {
    var all = [
      "Revenues": 1e9, "OperatingIncomeLoss": 200e6, "NetIncomeLoss": 150e6, "InterestExpense": 10e6,
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest": 190e6,
      "DepreciationDepletionAndAmortization": 50e6, Self.capex: 60e6, "IncreaseDecreaseInAccountsReceivable": 5e6,
    ]
    all.merge(flows) { $1 }
    var file = CompanyFile()
    file.state(year: 2024, all.filter { $0.value != 0 })
    file.state(
      balancesOf: 2024, ["Assets": 2e9, "StockholdersEquity": 900e6, "LongTermDebt": 300e6].merging(balances) { $1 })
    file.state(coverOf: 2024, 50e6)
    return try file.read()
  }

  private func figure(_ company: Fundamentals, _ item: Fundamentals.Item) throws -> Fundamentals.Figure? {
    try #require(company.period())[item]
  }

  @Test(
    "Payments for real estate are the capex of a property company, and of no other",
    arguments: [
      (["PaymentsToAcquireCommercialRealEstate": 80e6, "PaymentsToDevelopRealEstateAssets": 20e6], 1.6e9, 160e6),
      (["PaymentsToAcquireRealEstateHeldForInvestment": 120e6, capex: 0], 1.6e9, 120e6),
      (
        ["PaymentsToAcquireAndDevelopRealEstate": 120e6, capex: 0, "PaymentsForCapitalImprovements": 30e6], 1.6e9, 150e6
      ),
      (["PaymentsToAcquireRealEstate": 120e6, capex: 1e6], 1.6e9, 120e6),
      (["PaymentsToAcquireRealEstate": 120e6], 0.3e9, 60e6),
    ] as [([String: Double], Double, Double)])
  func property(flows: [String: Double], held: Double, expected: Double) throws {
    let company = try company(flows, ["RealEstateInvestmentPropertyNet": held])
    #expect(try figure(company, .capex)?.value == expected)
  }

  @Test("Capitalised software is added to payments for equipment, and not to those that hold it")
  func software() throws {
    for tag in ["PaymentsToDevelopSoftware", "PaymentsToAcquireSoftware"] {
      let capex = try figure(company([tag: 25e6]), .capex)
      #expect(capex?.value == 85e6 && capex?.parts.map(\.value) == [60e6, 25e6])
    }
    let both = try company([
      Self.capex: 0, "PaymentsToAcquireProductiveAssets": 90e6, "PaymentsToDevelopSoftware": 25e6,
    ])
    #expect(try figure(both, .capex)?.value == 90e6)
  }

  @Test("An operating income that is not stated is built of pretax income and interest, with its parts and a warning")
  func built() throws {
    for (flows, expected) in [(["OperatingIncomeLoss": 0], 200e6), (["InvestmentIncomeInterest": 4e6], 196e6)] {
      let company = try company(flows.merging(["OperatingIncomeLoss": 0]) { $1 })
      let income = try #require(try figure(company, .operatingIncome))
      #expect(income.value == expected && income.parts.map(\.value).reduce(0, +) == expected)
      let found = company.findings(of: try #require(company.period()))
      #expect(found.contains { $0.code == .partialLine && $0.items == [.operatingIncome] && $0.value == expected })
    }
    let bare = try company(["OperatingIncomeLoss": 0, "InterestExpense": 0])
    #expect(try figure(bare, .operatingIncome) == nil)
    #expect(bare.findings(of: try #require(bare.period())).contains { $0.isRefusal && $0.items == [.operatingIncome] })
  }

  /// Four years of revenue of a thousand million, with counts on the covers and averages.
  private func counted(cover: Double?, last: Double? = nil, average: Double?) throws -> Fundamentals {
    var file = CompanyFile()
    for year in 2021...2024 {
      file.state(year: year, ["Revenues": 1e9, "OperatingIncomeLoss": 2e8, "NetIncomeLoss": 150e6])
      file.state(balancesOf: year, ["Assets": 2e9, "StockholdersEquity": 900e6])
      if let cover { file.state(coverOf: year, year == 2024 ? last ?? cover : cover) }
      if let average { file.state(averageOf: year, diluted: average * 1.01, basic: average) }
    }
    return try file.read()
  }

  @Test(
    "Counts of shares: classes, placeholders, and counts without their scale, with no price",
    arguments: [
      (nil, nil, 50e6, 50e6), (1, nil, 50e6, 50e6), (100, nil, 50e6, 50e6), (1000, nil, 50e6, 50e6),
      (1, nil, nil, nil), (10, nil, nil, nil), (100, nil, nil, nil), (1000, nil, nil, nil),
      (50e6, 50e3, 50e6, 50e6), (50e6, 50, 50e6, 50e6), (50, nil, 50, 50e6),
      // Nothing but the revenue a share of 20,000 tells.
      (50e3, nil, 50e3, 50e3),
    ] as [(Double?, Double?, Double?, Double?)])
  func counts(cover: Double?, last: Double?, average: Double?, expected: Double?) throws {
    let company = try counted(cover: cover, last: last, average: average)
    let period = try #require(company.period())
    #expect(period.shares?.value == expected)
    let found = company.findings(of: period).filter { $0.items.contains(.coverShares) }
    let isDoubtful = expected == nil || expected == 50e3 || (last ?? average ?? 1) < 1e6
    #expect(found.contains { $0.code == .splitSuspected || $0.isRefusal } == isDoubtful)
  }

  @Test(
    "A split that only amounts a share show is seen where two of them are restated alike, and the income is not")
  func splitOfAmounts() throws {
    func file(_ factor: Double, dividends: Bool, isIncomeToo: Bool = false) throws -> Fundamentals {
      var file = CompanyFile()
      for year in 2021...2024 {
        file.state(year: year, ["Revenues": 1e9, "OperatingIncomeLoss": 2e8, "NetIncomeLoss": 150e6])
        file.state(balancesOf: year, ["Assets": 2e9, "StockholdersEquity": 900e6])
      }
      func state(_ tag: String, _ value: Double, _ year: Int, filed: String, unit: String = "USD/shares") {
        file.state(tag, value, from: "\(year)-01-01", to: "\(year)-12-31", filed: filed, unit: unit)
      }
      for year in 2021...2024 {
        let isNew = year == 2024
        state("EarningsPerShareDiluted", isNew ? 3 / factor : 3, year, filed: "\(year + 1)-02-20")
        if dividends {
          state("CommonStockDividendsPerShareDeclared", isNew ? 1 / factor : 1, year, filed: "\(year + 1)-02-20")
        }
      }
      state("EarningsPerShareDiluted", 3 / factor, 2023, filed: "2025-02-20")
      if dividends { state("CommonStockDividendsPerShareDeclared", 1 / factor, 2023, filed: "2025-02-20") }
      if isIncomeToo {
        file.state("NetIncomeLoss", 150e6 / factor, from: "2023-01-01", to: "2023-12-31", filed: "2025-02-20")
      }
      return try file.read()
    }
    for factor in [4, 10, 0.1] {
      let company = try file(factor, dividends: true)
      #expect(company.splits.map(\.factor) == [factor])
      let history = company.history(.annual)
      for place in 0..<4 {
        #expect(abs((history[.earningsPerShare, place].value ?? 0) * factor / 3 - 1) < 0.01)
      }
    }
    #expect(try file(4, dividends: false).splits.isEmpty)
    #expect(try file(4, dividends: true, isIncomeToo: true).splits.isEmpty)
    #expect(try file(1, dividends: true).splits.isEmpty)
  }
}
