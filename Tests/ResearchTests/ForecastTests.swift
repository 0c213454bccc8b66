import Calendar
import MarketData
import OrderedCollections
import Research
import TestSupport
import Testing
import Valuation

@Suite("Forecasts")
struct ForecastTests {
  private static func research() throws -> CompanyResearch {
    var research = CompanyResearch()
    research.fundamentals["AAPL"] = try #require(Sample.named("AAPL", kind: .fundamentals)).loadFundamentals()
    var model = try research.newModel(
      of: "AAPL", price: nil, for: [.set(Assumption("base", word: "2023"))])
    try model.apply([
      .set(Assumption("base", word: "2023")), .set(Assumption("growth", 0.04)), .set(Assumption("margin", 0.3)),
      .set(Assumption("discount", 0.09)), .set(Assumption(terminal: .growth(0.025))),
    ])
    research.model = model
    return research
  }

  @Test("A forecast is frozen: its document reads back as it was")
  func document() throws {
    var research = try Self.research()
    let forecast = try research.saveForecast(
      "then", note: "as of 2023", id: "00000000-0000-4000-8000-000000000001", at: "2023-11-10T00:00:00Z", version: "1")
    let read = try #require(ForecastFile.forecast(ForecastFile.json(forecast)))
    #expect(read.outputs == forecast.outputs && read.assumptions == forecast.assumptions && read.note == "as of 2023")
    #expect(forecast.baseEnd == CivilDate(year: 2023, month: 9, day: 30))
    #expect(throws: ResearchError.self) {
      _ = try research.saveForecast("then", id: "2", at: "2023-11-11T00:00:00Z", version: "1")
    }
    let row = try ScenarioFile.forecast(ScenarioFile.json(forecast), 1)
    #expect(row.forecast.outputs == forecast.outputs && !row.isDriven)
  }

  @Test("A review compares years that have ended with the reported ones")
  func review() throws {
    var research = try Self.research()
    let forecast = try research.saveForecast("then", id: "1", at: "2023-11-10T00:00:00Z", version: "1")
    let figures = try #require(research.fundamentals["AAPL"])
    let review = ForecastReview(of: forecast, against: figures, price: nil)
    #expect(review.periods.map(\.actualEnd) == ["2024-09-28", "2025-09-27"])
    let revenue = try #require(review.periods.first?.lines.first { $0.line == .revenue })
    #expect(revenue.actual == 391_035e6)
    #expect(revenue.error.map { $0 == 391_035e6 - revenue.forecast } == true)
    #expect(review.priceChange == nil && review.pricePercentile == nil)
  }

  @Test("Forecast assumptions are carried to the figures of today, without the years that have ended")
  func carried() throws {
    var research = try Self.research()
    _ = try research.saveForecast("then", id: "1", at: "2023-11-10T00:00:00Z", version: "1")
    let today = try research.newModel(of: "AAPL", price: nil)
    let carried = try research.carried(research.carriedSource(named: "then"), to: today, keepsEnd: false)
    #expect(carried.yearsPassed == 2)
    #expect(carried.model.assumptions["discount"]?.source == .scenario("then"))
    #expect(carried.model.assumptions["revenue"] == today.assumptions["revenue"])
  }

  /// A company before a split of four for one, and after it.
  private static func split() throws -> (before: Fundamentals, after: Fundamentals) {
    func read(_ file: CompanyFile) throws -> Fundamentals {
      try Fundamentals(companyFacts: Array(file.text.utf8), symbol: "MADE", file: "made.json")
    }
    var file = CompanyFile.plain
    let before = try read(file)
    file.state(year: 2025, ["Revenues": 1100e6, "OperatingIncomeLoss": 220e6, "NetIncomeLoss": 165e6])
    file.state(balancesOf: 2025, ["Assets": 2000e6, "StockholdersEquity": 1000e6])
    file.state(coverOf: 2025, 400e6)
    file.state(averageOf: 2025, diluted: 404e6, basic: 400e6)
    for (tag, count) in [
      ("WeightedAverageNumberOfDilutedSharesOutstanding", 404e6),
      ("WeightedAverageNumberOfSharesOutstandingBasic", 400e6),
    ] {
      file.state(tag, count, from: "2024-01-01", to: "2024-12-31", filed: "2026-02-20", unit: "shares")
    }
    return (before, try read(file))
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> CivilDate {
    try #require(CivilDate(year: year, month: month, day: day))
  }

  private static let opinions: [Assumptions.Change] = [
    .set(Assumption("growth", 0.04)), .set(Assumption("discount", 0.09)), .set(Assumption(terminal: .growth(0.025))),
  ]

  @Test("A forecast from before a split is compared with the present in the shares of today")
  func splits() throws {
    let (before, after) = try Self.split()
    #expect(after.splits.map(\.factor) == [4])
    var research = CompanyResearch()
    research.fundamentals["MADE"] = before
    var model = try research.newModel(of: "MADE", price: ClosingPrice(40, on: try Self.day(2025, 3, 3)))
    try model.apply(Self.opinions)
    research.model = model
    let forecast = try research.saveForecast("then", id: "1", at: "2025-03-03T00:00:00Z", version: "1")
    let now = ClosingPrice(12, on: try Self.day(2026, 3, 2))
    let same = ForecastReview(of: forecast, against: before, price: now)
    #expect(same.splits.splits.isEmpty && same.priceThen == 40)

    let review = ForecastReview(of: forecast, against: after, price: now)
    #expect(review.splits.splits.map(\.text) == ["4:1"] && review.priceThen == 10)
    #expect(review.valueThen == forecast.outputs.valuePerShare / 4)
    #expect(abs((review.priceChange ?? 0) - 0.2) < 1e-12)
    // A price of before the split is of other shares.
    let old = ClosingPrice(44, on: try Self.day(2025, 2, 3))
    #expect(ForecastReview(of: forecast, against: after, price: old).priceChange == nil)

    research.fundamentals["MADE"] = after
    let source = try research.carriedSource(named: "then").assumptions
    #expect(source[.shares]?.value == .scalar(400e6) && source[.price]?.value == .scalar(10))
    // The same of a forecast that was made after the split, of the year before it.
    var later = try research.newModel(
      of: "MADE", price: nil, for: [.set(Assumption("base", word: "2024"))])
    try later.apply([.set(Assumption("base", word: "2024"))] + Self.opinions)
    research.model = later
    let second = try research.saveForecast("second", id: "2", at: "2025-03-03T00:00:00Z", version: "1")
    #expect(ForecastReview(of: second, against: after, price: now).splits.splits.isEmpty)
  }

  @Test("A valuation after a split is worth the same, for each new share its part", arguments: [4, 1.5, 0.1])
  func afterSplit(factor: Double) throws {
    let options = "8000000.0 at 2.0, 1000000.0 at 60.0 life 4.0 volatility 0.35"
    var assumptions = try Assumptions(
      [
        Assumption("revenue", 1e9), Assumption("margin", 0.2), Assumption("shares", 100e6), Assumption("rsu", 2e6),
        Assumption("options", word: options), Assumption("price", 30), Assumption("risk_free", 0.03),
      ])
    assumptions = try assumptions.with(Self.opinions)
    let before = try DiscountedCashFlow.value(assumptions)
    let after = try DiscountedCashFlow.value(assumptions.afterSplit(factor))
    #expect(abs(after.valuePerShare * factor / before.valuePerShare - 1) < 1e-9)
    #expect(abs((after.upside ?? 0) - (before.upside ?? 1)) < 1e-9)
  }

  @Test("Bars of another currency than the accounts need a rate of exchange")
  func currencies() throws {
    var research = CompanyResearch()
    research.fundamentals["MADE"] = try Self.split().before
    let day = try Self.day(2025, 3, 3)
    var model = try research.newModel(of: "MADE", price: ClosingPrice(40, on: day, in: "EUR"))
    try model.apply(Self.opinions)
    #expect(throws: ValuationError.self) { try research.checkFigures(of: model, priceDay: day) }
    do { try research.checkFigures(of: model, priceDay: day) } catch { #expect(error.code == .currencyWithoutFx) }
    // A typed price is of the same currency, unless it is said to be of another.
    var typed = model
    try typed.apply([.set(Assumption("price", 44))])
    #expect(throws: ValuationError.self) { try research.checkFigures(of: typed, priceDay: day) }
    try typed.apply([.set(Assumption("price_currency", word: "USD"))])
    try research.checkFigures(of: typed, priceDay: day)
    #expect(try DiscountedCashFlow.value(typed.assumptions).price == 44)
    try model.apply([.set(Assumption("fx", 0.8))])
    try research.checkFigures(of: model, priceDay: day)
    let value = try DiscountedCashFlow.value(model.assumptions).valuePerShare
    #expect(abs(try DiscountedCashFlow.value(typed.assumptions).valuePerShare / 0.8 / value - 1) < 1e-12)
    // A model of the equity takes the rate as one of the firm does.
    var equity = try research.newModel(of: "MADE", price: ClosingPrice(40, on: day, in: "EUR"))
    try equity.apply([
      .set(Assumption("model", word: "residual_income")), .set(Assumption("roe", 0.12)),
      .set(Assumption("payout", 0.4)),
      .set(Assumption("cost_of_equity", 0.1)), .set(Assumption(terminal: .growth(0.02))),
      .set(Assumption("terminal_roe", 0.11)),
    ])
    #expect(throws: ValuationError.self) { try research.checkFigures(of: equity, priceDay: day) }
    try equity.apply([.set(Assumption("fx", 0.8))])
    try research.checkFigures(of: equity, priceDay: day)
    // Bars in the currency of the accounts say nothing.
    let own = try research.newModel(of: "MADE", price: ClosingPrice(40, on: day, in: "USD"))
    #expect(own.assumptions[.priceCurrency] == nil)
  }
}
