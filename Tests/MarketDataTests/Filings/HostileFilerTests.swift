import Calendar
import MarketData
import Research
import TestSupport
import Testing
import Valuation

/// Generated filers that the reader was not tuned to: each is read or refused by a code, and none of them traps.
///
/// Figures that were read have to answer every query of a session: base periods, findings, history, figures as of a
/// day.
@Suite("A family of hostile filers")
struct HostileFilerTests {
  /// Reads a file and asks for all of it; the code of its refusal, or nil if it is read.
  private func code(_ text: String) -> MarketDataError.Code? {
    do throws(MarketDataError) {
      let company = try Fundamentals(companyFacts: Array(text.utf8), symbol: "X", file: "x.json")
      for demand in [FigureDemand.firm, .equity] {
        for base in [Fundamentals.Base.latestTwelveMonths, .fiscalYear, .year(2024)] {
          for mixing in [false, true] {
            guard let period = company.period(base, mixing: mixing, needing: demand.lines) else { continue }
            #expect(period.start <= period.end)
            for finding in company.findings(of: period, on: period.end, for: demand) {
              #expect(!finding.message.isEmpty)
            }
          }
        }
      }
      for span in FigureHistory.Span.allCases {
        let history = company.history(span)
        for place in history.periods.indices {
          for line in FigureLine.allCases {
            let cell = history[line, place]
            #expect(cell.value.map(\.isFinite) ?? true, "\(line) \(history.periods[place].name)")
            #expect((cell.value == nil) == (cell.reason != nil), "\(line) \(history.periods[place].name)")
          }
        }
      }
      for day in company.filingDates { _ = company.asOf(day)?.period() }
      return nil
    } catch {
      return error.code
    }
  }

  @Test("each of a thousand files with lines, quarters and balances left out at random is read or refused")
  func gaps() {
    let tags = [
      "Revenues", "OperatingIncomeLoss", "NetIncomeLoss", "PaymentsToAcquirePropertyPlantAndEquipment",
      "DepreciationDepletionAndAmortization", "Depreciation", "AmortizationOfIntangibleAssets",
      "OtherDepreciationAndAmortization", "IncreaseDecreaseInOperatingCapital", "IncreaseDecreaseInInventories",
      "IncreaseDecreaseInAccountsReceivable", "IncreaseDecreaseInAccountsPayable", "InterestIncomeExpenseNet",
      "PremiumsEarnedNet", "PaymentsOfDividends",
    ]
    let balances = [
      "Assets", "StockholdersEquity", "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
      "MinorityInterest", "CashAndCashEquivalentsAtCarryingValue", "LongTermDebt", "LongTermDebtNoncurrent",
      "LongTermDebtCurrent", "Deposits", "PreferredStockValue", "Goodwill",
    ]
    let cases = Thoroughness.isFull ? 1000 : 50
    var dice = Dice(11)
    var refused = 0
    for _ in 0..<cases {
      var file = CompanyFile()
      let amounts: [Double] = [0, 1, -1e9, 1e9, 5e9, 3e11, 1e-3]
      for year in 2022...2024 {
        for tag in tags where (dice.number(0...1) < 0.5) {
          file.state(year: year, [tag: dice.pick(amounts)])
          if (dice.number(0...1) < 0.4) {
            let end = dice.pick(["03-31", "06-30", "09-30", "10-03"])
            file.state(toDate: "\(year)-\(end)", filed: "\(year)-11-05", [tag: dice.pick(amounts)])
            file.state(toDate: "\(year + 1)-\(end)", filed: "\(year + 1)-11-05", [tag: dice.pick(amounts)])
          }
        }
        for tag in balances where (dice.number(0...1) < 0.5) {
          file.state(balancesOf: year, [tag: dice.pick(amounts)])
          if (dice.number(0...1) < 0.3) {
            file.state(balancesOn: "\(year + 1)-03-31", filed: "\(year + 1)-05-02", [tag: 7e8])
          }
        }
        if (dice.number(0...1) < 0.7) { file.state(coverOf: year, dice.pick([0, 1e6, 1e8, 4e8])) }
        if (dice.number(0...1) < 0.7) { file.state(averageOf: year, diluted: dice.pick([0, 1e8]), basic: 1e8) }
      }
      if let code = code(file.text) {
        refused += 1
        #expect(code == .notCompanyFacts)
      }
    }
    #expect(refused < cases / 4)
  }

