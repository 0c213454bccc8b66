import JSON
import Text

/// The shape of a JSON value: bodies are checked by it, and the OpenAPI document states it.
package struct Shape: Sendable {
  /// The kinds of values.
  package indirect enum Kind: Sendable {
    /// Text with a range of lengths in characters, and a form.
    case text(ClosedRange<Int>, Pattern?)
    /// One of some words.
    case word([String])
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case flag
    case list(Shape)
    case object([Member])
    /// Any JSON.
    case any
  }

  /// A form of text.
  package struct Pattern: Sendable {
    /// The form as a regular expression.
    let expression: String
    /// True for a text of the form.
    let matches: @Sendable (String) -> Bool
  }

  /// A key of an object.
  package struct Member: Sendable {
    let key: String
    let shape: Shape
    let isRequired: Bool
  }

  var kind: Kind
  var mayBeNull = false
  /// The value, for people who read the document.
  var meaning: String?

  /// A value of the shape, or none.
  var orNull: Shape {
    var copy = self
    copy.mayBeNull = true
    return copy
  }

  static let text = Shape(kind: .text(0...Int.max, nil))
  static let number = Shape(kind: .number(-Double.infinity...Double.infinity))
  static let integer = Shape(kind: .integer(Int.min...Int.max))
  static let flag = Shape(kind: .flag)
  static let moment = text(10...40, .moment)
  static let any = Shape(kind: .any)

  static func text(_ length: ClosedRange<Int>, _ pattern: Pattern? = nil) -> Shape {
    Shape(kind: .text(length, pattern))
  }
  static func word(_ words: String...) -> Shape { Shape(kind: .word(words)) }
  static func number(_ range: ClosedRange<Double>) -> Shape { Shape(kind: .number(range)) }
  static func integer(_ range: ClosedRange<Int>) -> Shape { Shape(kind: .integer(range)) }
  static func list(_ shape: Shape) -> Shape { Shape(kind: .list(shape)) }
  static func object(_ members: [Member]) -> Shape { Shape(kind: .object(members)) }
}

extension Shape.Member {
  /// A key that is always there.
  static func key(_ key: String, _ shape: Shape) -> Self { Self(key: key, shape: shape, isRequired: true) }
  /// A key that may be missing, or null.
  static func maybe(_ key: String, _ shape: Shape) -> Self { Self(key: key, shape: shape.orNull, isRequired: false) }
}

extension Shape.Pattern {
  /// Letters, digits and `_`, a letter first.
  static let name = Self(expression: "^[A-Za-z][A-Za-z0-9_]*$") { text in
    text.utf8.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } == true
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetterOrDigit($0) }
  }
  /// A symbol: letters, digits, dots and hyphens.
  static let symbol = Self(expression: "^[A-Za-z0-9][A-Za-z0-9.-]*$") { text in
    text.utf8.first.map(isLetterOrDigit) == true
      && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }
  /// Text without control characters, as names are shown on terminals.
  static let printed = Self(expression: "^[^\\x00-\\x1f\\x7f-\\x9f]+$") { text in
    text.unicodeScalars.allSatisfy { $0.value > 31 && !(127...159).contains($0.value) }
  }
  /// An address for mail, as far as a form can tell.
  static let email = Self(
    expression: "^[^@\\s\\x00-\\x1f\\x7f-\\x9f]+@[^@\\s\\x00-\\x1f\\x7f-\\x9f]+\\.[^@\\s\\x00-\\x1f\\x7f-\\x9f]+$"
  ) { text in
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && !text.contains(where: \.isWhitespace) && printed.matches(text)
      && parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
      && parts[1].contains(".")
  }
  /// A date: 2024-06-03.
  static let date = Self(expression: "^\\d{4}-\\d{2}-\\d{2}$") { text in
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy { $0.utf8.allSatisfy { 48...57 ~= $0 } }
  }

  /// A zone of the tz database: America/Chicago.
  static let zone = Self(expression: "^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$") { text in
    text.utf8.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } == true
      && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { isLetterOrDigit($0) || "_+-".utf8.contains($0) }
      }
  }
  /// A date, or a date with a time.
  static let moment = Self(
    expression: "^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$"
  ) { Moment.milliseconds($0) != nil }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    48...57 ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}

extension Shape {
  /// A place of a value that has another shape, as FastAPI's clients read it.
  package struct Fault: Sendable {
    var place: [JSONValue]
    var message: String
    var type: String

    var json: JSONValue { ["loc": .array(place), "msg": .string(message), "type": .string(type)] }
  }

