import JSON
import Text

/// The faults of a document that is not a valid strategy, each with its place, the value there and the allowed ones.
package struct StrategyDocumentError: Error {
  package var faults: [String]
}

extension StrategyDocument {
  /// Reads a document: the strategy alone, or inside of a request for a backtest.
  package init(reading json: JSONValue) throws(StrategyDocumentError) {
    var reader = Reader()
    let document = reader.document(json["strategy"] ?? json)
    guard reader.faults.isEmpty, let document else { throw StrategyDocumentError(faults: reader.faults) }
    self = document
  }

  /// The parts of a request that are of its run and not of the strategy, as a document has them.
  package static func partsOfRun(_ json: JSONValue) -> [String] {
    let places = [json, json["ticker"], json["ticker_request"], json["params"]].compactMap(\.self)
    return ["symbol", "period", "interval", "initial_cash", "commission"].compactMap { key in
      guard let value = places.lazy.compactMap({ $0[key] }).first, value != .null else { return nil }
      return "\(key) \(value.stringValue ?? value.write())"
    }
  }
}

/// A reader that continues after a fault, to report all at once.
private struct Reader {
  var faults: [String] = []

  mutating func document(_ json: JSONValue) -> StrategyDocument? {
    guard case .object = json else {
      faults.append("the document is not an object")
      return nil
    }
    let name = text(json["name"], "name", 1...100)
    var description: String?
    if let value = json["description"], value != .null { description = text(value, "description", 0...500) }
    let indicators = indicators(json["indicators"])
    let names = Set(indicators.map(\.name))
    var rules: [StrategyDocument.Rule] = []
    for (index, row) in rows(json["crossover_rules"], "crossover_rules").enumerated() {
      let place = "crossover_rules[\(index)]"
      let fast = reference(row["fast_indicator"], place + ".fast_indicator", names)
      let slow = reference(row["slow_indicator"], place + ".slow_indicator", names)
      if fast == slow, !fast.isEmpty { faults.append("\(place): `\(fast)` cannot cross itself") }
      rules.append(rule(row, place, side: "direction", .crossing(fast: fast, slow: slow)))
    }
    for (index, row) in rows(json["threshold_rules"], "threshold_rules").enumerated() {
      let place = "threshold_rules[\(index)]"
      let indicator = reference(row["indicator"], place + ".indicator", names)
      let threshold = row["threshold"]?.doubleValue
      if threshold?.isFinite != true { faults.append("\(place).threshold is \(found(row["threshold"])): a number") }
      rules.append(
        rule(row, place, side: "condition", .level(indicator: indicator, threshold: threshold ?? .nan)))
    }
    if rules.isEmpty { faults.append("there is no rule: crossover_rules and threshold_rules are empty") }
    var seen: Set<String> = []
    for rule in rules where !seen.insert(rule.name).inserted && !rule.name.isEmpty {
      faults.append("two rules are called `\(rule.name)`")
    }
    return StrategyDocument(name: name, description: description, indicators: indicators, rules: rules)
  }

  private mutating func indicators(_ json: JSONValue?) -> [StrategyDocument.Indicator] {
    var indicators: [StrategyDocument.Indicator] = []
    for (index, row) in rows(json, "indicators").enumerated() {
      let place = "indicators[\(index)]"
      let name = text(row["name"], place + ".name", 1...100)
      if !name.isEmpty, !Self.isName(name) {
        faults.append("\(place).name is \"\(name)\": letters, digits and _, a letter first")
      }
      if indicators.contains(where: { $0.name == name }) { faults.append("two indicators are called `\(name)`") }
      guard let kind = row["type"]?.stringValue.flatMap({ StrategyDocument.Kind(rawValue: $0.uppercased()) }) else {
        let kinds = StrategyDocument.Kind.allCases.map(\.rawValue)
        faults.append("\(place).type is \(found(row["type"])): \(Wording.list(kinds, or: true))")
        // The name is still known, so that rules which refer to it are not a second fault.
        indicators.append(StrategyDocument.Indicator(name: name, kind: .sma, numbers: []))
        continue
      }
      indicators.append(
        StrategyDocument.Indicator(name: name, kind: kind, numbers: numbers(of: kind, row, place)))
    }
    if indicators.isEmpty { faults.append("there is no indicator: `indicators` needs one at least") }
    return indicators
  }

