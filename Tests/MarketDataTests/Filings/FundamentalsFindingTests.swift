import Calendar
import Columns
import MarketData
import Research
import TestSupport
import Testing
import Valuation

@Suite("Findings about a company's figures")
struct FundamentalsFindingTests {
  private func findings(_ file: CompanyFile, on day: CivilDate? = nil) throws -> [FundamentalsFinding] {
    let company = try file.read()
    let period = try #require(company.period())
    return company.findings(of: period, on: day)
  }

  private func codes(_ file: CompanyFile) throws -> [String] {
    try findings(file).map { "\($0.isRefusal ? "refusal" : $0.severity.rawValue) \($0.code.name)" }
  }

  @Test("a company with everything in order has none")
  func none() throws { #expect(try codes(.plain) == []) }

  @Test("a base older than eighteen months is stale")
  func stale() throws {
    #expect(try findings(.plain, on: CivilDate(year: 2026, month: 6, day: 30)).isEmpty)
    let found = try findings(.plain, on: CivilDate(year: 2026, month: 7, day: 10))
    #expect(found.map(\.code) == [.staleBase] && found.first?.isRefusal == true)
    #expect((found.first?.value ?? 0) > 1.5 && found.first?.threshold == 1.5)
  }

  @Test("a bank states interest and no operating income")
  func bank() throws {
    var file = CompanyFile()
    file.state(
      year: 2024, ["Revenues": 9e9, "NetIncomeLoss": 2e9, "InterestIncomeExpenseNet": 5e9])
    file.state(balancesOf: 2024, ["Assets": 100e9, "StockholdersEquity": 9e9, "Deposits": 70e9])
    file.state(coverOf: 2024, 1e9)
    let found = try findings(file)
    #expect(found.map(\.code) == [.bankFCFF] && found.first?.isRefusal == true && found.first?.value == 0.7)
  }

  @Test("a shell has no revenue, or none above 0")
  func shell() throws {
    var file = CompanyFile()
    file.state(year: 2024, ["NetIncomeLoss": -2e6, "OperatingIncomeLoss": -2e6])
    file.state(balancesOf: 2024, ["Assets": 1e6, "StockholdersEquity": -3e6])
    file.state(coverOf: 2024, 1e6)
    #expect(try codes(file).prefix(1) == ["refusal shell"])
    #expect(try codes(file).contains("warning negative-equity"))
    file.state(year: 2024, ["Revenues": 0])
    let shell = try #require(try findings(file).first)
    #expect(shell.code == .shell && shell.value == 0)
  }

  @Test("a line without a figure for the whole company")
  func dimensionOnly() throws {
    var file = CompanyFile()
    file.state(year: 2024, ["Revenues": 5e9, "NetIncomeLoss": 1e9])
    file.state(balancesOf: 2024, ["Assets": 5e9])
    let found = try findings(file)
    #expect(
      found.filter { $0.code == .dimensionOnly && $0.isRefusal }.flatMap(\.items) == [
        .operatingIncome, .coverShares,
      ])
    #expect(
      found.filter { $0.code == .dimensionOnly && $0.severity == .warning }.flatMap(\.items) == [
        .capex, .depreciation, .workingCapital,
      ])
    // Several classes of shares: the balance sheet has the count, the cover page only its parts.
    file.state("CommonStockSharesOutstanding", 7e6, to: "2024-12-31", filed: "2025-02-20", unit: "shares")
    #expect(try findings(file).contains { $0.code == .noCoverShares && $0.value == 7e6 })
  }

  @Test("a line that breaks off, and one that changes its concept")
  func breaks() throws {
    var file = CompanyFile.plain
    file.state("MarketableSecuritiesCurrent", 80e6, to: "2023-12-31", filed: "2024-02-20")
    let found = try findings(file)
    #expect(found.map(\.code) == [.olderBalance])
    #expect(found.first?.severity == .warning && found.first?.items == [.currentSecurities])
    #expect(found.first?.message.contains("the last stated values are used, 80M on 2023-12-31") == true)
    #expect(try file.read().period()?[.currentSecurities]?.value == 80e6)

    file = .plain
    file.state(
      "RevenueFromContractWithCustomerExcludingAssessedTax", 1100e6, from: "2025-01-01", to: "2025-12-31",
      filed: "2026-02-20")
    let changed = try findings(file).filter { $0.items == [.revenue] }
    #expect(changed.map(\.severity) == [.warning] && changed.first?.code == .tagBreak)
    // Where the new concept states the old year as well with the same value nothing broke.
    file.state(
      "RevenueFromContractWithCustomerExcludingAssessedTax", 1000e6, from: "2024-01-01", to: "2024-12-31",
      filed: "2026-02-20")
    #expect(try findings(file).filter { $0.items == [.revenue] }.isEmpty)
    #expect(try file.read().latest?[.revenue]?.tag == "RevenueFromContractWithCustomerExcludingAssessedTax")
  }

  @Test("counts of shares that differ by a whole factor")
  func splits() throws {
    for (cover, code) in [(400e6, true), (25e6, true), (1000e6, true), (150e6, false), (95e6, false)] {
      let isFound = try codes(.plain(cover: cover)) == ["refusal split-suspected"]
      #expect(isFound == code, "\(cover)")
    }
    var file = CompanyFile.plain
    file.state(
      "EarningsPerShareDiluted", 14.85, from: "2024-01-01", to: "2024-12-31", filed: "2025-02-20", unit: "USD/shares")
    #expect(try codes(file) == ["refusal split-suspected"])
    // One and a half is not a split where shares are merely bought back.
    file = .plain
    file.state(
      "EarningsPerShareDiluted", 1.485, from: "2024-01-01", to: "2024-12-31", filed: "2025-02-20", unit: "USD/shares")
    #expect(try codes(file) == [])
  }

  @Test("many options, other currencies, taxes of years with losses")
  func others() throws {
    var file = CompanyFile.plain
    file.state(averageOf: 2024, diluted: 110e6, basic: 100e6)
    #expect(try codes(file) == ["warning dilution"])
    file = .plain
    file.state(
      year: 2022,
      ["IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest": -10e6])
    file.state(
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest", -10e6,
      from: "2022-01-01", to: "2022-12-31", filed: "2025-02-20")
    #expect(try codes(file) == ["warning tax-with-losses"])
  }

  @Test("a company that reports in its own currency by international standards")
  func international() throws {
    var file = CompanyFile()
    for (tag, value) in [("Revenue", 2e12), ("ProfitLossFromOperatingActivities", 8e11), ("ProfitLoss", 7e11)] {
      file.state(
        tag, value, from: "2024-01-01", to: "2024-12-31", in: "20-F", filed: "2025-04-15", unit: "TWD",
        space: "ifrs-full")
      file.state(
        tag, value / 32, from: "2024-01-01", to: "2024-12-31", in: "20-F", filed: "2025-04-15", unit: "USD",
        space: "ifrs-full")
    }
    for year in [2023, 2024] {
      file.state(
        "Assets", 5e12, to: "\(year)-12-31", in: "20-F", filed: "2025-04-15", unit: "TWD", space: "ifrs-full")
    }
    file.state("Assets", 5e12 / 32, to: "2024-12-31", in: "20-F", filed: "2025-04-15", unit: "USD", space: "ifrs-full")
    file.state(
      "EntityCommonStockSharesOutstanding", 26e9, to: "2025-02-28", in: "20-F", filed: "2025-04-15", unit: "shares",
      space: "dei")
    let company = try file.read()
    #expect(company.currency == "TWD")
    #expect(company.latest?[.revenue]?.value == 2e12)
    #expect(company.latest?[.operatingIncome]?.value == 8e11)
    #expect(company.latest?[.coverShares]?.value == 26e9)
    #expect(try findings(file).contains { $0.code == .foreignCurrency && $0.message.contains("TWD") })
  }

  @Test(
    "claims that a sheet leaves out are those stated last, unless it shows that they are gone",
    arguments: [
      ("MinorityInterest", Fundamentals.Item.minority, [:] as [String: Double], true),
      (
        "MinorityInterest", .minority,
        ["StockholdersEquity": 500e6, "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest": 500e6],
        false
      ),
      ("PreferredStockValue", .preferred, ["StockholdersEquity": 520e6], true),
      ("TemporaryEquityCarryingAmountAttributableToParent", .preferred, ["StockholdersEquity": 590e6], false),
      ("MarketableSecuritiesNoncurrent", .nonCurrentSecurities, [:], true),
    ])
  func carried(tag: String, item: Fundamentals.Item, sheet: [String: Double], counts: Bool) throws {
    var file = CompanyFile.plain
    file.drop("StockholdersEquity")
    file.state("StockholdersEquity", 500e6, to: "2023-12-31", filed: "2024-02-20")
    file.state(tag, 80e6, to: "2023-12-31", filed: "2024-02-20")
    file.state(balancesOf: 2024, sheet)
    let period = try #require(try file.read().period())
    #expect(period[item]?.value == (counts ? 80e6 : nil))
    let found = try findings(file).filter { $0.code == .olderBalance && $0.items == [item] }
    #expect(found.map(\.value) == (counts ? [80e6] : []))
  }

  @Test("NVIDIA's securities break off in the recording, and that is told")
  func nvidia() throws {
    let nvidia = try #require(Sample.named("NVDA")).loadFundamentals()
    let period = try #require(nvidia.period())
    let found = nvidia.findings(of: period)
    #expect(found.map(\.code) == [.olderBalance])
    #expect(found.first?.items == [.currentSecurities] && found.first?.value == 49.122e9)
    #expect(period.figures.cashAndSecurities == 13.237e9 + 49.122e9)
  }
}
