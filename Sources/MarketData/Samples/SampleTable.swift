import Calendar
import Columns

extension Sample {
  /// All samples: bars, macro series, fundamentals.
  ///
  /// The order is that of listings.
  public static let all: [Sample] =
    [
      lean("SPY", "S&P 500 ETF", from: "1998-01-02"),
      lean("AAPL", "Apple", from: "1998-01-02"),
      lean("IBM", "IBM", from: "1998-01-02"),
      lean("BAC", "Bank of America", from: "1998-10-01"),
      Sample(
        name: "MSFT",
        title: "Microsoft, daily, unadjusted",
        kind: .bars,
        timeframe: .day,
        span: "2000-03-01..2013-03-01",
        source: "PyPI bokeh_sampledata 2026.1, stocks.csv.gz",
        licence: "BSD-3-Clause",
        provenance: "Prices and volumes as published; the column Adj Close is left out.",
        sourceFile: "market/daily/MSFT.csv",
        file: "MSFT.1d.bars"
      ),
      Sample(
        name: "SPY",
        title: "S&P 500 ETF, hourly, unadjusted",
        kind: .bars,
        timeframe: .hour,
        span: "2015-01-02..2021-03-31",
        source: "QuantConnect/Lean 24863901, Data/equity/usa/hour",
        licence: "Apache-2.0",
        provenance:
          "Prices divided by 10000. Bars carry their start in New York; that of 09:00 begins at 09:30.",
        sourceFile: "market/intraday/SPY_60min_2015-2021.csv",
        file: "SPY.1h.bars"
      ),
    ] + macroSeries + companies

  private static let macroSeries: [Sample] = [
    fred("UNRATE", "US unemployment rate, percent, monthly (BLS)", .month, "1948-01..2026-03"),
    fred("CPIAUCSL", "US consumer prices, 1982-84 = 100, monthly (BLS)", .month, "1947-01..2026-03"),
    fred("FEDFUNDS", "US federal funds rate, percent, monthly (Federal Reserve)", .month, "1954-07..2026-03"),
    fred(
      "A191RL1Q225SBEA",
      "US real GDP growth, percent a year, quarterly (BEA)",
      .quarter,
      "1947-04..2025-10"
    ),
    fred(
      "DGS10",
      "US Treasury yield, 10 years, percent, daily (Federal Reserve)",
      .day,
      "2021-04-13..2026-04-13"
    ),
    fred(
      "DGS2",
      "US Treasury yield, 2 years, percent, daily (Federal Reserve)",
      .day,
      "2021-04-13..2026-04-13"
    ),
    fred("T10Y2Y", "US Treasury yields, 10 less 2 years, percent, daily", .day, "2021-04-14..2026-04-14"),
  ]

  private static let companies: [Sample] = [
    sec("AAPL", "Apple", cik: "0000320193", span: "FY2007..FY2025"),
    sec("NVDA", "NVIDIA", cik: "0001045810", span: "FY2008..FY2026"),
    sec("MRVL", "Marvell Technology", cik: "0001835632", span: "FY2020..FY2026"),
  ]

  private static func lean(_ name: String, _ title: String, from start: String) -> Sample {
    Sample(
      name: name,
      title: "\(title), daily, unadjusted",
      kind: .bars,
      timeframe: .day,
      span: "\(start)..2021-03-31",
      source: "QuantConnect/Lean 24863901, Data/equity/usa/daily",
      licence: "Apache-2.0",
      provenance: "Prices divided by 10000; splits and dividends show as jumps.",
      sourceFile: "market/daily/\(name).csv",
      file: "\(name).1d.bars"
    )
  }

  private static func fred(_ name: String, _ title: String, _ timeframe: Timeframe, _ span: String) -> Sample {
    Sample(
      name: name,
      title: title,
      kind: .macro,
      timeframe: timeframe,
      span: span,
      source: "FRED, download of April 2026 kept in XinyuLiu2403/acc102-macro-dashboard 6d3e6faa, data",
      licence: "public domain (statistics of the US government)",
      provenance: "Values as published; dates without a value are left out. Later vintages may revise them.",
      sourceFile: "macro/\(name).csv",
      file: "\(name).macro"
    )
  }

  private static func sec(
    _ name: String,
    _ title: String,
    cik: String,
    span: String
  ) -> Sample {
    Sample(
      name: name,
      title: "\(title), figures from its annual and quarterly reports",
      kind: .fundamentals,
      timeframe: .year,
      span: span,
      source: "SEC companyfacts CIK\(cik), recording kept in dgunning/edgartools ca5a7009, tests/cassettes",
      licence: "public domain (SEC filings); the repository is MIT",
      provenance: "The facts of 10-K, 10-Q and 8-K reports that figures are made of, without repetitions.",
      sourceFile: "fundamentals/CIK\(cik).json",
      file: "\(name).fundamentals"
    )
  }
}
