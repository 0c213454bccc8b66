import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("Real files", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct RealFilesTests {
  struct Expected: Sendable, CustomTestStringConvertible {
    var file: String
    var bars: Int
    var timeframe: String
    var first: String
    var last: String
    var close: Double
    var dialect: String
    var findings: [String: Int] = [:]
    var symbol: String?
    var zone = "UTC"
    var isMacro = false

    var testDescription: String { file }
  }

  static let market: [Expected] = [
    Expected(
      file: "daily/AAPL.csv",
      bars: 5849,
      timeframe: "1d",
      first: "1998-01-02",
      last: "2021-03-31",
      close: 122.15,
      dialect: "comma, header, ISO dates",
      findings: ["possible-splits": 4, "gaps": 1],
      symbol: "AAPL"
    ),
    Expected(
      file: "daily/IBM.csv",
      bars: 5849,
      timeframe: "1d",
      first: "1998-01-02",
      last: "2021-03-31",
      close: 133.26,
      dialect: "comma, header, ISO dates",
      findings: ["possible-splits": 1, "gaps": 1]
    ),
    Expected(
      file: "daily/SPY.csv",
      bars: 5849,
      timeframe: "1d",
      first: "1998-01-02",
      last: "2021-03-31",
      close: 396.33,
      dialect: "comma, header, ISO dates",
      findings: ["gaps": 1]
    ),
    Expected(
      file: "daily/BAC.csv",
      bars: 5661,
      timeframe: "1d",
      first: "1998-10-01",
      last: "2021-03-31",
      close: 38.69,
      dialect: "comma, header, ISO dates",
      findings: ["possible-splits": 1, "gaps": 1]
    ),
    Expected(
      file: "daily/QQQ.csv",
      bars: 3964,
      timeframe: "1d",
      first: "1999-03-10",
      last: "2021-03-31",
      close: 319.13,
      dialect: "comma, header, ISO dates",
      findings: ["possible-splits": 1, "gaps": 2]
    ),
    Expected(
      file: "daily/MSFT.csv",
      bars: 3270,
      timeframe: "1d",
      first: "2000-03-01",
      last: "2013-03-01",
      close: 27.95,
      dialect: "comma, header, ISO dates, Adj Close ignored",
      findings: ["adjusted-close": 1, "possible-splits": 1, "gaps": 1]
    ),
    Expected(
      file: "daily/GOOG.csv",
      bars: 2148,
      timeframe: "1d",
      first: "2004-08-19",
      last: "2013-03-01",
      close: 806.19,
      dialect: "comma, header, ISO dates"
    ),
    Expected(
      file: "daily/NVDA_yahoo_1999-2014.csv",
      bars: 4012,
      timeframe: "1d",
      first: "1999-01-22",
      last: "2014-12-31",
      close: 20.049999,
      dialect: "comma, header, ISO dates, Adj Close ignored",
      findings: ["adjusted-close": 1, "gaps": 1]
    ),
    Expected(
      file: "daily/AAPL_yahoo_2004-2018.csv",
      bars: 3379,
      timeframe: "1d",
      first: "2004-08-19",
      last: "2018-01-19",
      close: 178.460007,
      dialect: "comma, header, ISO dates, Adj Close ignored",
      findings: ["adjusted-close": 1]
    ),
    Expected(
      file: "other/BTCUSD-monthly.csv",
      bars: 156,
      timeframe: "1mo",
      first: "2012-01-31",
      last: "2024-12-31",
      close: 93_381,
      dialect: "comma, header, ISO dates"
    ),
    Expected(
      file: "intraday/ESTX50-FUT_1min_2006-01-02_2006-02-27.csv",
      bars: 30_889,
      timeframe: "1m",
      first: "2006-01-02T09:01:00Z",
      last: "2006-02-27T22:00:00Z",
      close: 3838,
      dialect: "comma, header, ISO dates, header names no time column",
      findings: ["end-stamps": 30_889]
    ),
    Expected(
      file: "intraday/SPY_60min_2015-2021.csv",
      bars: 10_965,
      timeframe: "1h",
      first: "2015-01-02T09:00:00Z",
      last: "2021-03-31T15:00:00Z",
      close: 396.33,
      dialect: "comma, header, ISO dates"
    ),
    Expected(
      file: "intraday/SPY_1min_2013-10-04_2013-10-11.csv",
      bars: 4839,
      timeframe: "1m",
      first: "2013-10-04T04:06:00Z",
      last: "2013-10-11T19:59:00Z",
      close: 170.41,
      dialect: "comma, header, ISO dates"
    ),
    Expected(
      file: "intraday/SP500_1min_2019-11-05_2019-11-08.csv",
      bars: 1563,
      timeframe: "1m",
      first: "2019-11-05T09:30:00Z",
      last: "2019-11-08T15:59:00Z",
      close: 3092.91,
      dialect: "comma, header, MM/DD/YYYY, day and month ambiguous",
      findings: ["ambiguous-dates": 1, "zero-volume": 1563]
    ),
    Expected(
      file: "intraday/EURUSD_60min_2017-2018.csv",
      bars: 5000,
      timeframe: "1h",
      first: "2017-04-19T09:00:00Z",
      last: "2018-02-07T15:00:00Z",
      close: 1.22904,
      dialect: "comma, header, ISO dates",
      findings: ["sunday-stubs": 40]
    ),
    Expected(
      file: "intraday/BTC-PERP_1min_2022-01.csv",
      bars: 20_160,
      timeframe: "1m",
      first: "2021-12-31T23:01:00Z",
      last: "2022-01-14T23:00:00Z",
      close: 43_278,
      dialect: "comma, header, ISO dates"
    ),
    Expected(
      file: "resample-check/ESTX50_5min_2006.csv",
      bars: 2142,
      timeframe: "5m",
      first: "2006-01-02T09:05:00Z",
      last: "2006-01-30T17:30:00Z",
      close: 3677.52,
      dialect: "comma, header, ISO dates",
      findings: ["end-stamps": 2142, "zero-volume": 2142]
    ),
    Expected(
      file: "resample-check/ESTX50_1d_2006.csv",
      bars: 255,
      timeframe: "1d",
      first: "2006-01-02",
      last: "2006-12-29",
      close: 4119.94,
      dialect: "comma, header, ISO dates",
      findings: ["zero-volume": 255]
    ),
    Expected(
      file: "resample-check/ESTX50_1w_2006.csv",
      bars: 52,
      timeframe: "1w",
      first: "2006-01-06",
      last: "2006-12-29",
      close: 4119.94,
      dialect: "comma, header, ISO dates",
      findings: ["zero-volume": 52, "stamps": 52]
    ),
    Expected(
      file: "resample-check/ESTX50_1mo_2006.csv",
      bars: 12,
      timeframe: "1mo",
      first: "2006-01-31",
      last: "2006-12-29",
      close: 4119.94,
      dialect: "comma, header, ISO dates",
      findings: ["zero-volume": 12]
    ),
    Expected(
      file: "resample-check/SP500_1d_2019-11.csv",
      bars: 20,
      timeframe: "1d",
      first: "2019-11-01",
      last: "2019-11-29",
      close: 3140.98,
      dialect: "comma, header, MM/DD/YYYY"
    ),
  ]

  static let macro: [Expected] = [
    ("A191RL1Q225SBEA", 315, "1q", "1947-04-01", "2025-10-01", 0.5, [:]),
    ("CPIAUCSL", 950, "1mo", "1947-01-01", "2026-03-01", 330.293, ["empty-rows": 1, "gaps": 1]),
    ("UNRATE", 938, "1mo", "1948-01-01", "2026-03-01", 4.3, ["empty-rows": 1, "gaps": 1]),
    ("FEDFUNDS", 861, "1mo", "1954-07-01", "2026-03-01", 3.64, [:]),
    ("USREC", 2056, "1mo", "1854-12-01", "2026-03-01", 0, [:]),
    ("DGS10", 1250, "1d", "2021-04-13", "2026-04-13", 4.3, ["empty-rows": 55]),
    ("DGS2", 1250, "1d", "2021-04-13", "2026-04-13", 3.78, ["empty-rows": 55]),
    ("T10Y2Y", 1250, "1d", "2021-04-14", "2026-04-14", 0.5, ["empty-rows": 55]),
    ("T10Y3M", 11_147, "1d", "1982-01-04", "2026-07-31", 0.92, ["empty-rows": 483]),
    ("old-style/T10Y2Y", 11_347, "1d", "1976-06-01", "2021-10-22", 1.18, ["empty-rows": 497]),
    ("api-export/GDPC1", 105, "1q", "2000-01-01", "2026-01-01", 24180.419, [:]),
    ("api-export/UNRATE", 377, "1mo", "1995-01-01", "2026-06-01", 4.2, ["gaps": 1]),
    ("api-export/CPIAUCSL", 281, "1mo", "2003-01-01", "2026-06-01", 332.568, ["gaps": 1]),
    ("api-export/T10Y2Y", 9149, "1d", "1990-01-02", "2026-07-29", 0.45, [:]),
  ].map { name, bars, timeframe, first, last, close, findings in
    Expected(
      file: name + ".csv",
      bars: bars,
      timeframe: timeframe,
      first: first,
      last: last,
      close: close,
      dialect: "comma, header, ISO dates",
      findings: findings,
      symbol: String(name.split(separator: "/").last ?? ""),
      isMacro: true
    )
  }

  static let providers: [Expected] = [
    Expected(
      file: "stooq_daily_aapl.us.csv",
      bars: 1000,
      timeframe: "1d",
      first: "2020-03-12",
      last: "2024-03-01",
      close: 179.66,
      dialect: "comma, header, ISO dates",
      symbol: "stooq_daily_aapl.us"
    ),
    Expected(
      file: "binance_vision_klines_ADABTC-1m-2021-11-27.csv",
      bars: 10,
      timeframe: "1m",
      first: "2021-11-27T00:00:00Z",
      last: "2021-11-27T00:09:00Z",
      close: 0.00002865,
      dialect: "comma, no header, epoch milliseconds"
    ),
    Expected(
      file: "metatrader4_EURUSD60.csv",
      bars: 1000,
      timeframe: "1h",
      first: "2019-02-15T14:00:00Z",
      last: "2019-04-16T04:00:00Z",
      close: 1.1304,
      dialect: "comma, header, YYYY.MM.DD",
      findings: ["sunday-stubs": 9]
    ),
    Expected(
      file: "dukascopy_EURUSD_H1_localtime.csv",
      bars: 144,
      timeframe: "1h",
      first: "2021-10-11T00:00:00+08:00",
      last: "2021-10-16T23:00:00+08:00",
      close: 1.15983,
      dialect: "comma, header, DD.MM.YYYY",
      zone: "+08:00"
    ),
    Expected(
      file: "yahoo_download_SPY_2020-2021.csv",
      bars: 92,
      timeframe: "1d",
      first: "2020-09-01",
      last: "2021-01-12",
      close: 378.769989,
      dialect: "comma, header, ISO dates, Adj Close ignored",
      findings: ["adjusted-close": 1]
    ),
    Expected(
      file: "barchart_JPYUSD.csv",
      bars: 519,
      timeframe: "1d",
      first: "2018-03-12",
      last: "2020-03-11",
      close: 0.009582,
      dialect: "comma, header, MM/DD/YYYY, newest first"
    ),
    Expected(
      file: "ticks_sample.csv",
      bars: 134,
      timeframe: "1s",
      first: "2015-09-23T20:57:42.146Z",
      last: "2015-09-23T21:00:00.238Z",
      close: 3069,
      dialect: "comma, header, ISO dates",
      findings: ["conflicting-rows": 1, "irregular-times": 1]
    ),
  ]

  @Test("a market file loads as expected", arguments: market)
  func marketFile(_ expected: Expected) throws { try check(expected, in: "data/market/") }

  @Test("a macro file loads as expected", arguments: macro)
  func macroFile(_ expected: Expected) throws { try check(expected, in: "data/macro/") }

  @Test("a provider's file loads as expected", arguments: providers)
  func providerFile(_ expected: Expected) throws { try check(expected, in: "data/provider-samples/") }

  /// Files that are tables, but not of bars: the code and a word of the message.
  static let refused: [(file: String, code: MarketDataError.Code, word: String)] =
    ["AAPL", "BAC", "IBM", "QQQ", "SPY"].map {
      ("data/market/corporate-actions/\($0).factors.csv", .noPriceColumn, "ReferencePrice")
    } + [
      ("data/macro/us_macro_quarterly_1959-2009.csv", .noDateColumn, "quarter"),
      ("data/provider-samples/polygon_v2_aggs_AAPL_1day.json", .notATable, "JSON"),
    ]

  @Test("files that hold no bars are refused with a reason", arguments: refused)
  func refusal(file: String, code: MarketDataError.Code, word: String) throws {
    let path = try SharedFolder.file(file)
    let error = #expect(throws: MarketDataError.self) { try BarFile.load(path: path) }
    #expect(error?.code == code)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test("a zone shifts the times and keeps the clock")
  func zone() throws {
    let loaded = try BarFile.load(
      path: SharedFolder.file("data/market/intraday/SPY_60min_2015-2021.csv"),
      options: .init(symbol: "SPY", zone: "America/New_York")
    )
    #expect(loaded.bars.label(at: 0) == "2015-01-02T09:00:00-05:00")
    #expect(loaded.bars.label(at: loaded.bars.count - 1) == "2021-03-31T15:00:00-04:00")
    #expect(loaded.symbol == "SPY")
  }

  private func check(_ expected: Expected, in folder: String) throws {
    let loaded = try BarFile.load(path: SharedFolder.file(folder + expected.file))
    let bars = loaded.bars
    #expect(bars.count == expected.bars)
    #expect(bars.timeframe.description == expected.timeframe)
    #expect(bars.label(at: 0) == expected.first)
    #expect(bars.label(at: bars.count - 1) == expected.last)
    #expect(bars.close[bars.count - 1] == expected.close)
    #expect(loaded.dialect.description == expected.dialect)
    #expect(bars.zone.identifier == expected.zone)
    #expect(loaded.isMacro == expected.isMacro)
    if let symbol = expected.symbol { #expect(loaded.symbol == symbol) }
    var found: [String: Int] = [:]
    for finding in loaded.findings { found[finding.code.name] = finding.count }
    #expect(found == expected.findings)
    #expect(zip(bars.times, bars.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(loaded.contentHash.count == 32)
  }
}
