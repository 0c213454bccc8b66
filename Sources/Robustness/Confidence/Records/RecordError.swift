/// The reason for which a JSON value is not the record that was expected.
public enum RecordError: Error, Sendable, Hashable {
  /// The value is not an object.
  case notAnObject
  /// A field is not there.
  case missing(field: String)
  /// A field has another kind of value, or one that is not allowed.
  case invalid(field: String, value: String, allowed: String)
  /// A time is in seconds since the epoch, but milliseconds are expected.
  case seconds(field: String, value: String)
  /// A time is in microseconds or nanoseconds since the epoch, but milliseconds are expected.
  case tooFine(field: String, value: String)
  /// The fields are well formed, and make no entry.
  case entry(JournalError)
}

extension RecordError: CustomStringConvertible {
  /// The error in one or two sentences.
  public var description: String {
    switch self {
    case .notAnObject:
      "The record is not a JSON object."
    case .missing(let field):
      "The record has no `\(field)`."
    case .invalid(let field, let value, let allowed):
      "`\(field)` is \(value), but must be \(allowed)."
    case .seconds(let field, let value):
      "`\(field)` is \(value), which is in 1970 when counted in milliseconds. It looks like seconds: multiply by 1000."
    case .tooFine(let field, let value):
      "`\(field)` is \(value), which is after the year 5000 when counted in milliseconds. "
        + "It looks like microseconds or nanoseconds."
    case .entry(let error):
      error.description
    }
  }
}
