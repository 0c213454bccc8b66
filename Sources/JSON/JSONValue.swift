/// A JSON value whose objects keep their keys in order.
///
/// ```swift
/// let bar: JSONValue = ["time": "2024-01-02", "close": 412.5]
/// bar.write()                                                // {"time":"2024-01-02","close":412.5}
/// try JSONValue(parsing: "[1, 2.5]")[1]?.doubleValue         // 2.5
/// ```
public enum JSONValue: Sendable, Hashable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number with a fraction or an exponent; one that is not finite is written as `null`.
  case number(Double)
  /// A whole number, exact.
  case integer(Int)
  /// A decimal number by its digits, which are written as they are: `0.1`. It is never read: what is read is a double.
  case decimal(String)
  /// A string.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Keys with their values, in the order they are written.
  case object([Member])

  /// A key with its value.
  public struct Member: Sendable, Hashable {
    /// The name of the value.
    public var key: String
    /// The value.
    public var value: JSONValue

    /// Makes a key with its value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// An object from keys and values in order.
  public static func object(_ pairs: [(String, JSONValue)]) -> JSONValue {
    .object(pairs.map { Member($0.0, $0.1) })
  }

  /// A number, or `null` if there is none.
  public static func number(_ value: Double?) -> JSONValue {
    value.map { JSONValue.number($0) } ?? .null
  }

  /// A whole number, or `null` if there is none.
  public static func integer(_ value: Int?) -> JSONValue {
    value.map { JSONValue.integer($0) } ?? .null
  }

  /// A string, or `null` if there is none.
  public static func string(_ value: String?) -> JSONValue {
    value.map { JSONValue.string($0) } ?? .null
  }

  /// Numbers in order; those that are not finite are `null`.
  public static func numbers(_ values: some Sequence<Double>) -> JSONValue {
    .array(values.map { .number($0) })
  }

  /// Strings in order.
  public static func strings(_ values: some Sequence<String>) -> JSONValue {
    .array(values.map { .string($0) })
  }
}

extension JSONValue {
  /// The value of a key of an object.
  ///
  /// Reading returns `nil` if there is no such key or this is not an object. Writing replaces the value in its place or
  /// adds the key at the end, `nil` removes it; a value that is not an object becomes one.
  public subscript(key: String) -> JSONValue? {
    get {
      members?.last { $0.key == key }?.value
    }
    set {
      var members = members ?? []
      let index = members.lastIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// The value at an index of an array, or `nil` if there is none.
  public subscript(index: Int) -> JSONValue? {
    guard let elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The keys with their values, if this is an object.
  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The values, if this is an array.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The string, if this is one.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, whole or not, if this is one.
  public var doubleValue: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    case .decimal(let digits): Double(digits)
    default: nil
    }
  }

  /// The whole number, if this is one; 5.0 counts as 5.
  public var intValue: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    case .decimal(let digits): Double(digits).flatMap { Int(exactly: $0) }
    default: nil
    }
  }

  /// The boolean, if this is one.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// True for `null`.
  public var isNull: Bool { self == .null }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Makes an object with its keys as written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}