  /// The numbers of an indicator, nested in `params` or flat next to the type; nested ones win.
  private mutating func numbers(of kind: StrategyDocument.Kind, _ row: JSONValue, _ place: String) -> [Int] {
    let nested = row["params"] ?? .null
    let known = Set(kind.numbers.flatMap { [$0.key, $0.alias] })
    let places: [(JSONValue, String, Set<String>)] = [
      (nested, place + ".params", []), (row, place, ["name", "type", "params"]),
    ]
    for (json, path, others) in places {
      for key in (json.members ?? []).map(\.key) where !known.contains(key) && !others.contains(key) {
        let keys = kind.numbers.map(\.key)
        faults.append("\(path).\(key) is not a parameter of \(kind.rawValue): \(Wording.list(keys, or: true))")
      }
    }
    let numbers = kind.numbers.map { number in
      let value = [nested[number.key], nested[number.alias], row[number.key], row[number.alias]]
        .compactMap(\.self).first { $0 != .null }
      guard let value else { return number.standard }
      guard let whole = value.intValue, number.limits.contains(whole) else {
        faults.append(
          "\(place).\(number.key) is \(found(value)): a whole number from \(number.limits.lowerBound) to \(number.limits.upperBound)"
        )
        return number.standard
      }
      return whole
    }
    if kind == .macd, numbers[1] <= numbers[0] {
      faults.append("\(place).slow is \(numbers[1]): above fast, which is \(numbers[0])")
    }
    return numbers
  }

  private mutating func rule(
    _ row: JSONValue, _ place: String, side: String, _ test: StrategyDocument.Test
  ) -> StrategyDocument.Rule {
    let name = text(row["name"], place + ".name", 1...100)
    let isAbove = word(row[side], place + "." + side, ["above"], ["below"])
    let isEntry = word(
      row["signal_type"], place + ".signal_type", ["entry", "buy", "long"], ["exit", "sell", "short"])
    return StrategyDocument.Rule(name: name, test: test, isAbove: isAbove, isEntry: isEntry)
  }

  /// True for one of the first words, false for one of the others.
  private mutating func word(_ json: JSONValue?, _ place: String, _ yes: [String], _ no: [String]) -> Bool {
    let text = json?.stringValue?.lowercased() ?? ""
    if yes.contains(text) { return true }
    if !no.contains(text) { faults.append("\(place) is \(found(json)): \(Wording.list(yes + no, or: true))") }
    return false
  }

  private mutating func reference(_ json: JSONValue?, _ place: String, _ names: Set<String>) -> String {
    guard let name = json?.stringValue, names.contains(name) else {
      let known = names.sorted().joined(separator: ", ")
      faults.append("\(place) is \(found(json)): \(known.isEmpty ? "a name of `indicators`" : "one of \(known)")")
      return ""
    }
    return name
  }

  private mutating func rows(_ json: JSONValue?, _ place: String) -> [JSONValue] {
    guard let json, json != .null else { return [] }
    guard let rows = json.elements else {
      faults.append("\(place) is \(found(json)): a list")
      return []
    }
    return rows
  }

  private mutating func text(_ json: JSONValue?, _ place: String, _ length: ClosedRange<Int>) -> String {
    guard let text = json?.stringValue, length.contains(text.count) else {
      faults.append("\(place) is \(found(json)): a string of \(length.lowerBound) to \(length.upperBound) characters")
      return ""
    }
    return text
  }

  private func found(_ json: JSONValue?) -> String {
    guard let json else { return "missing" }
    let text = json.write()
    return text.count > 40 ? text.prefix(37) + "…" : text
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } == true
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
