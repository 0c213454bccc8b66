import Calendar

/// The name of a series in the library: two questions with equal ones have bars of one series.
public struct SeriesKey: Sendable, Hashable {
  /// The word of the provider.
  public var source: String
  /// The symbol as the provider spells it.
  public var symbol: String
  /// The length of the bars; empty for values, given by their dates.
  public var timeframe: String
  /// `adjusted`, `vintage first`, or empty.
  public var variant: String

  /// Makes a key.
  public init(source: String, symbol: String, timeframe: String, variant: String) {
    self.source = source
    self.symbol = symbol
    self.timeframe = timeframe
    self.variant = variant
  }

  /// The key of a question to a provider.
  public init(_ query: BarQuery, of profile: ProviderProfile) {
    source = profile.word
    symbol = query.symbol
    timeframe = profile.isOfValues ? "" : "\(query.timeframe)"
    variant = query.isFirstVintage ? "vintage first" : query.isAdjusted ? "adjusted" : ""
  }
}

/// A series of the library, without its bars.
public struct KeptSeries: Sendable, Hashable {
  /// Its name.
  public var key: SeriesKey
  /// The first day requested; nil if all was requested that there is.
  public var since: CivilDate?
  /// The last day up to which all bars of the provider at the time of asking are here.
  public var through: CivilDate
  /// When it was asked last, in milliseconds since 1970.
  public var fetched: Int64
  /// True if the last question was answered to its end.
  public var isWhole: Bool
  /// The address of the last question, without a key.
  public var address: String
  /// The number of bars.
  public var bars: Int
  /// The bytes of the bars.
  public var bytes: Int
  /// The opening of the first bar, in milliseconds since 1970 as the provider states it.
  public var first: Int64
  /// The opening of the last bar.
  public var last: Int64
  /// A hash of all bars.
  public var hash: String
}