  /// All faults of a value.
  func faults(in value: JSONValue, at place: [JSONValue] = ["body"]) -> [Fault] {
    if mayBeNull, value.isNull { return [] }
    func fault(_ message: String, _ type: String) -> [Fault] { [Fault(place: place, message: message, type: type)] }
    switch kind {
    case .any: return []
    case .text(let length, let pattern):
      guard let text = value.stringValue else { return fault("Input should be a valid string", "string_type") }
      if text.count < length.lowerBound {
        return fault(
          "String should have at least \(NumberText.counted(length.lowerBound, "character"))", "string_too_short")
      }
      if text.count > length.upperBound {
        return fault(
          "String should have at most \(NumberText.counted(length.upperBound, "character"))", "string_too_long")
      }
      if let pattern, !pattern.matches(text) {
        return fault("String should match pattern '\(pattern.expression)'", "string_pattern_mismatch")
      }
      return []
    case .word(let words):
      guard let text = value.stringValue, words.contains(text) else {
        return fault("Input should be \(Wording.list(words.map { "'\($0)'" }, or: true))", "literal_error")
      }
      return []
    case .number(let range):
      guard let number = value.doubleValue, number.isFinite else {
        return fault("Input should be a valid number", "float_type")
      }
      return bound(number, range.lowerBound, range.upperBound, place)
    case .integer(let range):
      guard let number = value.intValue else { return fault("Input should be a valid integer", "int_type") }
      return bound(
        Double(number), range.lowerBound == .min ? -.infinity : Double(range.lowerBound),
        range.upperBound == .max ? .infinity : Double(range.upperBound), place)
    case .flag: return value.boolValue == nil ? fault("Input should be a valid boolean", "bool_type") : []
    case .list(let shape):
      guard let elements = value.elements else { return fault("Input should be a valid list", "list_type") }
      return elements.enumerated().flatMap { shape.faults(in: $1, at: place + [.integer($0)]) }
    case .object(let members):
      guard value.members != nil else { return fault("Input should be a valid dictionary", "dict_type") }
      return members.flatMap { member -> [Fault] in
        let place = place + [.string(member.key)]
        guard let own = value[member.key] else {
          return member.isRequired ? [Fault(place: place, message: "field required", type: "missing")] : []
        }
        return member.shape.faults(in: own, at: place)
      }
    }
  }

  private func bound(_ number: Double, _ least: Double, _ most: Double, _ place: [JSONValue]) -> [Fault] {
    if number < least {
      let text = "Input should be greater than or equal to \(NumberText.plain(least))"
      return [Fault(place: place, message: text, type: "greater_than_equal")]
    }
    if number > most {
      let text = "Input should be less than or equal to \(NumberText.plain(most))"
      return [Fault(place: place, message: text, type: "less_than_equal")]
    }
    return []
  }

  /// The shape as a schema of JSON Schema 2020-12.
  var schema: JSONValue {
    var schema: JSONValue = [:]
    func type(_ name: String) { schema["type"] = mayBeNull ? .strings([name, "null"]) : .string(name) }
    switch kind {
    case .any: break
    case .text(let length, let pattern):
      type("string")
      if length.lowerBound > 0 { schema["minLength"] = .integer(length.lowerBound) }
      if length.upperBound < .max { schema["maxLength"] = .integer(length.upperBound) }
      if let pattern { schema["pattern"] = .string(pattern.expression) }
    case .word(let words):
      type("string")
      schema["enum"] = .array(words.map { .string($0) } + (mayBeNull ? [.null] : []))
    case .number(let range):
      type("number")
      if range.lowerBound.isFinite { schema["minimum"] = .number(range.lowerBound) }
      if range.upperBound.isFinite { schema["maximum"] = .number(range.upperBound) }
    case .integer(let range):
      type("integer")
      if range.lowerBound > .min { schema["minimum"] = .integer(range.lowerBound) }
      if range.upperBound < .max { schema["maximum"] = .integer(range.upperBound) }
    case .flag: type("boolean")
    case .list(let shape):
      type("array")
      schema["items"] = shape.schema
    case .object(let members):
      type("object")
      schema["properties"] = .object(members.map { ($0.key, $0.shape.schema) })
      let required = members.filter(\.isRequired).map(\.key)
      if !required.isEmpty { schema["required"] = .strings(required) }
    }
    if let meaning { schema["description"] = .string(meaning) }
    return schema
  }
}
