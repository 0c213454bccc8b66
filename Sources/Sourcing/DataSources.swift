import MarketData

/// The table of all sources of bars: files, samples, addresses and providers.
public enum DataSources {
  /// All sources, in the order in which names are looked for.
  public static let all: [any BarSource.Type] =
    BarSources.all + [
      URLBars.self, AnswerFile.self, StoredBars.self, ProviderBars<Polygon>.self, ProviderBars<FRED>.self,
      ProviderBars<Yahoo>.self,
      ProviderBars<Stooq>.self, ProviderBars<AlphaVantage>.self, ProviderBars<Binance>.self, ProviderBars<Kraken>.self,
      ProviderBars<Coinbase>.self, ProviderBars<Alpaca>.self, ProviderBars<Finnhub>.self, RecordedBars.self,
      LiveBars.self,
    ]

  /// The source of a word; nil if there is none.
  public static func named(_ word: String) -> (any BarSource.Type)? {
    // The types of all providers take a quarter of a millisecond to make, which files and samples need not wait for.
    BarSources.named(word) ?? all.first { $0.word == word }
  }

  /// The words of the providers of bars.
  public static let providers = all.map { $0.word }.filter { word in ProviderTable.words.contains(word) }

  /// The source that a request asks; see ``BarSources/source(for:in:)``.
  public static func source(for request: BarRequest) throws(MarketDataError) -> any BarSource {
    if BarSources.named(request.source) != nil { return try BarSources.source(for: request) }
    return try BarSources.source(for: request, in: all)
  }
}
