import Calendar
import JSON

/// The fields of a JSON object, read one by one with an error that names the field.
struct RecordFields {
  private let object: JSONValue

  init(_ json: JSONValue) throws(RecordError) {
    guard json.members != nil else { throw .notAnObject }
    object = json
  }

  /// The value of a field, which has to be there.
  func value(_ field: String) throws(RecordError) -> JSONValue {
    guard let value = object[field] else { throw .missing(field: field) }
    return value
  }

  /// A string that is not empty.
  func text(_ field: String) throws(RecordError) -> String {
    let value = try value(field)
    guard let text = value.stringValue, !text.isEmpty else { throw invalid(field, value, "a text that is not empty") }
    return text
  }

  /// A number from 0 to 1.
  func share(_ field: String) throws(RecordError) -> Double {
    let value = try value(field)
    guard let share = value.doubleValue, (0...1).contains(share) else { throw invalid(field, value, "from 0 to 1") }
    return share
  }

  /// A number from 0 to 1; nil for `null`.
  func shareOrNull(_ field: String) throws(RecordError) -> Double? {
    let value = try value(field)
    if value.isNull { return nil }
    guard let share = value.doubleValue, (0...1).contains(share) else {
      throw invalid(field, value, "from 0 to 1, or null")
    }
    return share
  }

  /// A direction.
  func direction(_ field: String) throws(RecordError) -> Direction {
    let value = try value(field)
    guard let direction = value.stringValue.flatMap(Direction.init(word:)) else {
      throw invalid(field, value, "BULLISH, NEUTRAL or BEARISH")
    }
    return direction
  }

  /// A direction; nil for `null`.
  func directionOrNull(_ field: String) throws(RecordError) -> Direction? {
    let value = try value(field)
    if value.isNull { return nil }
    guard let direction = value.stringValue.flatMap(Direction.init(word:)) else {
      throw invalid(field, value, "BULLISH, NEUTRAL, BEARISH or null")
    }
    return direction
  }

  /// A time in milliseconds since the epoch, from March 1973 to the year 5138.
  ///
  /// Below are the seconds of those years, above are microseconds: both are mistakes that would else be taken for a
  /// time. A fraction of a millisecond is rounded.
  func time(_ field: String) throws(RecordError) -> Timestamp {
    let value = try value(field)
    guard let number = value.doubleValue, number > 0 else {
      throw invalid(field, value, "milliseconds since 1970-01-01")
    }
    if number < Double(Timestamp.recorded.lowerBound) { throw .seconds(field: field, value: value.write()) }
    if number >= Double(Timestamp.recorded.upperBound) { throw .tooFine(field: field, value: value.write()) }
    return Timestamp(milliseconds: Int64(number.rounded()))
  }

  /// The time of a bar in milliseconds since the epoch, of any year that has bars: charts reach back to before 1970.
  func barTime(_ field: String) throws(RecordError) -> Timestamp {
    let value = try value(field)
    guard let number = value.intValue, Timestamp.ofBars.contains(Int64(number)) else {
      throw invalid(field, value, "whole milliseconds since 1970-01-01")
    }
    return Timestamp(milliseconds: Int64(number))
  }

  /// The error for a value that is not allowed.
  func invalid(_ field: String, _ value: JSONValue, _ allowed: String) -> RecordError {
    .invalid(field: field, value: value.write(), allowed: allowed)
  }
}

extension Timestamp {
  /// The milliseconds of times that are recorded: from 1973-03-03, whose number is the seconds of the year 5138, on.
  static let recorded: Range<Int64> = 100_000_000_000..<100_000_000_000_000

  /// The milliseconds that times of bars have.
  static let ofBars = -recorded.upperBound..<recorded.upperBound

  /// The time as records have it: milliseconds since the epoch.
  var json: JSONValue { .integer(Int(milliseconds)) }
}
