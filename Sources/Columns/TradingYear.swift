import Calendar

/// The bars of a year, from the calendar and the sessions of a series.
///
/// Indicators of a year's volatility, `bars_per_year` and the statistics of backtests all count by it.
public struct TradingYear: Sendable, Hashable {
  /// True for a series that trades on weekends too.
  public let tradesEveryDay: Bool
  /// The periods of a year: days for bars of a day and shorter, else bars.
  public let periods: Double
  /// The bars of such a period: 1, or those of a day's session.
  public let barsPerPeriod: Double

  /// The bars of a year.
  public var bars: Double { periods * barsPerPeriod }

  /// The year of a series' bars.
  ///
  /// The days of the calendar, if known, else 252 days, or 365 if Saturdays and Sundays have bars; 52 weeks, 12 months,
  /// 4 quarters. A day has the bars of the session that is set, else the usual number in the first four weeks. Prices
  /// after these weeks change nothing. A calendar that was not requested was recognised by the dates of all bars; it is
  /// the market's in every year, so that a rule learns nothing of later ones through it.
  public init(of bars: Bars) {
    let count = Double(bars.timeframe.count)
    let first = bars.times.first.map { bars.zone.civilTime(at: $0).date }
    let weeks = first.map { first in
      let end = bars.zone.timestamp(of: CivilTime(date: first.adding(days: 28)))
      return bars.firstIndex(notBefore: end)
    }
    let isShort = bars.timeframe.unit <= .day
    let days = isShort ? Self.days(of: bars, count: weeks ?? 0) : []
    let calendar = isShort ? bars.calendar : nil
    tradesEveryDay = isShort && (calendar.map { $0 == .crypto } ?? Self.hasWeekends(days))
    let daysPerYear = calendar.map { Double($0.tradingDaysPerYear) } ?? (tradesEveryDay ? 365 : 252)
    switch bars.timeframe.unit {
    case .second, .minute, .hour:
      periods = daysPerYear
      barsPerPeriod = Self.barsPerSession(of: bars) ?? Self.usual(days.map(\.bars))
    case .day: (periods, barsPerPeriod) = (daysPerYear / count, 1)
    case .week: (periods, barsPerPeriod) = (52 / count, 1)
    case .month: (periods, barsPerPeriod) = (12 / count, 1)
    case .quarter: (periods, barsPerPeriod) = (4 / count, 1)
    case .year: (periods, barsPerPeriod) = (1 / count, 1)
    }
  }

  /// The dates that have bars among the first ones, and how many each has.
  ///
  /// The end of a date is looked for: a date of each minute would cost as much as a short backtest.
  private static func days(of bars: Bars, count: Int) -> [(date: CivilDate, bars: Int)] {
    var days: [(date: CivilDate, bars: Int)] = []
    var start = 0
    while start < count {
      let date = bars.civilTime(at: start).date
      let midnight = bars.zone.timestamp(of: CivilTime(date: date.adding(days: 1)))
      var end = min(count, max(start + 1, bars.firstIndex(notBefore: midnight)))
      // A midnight that the clock leaves out, or has twice.
      while end < count, bars.civilTime(at: end).date == date { end += 1 }
      while end - 1 > start, bars.civilTime(at: end - 1).date != date { end -= 1 }
      days.append((date, end - start))
      start = end
    }
    return days
  }

  /// True if at least half of the Saturdays, and half of the Sundays, have bars.
  ///
  /// A currency trades on Sunday evening and not on Saturday, so both are requested.
  private static func hasWeekends(_ days: [(date: CivilDate, bars: Int)]) -> Bool {
    guard let first = days.first?.date, let last = days.last?.date else { return false }
    return [6, 7].allSatisfy { weekday in
      let traded = days.count { $0.date.weekday == weekday }
      var seen = 0
      var date = first.adding(days: (weekday - first.weekday + 7) % 7)
      while date <= last {
        seen += 1
        date = date.adding(days: 7)
      }
      return traded > 0 && traded * 2 >= seen
    }
  }

  /// The bars of the session that is set; nil without one.
  private static func barsPerSession(of bars: Bars) -> Double? {
    guard let session = bars.session else { return nil }
    // The hours of a market's own day are fewer than the day.
    let hours = bars.calendar.map { session == $0.tradingDay ? $0.hours : session } ?? session
    let minutes = hours.closes - hours.opens + (hours.runsOverMidnight ? 1440 : 0)
    return max(1, (Double(minutes) * 60_000 / Double(bars.timeframe.nominalMilliseconds)).rounded(.up))
  }

  /// The number in the middle, as a day that closes early or a Sunday evening is not the usual one.
  private static func usual(_ counts: [Int]) -> Double {
    counts.isEmpty ? 1 : Double(counts.sorted()[counts.count / 2])
  }
}

extension Bars {
  /// The year that statistics of these bars are counted by.
  public var tradingYear: TradingYear { TradingYear(of: self) }
}
