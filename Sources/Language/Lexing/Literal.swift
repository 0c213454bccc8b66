/// A value that is written out in the text.
public enum Literal: Hashable, Sendable {
  /// `12`, `1_000`, `4.2M`, `2%`, `5bp`, `3pp`, `15x`.
  case number(NumberLiteral)
  /// `6mo`, `2q`. Calendar time; bars are counted with `20 bars`.
  case duration(DurationLiteral)
  /// `20 bars`, `1 bar`.
  case bars(Int)
  /// `2012-01-31`, `2012-01`, `2012-01-31T14:30`, `today`.
  case date(DateLiteral)
  /// `14:30`, in minutes since midnight.
  case timeOfDay(minutes: Int)
  /// `"…"` or `'…'`, escapes already resolved.
  case text(String)
  /// `"…"` with names that are replaced by their values: `"from $start"`.
  case template(Word)
  /// `true`, `false`.
  case truth(Bool)
  /// `?`, the unknown of `solve`.
  case unknown
}

/// A number as written: its digits and its suffix.
public struct NumberLiteral: Hashable, Sendable {
  /// The suffixes of a number.
  public enum Suffix: String, Hashable, Sendable, CaseIterable {
    case none = ""
    case percent = "%"
    case basisPoints = "bp"
    case percentagePoints = "pp"
    case thousand = "k"
    case million = "M"
    case billion = "B"
    case trillion = "T"
    case multiple = "x"

    /// The power of ten that the digits are multiplied by.
    public var exponent: Int {
      switch self {
      case .none, .multiple: 0
      case .percent, .percentagePoints: -2
      case .basisPoints: -4
      case .thousand: 3
      case .million: 6
      case .billion: 9
      case .trillion: 12
      }
    }

    /// True for `%`, `bp` and `pp`.
    public var isRate: Bool { self == .percent || self == .basisPoints || self == .percentagePoints }
  }

  /// The digits without `_`, with their point and exponent: `0.5`, `1e-3`.
  public var digits: String
  /// The suffix.
  public var suffix: Suffix

  /// Makes a literal of digits as the lexer read them.
  public init(digits: String, suffix: Suffix = .none) {
    self.digits = digits
    self.suffix = suffix
  }

  /// The value, correctly rounded from the decimal that was written: `2%` is 0.02.
  public var value: Double {
    guard suffix.exponent != 0 else { return Double(digits) ?? .nan }
    let parts = digits.split(separator: "e", maxSplits: 1)
    let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    return Double("\(parts.first ?? "0")e\(exponent + suffix.exponent)") ?? .nan
  }

  /// The number of decimals of the value as written: 1 for `0.5`, 3 for `0.5%`; 0 for whole numbers.
  public var decimals: Int {
    let parts = digits.split(separator: "e", maxSplits: 1)
    let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    let fraction = parts.first?.split(separator: ".").dropFirst().first?.count ?? 0
    return max(0, fraction - exponent - suffix.exponent)
  }
}

/// Calendar time as written: a count and a unit.
public struct DurationLiteral: Hashable, Sendable {
  /// The units of calendar time, by their suffix.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case seconds = "s"
    case minutes = "m"
    case hours = "h"
    case days = "d"
    case weeks = "w"
    case months = "mo"
    case quarters = "q"
    case years = "y"
  }

  /// The number of units.
  public var count: Int
  /// The unit.
  public var unit: Unit

  /// Makes a duration.
  public init(_ count: Int, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }
}

/// A date as written, with its precision: a year alone is all of that year.
public enum DateLiteral: Hashable, Sendable {
  /// `2012`, if a date is expected.
  case year(Int)
  /// `2012-01`.
  case month(year: Int, month: Int)
  /// `2012-01-31`.
  case day(year: Int, month: Int, day: Int)
  /// `2012-01-31T14:30`, `…:15`, with `Z` or `+01:00` as an offset in minutes if it was written.
  case time(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offsetMinutes: Int?)
  /// `today`: the local date when the program started.
  case today
}
