import Evaluation
import Indicators
import Language
import OrderedCollections
import Sessions
import Shell
import StandardIndicators
import Strategies
import Valuation
import Workspace

/// The values that are usual for a number, a rate or a range.
package enum UsualValues {
  /// Those of an assumption of a valuation: its words, else figures of its unit.
  package static func candidates(ofAssumption name: String, isRange: Bool) -> [Completion.Candidate] {
    let own = name.split(separator: ".").last.map(String.init) ?? name
    guard let definition = AssumptionDefinition.named(own) else { return [] }
    let values: [String]
    if isRange {
      values = ranges[definition.name].map { [$0] } ?? (definition.unit == .rate ? ["2%..6% step 1%"] : [])
    } else if definition.unit == .word {
      values = definition.words
    } else {
      values = figures[definition.name] ?? byUnit[definition.unit] ?? []
    }
    return values.map { Completion.Candidate(text: $0, detail: "of \(definition.name)") }
  }

  private static let figures = [
    "growth": ["5%", "10% to 4%", "12% for 3y then to 4%"], "margin": ["20%", "15% to 25%"], "tax": ["21%", "25%"],
    "discount": ["9%", "8%"], "terminal": ["2%", "12x ebitda"], "horizon": ["5y", "10y"],
    "revenue": ["100M", "1B"], "shares": ["10M", "1B"],
  ]

  private static let ranges = [
    "growth": "2%..8% step 1%", "margin": "15%..25% step 1%", "discount": "8%..10% step 0.5%",
    "terminal": "1%..3% step 0.5%", "horizon": "[5, 7, 10]",
  ]

  private static let byUnit: [AssumptionDefinition.Unit: [String]] = [
    .rate: ["3%", "5%"], .money: ["100M", "1B"], .count: ["10M", "1B"], .perShare: ["100"], .years: ["5y", "10y"],
  ]

  /// Those of a parameter of an indicator or a strategy: its default, and values to try if a sweep needs them.
  static func candidates(
    ofParameter name: String, of function: String, isSwept: Bool, _ session: Session
  ) -> [Completion.Candidate] {
    var text: String?
    if let parameter = Indicator.named(function)?.parameters.first(where: { $0.name == name }) {
      if case .choice = parameter.kind { return [] }
      text = HelpPages.defaultText(parameter)
    } else if case .indicator(let definition)? = session.names[function]?.meaning {
      text = definition.parameters?.first { $0.name == name }.map { "\($0.defaultValue)" }
    } else {
      text = session.strategies[function]?.definition.parameters.first { $0.name == name }.map { "\($0.defaultValue)" }
    }
    guard let text, text.first?.isNumber == true else { return [] }
    let own = Completion.Candidate(text: text, detail: "the default")
    guard isSwept else { return [own] }
    guard let count = Int(text), count > 1 else { return [own] }
    return [
      Completion.Candidate(text: "\(max(1, count / 2))..\(count * 2)", detail: "each of these"),
      Completion.Candidate(text: "[\(max(1, count / 2)), \(count), \(count * 2)]", detail: "these"), own,
    ]
  }
}

extension Expectations {
  /// True if a statement tries several values of a parameter.
  var isSwept: Bool { ["sweep", "walkforward", "search", "crossvalidate"].contains(command ?? "") }
}