  @Test("values and dates of wrong types are refused with a code, and so is all that is no companyfacts")
  func wrongTypes() {
    let plain = CompanyFile.plain.text
    #expect(code(plain) == nil)
    let changes: [(String, String)] = [
      ("\"val\": 1000000000.0", "\"val\": \"1000000000\""), ("\"val\": 1000000000.0", "\"val\": null"),
      ("\"val\": 1000000000.0", "\"val\": [1]"), ("\"end\": \"2024-12-31\"", "\"end\": 20241231"),
      ("\"form\": \"10-K\"", "\"form\": null"), ("\"units\": {", "\"units\": ["),
      ("\"entityName\": \"Made Up\"", "\"entityName\": 7"), ("\"facts\": {", "\"facts\": null, \"x\": {"),
    ]
    for (old, new) in changes {
      let text = plain.replacing(old, with: new)
      #expect(text != plain, "\(old)")
      #expect(code(text) == .notCompanyFacts, "\(new)")
    }
    for text in ["", "[]", "{}", "null", "{\"facts\": {}}", "{\"entityName\": \"A\", \"facts\": {}}"] {
      #expect(code(text) == .notCompanyFacts, "\(text)")
    }
    // A fact of a day that does not exist, or of a length that no report has, is passed over.
    #expect(code(plain.replacing("\"end\": \"2022-12-31\"", with: "\"end\": \"2022-13-41\"")) == nil)
    for length in stride(from: 0, through: plain.utf8.count, by: max(1, plain.utf8.count / 97)) {
      _ = code(String(plain.prefix(length)))
    }
  }

  @Test("tags that end, restated quarters and years of 53 weeks")
  func timing() throws {
    // The concept of revenue ends with 2023; the quarters of the new one are restated later.
    var file = CompanyFile.withQuarter(without: ["Revenues"])
    file.drop("Revenues")
    for year in 2021...2023 { file.state(year: year, ["SalesRevenueNet": 900e6]) }
    for year in 2022...2024 {
      file.state(year: year, ["RevenueFromContractWithCustomerExcludingAssessedTax": 1000e6])
    }
    for (end, filed, value) in [
      ("2024-03-31", "2024-05-05", 240e6), ("2025-03-31", "2025-05-05", 300e6), ("2024-03-31", "2025-05-05", 250e6),
    ] {
      file.state(
        toDate: end, filed: filed, ["RevenueFromContractWithCustomerExcludingAssessedTax": value])
    }
    let company = try file.read()
    #expect(company.period()?[.revenue]?.value == double(1000e6 + 300e6 - 250e6))
    #expect(company.period(.year(2021))?[.revenue]?.tag == "SalesRevenueNet")

    var weeks = CompanyFile()
    for (start, end, filed, value) in [
      ("2022-01-30", "2023-01-28", "2023-03-20", 520e6), ("2023-01-29", "2024-02-03", "2024-03-20", 530e6),
      ("2024-02-04", "2025-02-01", "2025-03-20", 540e6),
    ] {
      for tag in ["Revenues", "OperatingIncomeLoss", "NetIncomeLoss"] {
        weeks.state(tag, value, from: start, to: end, filed: filed)
      }
      weeks.state("Assets", value, to: end, filed: filed)
    }
    for (start, end, filed, value) in [
      ("2024-02-04", "2024-05-04", "2024-06-05", 130e6), ("2025-02-02", "2025-05-03", "2025-06-05", 140e6),
    ] {
      for tag in ["Revenues", "OperatingIncomeLoss", "NetIncomeLoss"] {
        weeks.state(tag, value, from: start, to: end, in: "10-Q", filed: filed)
      }
    }
    let retailer = try weeks.read()
    #expect(retailer.years.map(\.year) == [2023, 2024, 2025])
    #expect(retailer.period()?[.revenue]?.value == 550e6)
    #expect(retailer.history(.annual)[.growth, 1].value == 530.0 / 520 - 1)
  }

