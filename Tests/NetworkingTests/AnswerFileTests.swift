import Calendar
import Columns
import JSON
import MarketData
import Platform
import Sourcing
import TestSupport
import Testing

@Suite("Files with answers of providers")
struct AnswerFileTests {
  @Test(
    "The provider is recognized by the form", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"),
    arguments: [
      ("polygon_v2_aggs_AAPL_1day.json", "polygon"), ("binance_api_klines.json", "binance"),
      ("yahoo_chart_v8_australia.json", "yahoo"), ("fred_series_observations_gdp.json", "fred"),
      ("alphavantage_TIME_SERIES_INTRADAY_MSFT.json", "alphavantage"),
    ])
  func recognised(file: String, provider: String) throws {
    let path = try SharedFolder.file("data/provider-samples/" + file)
    let day = try #require(CivilDate(year: 2026, month: 1, day: 2))
    let environment = Environment(today: day, now: { "" }, stateDirectory: "", files: DiskFiles())
    let bytes = try DiskFiles().read(path)
    #expect(AnswerFile.isLikely(try JSONValue(parsing: bytes, elements: 256)))
    let loaded = try AnswerFile(BarRequest(AnswerFile.word, path)).load(in: environment)
    #expect(loaded.bars.count > 0 && "\(loaded.dialect)".contains(provider), "\(loaded.dialect)")
  }

  @Test("What is no answer is none")
  func others() throws {
    for text in ["{}", "[]", "[[1,2]]", "{\"results\": []}", "{\"facts\": {}}", "null", "[1e300]"] {
      #expect(!AnswerFile.isLikely(try JSONValue(parsing: text)), "\(text)")
    }
  }
}
