import Presentation
import Valuation

/// A valuation with its assumptions, years, bridge and findings.
struct ValuationReport: StatementResult {
  var ticker: String
  var scenario: String?
  /// True where the scenario's assumptions were changed since.
  var isChanged: Bool
  var result: ValuationResult
  /// The valuation before the statement changed it.
  var before: ValuationResult?

  var kind: String { "valuation" }

  var data: JSONValue {
    .object([
      ("ticker", .string(ticker)), ("scenario", .string(scenario)), ("changed", .bool(isChanged)),
      ("assumptions", .object(result.assumptions.all.map { ($0.name, json($0)) })),
      ("years", .array(result.years.map(json))),
      ("present_value_of_flows", .number(result.presentValueOfFlows)),
      ("present_value_of_terminal", .number(result.presentValueOfTerminal)),
      ("terminal_share", .number(result.terminalShare)), ("enterprise_value", .number(result.enterpriseValue)),
      ("equity_value", .number(result.equityValue)), ("value_per_share", .number(result.valuePerShare)),
      ("price", .number(result.price)), ("upside", .number(result.upside)), ("cagr", .number(result.cagr)),
      ("terminal", terminalJSON), ("implied_return", .number(result.impliedReturn())),
      ("findings", .array(result.findings.map(json))),
    ])
  }

  private var terminalJSON: JSONValue {
    [
      "flow": .number(result.terminal.flow), "discount_rate": .number(result.terminal.discountRate),
      "value": .number(result.terminal.value), "present_value": .number(result.terminal.presentValue),
      "implied_growth": .number(result.terminal.impliedGrowth),
      "implied_ebitda_multiple": .number(result.terminal.impliedEBITDAMultiple),
      "implied_flow_multiple": .number(result.terminal.impliedFlowMultiple),
    ]
  }

  private func json(_ assumption: Assumption) -> JSONValue {
    let definition = AssumptionDefinition.named(assumption.name)
    let numbers = result.numbers(of: assumption.name)
    var value: JSONValue = .null
    if case .word(let word) = assumption.value {
      value = .string(word)
    } else if let numbers {
      value = numbers.count == 1 ? .number(numbers[0]) : .numbers(numbers)
    }
    let plausible = result.plausibleRange(of: assumption.name)
    var detail: JSONValue = .null
    if case .fundamentals(let text) = assumption.source { detail = .string(text) }
    if case .scenario(let name) = assumption.source { detail = .string(name) }
    return .object([
      ("value", value), ("written", .string(assumption.text)), ("unit", .string(definition?.unit.rawValue)),
      ("source", .string(assumption.source.name)), ("detail", detail),
      ("plausible", plausible.map { .numbers([$0.lower, $0.upper]) } ?? .null),
    ])
  }

  private func json(_ year: ForecastYear) -> JSONValue {
    .object([
      ("year", .integer(year.year)), ("revenue", .number(year.revenue)), ("growth", .number(year.growth)),
      ("margin", .number(year.margin)), ("operating_income", .number(year.operatingIncome)), ("tax", .number(year.tax)),
      ("depreciation", .number(year.depreciation)), ("capex", .number(year.capex)),
      ("working_capital", .number(year.workingCapital)), ("free_cash_flow", .number(year.freeCashFlow)),
      ("discount_rate", .number(year.discountRate)), ("discount_factor", .number(year.discountFactor)),
      ("present_value", .number(year.presentValue)), ("ebitda", .number(year.ebitda)),
    ])
  }

  private func json(_ finding: ValuationFinding) -> JSONValue {
    .object([
      ("code", .string(finding.code)), ("severity", .string(finding.severity.rawValue)),
      ("message", .string(finding.message)), ("value", .number(finding.value)),
      ("threshold", .number(finding.threshold)), ("assumptions", .strings(finding.assumptions)),
    ])
  }

  /// The name of what is valued: `AAPL base`, `AAPL base, changed`.
  var title: String { ticker + (scenario.map { " \($0)" } ?? "") + (isChanged ? ", changed" : "") }

  var document: Document {
    Document(StyledText("\(title): \(NumberFormat.fixed(2).text(result.valuePerShare)) a share"), mainTable: yearTable)
    {
      if let before { Block.paragraph(moved(from: before)) }
      headline
      assumptionTable
      yearTable
      for finding in result.findings {
        if finding.severity == .note { Block.note(text(finding)) } else { Block.warning(text(finding)) }
      }
    }
  }

  private func text(_ finding: ValuationFinding) -> StyledText { StyledText("\(finding.message) [\(finding.code)]") }

  private func moved(from before: ValuationResult) -> StyledText {
    let change = result.valuePerShare - before.valuePerShare
    let style = Style.sign(of: change)
    return
      "value per share \(before.valuePerShare, .fixed(2)) → \(result.valuePerShare, .fixed(2)) (\(change, NumberFormat.fixed(2).signed, style))"
  }

  private var headline: [Property] {
    var properties: [Property] = []
    if let price = result.price { properties.append(Property("price", price, .fixed(2))) }
    if let upside = result.upside {
      properties.append(Property("upside", upside, NumberFormat.percent(2).signed, style: .sign(of: upside)))
    }
    if let cagr = result.cagr { properties.append(Property("cagr to the value", cagr, NumberFormat.percent(2).signed)) }
    if let implied = result.impliedReturn() {
      properties.append(Property("return that the price implies", implied, .percent(2)))
    }
    properties += [
      Property("present value of flows", result.presentValueOfFlows, .compact(2)),
      Property("present value of terminal", result.presentValueOfTerminal, .compact(2), remark: terminalRemark),
      Property("enterprise value", result.enterpriseValue, .compact(2)),
      Property("equity value", result.equityValue, .compact(2)),
    ]
    return properties
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

  private var assumptionTable: Table {
    Table(
      columns: [.text("assumption", .name), .text("value"), .text("source", .dim).wrapping],
      rows: result.assumptions.all.map { assumption in
        var source = assumption.source.name
        if case .fundamentals(let detail) = assumption.source { source = detail }
        if case .scenario(let name) = assumption.source { source = "scenario \(name)" }
        return [.text(assumption.name), .text(assumption.text), .text(source)]
      })
  }

  private var yearTable: Table {
    Table(
      columns: [
        .integer("year"), .money("revenue"), .percent("growth"), .percent("margin"),
        .money("operating income", key: "operating_income"),
        .money("tax"), .money("depreciation"), .money("capex"), .money("working capital", key: "working_capital"),
        .money("free cash flow", key: "free_cash_flow"), .number("factor", .fixed(4), key: "discount_factor"),
        .money("present value", key: "present_value"),
      ],
      rows: result.years.map { year in
        [
          .integer(year.year), .number(year.revenue), .number(year.growth), .number(year.margin),
          .number(year.operatingIncome),
          .number(year.tax), .number(year.depreciation), .number(year.capex), .number(year.workingCapital),
          .number(year.freeCashFlow), .number(year.discountFactor), .number(year.presentValue),
        ]
      })
  }
}
