import Presentation
import Valuation

/// The assumptions of a valuation in the saved session, exactly as they are: values, shifts, sources, texts.
enum AssumptionFile {
  static func json(_ assumptions: Assumptions) -> JSONValue {
    [
      "base_year": .object(assumptions.baseYear.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) }),
      "list": .array(assumptions.all.map(json)),
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
    case .path(let path): members.append(("path", .array(path.phases.map(json))))
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
    if !assumption.shifts.isEmpty {
      members.append(
        (
          "shifts",
          .array(
            assumption.shifts.map {
              ["operator": .string($0.operator.rawValue), "amount": .number($0.amount), "written": .string($0.written)]
            })
        ))
    }
    return .object(members)
  }

  private static func json(_ phase: YearPath.Phase) -> JSONValue {
    var members: [(String, JSONValue)] = []
    switch phase.shape {
    case .constant(let value): members.append(("constant", .number(value)))
    case .glide(let from, let to): members += [("from", .number(from)), ("to", .number(to))]
    case .list(let values): members.append(("list", .numbers(values)))
    case .hold: members.append(("hold", true))
    }
    switch phase.length {
    case .years(let years): members.append(("years", .integer(years)))
    case .byYear(let year): members.append(("by_year", .integer(year)))
    case nil: break
    }
    return .object(members)
  }

  /// The assumptions of a document; nil where it holds none.
  static func assumptions(_ json: JSONValue) -> Assumptions? {
    guard let list = json["list"]?.elements else { return nil }
    let known = list.compactMap(assumption)
    guard known.count == list.count else { return nil }
    var base: [String: Double] = [:]
    for member in json["base_year"]?.members ?? [] { base[member.key] = member.value.doubleValue }
    return try? Assumptions(known, baseYear: base)
  }

  private static func assumption(_ json: JSONValue) -> Assumption? {
    guard let name = json["name"]?.stringValue, let value = value(json), let source = source(json) else { return nil }
    let shifts = json["shifts"]?.elements ?? []
    let read = shifts.compactMap { shift -> Assumption.Shift? in
      guard let how = shift["operator"]?.stringValue.flatMap(Assumption.Shift.Operator.init(rawValue:)),
        let amount = shift["amount"]?.doubleValue
      else { return nil }
      return Assumption.Shift(how, amount, written: shift["written"]?.stringValue ?? "")
    }
    guard read.count == shifts.count else { return nil }
    return Assumption(name, value, written: json["written"]?.stringValue ?? "", source: source, shifts: read)
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
    return read.count == phases.count && !read.isEmpty ? .path(YearPath(read)) : nil
  }

  private static func phase(_ json: JSONValue) -> YearPath.Phase? {
    let length: YearPath.Length? =
      json["years"]?.intValue.map { .years($0) } ?? json["by_year"]?.intValue.map { .byYear($0) }
    if let value = json["constant"]?.doubleValue { return YearPath.Phase(.constant(value), length) }
    if let to = json["to"]?.doubleValue {
      return YearPath.Phase(.glide(from: json["from"]?.doubleValue, to: to), length)
    }
    if let list = json["list"]?.elements { return YearPath.Phase(.list(list.compactMap(\.doubleValue)), length) }
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
