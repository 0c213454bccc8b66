import Calendar
import Filings
import MarketData
import OrderedCollections
import Research
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
}
