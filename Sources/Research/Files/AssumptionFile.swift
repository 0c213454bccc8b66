import Calendar
import JSON
import Valuation

/// The assumptions of a valuation in saved documents, exactly as they are: values, shifts, sources, texts, parts.
package enum AssumptionFile {
  /// The document of assumptions.
  package static func json(_ assumptions: Assumptions) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("base_year", .object(assumptions.baseYear.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })),
      ("list", .array(assumptions.flat.map(json))),
    ]
    if !assumptions.parts.isEmpty {
      members.append(
        (
          "parts",
          .array(assumptions.parts.map { ["name": .string($0.name), "kind": .string($0.kind.rawValue)] })
        ))
    }
    return .object(members)
  }

  /// The document of a descent: the parent and the changes.
  package static func json(_ inheritance: Inheritance) -> JSONValue {
    ["parent": .string(inheritance.parent), "changes": .array(inheritance.changes.map(json))]
  }

  private static func json(_ change: Assumptions.Change) -> JSONValue {
    switch change {
    case .set(let assumption): ["set": json(assumption)]
    case .shift(let name, let shift): ["shift": .string(name), "by": json(shift)]
    case .number(let name, let number): ["name": .string(name), "number": .number(number)]
    case .allow(let code): ["allow": .string(code)]
    case .remove(let name): ["remove": .string(name)]
    case .year(let name, let year, let value):
      ["name": .string(name), "year": .integer(year), "number": .number(value)]
    case .lookAhead(let name): ["hindsight": .string(name)]
    case .because(let name, let reason): ["because": .string(name), "reason": .string(reason)]
    case .part(let name, let kind): ["part": .string(name), "kind": .string(kind.rawValue)]
    }
  }

  private static func json(_ shift: Assumption.Shift) -> JSONValue {
    [
      "operator": .string(shift.operator.rawValue), "amount": .number(shift.amount),
      "written": .string(shift.written),
    ]
  }

  private static func json(_ assumption: Assumption) -> JSONValue {
    var members: [(String, JSONValue)] = [("name", .string(assumption.name)), ("written", .string(assumption.written))]
    switch assumption.value {
    case .scalar(let number): members.append(("number", .number(number)))
    case .word(let word): members.append(("word", .string(word)))
    case .terminal(.growth(let rate)): members.append(("growth", .number(rate)))
    case .terminal(.multiple(let multiple, let metric)):
      members += [("multiple", .number(multiple)), ("of", .string(metric.rawValue))]
    case .path(let path):
      members.append(("path", .array(path.phases.map(json))))
      if let whole = path.whole { members.append(("whole", .string(whole.rawValue))) }
    case .priced(let multiple, let metric, let figure):
      members += [("priced", .number(figure)), ("multiple", .number(multiple)), ("of", .string(metric.rawValue))]
    }
    switch assumption.source {
    case .typed: members.append(("source", "typed"))
    case .default: members.append(("source", "default"))
    case .outside: members.append(("source", "outside"))
    case .fundamentals(let detail): members += [("source", "fundamentals"), ("detail", .string(detail))]
    case .scenario(let name): members += [("source", "scenario"), ("detail", .string(name))]
    }
    if !assumption.shifts.isEmpty { members.append(("shifts", .array(assumption.shifts.map(json)))) }
    if let basis = assumption.basis { members.append(("basis", .string(basis.rawValue))) }
    if !assumption.exceptions.isEmpty {
      members.append(
        (
          "exceptions",
          .array(assumption.exceptions.map { ["year": .integer($0.year), "value": .number($0.value)] })
        ))
    }
    if let start = assumption.start { members.append(("start", .number(start))) }
    if assumption.looksAhead { members.append(("hindsight", true)) }
    if let day = assumption.barDay { members.append(("bar_day", .string("\(day)"))) }
    if let reason = assumption.reason { members.append(("reason", .string(reason))) }
    return .object(members)
  }

  private static func json(_ phase: YearPath.Phase) -> JSONValue {
    var members: [(String, JSONValue)] = []
    switch phase.shape {
    case .constant(let value): members.append(("constant", .number(value)))
    case .glide(let from, let to): members += [("from", .number(from)), ("to", .number(to))]
    case .list(let values): members.append(("list", .numbers(values)))
    case .hold: members.append(("hold", true))
    case .amounts(let amounts): members.append(("amounts", .numbers(amounts)))
    case .linked(let other): members.append(("linked", .string(other.rawValue)))
    case .approach(let from, let other): members += [("from", .number(from)), ("approach", .string(other.rawValue))]
    }
    switch phase.length {
    case .years(let years): members.append(("years", .integer(years)))
    case .byYear(let year): members.append(("by_year", .integer(year)))
    case nil: break
    }
    return .object(members)
  }

  /// The assumptions of a document; nil if it holds none.
  package static func assumptions(_ json: JSONValue) -> Assumptions? {
    guard let list = json["list"]?.elements else { return nil }
    let known = list.compactMap(assumption)
    guard known.count == list.count else { return nil }
    var base: [String: Double] = [:]
    for member in json["base_year"]?.members ?? [] {
      guard let value = member.value.doubleValue else { return nil }
      base[member.key] = value
    }
    var parts: [(name: String, kind: ValuationPart.Kind)] = []
    for part in json["parts"]?.elements ?? [] {
      guard let name = part["name"]?.stringValue,
        let kind = part["kind"]?.stringValue.flatMap(ValuationPart.Kind.init(rawValue:))
      else { return nil }
      parts.append((name, kind))
    }
    return try? Assumptions(known, parts: parts, baseYear: base)
  }

  /// The descent of a document; nil if it holds none.
  package static func inheritance(_ json: JSONValue) -> Inheritance? {
    guard let parent = json["parent"]?.stringValue, let list = json["changes"]?.elements else { return nil }
    let changes = list.compactMap(change)
    return changes.count == list.count ? Inheritance(parent: parent, changes: changes) : nil
  }

  private static func change(_ json: JSONValue) -> Assumptions.Change? {
    if let assumption = json["set"] { return self.assumption(assumption).map { .set($0) } }
    if let name = json["shift"]?.stringValue { return json["by"].flatMap(shift).map { .shift(name, $0) } }
    if let name = json["name"]?.stringValue, let year = json["year"]?.intValue, let value = json["number"]?.doubleValue
    {
      return .year(name, year, value)
    }
    if let name = json["name"]?.stringValue, let number = json["number"]?.doubleValue { return .number(name, number) }
    if let code = json["allow"]?.stringValue { return .allow(code) }
    if let name = json["remove"]?.stringValue { return .remove(name) }
    if let name = json["hindsight"]?.stringValue { return .lookAhead(name) }
    if let name = json["because"]?.stringValue { return json["reason"]?.stringValue.map { .because(name, $0) } }
    guard let name = json["part"]?.stringValue,
      let kind = json["kind"]?.stringValue.flatMap(ValuationPart.Kind.init(rawValue:))
    else { return nil }
    return .part(name, kind)
  }

  private static func shift(_ json: JSONValue) -> Assumption.Shift? {
    guard let how = json["operator"]?.stringValue.flatMap(Assumption.Shift.Operator.init(rawValue:)),
      let amount = json["amount"]?.doubleValue
    else { return nil }
    return Assumption.Shift(how, amount, written: json["written"]?.stringValue ?? "")
  }

  private static func assumption(_ json: JSONValue) -> Assumption? {
    guard let name = json["name"]?.stringValue, let value = value(json), let source = source(json) else { return nil }
    let shifts = json["shifts"]?.elements ?? []
    let read = shifts.compactMap(shift)
    guard read.count == shifts.count else { return nil }
    var basis: Assumption.Basis?
    if let word = json["basis"]?.stringValue {
      basis = Assumption.Basis(rawValue: word)
      if basis == nil { return nil }
    }
    var exceptions: [Assumption.Exception] = []
    for item in json["exceptions"]?.elements ?? [] {
      guard let year = item["year"]?.intValue, let value = item["value"]?.doubleValue else { return nil }
      exceptions.append(Assumption.Exception(year: year, value: value))
    }
    return Assumption(
      name, value, written: json["written"]?.stringValue ?? "", source: source, shifts: read, basis: basis,
      exceptions: exceptions, start: json["start"]?.doubleValue
    ).lookingAhead(json["hindsight"]?.boolValue ?? false)
      .read(until: json["bar_day"]?.stringValue.flatMap { CivilDate(iso8601: $0) })
      .because(json["reason"]?.stringValue)
  }

  private static func value(_ json: JSONValue) -> Assumption.Value? {
    if let number = json["number"]?.doubleValue { return .scalar(number) }
    if let word = json["word"]?.stringValue { return .word(word) }
    if let rate = json["growth"]?.doubleValue { return .terminal(.growth(rate)) }
    if let multiple = json["multiple"]?.doubleValue,
      let metric = json["of"]?.stringValue.flatMap(TerminalAssumption.Metric.init(rawValue:))
    {
      if let figure = json["priced"]?.doubleValue { return .priced(multiple, of: metric, figure) }
      return .terminal(.multiple(multiple, of: metric))
    }
    guard let phases = json["path"]?.elements else { return nil }
    let read = phases.compactMap(phase)
    let whole = json["whole"]?.stringValue
    let known = whole.flatMap { AssumptionName(rawValue: $0) }
    guard read.count == phases.count, !read.isEmpty, whole == nil || known != nil else { return nil }
    return .path(YearPath(read, of: known))
  }

  private static func phase(_ json: JSONValue) -> YearPath.Phase? {
    let length: YearPath.Length? =
      json["years"]?.intValue.map { .years($0) } ?? json["by_year"]?.intValue.map { .byYear($0) }
    if let value = json["constant"]?.doubleValue { return YearPath.Phase(.constant(value), length) }
    if let to = json["to"]?.doubleValue {
      return YearPath.Phase(.glide(from: json["from"]?.doubleValue, to: to), length)
    }
    if let list = json["list"]?.elements {
      let values = list.compactMap(\.doubleValue)
      return values.count == list.count ? YearPath.Phase(.list(values), length) : nil
    }
    if let amounts = json["amounts"]?.elements {
      let values = amounts.compactMap(\.doubleValue)
      return values.count == amounts.count ? YearPath.Phase(.amounts(values), length) : nil
    }
    if let other = json["linked"]?.stringValue {
      return AssumptionName(rawValue: other).map { YearPath.Phase(.linked($0), length) }
    }
    if let other = json["approach"]?.stringValue {
      let from = json["from"]?.doubleValue
      return AssumptionName(rawValue: other).map { YearPath.Phase(.approach(from: from, to: $0), length) }
    }
    return json["hold"] != nil ? YearPath.Phase(.hold, length) : nil
  }

  private static func source(_ json: JSONValue) -> Assumption.Source? {
    let detail = json["detail"]?.stringValue ?? ""
    switch json["source"]?.stringValue {
    case "typed": return .typed
    case "default": return .default
    case "outside": return .outside
    case "fundamentals": return .fundamentals(detail: detail)
    case "scenario": return .scenario(detail)
    default: return nil
    }
  }
}
