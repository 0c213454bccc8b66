import Calendar
import Columns
import Indicators
import Language
import Synchronization

/// Bars with a name and the columns computed on them.
///
/// Its bars never change: one that has grown is another series, of the same source; see ``appending(_:)``.
public final class Series: Sendable, Identifiable {
  /// The identity of a series: unique in this run of the program, even for equal bars.
  public struct ID: Hashable, Sendable {
    private static let count = Atomic<UInt64>(0)

    private let number = ID.count.add(1, ordering: .relaxed).newValue
    /// The number of the series that it has grown from, at whatever remove; its own if it has not grown.
    package let source: UInt64

    /// Makes an identity, of the source of another one if given.
    init(of other: ID? = nil) { source = other?.source ?? number }
  }

  /// The identity.
  public let id: ID
  /// The name in the session, such as `SPY`.
  public let name: String
  /// The bars.
  public let bars: Bars
  /// The time after its period at which a value is known; nil for bars, which are known at their close.
  public let publication: PublicationLag?
  /// The series as loaded, from which these bars were made; nil if these are them.
  public let origin: Series?
  /// The splits and dividends that the prices are adjusted for.
  public let basis: AdjustmentBasis
  /// The splits and dividends that move the prices, as these are not adjusted for them.
  public let actions: CorporateActions
  /// The columns that were computed on them.
  public let cache: ColumnCache

  private let closings = Mutex<[Timestamp]?>(nil)
  private let year = Mutex<TradingYear?>(nil)
  /// The latest windows of calendar time.
  let windows = Mutex<[(duration: DurationLiteral, lengths: WindowLengths)]>([])
  /// The latest length of time that positions are held for.
  let holdings = Mutex<(duration: DurationLiteral, time: HoldingTime)?>(nil)
  private let joins = Mutex<[(other: ID, join: Join)]>([])

  /// Makes a series of bars, or of values that are published later if there is a lag.
  ///
  /// `columns` is the memory for the columns computed on them; by default that of the origin, or its own. The basis and
  /// the actions are those of the origin too, unless given.
  public convenience init(
    name: String, bars: Bars, publication: PublicationLag? = nil, origin: Series? = nil,
    basis: AdjustmentBasis? = nil, actions: CorporateActions? = nil, columns: ColumnBudget? = nil
  ) {
    self.init(
      ID(), name: name, bars: bars, publication: publication, origin: origin, basis: basis, actions: actions,
      columns: columns)
  }

  /// Makes a series of an identity.
  init(
    _ id: ID, name: String, bars: Bars, publication: PublicationLag?, origin: Series?, basis: AdjustmentBasis?,
    actions: CorporateActions?, columns: ColumnBudget?
  ) {
    self.id = id
    self.basis = basis ?? origin?.basis ?? .nothing
    self.actions = actions ?? origin?.actions ?? CorporateActions()
    cache = ColumnCache(budget: columns ?? origin?.cache.budget ?? ColumnBudget())
    self.name = name
    self.bars = bars
    self.publication = publication
    self.origin = origin
  }

  /// The close of each bar; see `Bars.closings`.
  func closingTimes() -> [Timestamp] {
    closings.withLock { cached in
      if let cached { return cached }
      let made = bars.closings()
      cached = made
      return made
    }
  }

  /// The moment at which each bar or value becomes known: its close, or the publication lag later.
  public func knownTimes() -> [Timestamp] {
    let closings = closingTimes()
    return publication.map { lag in closings.map { lag.moment(after: $0, in: bars.zone) } } ?? closings
  }

  /// The join of the bars with those of another series; the latest few are cached.
  func join(with other: Series) -> Join {
    if let known = joins.withLock({ $0.first { $0.other == other.id }?.join }) { return known }
    let join = Join(
      closings: closingTimes(), known: other.knownTimes(), opening: bars.times.first,
      period: other.publication == nil ? other.bars.timeframe.nominalMilliseconds : nil)
    joins.withLock { joins in
      joins.removeAll { $0.other == other.id }
      joins.append((other.id, join))
      if joins.count > 8 { joins.removeFirst() }
    }
    return join
  }

