import MarketData
import Research
import TestSupport
import Testing
import Valuation

/// Companies whose filings leave something out or count otherwise, with the values of `../shared/data/odd/README.md`.
@Suite("Odd companies", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct OddCompaniesTests {
  private func company(_ file: String) throws -> Fundamentals {
    try Fundamentals(companyFacts: SharedFolder.bytes("data/\(file).json"), symbol: "X", file: file)
  }

  private func value(_ company: Fundamentals, _ typed: [Assumption]) throws -> ValuationResult {
    let figures = try #require(company.assumptions(base: .latestTwelveMonths))
    let margin = figures.known.first { $0.key == .baseMargin }.map { $0.named("margin") }
    let known = (figures.known + [margin].compactMap { $0 }).filter { known in
      typed.allSatisfy { $0.name != known.name }
    }
    return try DiscountedCashFlow.value(Assumptions(known + typed, baseYear: figures.baseYear))
  }

  private let plain = [
    Assumption(.growth, 0.04), Assumption(.discount, 0.08), Assumption(terminal: .growth(0.025)),
    Assumption(.tax, 0.21),
  ]

  private func isNear(_ value: Double?, _ expected: Double, _ tolerance: Double) -> Bool {
    value.map { abs($0 - expected) <= tolerance } ?? false
  }

  @Test(
    "Debt that only the annual report states is that of its day, with a warning",
    arguments: [("HD", 49.397e9, "2026-02-01"), ("TMUS", 86.282e9, "2025-12-31")])
  func debtOfTheYear(name: String, debt: Double, day: String) throws {
    let company = try company("fundamentals/odd/vg_\(name)")
    let period = try #require(company.period())
    #expect(period.isTrailing && period.figures.totalDebt == debt)
    #expect(period[.longTermDebt].map { "\($0.periodEnd)" } == day)
    let finding = try #require(company.findings(of: period).first { $0.code == .olderBalance && $0.value == debt })
    #expect(finding.severity == .warning && finding.message.contains(day))
    for span in [FigureHistory.Span.quarterly, .trailing] {
      let history = company.history(span, last: 1)
      #expect(history[.debt, 0].value == debt && history.remarks.contains { $0.contains(day) })
    }
  }

  @Test("Home Depot is worth 304.98 a share with its debt, and 354.58 without")
  func homeDepot() throws {
    let company = try company("fundamentals/odd/vg_HD")
    let typed = plain + [Assumption(.depreciation, 0.03)]
    #expect(isNear(try value(company, typed).valuePerShare, 304.98, 0.005))
    #expect(isNear(try value(company, typed + [Assumption(.debt, 0)]).valuePerShare, 354.58, 0.005))
  }

  @Test("Counts of shares without their scale are brought in full, without a price")
  func scale() throws {
    let company = try company("fundamentals/odd/vg_MCD")
    #expect(try #require(company.period()).shares?.value == 713.5e6)
    #expect(try #require(company.period(.fiscalYear)).shares?.value == 716.4e6)
    let counts = company.history(.annual).values(.shares).compactMap { $0 }
    #expect(counts.count > 10 && counts.allSatisfy { (6e8...1.4e9).contains($0) })
  }

  @Test(
    "Placeholders, and counts that lack a scale or have it twice, are recognised by the other figures of a company",
    arguments: [1, 100, 1000, 14_681.14e3, 14_681.14, 14_681.14e9])
  func shareCounts(cover: Double) throws {
    var file = CompanyFile.plain(cover: cover < 2000 ? cover : 100e6 * cover / 14_681.14e6)
    for year in 2022...2024 {
      file.state(
        "EarningsPerShareDiluted", 1.485, from: "\(year)-01-01", to: "\(year)-12-31", filed: "\(year + 1)-02-20",
        unit: "USD/shares")
    }
    let company = try Fundamentals(companyFacts: Array(file.text.utf8), symbol: "MADE", file: "made.json")
    let shares = try #require(company.period()?.shares)
    // A placeholder is no count, and the average of 101 million is the next best.
    #expect(isNear(shares.value, 100e6, 1.1e6))
  }

  @Test("Quarters of twelve and sixteen weeks give one answer everywhere")
  func costco() throws {
    let company = try company("fundamentals/odd/vg_COST")
    let period = try #require(company.period())
    #expect("\(period.end)" == "2026-05-10")
    #expect(period[.revenue]?.value == 293.587e9 && period[.operatingIncome]?.value == 11.225e9)
    let trailing = company.history(.trailing, last: 1)
    #expect(trailing[.revenue, 0].value == 293.587e9 && trailing[.operatingIncome, 0].value == 11.225e9)
    let quarters = company.history(.quarterly, last: 8)
    #expect(quarters.periods.map(\.name).last == "FY2026Q3" && quarters.periods.map(\.name).first == "FY2024Q4")
    #expect(quarters.values(.revenue).allSatisfy { $0 != nil })
  }

  @Test(
    "Quarters of weeks: the latest twelve months, and each quarter",
    arguments: [("weeks-16-12-12-12", 1372.1e6, 409.5e6, 1), ("weeks-12-12-12-16", 1392.5e6, 409.5e6, 4)])
  func weeks(file: String, twelveMonths: Double, longest: Double, number: Int) throws {
    let company = try company("odd/\(file)")
    let quarters = company.history(.quarterly)
    let long = try #require(quarters.periods.firstIndex { $0.name == "FY2024Q\(number)" })
    #expect(isNear(quarters[.revenue, long].value, longest, 0.06e6))
    #expect(quarters.values(.revenue).allSatisfy { $0 != nil })
    // Four years of four quarters, and those of the year that has begun.
    #expect(quarters.periods.count == 16 + (number == 1 ? 1 : 2))
    let revenue = company.history(.trailing, last: 1)[.revenue, 0].value
    #expect(isNear(revenue, twelveMonths, 0.06e6))
    #expect(try #require(company.period())[.revenue]?.value == revenue)
  }

  @Test("A bank with few tags is refused, whatever is typed to get past")
  func bank() throws {
    let company = try company("fundamentals/odd/vg_JPM")
    for typed in [[AssumptionName](), [.margin], [.margin, .baseMargin, .capex, .depreciation, .workingCapital]] {
      let demand = FigureDemand(
        lines: Fundamentals.neededLines.filter { _ in typed.isEmpty }, isOfFirm: true)
      let figures = try #require(company.assumptions(base: .latestTwelveMonths, for: demand))
      let refusals = figures.refusals(allowing: [], typed: Set(typed.map(\.rawValue)))
      #expect(refusals.contains { $0.code == .bankFCFF })
    }
  }

  @Test("A property company: operating income after administration, additions to property as capex")
  func property() throws {
    let company = try company("fundamentals/odd/full_LPA")
    let period = try #require(company.period(.year(2024)))
    #expect(isNear(period[.operatingIncome]?.value, 20.981e6, 1e3))
    #expect(period[.operatingIncome]?.parts.count == 2)
    #expect(isNear(period[.capex]?.value, 27.010e6, 1e3))
  }

  @Test("Working capital under other tags")
  func workingCapital() throws {
    let company = try company("fundamentals/odd/full_META")
    let period = try #require(company.period(.year(2024)))
    #expect(period[.workingCapital]?.value == 1112e6)
    #expect(period[.workingCapital]?.parts.map(\.value) == [1485e6, -373e6])
  }

  @Test("A changed reporting currency: the newest, with a note")
  func currency() throws {
    let company = try company("odd/currency-changed")
    let period = try #require(company.period())
    #expect(company.currency == "USD" && period.name == "FY2025" && period[.revenue]?.value == 1050e6)
    let note = company.findings(of: period).first { $0.code == .foreignCurrency }
    #expect(note?.severity == .note && note?.message.contains("CAD to USD") == true)
  }

  @Test(
    "A stray line the day after the year's end, or a balance sheet a day before it, displaces nothing",
    arguments: ["opening-balance", "balance-a-day-off"])
  func strayLines(file: String) throws {
    let company = try company("odd/\(file)")
    let period = try #require(company.period())
    #expect("\(period.balanceDate)" == "2025-12-31")
    #expect(period[.cash]?.value == 100e6 && period.figures.totalDebt == 300e6 && period[.assets]?.value == 2000e6)
    #expect(!company.findings(of: period).contains { $0.code == .olderBalance || $0.code == .tagBreak })
    let worth = try value(company, plain.filter { $0.name != "discount" } + [Assumption(.discount, 0.09)])
    #expect(isNear(worth.valuePerShare, 9.91, 0.005))
  }
}
