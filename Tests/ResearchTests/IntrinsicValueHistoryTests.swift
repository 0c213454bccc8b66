import Calendar
import Columns
import MarketData
import OrderedCollections
import Research
import Testing
import Valuation

@Suite("Intrinsic value over time")
struct IntrinsicValueHistoryTests {
  /// Apple's figures, and daily bars at one price that cover its filings.
  private static func apple() throws -> (figures: Fundamentals, bars: Bars) {
    let figures = try #require(Sample.named("AAPL", kind: .fundamentals)).loadFundamentals()
    let first = try #require(CivilDate(year: 2009, month: 1, day: 5))
    let last = try #require(figures.filingDates.last).adding(days: 10)
    let days = (first.daysSince1970...last.daysSince1970).map { CivilDate(daysSince1970: $0) }
    let price = Column([Double](repeating: 100, count: days.count))
    let bars = Bars(
      times: days.map { Zone.utc.timestamp(of: CivilTime(date: $0)) }, open: price, high: price, low: price,
      close: price, volume: price, timeframe: .day, zone: .utc)
    return (figures, bars)
  }

  /// Apple with typed forecast assumptions on its reported figures.
  private static func company(_ figures: Fundamentals) throws -> ValuedCompany {
    var research = CompanyResearch()
    research.fundamentals["AAPL"] = figures
    var model = try research.newModel(of: "AAPL", price: nil)
    try model.apply([
      .set(Assumption("growth", YearPath(.glide(from: 0.06, to: 0.03)))), .set(Assumption("margin", 0.25)),
      .set(Assumption("discount", 0.09)), .set(Assumption(terminal: .growth(0.025))),
    ])
    research.model = model
    return try research.valued(by: nil, of: "AAPL")
  }

  private static func history(
    _ company: ValuedCompany, _ figures: Fundamentals?, _ bars: Bars
  ) -> IntrinsicValueHistory {
    IntrinsicValueHistory(of: company, figures, on: bars, knownAt: bars.closings())
  }

  private static func isEqual(_ a: IntrinsicValueHistory.Moment, _ b: IntrinsicValueHistory.Moment) -> Bool {
    a.known == b.known && a.value.bitPattern == b.value.bitPattern
  }

  @Test("A value changes with each filing, and each is seen from the first bar after its day")
  func filings() throws {
    let (figures, bars) = try Self.apple()
    let history = Self.history(try Self.company(figures), figures, bars)
    #expect(history.followsFilings && history.typed.isEmpty && history.lookAhead == nil)
    #expect(history.entries.count > 20)
    for entry in history.entries {
      let day = try #require(entry.day)
      #expect(bars.civilTime(at: entry.firstBar).date > day)
      #expect(entry.firstBar == 0 || bars.civilTime(at: entry.firstBar - 1).date <= day)
    }
    let isRising = zip(history.moments, history.moments.dropFirst()).allSatisfy { $0.known < $1.known }
    #expect(isRising)
  }

  @Test("Later filings change nothing before them")
  func laterFilings() throws {
    let (figures, bars) = try Self.apple()
    let company = try Self.company(figures)
    let whole = Self.history(company, figures, bars)
    // Splits of later filings say in which unit prices are, so the law holds after the last of them.
    let split = try #require(figures.splits.map(\.filed).max())
    let days = whole.entries.compactMap(\.day).filter { $0 > split }
    #expect(days.count > 10)
    for day in days.dropLast(3) {
      let known = try #require(figures.asOf(day))
      let part = Self.history(company, known, bars)
      let last = try #require(part.entries.last)
      #expect(last.day == day)
      let closing = bars.closings()[last.firstBar]
      let before = whole.moments.filter { $0.known <= closing }
      #expect(part.moments.count == before.count)
      let isSame = zip(part.moments, before).allSatisfy { Self.isEqual($0, $1) }
      #expect(isSame, "filed by \(day)")
    }
  }

  @Test("The first bars give the values that all bars give on them")
  func prefixes() throws {
    let (figures, bars) = try Self.apple()
    let company = try Self.company(figures)
    let whole = Self.history(company, figures, bars)
    let count = bars.count - 400
    let part = Self.history(company, figures, bars.prefix(count))
    let closing = bars.closings()[count - 1]
    #expect(!part.moments.isEmpty)
    let isSame = zip(part.moments, whole.moments).allSatisfy { Self.isEqual($0, $1) }
    #expect(isSame)
    let before = whole.moments.filter { $0.known <= closing }
    #expect(part.moments.count == before.count)
  }

  @Test("Typed figures look ahead unless a date says since when they are known")
  func typed() throws {
    let (_, bars) = try Self.apple()
    let figures: [Assumption] = [
      Assumption("revenue", 1e9), Assumption("shares", 10e6), Assumption("growth", 0.05), Assumption("margin", 0.2),
      Assumption("discount", 0.09), Assumption(terminal: .growth(0.02)),
    ]
    let undated = Self.history(
      ValuedCompany(company: "ACME", title: "ACME base", assumptions: try Assumptions(figures)), nil, bars)
    #expect(undated.lookAhead != nil && undated.moments.first?.known == Timestamp(milliseconds: .min))
    let day = bars.civilTime(at: 800).date
    let dates = [Assumption("date", word: "\(day)"), Assumption("base_end", word: "\(day.adding(days: -40))")]
    let dated = Self.history(
      ValuedCompany(company: "ACME", title: "ACME base", assumptions: try Assumptions(figures + dates)), nil, bars)
    #expect(dated.lookAhead == nil && dated.entries.map(\.firstBar) == [801])
  }
}
