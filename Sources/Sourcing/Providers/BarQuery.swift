import Calendar

/// A question for bars, as a provider answers it.
public struct BarQuery: Sendable, Hashable {
  /// The symbol as the provider spells it.
  public var symbol: String
  /// The length of the bars.
  public var timeframe: Timeframe
  /// The first day; nil for as far back as the provider goes.
  public var since: CivilDate?
  /// The last day; nil for up to now.
  public var until: CivilDate?
  /// True for the values as first published.
  public var isFirstVintage: Bool
  /// True if prices are to be adjusted as the provider knows to.
  public var isAdjusted: Bool
  /// The day of the question.
  public var today: CivilDate

  /// Makes a question.
  public init(
    symbol: String, timeframe: Timeframe, since: CivilDate? = nil, until: CivilDate? = nil,
    isFirstVintage: Bool = false, isAdjusted: Bool = false, today: CivilDate
  ) {
    self.symbol = symbol
    self.timeframe = timeframe
    self.since = since
    self.until = until
    self.isFirstVintage = isFirstVintage
    self.isAdjusted = isAdjusted
    self.today = today
  }

  /// The first day to ask a provider for that has nothing from before another one.
  func firstDay(from oldest: CivilDate = CivilDate(daysSince1970: 0)) -> CivilDate { max(oldest, since ?? oldest) }

  /// The last day; if none was asked for the one after today, which has begun somewhere.
  var lastDay: CivilDate { until ?? today.adding(days: 1) }
}
