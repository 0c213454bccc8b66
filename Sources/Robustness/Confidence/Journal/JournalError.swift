import Calendar

/// The reason for which an entry or a history of closes cannot be taken.
public enum JournalError: Error, Sendable, Hashable {
  /// A strategy or a symbol has no name.
  case emptyName(String)
  /// A price is not a finite number above 0.
  case price(Double)
  /// A horizon is below one bar.
  case horizon(Int)
  /// A time that could not be read again: that of a bar after the year 5138, or of an entry before 1973.
  case time(Timestamp)
  /// Times and prices are not equally many.
  case lengths(times: Int, prices: Int)
  /// A close does not come after the one before it.
  case order(index: Int)
}

extension JournalError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .emptyName(let what): "The \(what) has no name."
    case .price(let price): "The price is \(price), but must be a finite number above 0."
    case .horizon(let bars): "The horizon is \(bars) bars, but must be 1 or more."
    case .time(let time):
      "The time \(time.milliseconds) is too early or too late for milliseconds since 1970-01-01."
    case .lengths(let times, let prices): "There are \(times) times for \(prices) prices."
    case .order(let index): "Close \(index + 1) does not come after the one before it."
    }
  }
}
