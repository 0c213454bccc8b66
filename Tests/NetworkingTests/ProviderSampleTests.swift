import Calendar
import Platform
import Sourcing
import TestSupport
import Testing

/// The providers read real answers that were stored.
@Suite("Stored answers of providers", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct ProviderSampleTests {
  private func batch(
    _ provider: some BarProvider, _ file: String, of symbol: String = "X", _ timeframe: Timeframe = .day,
    isAdjusted: Bool = false, isFirst: Bool = false
  ) throws -> BarBatch {
    let query = BarQuery(
      symbol: symbol, timeframe: timeframe, isFirstVintage: isFirst, isAdjusted: isAdjusted,
      today: try #require(CivilDate(iso8601: "2026-01-01")))
    let server = ProviderServer(base: try #require(WebAddress(provider.profile.base)), key: Secret("k"))
    var batch = provider.batch(for: query)
    let next = try provider.read(
      try SharedFolder.bytes("data/provider-samples/" + file), query, at: server, into: &batch)
    #expect(next == nil)
    return batch
  }

  @Test("Polygon: times in milliseconds, and that prices are adjusted where the answer says so")
  func polygon() throws {
    let batch = try batch(Polygon(), "polygon_v2_aggs_AAPL_1day.json", of: "aapl")
    #expect(batch.times == [1_112_331_600_000, 1_112_587_200_000])
    #expect(batch.close == [1.4604, 1.4675] && batch.volume == [642_646_396, 578_172_308])
    #expect(batch.basis == .splits && batch.zone == "America/New_York")
    let quote = try Polygon().readQuote(
      SharedFolder.bytes("data/provider-samples/polygon_v2_aggs_prev_AAPL.json"), of: "AAPL")
    #expect(quote.price == 156.8 && quote.time == 1_651_003_200_000)
  }

  @Test("an answer of another symbol is no answer")
  func otherSymbol() throws {
    func message(_ read: () throws -> Void) -> String? {
      do { try read() } catch { return (error as? ProviderError)?.message }
      return nil
    }
    #expect(
      message { _ = try batch(Polygon(), "polygon_v2_aggs_AAPL_1day.json", of: "MSFT") }
        == "the answer of polygon is of `AAPL`, but `MSFT` was requested")
    #expect(message { _ = try batch(Yahoo(), "yahoo_chart_v8_MUV2.DE.json", of: "AAPL") } != nil)
    let minutes = "alphavantage_TIME_SERIES_INTRADAY_MSFT.json"
    #expect(message { _ = try batch(AlphaVantage(), minutes, of: "IBM", .minute) } != nil)
    let quote = try SharedFolder.bytes("data/provider-samples/polygon_v2_aggs_prev_AAPL.json")
    #expect(message { _ = try Polygon().readQuote(quote, of: "IBM") } != nil)
  }

  @Test("FRED: a value a line, stamped with the day of its period")
  func fred() throws {
    let batch = try batch(FRED(), "fred_series_observations_fedfunds.json")
    #expect(batch.count > 800 && batch.times[0] == -489_283_200_000)
    #expect(batch.close[0] == 0.8 && batch.volume[0].isNaN && batch.basis == .values)
    let first = try self.batch(FRED(), "fred_series_observations_gdp.json", isFirst: true)
    #expect(first.count == 97 && Set(first.known ?? []).count == 1)
  }

  @Test("Yahoo: zone, currency and dividends of the exchange; adjusted closes where asked for")
  func yahoo() throws {
    let batch = try batch(Yahoo(), "yahoo_chart_v8_MUV2.DE.json", of: "MUV2.DE")
    #expect(batch.zone == "Europe/Berlin" && batch.currency == "EUR" && batch.basis == .splits)
    #expect(batch.count > 50)
    let adjusted = try self.batch(Yahoo(), "yahoo_chart_v8_MUV2.DE.json", of: "MUV2.DE", isAdjusted: true)
    #expect(adjusted.count == batch.count && adjusted.actions.isEmpty && adjusted.basis == .splitsAndDividends)
    #expect(adjusted.close[0] < batch.close[0])
    let sydney = try self.batch(Yahoo(), "yahoo_chart_v8_australia.json", of: "ALL.AX")
    #expect(sydney.zone == "Australia/Sydney" && sydney.currency == "AUD" && sydney.count > 0)
  }

  @Test("Stooq, Alpha Vantage and Binance")
  func others() throws {
    let stooq = try batch(Stooq(), "stooq_daily_aapl.us.csv")
    #expect(stooq.close[0] == 60.9411 && stooq.basis == .splitsAndDividends)
    let minutes = try batch(AlphaVantage(), "alphavantage_TIME_SERIES_INTRADAY_MSFT.json", of: "MSFT", .minute)
    #expect(minutes.count == 100 && minutes.zone == "America/New_York" && minutes.isOnZoneClock)
    let quote = try AlphaVantage().readQuote(
      SharedFolder.bytes("data/provider-samples/alphavantage_GLOBAL_QUOTE.json"), of: "MSFT")
    #expect(quote.price == 112.13 && quote.previousClose == 112.79 && quote.day == CivilDate(iso8601: "2018-10-05"))
    let klines = try batch(Binance(), "binance_api_klines.json", .week)
    #expect(klines.times == [1_499_040_000_000] && klines.close == [0.015771])
  }
}
