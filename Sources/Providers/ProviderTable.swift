/// All providers of data.
public enum ProviderTable {
  /// The providers, in the order of listings.
  public static let all: [any Provider] = [
    Polygon(), FRED(), SEC(), Yahoo(), Stooq(), AlphaVantage(), Binance(), Kraken(),
  ]

  /// The words of all.
  public static let words = all.map(\.profile.word)

  /// The provider of a word.
  public static func named(_ word: String) -> (any Provider)? { all.first { $0.profile.word == word } }
}
