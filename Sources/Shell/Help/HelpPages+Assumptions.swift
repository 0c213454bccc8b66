import Presentation
import Strategies
import Text
import Valuation

extension HelpPages {
  /// The page of one assumption of a valuation.
  static func page(_ definition: AssumptionDefinition) -> Document {
    Document(StyledText("\(definition.name), an assumption of `dcf`")) {
      StyledText(definition.meaning + ".")
      Block.code(definition.examples.joined(separator: "\n"))
      properties(definition)
      if let setting = Settings.definition(named: definition.name) {
        Block.note(
          StyledText(
            "`\(setting.name)` is a setting of backtests, too: \(setting.summary) `set \(setting.name) VALUE` changes it for the session, `with \(setting.name) VALUE` for one run"
          ))
      }
      if [.rating, .defaultSpread, .coverage].contains(definition.key) {
        ratingTable
        Block.note(StyledText(CreditRating.origin))
      }
    }
  }

  /// The ratings with the interest coverage that earns each and the spread that its debt pays.
  private static var ratingTable: Table {
    Table(
      columns: [.text("rating", .name), .text("coverage"), .percent("spread")],
      rows: CreditRating.all.map { rating in
        let least = rating.coverage.isFinite ? "\(NumberFormat.general.text(rating.coverage))x or more" : "less"
        return [.text(rating.name), .text(least), .number(rating.spread)]
      })
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
    facts += byYear(definition)
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

  /// How the assumption may differ from year to year, follow another one, or be said in money.
  private static func byYear(_ definition: AssumptionDefinition) -> [(String, String)] {
    var facts: [(String, String)] = []
    if definition.isPath {
      facts.append(("by year", "may be a path: `A to B`, `A for 5y then to B`, a list of one value a year"))
    }
    let key = definition.key
    if key == .revenue {
      facts.append(
        (
          "in money",
          "one amount is the base year's, as `base_revenue` is; a list begins with year 1, the year after it, and is "
            + "`growth`: then `growth 6%` or another path follows; `revenue * 1.1` moves the list"
        ))
    } else if key.takesAmounts, key != .growth {
      facts.append(
        (
          "in money",
          "`\(key.nameOfAmounts) = [75B, 90B] then to \(key == .margin ? "30%" : "8%")`: amounts from year 1 on, then "
            + "rates of revenue that start from the last amount's; `* 1.1` and `+ 1pp` move every year, `+ 5B` the amounts"
        ))
    }
    if definition.unit == .rate || definition.unit == .terminal, !definition.isList {
      facts.append(
        ("linked", "a name is the other's rate, `terminal = growth`; a share is `80% of capex`; both move with it"))
    }
    return facts
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
}
