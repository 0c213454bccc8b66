import Calendar
import Columns
import Language
import Synchronization

/// Bars with a name and the columns computed on them.
public final class Series: Sendable, Identifiable {
  /// The identity of a series: no other one of this run of the program has it, also where the bars are equal.
  public struct ID: Hashable, Sendable {
    private static let count = Atomic<UInt64>(0)

    private let number = ID.count.add(1, ordering: .relaxed).newValue
  }

  /// The identity.
  public let id = ID()
  /// The name in the session, such as `SPY`.
  public let name: String
  /// The bars.
  public let bars: Bars
  /// The time after its period at which a value is known; nil for bars, which are known at their close.
  public let publication: PublicationLag?
  /// The series of the bars as they were loaded, of which these were made; nil where these are them.
  public let origin: Series?
  /// The columns that were computed on them.
  public let cache: ColumnCache

  private let closings = Mutex<[Timestamp]?>(nil)
  private let joins = Mutex<[(other: ID, join: Join)]>([])

  /// Makes a series of bars, or of values that are published later where there is a lag.
  ///
  /// `columns` is the memory for the columns computed on them; by default that of the origin, or one of its own.
  public init(
    name: String, bars: Bars, publication: PublicationLag? = nil, origin: Series? = nil, columns: ColumnBudget? = nil
  ) {
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

  /// True where a moment comes so long after a bar that the series has ended or rests; see `Holding.usual`.
  ///
  /// - Parameter index: the last bar up to the moment.
  public func hasEnded(after index: Int, by moment: Timestamp) -> Bool {
    let known = knownTimes()
    var longest: Int64 = 0
    for later in known.indices.prefix(index + 1).dropFirst() {
      longest = max(longest, known[later].milliseconds - known[later - 1].milliseconds)
    }
    let least = max(Holding.shortestPause, bars.timeframe.nominalMilliseconds * Holding.periods)
    return moment.milliseconds - known[index].milliseconds > max(least, 2 * longest)
  }

  /// True where bars of a day or shorter also open on weekends: such a series has 365 days a year.
  ///
  /// Decided by the first bars that span two weeks, so that later bars cannot change it.
  public var tradesEveryDay: Bool {
    guard let first = bars.times.first, bars.timeframe.unit <= .day else { return false }
    let end = Timestamp(milliseconds: first.milliseconds + 14 * 86_400_000)
    return (0..<bars.firstIndex(notBefore: end)).contains { bars.civilTime(at: $0).date.weekday >= 6 }
  }

  /// A duration as a whole number of bars, at least 1.
  ///
  /// A series that rests on weekends has 252 days of bars a year; of intraday bars a day has as many as the
  /// days of the first two weeks have in the mean. Where less than two weeks are loaded those decide; from
  /// then on further bars change nothing, so that an indicator never sees a later bar through its period.
  func bars(in duration: DurationLiteral) -> Int {
    let length = Double(Timeframe(1, duration.timeframeUnit).nominalMilliseconds) * Double(duration.count)
    let barLength = Double(bars.timeframe.nominalMilliseconds)
    guard bars.timeframe.unit <= .day, !tradesEveryDay else { return max(1, Int((length / barLength).rounded())) }
    let days = length / 86_400_000 * (duration.unit >= .days ? 252 / 365.2425 : 1)
    if !bars.timeframe.isIntraday { return max(1, Int((days / Double(bars.timeframe.count)).rounded())) }
    if duration.unit < .days { return max(1, Int((length / barLength).rounded())) }
    return max(1, Int((days * barsPerDay).rounded()))
  }

  /// The mean number of bars on a day that has some, over the first two weeks.
  private var barsPerDay: Double {
    guard let first = bars.times.first else { return 1 }
    let end = bars.firstIndex(notBefore: Timestamp(milliseconds: first.milliseconds + 14 * 86_400_000))
    let days = Set((0..<end).map { bars.civilTime(at: $0).date })
    return days.isEmpty ? 1 : Double(end) / Double(days.count)
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
