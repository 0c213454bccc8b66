/// The kind of value that an expression has, known before anything runs.
public enum Kind: String, Hashable, Sendable {
  case number
  /// A fraction that was written as `2%` or derived from such: of a price or of equity if those are needed.
  case rate
  case truth
  case text
  /// A moment or a day.
  case date
  /// A time of the day, in minutes since midnight.
  case timeOfDay
  /// Calendar time, or a count of bars.
  case duration
  /// An indicator with several outputs; needs a field if one value is needed.
  case record
  case list

  /// The kind in words, with its article: `a boolean`.
  public var described: String {
    switch self {
    case .number: "a number"
    case .rate: "a rate"
    case .truth: "a boolean"
    case .text: "a string"
    case .date: "a date"
    case .timeOfDay: "a time of the day"
    case .duration: "a duration"
    case .record: "a record of several outputs"
    case .list: "a list"
    }
  }

  /// True for numbers and rates.
  public var isNumeric: Bool { self == .number || self == .rate }
}
