import MarketData
import Research
import TestSupport
import Testing

/// The units of figures by period: shares before and after splits, counts in thousands, sums that lack a part.
@Suite("The units of a company's figures")
struct FigureUnitsTests {
  private func sample(_ name: String) throws -> Fundamentals {
    try #require(Sample.named(name, kind: .fundamentals)).loadFundamentals()
  }

  private func value(_ line: FigureLine, _ period: String, _ history: FigureHistory) throws -> Double {
    let place = try #require(history.place(of: period), "\(period)")
    return try #require(history[line, place].value, "\(line) of \(period)")
  }

  @Test("a fourth quarter per share is the year less nine months in the same shares")
  func fourthQuarters() throws {
    // Apple restated the years 2018 and 2019 for the split of 2020, and not nine months of them.
    let apple = try sample("AAPL").history(.quarterly)
    #expect(try value(.dividendPerShare, "2018Q4", apple) == 0.1825)
    #expect(try value(.dividendPerShare, "2019Q4", apple) == 0.1925)
    #expect(try value(.dividendPerShare, "2020Q4", apple) == 0.205)
    // NVIDIA's net income over the year's diluted shares; its years are restated in whole cents.
    let nvidia = try sample("NVDA").history(.quarterly)
    for (period, right) in [("2021Q4", 0.0580), ("2022Q4", 0.1185), ("2023Q4", 0.0564)] {
      #expect(abs(try value(.earningsPerShare, period, nvidia) - right) < 0.005, "\(period)")
    }
    // No quarter pays another amount than about those beside it.
    for (history, most) in [(apple, 0.27), (nvidia, 0.011)] {
      let paid = history.values(.dividendPerShare).compactMap { $0 }
      #expect(paid.count > 40 && paid.allSatisfy { (0...most).contains($0) })
    }
  }

  @Test("a count that a filing gives in thousands is read in full")
  func thousands() throws {
    // 574,381 thousand shares, and splits of 4:1 and 10:1 since.
    let quarters = try sample("NVDA").history(.quarterly)
    #expect(try value(.shares, "2010Q3", quarters) == 574_381e3 * 40)
    #expect(try value(.shares, "2010Q1", quarters) == 542_307e3 * 40)
    #expect(try value(.bookPerShare, "2010Q3", quarters) < 0.2)
    let years = try sample("NVDA").history(.annual)
    #expect(try value(.shares, "2009", years) == 548_126e3 * 40)
    // A company of few shares has few.
    var small = CompanyFile()
    for year in [2023, 2024] {
      small.state(year: year, ["Revenues": 9e9, "NetIncomeLoss": 3e9])
      small.state(year: year, ["EarningsPerShareDiluted": 2000], unit: "USD/shares")
      small.state(averageOf: year, diluted: 1.5e6, basic: 1.5e6)
    }
    #expect(try small.read().history(.annual).values(.shares) == [1.5e6, 1.5e6])
  }

  @Test("sums that lack a part in some period say so")
  func remarks() throws {
    let apple = try sample("AAPL").history(.annual, since: 2015)
    #expect(
      apple.remarks.contains {
        $0.hasPrefix("non-current securities: not stated up to FY2017, 170.799B in FY2018; counts as 0 until then")
      }, "\(apple.remarks)")
    #expect(try sample("AAPL").history(.annual, since: 2019).remarks == [])
    let marvell = try sample("MRVL").history(.trailing, last: 3)
    #expect(marvell.remarks.contains { $0.contains("leaves out Depreciation: the quarters do not state it") })
    #expect(try CompanyFile.plain.read().history(.annual).remarks == [])
  }

  @Test("a payout without the dividends that were declared is missing")
  func payout() throws {
    var file = CompanyFile.plain
    file.state(year: 2024, ["PaymentsForRepurchaseOfCommonStock": 30e6])
    #expect(try file.read().history(.annual, last: 1)[.totalPayout, 0].value == 0.2)
    file.state(year: 2024, ["CommonStockDividendsPerShareDeclared": 0.5], unit: "USD/shares")
    let cell = try file.read().history(.annual, last: 1)[.totalPayout, 0]
    #expect(cell.value == nil && cell.reason?.hasPrefix("dividends paid is not stated for FY2024") == true)
  }

  @Test("leases are borrowings by IFRS")
  func leases() throws {
    var file = CompanyFile()
    for tag in ["Revenue", "ProfitLoss"] {
      file.state(tag, 9e9, from: "2024-01-01", to: "2024-12-31", in: "20-F", filed: "2025-04-15", space: "ifrs-full")
    }
    for (tag, amount) in [("Borrowings", 2e9), ("LeaseLiabilities", 3e8), ("Assets", 2e10), ("Equity", 1e10)] {
      file.state(tag, amount, to: "2024-12-31", in: "20-F", filed: "2025-04-15", space: "ifrs-full")
    }
    #expect(try file.read().history(.annual).values(.debt) == [2.3e9])
  }
}
