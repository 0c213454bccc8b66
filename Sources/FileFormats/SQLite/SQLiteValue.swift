/// A value of a database.
public enum SQLiteValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// The whole number, if this is one.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The number, whole or not.
  public var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
  /// The text, if this is one.
  public var text: String? { if case .text(let value) = self { value } else { nil } }
  /// The bytes, if this is one.
  public var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }

  /// A text, or nothing.
  public static func text(_ value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }
  /// A whole number, or nothing.
  public static func integer(_ value: Int?) -> SQLiteValue { value.map { .integer(Int64($0)) } ?? .null }
}

/// The reason why a database could not be read or written.
public struct SQLiteError: Error, Sendable, Hashable {
  /// The number of SQLite.
  public var code: Int32
  /// The reason in words.
  public var reason: String

  /// Makes an error.
  public init(code: Int32, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// True if the statement was asked to stop.
  public var isInterrupted: Bool { code == 9 }

  /// True if the file is not a database, or is damaged.
  public var isDamage: Bool { code == 11 || code == 26 }
}
