/// All providers of data.
public enum ProviderTable {
  /// The providers, in the order of listings.
  public static let all: [any Provider] = [
    Polygon(), FRED(), SEC(), Yahoo(), Stooq(), AlphaVantage(), Binance(), Kraken(),
    Coinbase(), Alpaca(), Finnhub(),
  ]

  /// The words of all.
  public static let words = all.map(\.profile.word)

  /// The word of a provider by either of its names; a name of none as it is.
  public static func word(of name: String) -> String {
    all.map(\.profile).first { $0.otherWord == name }?.word ?? name
  }

  /// The provider of a word.
  public static func named(_ word: String) -> (any Provider)? { all.first { $0.profile.word == word } }
}
