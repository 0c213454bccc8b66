/// The length of a bar: a count of a calendar unit, such as 30 minutes or one week.
public struct Timeframe: Sendable, Hashable {
  /// The calendar units that bars are counted in.
  public enum Unit: Int, Sendable, Hashable, Comparable, CaseIterable {
    case second, minute, hour, day, week, month, quarter, year

    /// True if the left unit is the shorter one.
    public static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }

    /// The suffix of the unit in `30m`, `1mo`.
    public var suffix: String {
      switch self {
      case .second: "s"
      case .minute: "m"
      case .hour: "h"
      case .day: "d"
      case .week: "w"
      case .month: "mo"
      case .quarter: "q"
      case .year: "y"
      }
    }

    /// The usual length in milliseconds; of a month and longer the mean of the Gregorian calendar.
    public var nominalMilliseconds: Int64 {
      switch self {
      case .second: 1000
      case .minute: 60_000
      case .hour: 3_600_000
      case .day: 86_400_000
      case .week: 604_800_000
      case .month: 2_629_746_000
      case .quarter: 7_889_238_000
      case .year: 31_556_952_000
      }
    }
  }

  /// The length of a bar in units, at least 1.
  public var count: Int
  /// The unit.
  public var unit: Unit

  /// Makes a timeframe of `count` units; `count` is at least 1.
  public init(_ count: Int, _ unit: Unit) {
    precondition(count >= 1, "A timeframe is at least one unit long.")
    self.count = count
    self.unit = unit
  }

  /// One minute.
  public static let minute = Timeframe(1, .minute)
  /// One hour.
  public static let hour = Timeframe(1, .hour)
  /// One day.
  public static let day = Timeframe(1, .day)
  /// One week.
  public static let week = Timeframe(1, .week)
  /// One month.
  public static let month = Timeframe(1, .month)
  /// Three months.
  public static let quarter = Timeframe(1, .quarter)
  /// One year.
  public static let year = Timeframe(1, .year)

  /// Reads `30m`, `1d`, `1mo` and MetaTrader's `M30`, `D1`, `MN1`; nil for anything else.
  ///
  /// Case counts in the first form, as `1m` is a minute and `1M` a million.
  public init?(_ text: String) {
    if let known = Self.metaTrader[text] {
      self = known
      return
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), count >= 1, count <= 10_000,
      let unit = Unit.allCases.first(where: { $0.suffix == text.dropFirst(digits.count) })
    else { return nil }
    self.init(count, unit)
  }

  private static let metaTrader: [String: Timeframe] = [
    "M1": .minute, "M5": Timeframe(5, .minute), "M15": Timeframe(15, .minute),
    "M30": Timeframe(30, .minute), "H1": .hour, "H4": Timeframe(4, .hour), "D1": .day, "W1": .week,
    "MN1": .month,
  ]

  /// The length in milliseconds, of calendar units the usual one; for ordering and for guessing.
  public var nominalMilliseconds: Int64 { unit.nominalMilliseconds * Int64(count) }

  /// True for bars shorter than a day: they carry times, longer ones dates.
  public var isIntraday: Bool { unit < .day }
}

extension Timeframe: CustomStringConvertible {
  /// The timeframe as typed: `30m`, `1d`, `1mo`.
  public var description: String { "\(count)\(unit.suffix)" }
}

extension Timeframe.Unit: CustomStringConvertible {
  /// The unit in a word: `day`.
  public var description: String {
    switch self {
    case .second: "second"
    case .minute: "minute"
    case .hour: "hour"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .quarter: "quarter"
    case .year: "year"
    }
  }
}
