import Language
import Text

extension StrategyDocument {
  /// The strategy as a statement of the language.
  ///
  /// Its indicators are values of their names, and so are several entry rules, all of which must hold: no name of a
  /// rule is lost.
  package var text: String {
    var names = NameChooser()
    let strategy = names.name(name, in: "strategy NAME { enter long when true }")
    let called = Dictionary(
      uniqueKeysWithValues: indicators.map { ($0.name, names.name($0.name, in: Self.value)) })
    var lines: [String] = []
    for line in (description ?? "").split(whereSeparator: \.isNewline) { lines.append("# \(line)") }
    for indicator in indicators {
      lines.append("let \(called[indicator.name] ?? "") = \(indicator.kind.expression(indicator.numbers))")
    }
    let entries = rules.filter(\.isEntry)
    var conditions: [String] = []
    for rule in entries where entries.count > 1 {
      let name = names.name(rule.name, in: Self.value)
      lines.append("let \(name) = \(rule.condition(called))")
      conditions.append(name)
    }
    if entries.count == 1 {
      lines.append("\(names.name(entries[0].name, in: Self.label)): enter long when \(entries[0].condition(called))")
    } else if !entries.isEmpty {
      let label = names.name("combined_entry", in: Self.label)
      lines.append("\(label): enter long when \(conditions.joined(separator: " and "))")
    }
    for rule in rules where !rule.isEntry {
      lines.append("\(names.name(rule.name, in: Self.label)): exit long when \(rule.condition(called))")
    }
    return "strategy \(strategy) {\n" + lines.map { "    \($0)\n" }.joined() + "}"
  }

  private static let value = "strategy s { let NAME = 1; enter long when true }"
  private static let label = "strategy s { NAME: enter long when true }"

  /// The names of the document that the language spells differently, each with the one that it has there.
  package var changedNames: [(old: String, new: String)] {
    var names = NameChooser()
    let strategy = (name, names.name(name, in: "strategy NAME { enter long when true }"))
    let values = indicators.map { ($0.name, names.name($0.name, in: Self.value)) }
    let entries = rules.filter(\.isEntry)
    let labels = (entries + rules.filter { !$0.isEntry }).map { rule in
      (rule.name, names.name(rule.name, in: rule.isEntry && entries.count > 1 ? Self.value : Self.label))
    }
    return ([strategy] + values + labels).filter { $0.0 != $0.1 }.map { (old: $0.0, new: $0.1) }
  }
}

extension StrategyDocument.Rule {
  /// The condition of the rule, with the names that the indicators have in the language.
  fileprivate func condition(_ names: [String: String]) -> String {
    switch test {
    case .crossing(let fast, let slow):
      "\(names[fast] ?? fast) crosses \(isAbove ? "above" : "below") \(names[slow] ?? slow)"
    case .level(let indicator, let threshold):
      "\(names[indicator] ?? indicator) \(isAbove ? ">" : "<") \(Self.number(threshold))"
    }
  }

  /// The number with all its digits, as the language reads it.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

/// A chooser of names that the language takes, each once.
private struct NameChooser {
  private var taken: Set<String> = []

  /// The name itself if it is valid for `NAME` in a text and free, else a similar one.
  mutating func name(_ wanted: String, in text: String) -> String {
    var base = String(wanted.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    if base.first?.isNumber != false { base = "rule_" + base }
    var name = base
    var count = 1
    while taken.contains(name) || !Self.stands(name, in: text) {
      count += 1
      name = "\(base)_\(count == 2 && !taken.contains(base) ? "" : "\(count)")"
      if count > 1000 { break }
    }
    taken.insert(name)
    return name
  }

  private static func stands(_ name: String, in text: String) -> Bool {
    let text = text.replacing("NAME", with: name)
    var parser = Parser(source: SourceID(0), text: text, commands: [])
    guard case .strategy? = try? parser.next()?.kind else { return false }
    return true
  }
}
