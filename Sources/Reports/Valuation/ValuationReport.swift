import Presentation
import Text
import Valuation

/// A valuation with its assumptions, years, bridge and findings.
package struct ValuationReport: StatementResult {
  package var ticker: String
  package var scenario: String?
  /// True where the scenario's assumptions were changed since.
  package var isChanged: Bool
  package var result: ValuationResult
  /// The valuation before the statement changed it.
  package var before: ValuationResult?
  /// The findings on the company's figures that it rests on.
  package var companyFindings: [ValuationFinding] = []
  /// The rate of return at which the value is the price; nil where there is none.
  package var impliedReturn: Double?

  package init(
    ticker: String, scenario: String? = nil, isChanged: Bool, result: ValuationResult, before: ValuationResult? = nil,
    companyFindings: [ValuationFinding] = [], impliedReturn: Double? = nil
  ) {
    self.ticker = ticker
    self.scenario = scenario
    self.isChanged = isChanged
    self.result = result
    self.before = before
    self.companyFindings = companyFindings
    self.impliedReturn = impliedReturn
  }

  package var kind: String { "valuation" }

  /// The title: `AAPL base`, `AAPL base, changed`.
  package var title: String { ticker + (scenario.map { " \($0)" } ?? "") + (isChanged ? ", changed" : "") }

  package var document: Document {
    Document(
      StyledText("\(title): \(NumberFormat.fixed(2).text(result.valuePerShare)) a share"), mainTable: result.yearTable
    ) {
      if let before { Block.paragraph(moved(from: before)) }
      headline
      if let parts = result.sumOfParts { result.partTable(parts) }
      if !result.segments.isEmpty { result.segmentTable }
      assumptionTable
      for table in result.yearTables { table }
      for finding in findings {
        if finding.severity == .note { Block.note(text(finding)) } else { Block.warning(text(finding)) }
      }
    }
  }

  private func text(_ finding: ValuationFinding) -> StyledText {
    StyledText("\(finding.message) [\(finding.code.rawValue)]")
  }

  private func moved(from before: ValuationResult) -> StyledText {
    let change = result.valuePerShare - before.valuePerShare
    let style = Style.sign(of: change)
    return
      "value per share \(before.valuePerShare, .fixed(2)) → \(result.valuePerShare, .fixed(2)) (\(change, NumberFormat.fixed(2).signed, style))"
  }

  /// The findings on the company's figures and on the model.
  package var findings: [ValuationFinding] { companyFindings + result.findings }

  private var headline: [Property] {
    var properties: [Property] = []
    if let price = result.price { properties.append(Property("price", price, .fixed(2))) }
    if let upside = result.upside {
      properties.append(Property("upside", upside, NumberFormat.percent(2).signed, style: .sign(of: upside)))
    }
    if let cagr = result.cagr {
      properties.append(Property("CAGR to fair value", cagr, NumberFormat.percent(2).signed))
    }
    if let implied = impliedReturn {
      properties.append(Property("implied IRR", implied, .percent(2)))
    }
    if result.method != .fcff { properties.insert(Property("valued by", StyledText(result.method.title)), at: 0) }
    if let parts = result.sumOfParts {
      properties += result.steps(parts)
    } else {
      properties += [
        Property("present value of flows", result.presentValueOfFlows, .compact(2)),
        Property("present value of terminal", result.presentValueOfTerminal, .compact(2), remark: terminalRemark),
      ]
    }
    if result.method == .fcff, result.goingConcernValue != result.enterpriseValue {
      properties.append(Property("value if it does not fail", result.goingConcernValue, .compact(2)))
    }
    for item in result.bridge
    where item.value != 0 && item.item != "dividends" && !(result.sumOfParts != nil && item.item == "enterprise_value")
    {
      let name = item.item.replacing("_", with: " ")
      let isTotal = ["enterprise_value", "equity_value"].contains(item.item)
      properties.append(
        isTotal
          ? Property(name, item.value, .compact(2))
          : Property(item.value < 0 ? "- \(name)" : "+ \(name)", abs(item.value), .compact(2)))
    }
    if result.shareCount.dilution > 0 {
      properties.append(
        Property(
          "shares, diluted", result.shareCount.diluted, .compact(3),
          remark: StyledText("\(NumberFormat.compact(3).text(result.shareCount.basic)) and those yet to come", .dim)))
    }
    if isADR {
      properties.append(
        Property(
          "value of an ordinary share", result.valuePerOrdinary, .fixed(2),
          remark: StyledText(word("currency") ?? "", .dim)))
    }
    if let multiples = impliedMultiples { properties.append(Property("implied multiples", multiples)) }
    if let cost = costText { properties.append(Property("cost of capital", cost)) }
    return properties
  }

  /// Whether the value is of another unit than one ordinary share in the currency of the accounts.
  package var isADR: Bool { result.valuePerOrdinary != result.valuePerShare && result.valuePerOrdinary.isFinite }

  /// An assumption whose value is a word; nil where it is not stated.
  package func word(_ name: String) -> String? {
    if case .word(let word)? = result.assumptions[name]?.value { word } else { nil }
  }

  private var impliedMultiples: StyledText? {
    let multiples = [
      (result.implied.enterpriseToRevenue, "revenue"), (result.implied.enterpriseToEBITDA, "EBITDA"),
      (result.implied.enterpriseToEBIT, "EBIT"), (result.implied.priceToEarnings, "earnings"),
      (result.implied.priceToBook, "book value"), (result.implied.priceToTangibleBook, "tangible book value"),
    ].compactMap { (value: Double?, what: String) -> String? in
      value.flatMap { $0.isFinite ? "\(NumberFormat.fixed(1).text($0))x \(what)" : nil }
    }
    return multiples.isEmpty ? nil : StyledText(multiples.joined(separator: ", ") + " of year 1", .dim)
  }

  private var costText: StyledText? {
    let percent = NumberFormat.percent(2)
    if let cost = result.costOfEquity {
      let beta = cost.beta.map { " (beta \(NumberFormat.fixed(2).text($0)))" } ?? ""
      return StyledText("equity at \(percent.text(cost.rate))\(beta)")
    }
    guard let cost = result.costOfCapital else { return nil }
    var text = "\(percent.text(cost.rate)): equity at \(percent.text(cost.costOfEquity))"
    if let beta = cost.beta { text += " (beta \(NumberFormat.fixed(2).text(beta)))" }
    if let debt = cost.costOfDebt, cost.debtWeight > 0 {
      text += ", \(percent.text(cost.debtWeight)) debt at \(percent.text(debt))"
      text += cost.rating.map { " (\($0.name))" } ?? ""
      text += " less \(percent.text(cost.marginalTax)) tax"
    }
    return StyledText(text)
  }

  private var terminalRemark: StyledText {
    var parts: [String] = []
    if let share = result.terminalShare { parts.append("\(NumberFormat.percent(1).text(share)) of the value") }
    if case .multiple(_, let metric) = result.terminal.assumption {
      parts.append("a multiple of \(metric.title)")
      if let growth = result.terminal.impliedGrowth {
        parts.append("implies growth of \(NumberFormat.percent(2).text(growth))")
      }
    } else if let multiple = result.terminal.impliedEBITDAMultiple {
      parts.append("\(NumberFormat.fixed(1).text(multiple))x EBITDA")
    }
    return StyledText(parts.joined(separator: ", "), .dim)
  }

  /// The assumptions that have a say: defaults that another way of reinvesting replaces are left out.
  package var shownAssumptions: [Assumption] {
    let replaced: [AssumptionName] = result.assumptions[.salesToCapital] == nil ? [] : [.capex, .workingCapital]
    return result.assumptions.flat.filter { $0.source != .default || $0.key.map(replaced.contains) != true }
  }

  private var assumptionTable: Table {
    let reasons = shownAssumptions.contains { $0.reason != nil }
    return Table(
      columns: [.text("assumption", .name), .text("value"), .text("source", .dim).wrapping]
        + (reasons ? [.text("reason").wrapping] : []),
      rows: shownAssumptions.map { assumption in
        [.text(assumption.name), .text(assumption.text), .text(assumption.source.brief)]
          + (reasons ? [.text(assumption.reason ?? "")] : [])
      })
  }
}

extension Assumption.Source {
  /// The filing or the scenario behind it; nil where neither is known.
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
