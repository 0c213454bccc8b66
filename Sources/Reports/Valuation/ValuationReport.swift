import Presentation
import Research
import Valuation

/// A valuation: its headline, or the whole model as a page.
package struct ValuationReport: ShapedResult {
  package var ticker: String
  package var scenario: String?
  /// True if the scenario's assumptions were changed since.
  package var isChanged: Bool
  package var result: ValuationResult
  /// The movement that the statement caused; nil if it changed nothing.
  package var movement: ValuationMovement?
  /// The findings on the company's figures that it rests on.
  package var companyFindings: [ValuationFinding] = []
  /// The rate of return at which the value is the price; nil if there is none.
  package var impliedReturn: Double?
  /// The company's years before the forecast, oldest first; empty if no reports are loaded.
  package var past: [PastYear] = []
  /// True for the whole model as a page, false for its headline.
  package var isPage = false
  /// The statement that shows the page.
  package var pageStatement = "dcf full"
  /// The findings in the order in which they are shown, with their costs.
  package let ranked: [FindingCost]

  /// Makes a report.
  ///
  /// - Parameter assumptions: the assumptions that were valued, as given: the costs of findings are theirs.
  package init(
    ticker: String, scenario: String? = nil, isChanged: Bool, result: ValuationResult, of assumptions: Assumptions,
    companyFindings: [ValuationFinding] = []
  ) {
    self.ticker = ticker
    self.scenario = scenario
    self.isChanged = isChanged
    self.result = result
    self.companyFindings = companyFindings
    impliedReturn = result.impliedReturn()
    ranked = FindingCost.ranked(companyFindings + result.findings, on: result, of: assumptions)
  }

  /// The title: `AAPL base`, `AAPL base, changed`.
  package var title: String { ticker + (scenario.map { " \($0)" } ?? "") + (isChanged ? ", changed" : "") }

  package var document: Document { isPage ? page : headline }

  /// The findings on the company's figures and on the model.
  package var findings: [ValuationFinding] { companyFindings + result.findings }

  /// Whether the value is of another unit than one ordinary share in the currency of the accounts.
  package var isADR: Bool { result.valuePerOrdinary != result.valuePerShare && result.valuePerOrdinary.isFinite }

  /// An assumption whose value is a word; nil if it is not stated.
  package func word(_ name: String) -> String? {
    if case .word(let word)? = result.assumptions[name]?.value { word } else { nil }
  }

  /// The assumptions that have a say: defaults that another way of reinvesting replaces are left out.
  package var shownAssumptions: [Assumption] {
    let replaced: [AssumptionName] = result.assumptions[.salesToCapital] == nil ? [] : [.capex, .workingCapital]
    return result.assumptions.flat.filter { $0.source != .default || $0.key.map(replaced.contains) != true }
  }
}

extension Assumption.Source {
  /// Its filing or scenario; nil if neither is known.
  package var detail: String? {
    switch self {
    case .fundamentals(let detail): detail
    case .scenario(let name): name
    case .typed, .default, .outside: nil
    }
  }

  /// The origin of a number in few words: without the tag and the filing, which `explain value` tells.
  package var brief: String {
    guard case .fundamentals(let detail) = self, let bracket = detail.firstIndex(of: "(") else { return text }
    return String(detail[..<bracket].dropLast())
  }

  /// The origin of a number, in words.
  package var text: String {
    switch self {
    case .fundamentals(let detail): detail
    case .scenario(let scenario): "scenario \(scenario)"
    case .outside: "given outside the part"
    case .typed, .default: name
    }
  }
}

extension TerminalValue {
  /// Whether it is a price, not a perpetuity.
  package var isMultiple: Bool { if case .multiple = assumption { true } else { false } }
}
