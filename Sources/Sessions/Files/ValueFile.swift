import Evaluation
import JSON
import Language

/// Values in the saved session: with their kind, so that a rate is read back as a rate.
package enum ValueFile {
  package static func json(_ value: Value) -> JSONValue {
    switch value {
    case .number(let number): ["number": json(number)]
    case .rate(let rate): ["rate": json(rate)]
    case .truth(let truth): ["truth": truth.map { .bool($0) } ?? .null]
    case .text(let text): ["text": .string(text)]
    case .date(let date): ["date": .string(date.description)]
    case .moment(let moment): ["moment": json(moment)]
    case .timeOfDay(let minutes): ["minutes": json(minutes)]
    case .duration(let duration): ["duration": .integer(duration.count), "unit": .string(duration.unit.rawValue)]
    case .bars(let count): ["bars": .integer(count)]
    case .list(let values): ["list": .array(values.map(json))]
    }
  }

  /// The value of a document; nil if it is not a value.
  package static func value(_ json: JSONValue) -> Value? {
    guard let member = json.members?.first else { return nil }
    switch member.key {
    case "number": return number(member.value).map { .number($0) }
    case "rate": return number(member.value).map { .rate($0) }
    case "truth":
      guard member.value.isNull || member.value.boolValue != nil else { return nil }
      return .truth(member.value.boolValue)
    case "text": return member.value.stringValue.map { .text($0) }
    case "date": return member.value.stringValue.flatMap(date).map { .date($0) }
    case "moment": return number(member.value).map { .moment($0) }
    case "minutes": return number(member.value).map { .timeOfDay($0) }
    case "duration":
      guard let count = member.value.intValue,
        let unit = json["unit"]?.stringValue.flatMap(DurationLiteral.Unit.init(rawValue:))
      else { return nil }
      return .duration(DurationLiteral(count, unit))
    case "bars": return member.value.intValue.map { .bars($0) }
    case "list":
      let values = member.value.elements?.compactMap(value)
      guard values?.count == member.value.elements?.count else { return nil }
      return values.map { .list($0) }
    default: return nil
    }
  }

  /// A number that may be missing or infinite, for which JSON has no words.
  package static func json(_ number: Double) -> JSONValue {
    if number.isNaN { return .null }
    return number.isFinite ? .number(number) : .string(number < 0 ? "-infinite" : "infinite")
  }

  /// The number of a document; nil if it is not one.
  package static func number(_ json: JSONValue) -> Double? {
    if json.isNull { return .nan }
    switch json.stringValue {
    case "infinite": return .infinity
    case "-infinite": return -.infinity
    default: return json.doubleValue
    }
  }

  private static func date(_ text: String) -> DateLiteral? {
    text == DateLiteral.today.description ? .today : DateText.literal(text) ?? DateLiteral(text)
  }
}
