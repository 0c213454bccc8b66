import Columns
import MarketData
import Research
import TestSupport
import Testing
import Valuation

/// The figures of companies for the twelve months up to their latest quarter.
///
/// The expected values were computed from the same filings by a program of its own in Python.
@Suite("The period that a valuation starts from")
struct BasePeriodTests {
  private typealias Item = Fundamentals.Item

  private func sample(_ name: String) throws -> Fundamentals {
    try #require(Sample.named(name, kind: .fundamentals)).loadFundamentals()
  }

  private func check(_ period: Fundamentals.BasePeriod, _ expected: [(Fundamentals.Item, Double)]) {
    for (item, value) in expected { #expect(period[item]?.value == value, "\(item)") }
  }

  @Test("Apple's latest twelve months are its year plus a quarter less the quarter a year before")
  func appleTrailing() throws {
    let period = try #require(try sample("AAPL").period())
    #expect(period.isTrailing && !period.isMixed && period.withoutTrailing.isEmpty)
    #expect(period.name == "LTM to 2025-12-27")
    #expect("\(period.start)" == "2024-12-29")
    #expect("\(period.balanceDate)" == "2025-12-27")
    check(
      period,
      [
        (.revenue, 435_617e6), (.operatingIncome, 141_070e6), (.netIncome, 117_777e6), (.depreciation, 11_832e6),
        (.capex, 12_148e6), (.workingCapital, 10_432e6 - 974e6 - 8421e6), (.stockCompensation, 13_171e6),
        (.research, 37_169e6), (.cash, 45_317e6), (.currentSecurities, 21_590e6), (.nonCurrentSecurities, 77_888e6),
        (.shortTermDebt, 1997e6), (.equity, 88_190e6), (.dilutedEarningsPerShare, 7.9), (.dividendPerShare, 1.03),
      ])
    // The report's total is a rounded 88.5 billion in a note; its balance sheet has the two parts.
    #expect(period[.longTermDebt]?.value == double(76_685e6 + 11_827e6))
    #expect(period.shares?.value == 14_681_140e3)
    let revenue = try #require(period[.revenue])
    #expect(revenue.parts.map(\.value) == [416_161e6, 143_756e6, -124_300e6])
    #expect(revenue.accession == "0000320193-26-000006")
    #expect(revenue.period == "2024-12-29..2025-12-27")
    #expect(period.previous?[.revenue]?.value == double(391_035e6 + 124_300e6 - 119_575e6))
    #expect(period.growth == double(435_617.0 / 395_760 - 1))
  }

  @Test("Apple's fiscal year 2025 is the one of the valuation's first model")
  func appleYear() throws {
    let apple = try sample("AAPL")
    let period = try #require(apple.period(.year(2025)))
    #expect(period.name == "FY2025" && !period.isTrailing)
    #expect(period.figures.cashAndSecurities == double(35_934e6 + 18_763e6 + 77_723e6))
    #expect(period.figures.totalDebt == double(90_678e6 + 7979e6))
    #expect(period.shares?.value == 14_776_353e3)
    #expect(period.shareOfRevenue(.operatingIncome) == double(133_050.0 / 416_161))
    #expect(period.shareOfRevenue(.capex) == double(12_715.0 / 416_161))
    #expect(period.shareOfRevenue(.depreciation) == double(11_698.0 / 416_161))
    #expect(apple.effectiveTaxRate(years: 1, through: period) == double(20_719.0 / 132_729))
    #expect(apple.effectiveTaxRate(through: period) == double(67_209.0 / 369_950))
    #expect(apple.period(.year(2024))?[.revenue]?.value == 391_035e6)
    #expect(apple.period(.year(1990)) == nil)
    #expect(apple.highestMargin(through: period)?.year == 2025)
    #expect(apple.history(.research, of: period, count: 3).map(\.value) == [34_550e6, 31_370e6, 29_915e6])
  }

  @Test("NVIDIA's latest twelve months, and its years of 52 and 53 weeks")
  func nvidia() throws {
    let period = try #require(try sample("NVDA").period())
    check(
      period,
      [
        (.revenue, 253_491e6), (.operatingIncome, 162_285e6), (.netIncome, 159_613e6), (.depreciation, 3229e6),
        (.capex, 6572e6), (.workingCapital, 18_575e6 + 14_486e6 - 4365e6), (.stockCompensation, 6840e6),
        (.research, 20_829e6), (.cash, 13_237e6), (.longTermDebt, 8470e6),
      ])
    #expect(period.shares?.value == 24_200e6)
  }

  @Test("flows of the fiscal year are combined with the newest balance sheet and count of shares")
  func newestBalances() throws {
    let period = try #require(try sample("AAPL").period(.fiscalYear))
    #expect(period.name == "FY2025" && "\(period.balanceDate)" == "2025-12-27")
    check(period, [(.revenue, 416_161e6), (.cash, 45_317e6), (.longTermDebt, 76_685e6 + 11_827e6)])
    #expect(period.shares?.value == 14_681_140e3)
  }

  @Test("a part of a line that only the year states does not hold back the latest twelve months")
  func partOfTheYear() throws {
    var file = CompanyFile.withQuarter(without: ["DepreciationDepletionAndAmortization"])
    file.drop("DepreciationDepletionAndAmortization")
    file.state(year: 2024, ["Depreciation": 45e6, "AmortizationOfIntangibleAssets": 5e6])
    file.state(toDate: "2024-03-31", filed: "2024-05-05", ["Depreciation": 11e6])
    file.state(toDate: "2025-03-31", filed: "2025-05-05", ["Depreciation": 14e6])
    let company = try file.read()
    let period = try #require(company.period())
    #expect(period.isTrailing && period.name == "LTM to 2025-03-31" && period.withoutTrailing.isEmpty)
    check(period, [(.revenue, 1060e6), (.depreciation, 45e6 + 14e6 - 11e6), (.longTermDebt, 900e6)])
    #expect(period[.depreciation]?.omitted.map(\.tag) == ["AmortizationOfIntangibleAssets"])
    let finding = try #require(company.findings(of: period).first { $0.code == .trailingPart })
    #expect(finding.severity == .warning && finding.value == 0.1 && finding.items == [.depreciation])
    #expect(!company.findings(of: period).contains { $0.code == .tagBreak && $0.items == [.depreciation] })
  }

  @Test("a line under another name in the quarters is the same line")
  func otherName() throws {
    var file = CompanyFile.withQuarter(without: ["DepreciationDepletionAndAmortization"])
    file.drop("DepreciationDepletionAndAmortization")
    file.state(year: 2024, ["Depreciation": 45e6, "AmortizationOfIntangibleAssets": 5e6])
    file.state(toDate: "2024-03-31", filed: "2024-05-05", ["DepreciationDepletionAndAmortization": 12e6])
    file.state(toDate: "2025-03-31", filed: "2025-05-05", ["DepreciationDepletionAndAmortization": 15e6])
    let period = try #require(try file.read().period())
    #expect(period.isTrailing)
    #expect(period[.depreciation]?.value == 50e6 + 15e6 - 12e6)
  }

  @Test("Marvell's depreciation is a part that its quarters leave out")
  func marvell() throws {
    let marvell = try sample("MRVL")
    let period = try #require(marvell.period())
    #expect(period.name == "LTM to 2026-05-02" && period.withoutTrailing.isEmpty)
    check(period, [(.revenue, 8717.1e6), (.operatingIncome, 1391.7e6), (.capex, 391e6), (.cash, 3843.6e6)])
    #expect(period[.depreciation]?.value == 942e6 + 225.2e6 - 245.7e6)
    #expect(period[.depreciation]?.omitted.map(\.tag) == ["Depreciation"])
  }

  @Test("if the quarters lack a line all flows are the fiscal year's, and a finding names its cost")
  func neverMixed() throws {
    let company = try CompanyFile.withQuarter(without: ["DepreciationDepletionAndAmortization"]).read()
    let period = try #require(company.period())
    #expect(period.name == "FY2024" && period.withoutTrailing == [.depreciation] && !period.isMixed)
    // The balance sheet and the shares are the newest all the same.
    check(period, [(.revenue, 1000e6), (.depreciation, 50e6), (.cash, 250e6), (.longTermDebt, 900e6)])
    #expect("\(period.balanceDate)" == "2025-03-31" && period.shares?.value == 102e6)
    let findings = company.findings(of: period)
    let finding = try #require(findings.first { $0.code == .noTrailingMonths })
    #expect(finding.severity == .warning && finding.isStanding && finding.items == [.depreciation])
    #expect(abs((finding.value ?? 0) - 0.06) < 1e-12)
    for text in ["3 months older", "depreciation", "6% higher", "1.06B"] {
      #expect(finding.message.contains(text), "\(finding.message)")
    }
    #expect(!findings.contains { $0.code == .mixedPeriods })
    // Nothing asks for the line: the latest twelve months are there.
    let typed = Fundamentals.neededLines.filter { $0 != .depreciation }
    #expect(company.period(needing: typed)?.name == "LTM to 2025-03-31")
    let mixed = try #require(company.period(.latestTwelveMonths, mixing: true))
    #expect(mixed.isMixed && mixed.name == "LTM to 2025-03-31")
    check(mixed, [(.revenue, 1060e6), (.depreciation, 50e6)])
    #expect(company.findings(of: mixed).first?.code == .mixedPeriods)
  }

  @Test(
    "Walmart and Snowflake",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there")
  )
  func others() throws {
    func read(_ cik: String) throws -> Fundamentals {
      try Fundamentals(companyFacts: SharedFolder.bytes("data/fundamentals/CIK\(cik).json"), symbol: "X", file: cik)
    }
    let walmart = try read("0000104169")
    let shop = try #require(walmart.period())
    check(
      shop,
      [
        (.revenue, 725_305e6), (.operatingIncome, 30_183e6), (.netIncome, 22_736e6), (.depreciation, 14_655e6),
        (.capex, 28_340e6), (.cash, 10_729e6), (.longTermDebt, 36_887e6 + 3896e6), (.shortTermDebt, 10_673e6),
        (.buybacks, 5613e6),
      ])
    // Receivables are not in the file: working capital is that of the lines that are, and a finding names it.
    let partial = walmart.findings(of: shop).first { $0.code == .partialLine }
    #expect(shop[.workingCapital]?.parts.count != 0 && partial?.message.contains("receivables") == true)
    // The count of the balance sheet is the diluted average to within 2 %, and so of all shares.
    #expect(!walmart.findings(of: shop).contains { $0.code == .noCoverShares })
    let snowflake = try read("0001640147")
    let cloud = try #require(snowflake.period())
    check(
      cloud,
      [
        (.revenue, 3_839_761e3), (.operatingIncome, -1_554_695e3), (.netIncome, -1_398_744e3),
        (.depreciation, 191_091e3), (.capex, 74_749e3), (.workingCapital, 185_126e3 - 83_185e3),
        (.stockCompensation, 1_526_838e3), (.cash, 2_243_083e3), (.currentSecurities, 1_667_601e3),
      ])
    #expect(cloud.figures.totalDebt == nil)
    #expect(snowflake.effectiveTaxRate(through: cloud) == nil)
    #expect(cloud.shares?.value == 333_700e3)
  }

  @Test("quarters add up to their year, the fourth being the rest of it")
  func quarters() throws {
    let apple = try sample("AAPL")
    for item in [Item.revenue, .operatingIncome, .capex, .netIncome] {
      let quarters = apple.quarters(item)
      for year in apple.years where year.year >= 2011 {
        let four = quarters.filter { $0.periodEnd > year.start && $0.periodEnd <= year.end }
        #expect(four.count == 4, "\(item) \(year.year)")
        #expect(four.reduce(0) { $0 + $1.value } == year[item]?.value, "\(item) \(year.year)")
      }
    }
    #expect(apple.quarters(.revenue).suffix(2).map(\.value) == [102_466e6, 143_756e6])
    #expect(apple.quarters(.cash).isEmpty)
  }

  @Test("a base is written ltm, fy or as a year")
  func words() {
    #expect(Fundamentals.Base("ltm") == .latestTwelveMonths)
    #expect(Fundamentals.Base("fy") == .fiscalYear)
    #expect(Fundamentals.Base("2024") == .year(2024))
    for text in ["", "LTM 1", "24", "20245", "-2024"] { #expect(Fundamentals.Base(text) == nil, "\(text)") }
    for base in [Fundamentals.Base.latestTwelveMonths, .fiscalYear, .year(2019)] {
      #expect(Fundamentals.Base(base.text) == base)
    }
  }
}
