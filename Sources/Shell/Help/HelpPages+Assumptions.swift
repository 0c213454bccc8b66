import Presentation
import Text
import Valuation

extension HelpPages {
  /// The page of one assumption of a valuation.
  static func page(_ definition: AssumptionDefinition) -> Document {
    Document(StyledText("\(definition.name), an assumption of `dcf`")) {
      StyledText(definition.meaning + ".")
      Block.code(example(definition))
      properties(definition)
    }
  }

  /// All assumptions, in the order in which a valuation shows them.
  static var assumptions: Document {
    Document("the assumptions of `dcf`") { assumptionTable }
  }

  /// The assumptions as a table: unit, default, usual values, meaning.
  static var assumptionTable: Table {
    Table(
      columns: [
        .text("assumption", .name), .text("unit"), .text("default"), .text("usual"), .text("meaning").wrapping,
      ],
      rows: AssumptionDefinition.all.map { definition in
        [
          .text(definition.name), .text(unit(definition)), .text(defaultText(definition)),
          .text(definition.plausible.map(definition.text) ?? ""), .text(definition.meaning),
        ]
      })
  }

  private static func properties(_ definition: AssumptionDefinition) -> [Property] {
    var facts = [("unit", unit(definition)), ("default", defaultText(definition))]
    if definition.isPath { facts.append(("by year", "may be a path: `6% to 3%`, `30% for 5y then to 4%`, a list")) }
    if let plausible = definition.plausible { facts.append(("usual", "\(definition.text(plausible)); else a warning")) }
    if let hard = definition.hard { facts.append(("possible", "\(definition.text(hard)); else refused")) }
    if let swing = definition.swing {
      let step =
        definition.swingIsRelative ? NumberFormat.percent(0).text(swing) + " of it" : swingText(definition, swing)
      facts.append(("step in a tornado", step))
    }
    if !definition.aliases.isEmpty { facts.append(("also called", definition.aliases.joined(separator: ", "))) }
    return facts.filter { !$0.1.isEmpty }.map { Property($0.0, StyledText($0.1)) }
  }

  private static func swingText(_ definition: AssumptionDefinition, _ swing: Double) -> String {
    switch definition.unit {
    case .rate, .terminal: NumberFormat.general.text(swing * 100) + "pp"
    default: NumberFormat.general.text(swing)
    }
  }

  private static func unit(_ definition: AssumptionDefinition) -> String {
    switch definition.unit {
    case .money: "money"
    case .rate: definition.isPath ? "rate, path" : "rate"
    case .count: "count"
    case .perShare: "per share"
    case .years: "years"
    case .terminal: "rate or multiple"
    case .word: definition.words.joined(separator: ", ")
    case .number: definition.isPath ? "number, path" : "number"
    case .date: "day"
    case .text: "word"
    case .options: "count at strike"
    }
  }

  private static func defaultText(_ definition: AssumptionDefinition) -> String {
    if definition.isRequired { return "required" }
    if let word = definition.words.first { return word }
    guard let number = definition.defaultValue else { return "" }
    switch definition.unit {
    case .rate: return NumberFormat.general.text(number * 100) + "%"
    case .years: return NumberFormat.general.text(number) + "y"
    default: return NumberFormat.general.text(number)
    }
  }

  /// The assumption as one would type it.
  private static func example(_ definition: AssumptionDefinition) -> String {
    let name = definition.name
    switch definition.unit {
    case .money where definition.isList: return "\(name) = [31B, 30B, 26B]"
    case .money: return "\(name) = 61.5B"
    case .rate where definition.isPath: return "\(name) = 6% to 3%"
    case .rate: return "\(name) = 4%"
    case .count: return "\(name) = 15.74B"
    case .perShare: return "\(name) = 172.5"
    case .years: return "\(name) = 5y"
    case .terminal: return "\(name) = 2.5%\n\(name) = 15x ebitda"
    case .word: return definition.words.map { "\(name) = \($0)" }.joined(separator: "\n")
    case .number: return "\(name) = 1.2"
    case .date: return "\(name) = 2026-01-30"
    case .text: return name == "rating" ? "\(name) = A+" : name.contains("currency") ? "\(name) = USD" : "\(name) = fy"
    case .options: return "\(name) = 8M at 20\n\(name) = [8M at 20, 5M at 60 life 4y volatility 35%]"
    }
  }
}
