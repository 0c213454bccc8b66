/// The time from the end of its period to the publication of a value.
///
/// A series that is not bars stamps a value with the period that it is about: unemployment of October is stamped 1
/// October and is published in November. It is known from the period's end plus this lag on.
public struct PublicationLag: Sendable, Hashable {
  /// The length in units, from 0.
  public let count: Int
  /// The calendar unit.
  public let unit: Timeframe.Unit

  /// Makes a lag; a negative count means no lag.
  public init(_ count: Int, _ unit: Timeframe.Unit) {
    self.count = max(0, count)
    self.unit = unit
  }

  /// The usual lag of official statistics: 1 day for daily values, 5 days for weekly, 15 for monthly, 30 for
  /// quarterly and 90 for yearly ones; none for shorter periods.
  public static func usual(for timeframe: Timeframe) -> PublicationLag {
    switch timeframe.unit {
    case .second, .minute, .hour: PublicationLag(0, .day)
    case .day: PublicationLag(1, .day)
    case .week: PublicationLag(5, .day)
    case .month: PublicationLag(15, .day)
    case .quarter: PublicationLag(30, .day)
    case .year: PublicationLag(90, .day)
    }
  }

  /// The moment that lies the lag after another one, days and longer units counted on a zone's clock.
  public func moment(after time: Timestamp, in zone: Zone) -> Timestamp {
    guard unit >= .day else {
      return Timestamp(milliseconds: time.milliseconds + Int64(count) * unit.nominalMilliseconds)
    }
    var civil = zone.civilTime(at: time)
    switch unit {
    case .week: civil.date = civil.date.adding(days: 7 * count)
    case .month: civil.date = civil.date.adding(months: count)
    case .quarter: civil.date = civil.date.adding(months: 3 * count)
    case .year: civil.date = civil.date.adding(months: 12 * count)
    default: civil.date = civil.date.adding(days: count)
    }
    return zone.timestamp(of: civil)
  }
}

extension PublicationLag: CustomStringConvertible {
  /// The lag as typed: `15d`.
  public var description: String { "\(count)\(unit.suffix)" }
}
