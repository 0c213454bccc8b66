/// The periods after which an indicator restarts its count, as in a volume-weighted price of each session.
///
/// The cases are named as typed, and their numbers are in the arguments.
public enum AnchorPeriod: Int, Sendable, Hashable, CaseIterable {
  /// The sessions of the market; without known hours its days.
  case session = 0
  /// Days, from midnight on the series' clock.
  case day = 1
  /// Weeks, from Monday.
  case week = 2
  /// Months of the calendar.
  case month = 3
  /// Quarters of the calendar.
  case quarter = 4
  /// Years of the calendar.
  case year = 5
  /// One period, from the first bar on.
  case first = 6
}

extension AnchorPeriod: CustomStringConvertible {
  /// The name as typed.
  public var description: String {
    switch self {
    case .session: "session"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .quarter: "quarter"
    case .year: "year"
    case .first: "first"
    }
  }
}
