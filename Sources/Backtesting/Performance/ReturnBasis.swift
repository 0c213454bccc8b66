import Calendar
import Columns
import LibC

/// The counting of an equity curve's returns, and the number of them in a year.
///
/// Bars of a day or longer give a return each, from close to close. Of intraday bars the last equity of each day
/// counts, of a session if its hours are set, else on the clock of the series: a return a bar would reward being flat
/// overnight. The first day's return is taken from the cash.
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
    /// The calendar of the series' market, whose sessions a year are not 252.
    case calendar
  }

  /// The risk-free return of each span.
  public enum RiskFree: Sendable, Hashable {
    /// A constant risk-free rate; 0 if there is none.
    case constant(Double)
    /// By span.
    case periods([Double])

    /// The return of a span; 0 if none is known.
    public func rate(of span: Int) -> Double {
      switch self {
      case .constant(let rate): rate
      case .periods(let rates): rates.indices.contains(span) ? rates[span] : 0
      }
    }
  }

  /// The years below which a gain a year is missing: 30 days.
  ///
  /// Compounded to a year, the gain of a few days is meaningless.
  public static let shortestYears = 30 / 365.25

  /// The span of one return.
  public var period: Period
  /// The number of returns in a year.
  public var periodsPerYear: Double
  /// The origin of that number.
  public var source: Source
  /// The time from the date of the first bar to that of the last, in the zone of the series, in years of 365.25 days.
  public var years: Double
  /// The indices in the window of the equities that returns are taken between; nil if it is each one.
  public var marks: [Int]?
  /// The risk-free return of each span, which the returns of ratios are compared with.
  public var riskFree = RiskFree.constant(0)

  /// Makes a basis by hand, for an equity curve that comes from elsewhere.
  public init(period: Period, periodsPerYear: Double, source: Source, years: Double, marks: [Int]? = nil) {
    self.period = period
    self.periodsPerYear = periodsPerYear
    self.source = source
    self.years = years
    self.marks = marks
  }

  /// The basis of a window of bars by the settings of a run.
  ///
  /// - Parameter known: the trading year of the bars, if already known.
  public init(bars: Bars, range: Range<Int>, _ settings: BacktestSettings, year known: TradingYear? = nil) {
    self.init(
      bars: bars, range: range, periodsPerYear: settings.periodsPerYear, riskFree: settings.riskFree, year: known)
  }

  /// The basis of a window of bars, which has at least one bar.
  ///
  /// A yearly risk-free rate is that of the close before each span, and compounds: (1 + rate) ^ (1 / periods a year) - 1.
  ///
  /// - Parameter known: the trading year of the bars, if already known.
  public init(
    bars: Bars, range: Range<Int>, periodsPerYear override: Double? = nil, riskFree: YearlyRate = .constant(0),
    year known: TradingYear? = nil
  ) {
    let first = bars.civilTime(at: range.lowerBound).date.daysSince1970
    let last = bars.civilTime(at: range.upperBound - 1).date.daysSince1970
    years = Double(last - first) / 365.25
    period = bars.timeframe.isIntraday ? .day : .bar
    marks = bars.timeframe.isIntraday ? Self.lastBarsOfDays(bars, range: range) : nil
    let year = known ?? bars.tradingYear
    periodsPerYear = override ?? year.periods
    let isOfCalendar =
      bars.calendar != nil && bars.timeframe.unit <= .day && year.periods * Double(bars.timeframe.count) != 252
    source =
      override != nil ? .setting : year.tradesEveryDay ? .everyDay : isOfCalendar ? .calendar : .timeframe
    guard !riskFree.isZero else { return }
    let exponent = 1 / periodsPerYear
    func perSpan(_ rate: Double) -> Double { pow(1 + rate, exponent) - 1 }
    switch riskFree {
    case .constant(let rate): self.riskFree = .constant(perSpan(rate))
    case .column:
      let ends = marks ?? Array(0..<range.count)
      self.riskFree = .periods(
        ends.indices.map { span in
          perSpan(riskFree.value(at: range.lowerBound + (span == 0 ? 0 : ends[span - 1])))
        })
    }
  }

  /// The index of the last bar of each day that has bars: of each session if its hours are set, else of each date on
  /// the clock of the series.
  private static func lastBarsOfDays(_ bars: Bars, range: Range<Int>) -> [Int] {
    var marks: [Int] = []
    var cursor = SessionCursor(hours: bars.session, zone: bars.zone)
    bars.times.withUnsafeBufferPointer { times in
      var index = range.lowerBound
      while index < range.upperBound {
        if cursor.go(to: times[index]), index > range.lowerBound { marks.append(index - 1 - range.lowerBound) }
        index = next(after: index, notBefore: cursor.certainEnd, times, range.upperBound)
      }
    }
    marks.append(range.count - 1)
    return marks
  }

  /// The next bar that opens at a moment or later, by steps that double: a day of bars is passed in a few of them.
  private static func next(
    after index: Int, notBefore moment: Timestamp, _ times: UnsafeBufferPointer<Timestamp>, _ end: Int
  ) -> Int {
    var low = index
    var step = 1
    while low + step < end, times[low + step] < moment {
      low += step
      step *= 2
    }
    var high = min(low + step, end)
    // The bar at `low` opens before the moment, the one at `high` does not, or there is none.
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] < moment { low = middle } else { high = middle }
    }
    return high
  }
}