  /// A column of another series as known at each close of this one; missing if that one has ended or rests.
  public func seen(_ column: Column, of other: Series) -> Column {
    other === self ? column : join(with: other).column(column, .usual)
  }

  /// True if a moment comes so long after a bar that the series has ended or rests; see `Holding.usual`.
  ///
  /// - Parameter index: the last bar up to the moment.
  public func hasEnded(after index: Int, by moment: Timestamp) -> Bool {
    let known = knownTimes()
    var longest: Int64 = 0
    for later in known.indices.prefix(index + 1).dropFirst() {
      longest = max(longest, known[later].milliseconds - known[later - 1].milliseconds)
    }
    let limit = Holding.usualLimit(period: bars.timeframe.nominalMilliseconds, longestPause: longest)
    return moment.milliseconds - known[index].milliseconds > limit
  }

  /// The year that its statistics are counted by.
  public var tradingYear: TradingYear {
    year.withLock { cached in
      if let cached { return cached }
      let made = TradingYear(of: bars)
      cached = made
      return made
    }
  }

  /// True if Saturdays and Sundays have bars: such a series has 365 days a year.
  public var tradesEveryDay: Bool { tradingYear.tradesEveryDay }

  /// True if the last bar was made of shorter ones and its period continues after these, so it may still change.
  ///
  /// Decided by the calendar: a week of a series that rests on weekends ends with its Friday.
  public var endsUnfinished: Bool {
    guard let origin, origin.bars.timeframe.nominalMilliseconds < bars.timeframe.nominalMilliseconds,
      let base = origin.bars.times.last, let end = closingTimes().last, let known = origin.closingTimes().last,
      known < end
    else { return false }
    if bars.timeframe.isIntraday { return true }
    if let hours = bars.session {
      var cursor = SessionCursor(hours: hours, zone: bars.zone)
      cursor.go(to: base)
      if known < cursor.close { return true }
    }
    if let next = origin.bars.nextSession(after: origin.bars.count - 1) {
      return bars.zone.timestamp(of: CivilTime(date: next)) < end
    }
    var next = origin.bars.sessionDate(at: origin.bars.count - 1).adding(days: 1)
    while !origin.tradesEveryDay, next.weekday >= 6 { next = next.adding(days: 1) }
    return bars.zone.timestamp(of: CivilTime(date: next)) < end
  }

  /// The bars of a year, or the number of periods (days of intraday bars, else bars) if set.
  func barsPerYear(periods: Double?) -> Double {
    (periods ?? tradingYear.periods) * tradingYear.barsPerPeriod
  }

  /// The usual number of bars in a duration, at least 1: for averages that have no window.
  ///
  /// A series that rests on weekends has 252 days of bars a year, and a day has the bars of a session.
  func bars(in duration: DurationLiteral) -> Int {
    let length = Double(duration.timeframeUnit.nominalMilliseconds) * Double(duration.count)
    let barLength = Double(bars.timeframe.nominalMilliseconds)
    let year = tradingYear
    let days = length / 86_400_000
    var number = length / barLength
    if bars.timeframe.isIntraday {
      number = days < 1 ? min(number, year.barsPerPeriod) : max(1, days * year.periods / 365.2425) * year.barsPerPeriod
    } else if bars.timeframe.unit == .day {
      number = days * year.bars / 365.2425
    }
    return max(1, Int(clamping: number.rounded()))
  }
}

extension DurationLiteral.Unit: Comparable {
  /// Shorter units first.
  public static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

extension DurationLiteral {
  /// The calendar unit that it counts in.
  public var timeframeUnit: Timeframe.Unit {
    switch unit {
    case .seconds: .second
    case .minutes: .minute
    case .hours: .hour
    case .days: .day
    case .weeks: .week
    case .months: .month
    case .quarters: .quarter
    case .years: .year
    }
  }
}
