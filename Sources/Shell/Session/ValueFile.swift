import Evaluation
import JSON
import Language

/// Values in the saved session: their kind beside them, so that a rate comes back as a rate.
enum ValueFile {
  static func json(_ value: Value) -> JSONValue {
    switch value {
    case .number(let number): ["number": .number(number)]
    case .rate(let rate): ["rate": .number(rate)]
    case .truth(let truth): ["truth": truth.map { .bool($0) } ?? .null]
    case .text(let text): ["text": .string(text)]
    case .date(let date): ["date": .string(date.description)]
    case .moment(let moment): ["moment": .number(moment)]
    case .timeOfDay(let minutes): ["minutes": .number(minutes)]
    case .duration(let duration): ["duration": .integer(duration.count), "unit": .string(duration.unit.rawValue)]
    case .bars(let count): ["bars": .integer(count)]
    case .list(let values): ["list": .array(values.map(json))]
    }
  }

  /// The value of a document; nil where it is not a value.
  static func value(_ json: JSONValue) -> Value? {
    guard let member = json.members?.first else { return nil }
    let number = member.value.isNull ? .nan : member.value.doubleValue
    switch member.key {
    case "number": return number.map { .number($0) }
    case "rate": return number.map { .rate($0) }
    case "truth": return .truth(member.value.boolValue)
    case "text": return member.value.stringValue.map { .text($0) }
    case "date": return member.value.stringValue.flatMap(DateText.literal).map { .date($0) }
    case "moment": return number.map { .moment($0) }
    case "minutes": return number.map { .timeOfDay($0) }
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
}
