import Calendar
import Columns

/// The counting of an equity curve's returns, and the number of them in a year.
///
/// Bars of a day or longer give a return each, from close to close. Of intraday bars the last equity of each
/// day counts, on the clock of the series: a return a bar would reward being flat overnight.
public struct ReturnBasis: Sendable, Hashable {
  /// The span of one return.
  public enum Period: String, Sendable, Hashable {
    case bar, day
  }

  /// The origin of the number of periods.
  public enum Source: String, Sendable, Hashable {
    /// The user set it.
    case setting
    /// The timeframe: 252 days, 52 weeks, 12 months, 4 quarters or 1 year.
    case timeframe
    /// The series trades on weekends too: 365 days.
    case everyDay = "every-day"
  }

  /// The span of one return.
  public var period: Period
  /// The number of returns in a year.
  public var periodsPerYear: Double
  /// The origin of that number.
  public var source: Source
  /// The time from the first to the last bar in years of 365.25 days.
  public var years: Double
  /// The indices in the window of the equities that returns are taken between; nil where it is each one.
  public var marks: [Int]?

  /// Makes a basis by hand, for an equity curve that comes from elsewhere.
  public init(period: Period, periodsPerYear: Double, source: Source, years: Double, marks: [Int]? = nil) {
    self.period = period
    self.periodsPerYear = periodsPerYear
    self.source = source
    self.years = years
    self.marks = marks
  }

  /// The basis of a window of bars, which has at least one bar.
  public init(bars: Bars, range: Range<Int>, periodsPerYear override: Double? = nil) {
    let first = bars.times[range.lowerBound].milliseconds
    let last = bars.times[range.upperBound - 1].milliseconds
    years = Double(last - first) / Double(CivilTime.millisecondsPerDay) / 365.25
    period = bars.timeframe.isIntraday ? .day : .bar
    marks = bars.timeframe.isIntraday ? Self.lastBarsOfDays(bars, range: range) : nil
    if let override {
      periodsPerYear = override
      source = .setting
    } else if bars.timeframe.unit <= .day, Self.tradesEveryDay(bars) {
      periodsPerYear = bars.timeframe.isIntraday ? 365 : 365 / Double(bars.timeframe.count)
      source = .everyDay
    } else {
      let count = Double(bars.timeframe.count)
      periodsPerYear =
        switch bars.timeframe.unit {
        case .second, .minute, .hour: 252
        case .day: 252 / count
        case .week: 52 / count
        case .month: 12 / count
        case .quarter: 4 / count
        case .year: 1 / count
        }
      source = .timeframe
    }
  }

  /// The index of the last bar of each day that has bars.
  private static func lastBarsOfDays(_ bars: Bars, range: Range<Int>) -> [Int] {
    var marks: [Int] = []
    var nextMidnight = bars.times[range.lowerBound]
    for index in range where bars.times[index] >= nextMidnight {
      if index > range.lowerBound { marks.append(index - 1 - range.lowerBound) }
      nextMidnight = bars.zone.timestamp(of: CivilTime(date: bars.civilTime(at: index).date.adding(days: 1)))
    }
    marks.append(range.count - 1)
    return marks
  }

  /// True where at least half of the last year's Saturdays, and half of its Sundays, have bars.
  ///
  /// A currency trades on Sunday evening and not on Saturday, so both are asked for.
  private static func tradesEveryDay(_ bars: Bars) -> Bool {
    let end = bars.civilTime(at: bars.count - 1).date
    let start = max(bars.civilTime(at: 0).date, end.adding(days: -364))
    return [6, 7].allSatisfy { weekday in
      var day = end.adding(days: -((end.weekday - weekday + 7) % 7))
      var seen = 0
      var traded = 0
      while day >= start {
        let midnight = bars.zone.timestamp(of: CivilTime(date: day))
        let index = bars.firstIndex(notBefore: midnight)
        seen += 1
        if index < bars.count, bars.civilTime(at: index).date == day { traded += 1 }
        day = day.adding(days: -7)
      }
      return traded > 0 && traded * 2 >= seen
    }
  }
}
