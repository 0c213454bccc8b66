import Calendar
import Columns
import Foundation
import MarketData
import Research
import TestSupport
import Testing
import Valuation

@Suite("The figures known on a day")
struct FilingHistoryTests {
  private static let files = ["0000104169", "0000320193", "0001045810", "0001640147", "0001835632"]

  private func day(_ text: String) throws -> CivilDate {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
  }

  private func sample(_ name: String) throws -> Fundamentals {
    try #require(Sample.named(name, kind: .fundamentals)).loadFundamentals()
  }

  /// The bytes of a file without the facts that were filed after a day.
  private func cut(_ json: [String: Any], at day: String) throws -> [UInt8] {
    var result = json
    let spaces = try #require(json["facts"] as? [String: [String: [String: Any]]])
    result["facts"] = spaces.mapValues { concepts in
      concepts.mapValues { concept -> [String: Any] in
        var concept = concept
        if let units = concept["units"] as? [String: [[String: Any]]] {
          concept["units"] = units.mapValues { facts in facts.filter { ($0["filed"] as? String ?? "") <= day } }
            .filter { !$0.value.isEmpty }
        }
        return concept
      }
    }
    return Array(try JSONSerialization.data(withJSONObject: result))
  }

  @Test(
    "figures as of a day are those of a file that ends on that day",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"),
    arguments: Thoroughness.some(files)
  )
  func asOfIsCutting(_ cik: String) throws {
    let bytes = try SharedFolder.bytes("data/fundamentals/CIK\(cik).json")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let whole = try Fundamentals(companyFacts: bytes, symbol: cik, file: cik)
    let dates = whole.filingDates
    #expect(dates == dates.sorted() && Set(dates).count == dates.count)
    // Days of filings over the whole span, the newest ones, and the days before each.
    let stride = max(1, dates.count / 5)
    let days = dates.enumerated().filter { $0.offset % stride == 0 || $0.offset > dates.count - 3 }.map(\.element)
    for day in days + days.map({ $0.adding(days: -1) }) {
      let known = whole.asOf(day)
      let file = try? Fundamentals(companyFacts: try cut(json, at: "\(day)"), symbol: cik, file: cik)
      #expect(known == file, "\(day)")
      #expect(known?.years == file?.years, "\(day)")
      #expect(known?.latestShares == file?.latestShares, "\(day)")
      #expect(known?.period() == file?.period(), "\(day)")
      if let known, let period = known.period(), let file, let same = file.period() {
        #expect(known.findings(of: period) == file.findings(of: same), "\(day)")
        #expect(period.figures.end <= day)
        for item in Fundamentals.Item.allCases { #expect(period[item].map { $0.filed <= day } ?? true) }
      }
    }
  }

  @Test("a restated figure is seen from the filing on that restates it")
  func restated() throws {
    let apple = try sample("AAPL")
    #expect(apple.asOf(try day("2009-12-31"))?.year(2008)?[.revenue]?.value == 32_479e6)
    #expect(apple.asOf(try day("2010-01-24"))?.year(2008)?[.revenue]?.value == 32_479e6)
    let restated = apple.asOf(try day("2010-01-25"))?.year(2008)?[.revenue]
    #expect(restated?.value == 37_491e6)
    #expect(restated?.accession == "0001193125-10-012091")
    #expect(apple.year(2008)?[.revenue] == restated)
    #expect(apple.asOf(try day("2009-10-26"))?.period()?[.revenue] == nil)
    #expect(apple.asOf(try day("2100-01-01")) == apple)
    let marvell = try sample("MRVL")
    // The company as it is was founded in 2021: its first annual report is that of March 2022.
    #expect(marvell.asOf(try day("2022-03-09")) == nil)
    #expect(marvell.asOf(try day("2022-03-10"))?.latest?.year == 2022)
  }

  @Test("splits are seen from the filing on that counts in new shares, and figures per share follow")
  func splits() throws {
    let nvidia = try sample("NVDA")
    #expect(nvidia.splits.map(\.factor) == [4, 10])
    #expect(nvidia.splits.map { "\($0.filed)" } == ["2021-08-20", "2024-08-28"])
    #expect(try sample("AAPL").splits.map(\.factor) == [7, 4])
    let before = try #require(nvidia.asOf(try day("2024-08-27")))
    #expect(before.splits.map(\.factor) == [4])
    let old = try #require(before.period())
    #expect(old[.revenue]?.value == 60_922e6 + 26_044e6 - 7192e6)
    #expect(old.shares?.value == 2460e6)
    #expect(old[.dilutedEarningsPerShare]?.value == 17.09)
    let after = try #require(nvidia.asOf(try day("2024-08-28")))
    let new = try #require(after.period())
    #expect(new[.revenue]?.value == 60_922e6 + 56_084e6 - 20_699e6)
    #expect(new.shares?.value == 24_530e6)
    // 11.93 before the split is 1.193 after it.
    #expect(new[.dilutedEarningsPerShare]?.value == 2.133)
    #expect(!after.findings(of: new).contains { $0.code == .splitSuspected && $0.isRefusal })
    // The annual report of February 2024 is of the old shares; its count is brought to the new ones, and told.
    let year = try #require(after.period(.year(2024)))
    #expect(year.shares?.value == 25_000e6)
    #expect(after.findings(of: year).contains { $0.code == .splitSuspected && $0.severity == .warning })
    #expect(!after.findings(of: year).contains { $0.isRefusal })
  }

  @Test("what a later filing rounds is not restated, what it changes is")
  func rounding() throws {
    var file = CompanyFile.plain
    file.state("LongTermDebt", 400_000_000, to: "2024-12-31", in: "10-Q", filed: "2025-05-01")
    file.state("StockholdersEquity", 1_234_567_000, to: "2023-12-31", in: "10-K", filed: "2024-02-21")
    file.state("StockholdersEquity", 1_200_000_000, to: "2023-12-31", in: "10-Q", filed: "2024-05-01")
    file.state("Assets", 2_100_000_000, to: "2023-12-31", in: "10-Q", filed: "2024-05-01")
    let company = try file.read()
    #expect("\(company.year(2024)?[.longTermDebt]?.filed ?? CivilDate(daysSince1970: 0))" == "2025-02-20")
    #expect(company.year(2023)?[.equity]?.value == 1_234_567_000)
    #expect(company.year(2023)?[.assets]?.value == 2_100_000_000)
  }

  @Test("filings come back from their packed form, on every day", arguments: ["AAPL", "NVDA", "MRVL"])
  func packed(_ name: String) throws {
    let company = try sample(name)
    let bytes = try company.packed()
    #expect(bytes.count < 20_000)
    let back = try Fundamentals(packed: bytes, name: name)
    #expect(back == company && back.years == company.years)
    let days = company.filingDates
    for day in [days[days.count / 3], days[days.count * 2 / 3]] {
      let known = try #require(company.asOf(day))
      #expect(back.asOf(day) == known)
      #expect(try Fundamentals(packed: known.packed(), name: name) == known)
    }
  }

  @Test("damaged bytes are refused or read as something, and never trap")
  func damaged() throws {
    let bytes = try sample("MRVL").packed()
    for count in stride(from: 0, to: bytes.count - 8, by: 97) {
      #expect(throws: MarketDataError.self) { try Fundamentals(packed: Array(bytes[..<count]), name: "x") }
    }
    var dice = Dice(7)
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<3 {
        changed[dice.below(changed.count)] = UInt8(dice.below(256))
      }
      if let read = try? Fundamentals(packed: changed, name: "x"), let period = read.period() {
        _ = read.findings(of: period)
      }
    }
  }

  @Test("a made-up company keeps odd values and numbers of filings, and others are not packed")
  func oddValues() throws {
    var file = CompanyFile.plain
    file.state("Goodwill", -1.0 / 3, to: "2024-12-31", filed: "2025-02-20")
    file.state(
      "EarningsPerShareDiluted", 1.2345, from: "2024-01-01", to: "2024-12-31", filed: "2025-02-20", unit: "USD/shares")
    let company = try file.read()
    #expect(try company.packed().count < 2000)
    #expect(company.latest?[.goodwill]?.value == -1.0 / 3)
    #expect(company.latest?[.dilutedEarningsPerShare]?.value == 1.2345)
    #expect(try Fundamentals(packed: company.packed(), name: "MADE") == company)
    let other = file.text.replacingOccurrences(of: "0000000001-25", with: "odd-25")
    let odd = try Fundamentals(companyFacts: Array(other.utf8), symbol: "ODD", file: "odd.json")
    let error = #expect(throws: MarketDataError.self) { try odd.packed() }
    #expect(error?.code == .notPackable)
  }
}