  @Test("banks with and without the tags of banks, and what is none")
  func banks() throws {
    func isBank(_ flows: [String: Double], _ balances: [String: Double]) throws -> Bool {
      var file = CompanyFile()
      file.state(year: 2024, flows.merging(["Revenues": 10e9, "NetIncomeLoss": 1e9]) { old, _ in old })
      file.state(balancesOf: 2024, balances)
      file.state(coverOf: 2024, 1e9)
      let company = try file.read()
      let period = try #require(company.period())
      // Equity models never refuse it.
      #expect(!company.findings(of: period, for: .equity).contains { $0.isRefusal })
      return company.findings(of: period).first?.code == .bankFCFF
    }
    let leveraged: [String: Double] = ["Assets": 100e9, "StockholdersEquity": 8e9]
    #expect(try isBank([:], leveraged))
    #expect(try isBank(["InterestIncomeExpenseNet": 6e9], leveraged))
    #expect(try isBank(["OperatingIncomeLoss": 2e9], leveraged.merging(["Deposits": 70e9]) { old, _ in old }))
    #expect(
      try isBank(
        ["InterestIncomeExpenseNet": 6e9, "PaymentsToAcquirePropertyPlantAndEquipment": 1e9], leveraged))
    #expect(try isBank(["PremiumsEarnedNet": 7e9], ["Assets": 30e9, "StockholdersEquity": 10e9]))
    // Deposits of customers, and debt, make no bank of a company that operates.
    let industrial: [String: Double] = ["Assets": 20e9, "StockholdersEquity": 8e9, "Deposits": 1e9]
    #expect(try !isBank(["OperatingIncomeLoss": 2e9, "PaymentsToAcquirePropertyPlantAndEquipment": 1e9], industrial))
    #expect(try !isBank(["PaymentsToAcquirePropertyPlantAndEquipment": 1e9], industrial))
    #expect(
      try !isBank(["OperatingIncomeLoss": 2e9, "PaymentsToAcquirePropertyPlantAndEquipment": 1e9], leveraged))
  }

  @Test("international standards are read where their lines are the same, with their currency")
  func international() throws {
    var file = CompanyFile()
    for year in 2022...2024 {
      for (tag, value) in [
        ("Revenue", 9e9), ("ProfitLossFromOperatingActivities", 2e9), ("ProfitLossAttributableToOwnersOfParent", 1e9),
        ("DepreciationAndAmortisationExpense", 5e8),
        ("PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities", 7e8),
      ] {
        file.state(
          tag, value, from: "\(year)-01-01", to: "\(year)-12-31", in: "20-F", filed: "\(year + 1)-03-20", unit: "EUR",
          space: "ifrs-full")
      }
      for (tag, value) in [("Assets", 3e10), ("Equity", 1.2e10), ("NoncontrollingInterests", 2e9)] {
        file.state(
          tag, value, to: "\(year)-12-31", in: "20-F", filed: "\(year + 1)-03-20", unit: "EUR", space: "ifrs-full")
      }
    }
    let company = try file.read()
    let period = try #require(company.period())
    #expect(company.currency == "EUR" && period[.depreciation]?.value == 5e8 && period[.equity]?.value == 1e10)
    #expect(company.findings(of: period).contains { $0.code == .foreignCurrency })
    // A taxonomy of another kind has no figures, and says so.
    #expect(code(file.text.replacing("ifrs-full", with: "jp-gaap")) == .notCompanyFacts)
  }
}
