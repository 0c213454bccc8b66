import JSON

/// The fields of a run's state, written to JSON or read from it by one list of calls.
///
/// Doubles come back to the last bit, missing and infinite ones as text.
struct StateFields {
  private var members: [JSONValue.Member]
  private let isReading: Bool
  /// The number of fields visited.
  private var count = 0
  /// The first field that is missing or has a value of another kind; nil if all could be read.
  private(set) var failure: String?

  /// Fields to write.
  init() { (members, isReading) = ([], false) }

  /// Fields to read.
  init(_ json: JSONValue) { (members, isReading) = (json.members ?? [], true) }

  /// The object written.
  var json: JSONValue { .object(members) }

  /// Writes a field, or reads it; its value is kept if it cannot be read.
  mutating func visit<Value: StateValue>(_ key: String, _ value: inout Value) {
    guard isReading else { return members.append(JSONValue.Member(key, value.state)) }
    guard let found = next(key) else { return }
    if let read = Value(state: found) { value = read } else { failure = key }
  }

  /// Writes or reads the fields of a part.
  mutating func visit(_ key: String, _ body: (inout StateFields) -> Void) {
    var part = StateFields()
    if isReading {
      guard let found = next(key) else { return }
      part = StateFields(found)
    }
    body(&part)
    if !isReading { members.append(JSONValue.Member(key, part.json)) }
    if let inside = part.failure { failure = "\(key).\(inside)" }
  }

  /// The value of the next field; nil if it is missing, or one before it could not be read.
  private mutating func next(_ key: String) -> JSONValue? {
    guard failure == nil else { return nil }
    let isInOrder = count < members.count && members[count].key == key
    let found = isInOrder ? members[count].value : members.first { $0.key == key }?.value
    count += 1
    if found == nil { failure = key }
    return found
  }
}

/// A value that a state is made of.
protocol StateValue {
  /// Reads the value; nil if it is of another kind.
  init?(state: JSONValue)
  var state: JSONValue { get }
}

/// A value with fields of its own.
protocol StateRecord: StateValue {
  /// A value whose fields are then read.
  static var blank: Self { get }
  mutating func visit(_ fields: inout StateFields)
}

extension StateRecord {
  init?(state: JSONValue) {
    var fields = StateFields(state)
    self = Self.blank
    visit(&fields)
    if fields.failure != nil { return nil }
  }

  var state: JSONValue {
    var fields = StateFields()
    var copy = self
    copy.visit(&fields)
    return fields.json
  }
}

extension Double: StateValue {
  init?(state: JSONValue) {
    switch state.stringValue {
    case "nan": self = .nan
    case "inf": self = .infinity
    case "-inf": self = -.infinity
    case "-0": self = -0.0
    default:
      guard let value = state.doubleValue else { return nil }
      self = value
    }
  }

  var state: JSONValue {
    if isNaN { return "nan" }
    if isInfinite { return self > 0 ? "inf" : "-inf" }
    return self == 0 && sign == .minus ? "-0" : .number(self)
  }
}

extension Int: StateValue {
  /// Numbers that no run comes near are damage; sums of others cannot overflow.
  init?(state: JSONValue) {
    guard let value = state.intValue, value.magnitude < 1 << 48 else { return nil }
    self = value
  }

  var state: JSONValue { .integer(self) }
}

extension Int32: StateValue {
  init?(state: JSONValue) {
    guard let value = state.intValue.flatMap(Int32.init(exactly:)) else { return nil }
    self = value
  }

  var state: JSONValue { .integer(Int(self)) }
}

extension Bool: StateValue {
  init?(state: JSONValue) {
    guard let value = state.boolValue else { return nil }
    self = value
  }

  var state: JSONValue { .bool(self) }
}

extension StateValue where Self: RawRepresentable, RawValue: StateValue {
  init?(state: JSONValue) {
    guard let raw = RawValue(state: state), let value = Self(rawValue: raw) else { return nil }
    self = value
  }

  var state: JSONValue { rawValue.state }
}

extension String: StateValue {
  init?(state: JSONValue) {
    guard let value = state.stringValue else { return nil }
    self = value
  }

  var state: JSONValue { .string(self) }
}

extension Optional: StateValue where Wrapped: StateValue {
  init?(state: JSONValue) {
    if state.isNull {
      self = .none
    } else if let value = Wrapped(state: state) {
      self = .some(value)
    } else {
      return nil
    }
  }

  var state: JSONValue { map(\.state) ?? .null }
}

extension Array: StateValue where Element: StateValue {
  init?(state: JSONValue) {
    guard let elements = state.elements else { return nil }
    let values = elements.compactMap { Element(state: $0) }
    guard values.count == elements.count else { return nil }
    self = values
  }

  var state: JSONValue { .array(map(\.state)) }
}
