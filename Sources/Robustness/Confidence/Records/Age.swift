import Calendar

/// The time that has passed since scores were known, for people.
public struct Age: Sendable, Hashable {
  /// The milliseconds that have passed; negative if a clock is ahead.
  public let milliseconds: Int64

  /// The age at which scores are requested again, in seconds.
  public static let usualLimit = 300

  /// Measures the time from a moment to another one.
  public init(of moment: Timestamp, at now: Timestamp) {
    let (difference, overflows) = now.milliseconds.subtractingReportingOverflow(moment.milliseconds)
    milliseconds = overflows ? (now < moment ? .min : .max) : difference
  }

  /// True from `seconds` seconds on.
  public func isStale(after seconds: Int = Age.usualLimit) -> Bool { milliseconds / 1000 >= seconds }
}

extension Age: CustomStringConvertible {
  /// The age in words, each unit rounded down: `just now`, `5 minutes ago`, `1 hour ago`, `3 days ago`.
  public var description: String {
    let seconds = milliseconds / 1000
    for (unit, length) in [("day", Int64(86_400)), ("hour", 3600), ("minute", 60)] where seconds >= length {
      let count = seconds / length
      return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
    return "just now"
  }
}
