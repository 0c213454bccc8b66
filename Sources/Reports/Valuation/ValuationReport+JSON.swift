import JSON
import Research
import Valuation

extension ValuationReport {
  package var data: JSONValue {
    var members: [(String, JSONValue)] = [
      ("ticker", .string(ticker)), ("scenario", .string(scenario)), ("changed", .bool(isChanged)),
      ("model", .string(result.method.rawValue)), ("currency", .string(word("currency"))),
      ("per", .string(isADR ? "receipt" : "share")), ("date", .string(word("date") ?? word("base_end"))),
      ("base_period", .string(word("base_end"))),
      ("assumptions", .object(result.assumptions.flat.map { ($0.name, json($0)) })),
      ("past_years", past.json), ("years", result.yearsJSON),
      ("equity_years", .array(result.equityYears.map(json))),
      ("parts", .array((result.sumOfParts?.parts ?? []).map(json))),
      ("segments", .array(result.segments.map(json))),
    ]
    members += [
      ("present_value_of_flows", .number(result.presentValueOfFlows)),
      ("present_value_of_terminal", .number(result.presentValueOfTerminal)),
      ("terminal_share", .number(result.terminalShare)), ("going_concern_value", .number(result.goingConcernValue)),
      ("enterprise_value", .number(result.enterpriseValue)),
      ("bridge", result.bridgeJSON),
      ("equity_value", .number(result.equityValue)),
      (
        "shares",
        [
          "basic": .number(result.shareCount.basic), "dilution": .number(result.shareCount.dilution),
          "diluted": .number(result.shareCount.diluted),
        ]
      ),
      ("value_per_share", .number(result.valuePerShare)), ("value_per_ordinary", .number(result.valuePerOrdinary)),
      ("price", .number(result.price)), ("upside", .number(result.upside)), ("cagr", .number(result.cagr)),
      ("terminal", terminalJSON), ("implied", impliedJSON), ("implied_return", .number(impliedReturn)),
      ("cost_of_capital", costJSON), ("findings", .array(findingsJSON)),
    ]
    return .object(members)
  }

  /// The findings in the order of the review, each with its remedy and the remedy's effect on the value of a share.
  private var findingsJSON: [JSONValue] {
    findings.map { finding in ranked.first { $0.finding == finding }?.json ?? finding.json }
  }

  private var terminalJSON: JSONValue {
    let terminal = result.terminal
    var members: [(String, JSONValue)] = [
      ("method", .string(terminal.isMultiple ? "multiple" : "growth")), ("flow", .number(terminal.flow)),
      ("discount_rate", .number(terminal.discountRate)), ("value", .number(terminal.value)),
      ("present_value", .number(terminal.presentValue)), ("implied_growth", .number(terminal.impliedGrowth)),
      ("implied_ebitda_multiple", .number(terminal.impliedEBITDAMultiple)),
      ("implied_flow_multiple", .number(terminal.impliedFlowMultiple)),
      ("implied_return_on_new_capital", .number(terminal.impliedReturnOnNewCapital)),
    ]
    if let stable = terminal.stable {
      members.append(
        (
          "stable_year",
          [
            "growth": .number(stable.growth), "revenue": .number(stable.revenue), "margin": .number(stable.margin),
            "operating_income": .number(stable.operatingIncome), "tax_rate": .number(stable.taxRate),
            "nopat": .number(stable.nopat), "depreciation": .number(stable.depreciation),
            "capex": .number(stable.capex), "working_capital": .number(stable.workingCapital),
            "reinvestment": .number(stable.reinvestment),
            "free_cash_flow": .number(stable.freeCashFlow), "discount_rate": .number(stable.discountRate),
          ]
        ))
    }
    return .object(members)
  }

  private var impliedJSON: JSONValue {
    [
      "ev_revenue": .number(result.implied.enterpriseToRevenue),
      "ev_ebitda": .number(result.implied.enterpriseToEBITDA), "ev_ebit": .number(result.implied.enterpriseToEBIT),
      "pe": .number(result.implied.priceToEarnings), "pb": .number(result.implied.priceToBook),
      "ptb": .number(result.implied.priceToTangibleBook), "yield": .number(result.implied.yield),
      "return": .number(impliedReturn),
    ]
  }

  private var costJSON: JSONValue {
    guard let cost = result.costOfCapital else { return .null }
    return [
      "beta": .number(cost.beta), "cost_of_equity": .number(cost.costOfEquity),
      "cost_of_debt": .number(cost.costOfDebt), "rating": .string(cost.rating?.name),
      "debt_weight": .number(cost.debtWeight), "marginal_tax": .number(cost.marginalTax), "rate": .number(cost.rate),
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
    return .object([
      ("value", value), ("written", .string(assumption.text)), ("unit", .string(definition?.unit.rawValue)),
      ("source", .string(assumption.source.name)), ("detail", assumption.source.detail.map { .string($0) } ?? .null),
      ("reason", .string(assumption.reason)),
      ("plausible", plausible.map { .numbers([$0.lower, $0.upper]) } ?? .null),
    ])
  }

  private func json(_ year: EquityYear) -> JSONValue {
    .object([
      ("year", .integer(year.year)), ("period_end", .string(periodEnd(year.year))), ("growth", .number(year.growth)),
      ("net_income", .number(year.netIncome)), ("roe", .number(year.returnOnEquity)),
      ("payout", .number(year.payout)), ("dividends", .number(year.dividends)),
      ("buybacks", .number(year.buybacks)), ("book", .number(year.book)),
      ("residual_income", .number(year.residualIncome)), ("interest", .number(year.interest)),
      ("borrowing", .number(year.borrowing)), ("debt", .number(year.debt)), ("flow", .number(year.flow)),
      ("cost_of_equity", .number(year.costOfEquity)), ("discount_factor", .number(year.discountFactor)),
      ("present_value", .number(year.presentValue)),
    ])
  }

  private func json(_ part: SumOfParts.Part) -> JSONValue {
    .object([
      ("name", .string(part.name)), ("model", .string(part.valuation?.method.rawValue)),
      ("currency", .string(part.currency)), ("fx", .number(part.fx)), ("value", .number(part.value)),
      ("ownership", .number(part.ownership)), ("attributable", .number(part.attributable)),
      ("share", .number(part.share)), ("per_share", .number(part.perShare)),
      ("findings", .array(part.findings.map(\.json))),
    ])
  }

  private func json(_ segment: SegmentForecast) -> JSONValue {
    .object([
      ("name", .string(segment.name)), ("base_revenue", .number(segment.baseRevenue)),
      ("revenue", .numbers(segment.revenue)), ("growth", .numbers(segment.growth)),
      ("margin", .numbers(segment.margin)), ("operating_income", .numbers(segment.operatingIncome)),
      ("share", .numbers(segment.share)),
    ])
  }

  /// The day on which a year of the forecast ends; see `ValuationResult`.
  package func periodEnd(_ year: Int) -> String? { result.periodEnd(year) }
}

extension ValuationFinding {
  /// The finding as programs read it.
  package var json: JSONValue {
    .object([
      ("code", .string(code.rawValue)), ("severity", .string(severity.rawValue)), ("message", .string(message)),
      ("value", .number(value)), ("threshold", .number(threshold)), ("assumptions", .strings(assumptions)),
    ])
  }
}

extension ValuationResult {
  /// The bridge from the firm to its equity as programs read it.
  package var bridgeJSON: JSONValue { .array(bridge.map { ["item": .string($0.item), "value": .number($0.value)] }) }

  /// The years of the forecast as programs read them.
  package var yearsJSON: JSONValue { .array(years.map(json)) }

  /// The day on which a year of the forecast ends; nil where the base year's end is not known.
  package func periodEnd(_ year: Int) -> String? {
    guard let base = assumptions.word(.baseEnd), let first = Int(base.prefix(4)) else { return nil }
    let rest = base.dropFirst(4)
    return "\(first + year)" + (rest == "-02-29" ? "-02-28" : rest)
  }

  private func json(_ year: ForecastYear) -> JSONValue {
    .object([
      ("year", .integer(year.year)), ("period_end", .string(periodEnd(year.year))), ("revenue", .number(year.revenue)),
      ("growth", .number(year.growth)), ("margin", .number(year.margin)),
      ("operating_income", .number(year.operatingIncome)), ("ebitda", .number(year.ebitda)),
      ("tax_rate", .number(year.taxRate)), ("tax", .number(year.tax)), ("nol", .number(year.nol)),
      ("nopat", .number(year.nopat)), ("depreciation", .number(year.depreciation)), ("capex", .number(year.capex)),
      ("working_capital", .number(year.workingCapital)), ("reinvestment", .number(year.reinvestment)),
      ("invested_capital", .number(year.investedCapital)), ("roic", .number(year.returnOnCapital)),
      ("free_cash_flow", .number(year.freeCashFlow)), ("discount_rate", .number(year.discountRate)),
      ("discount_factor", .number(year.discountFactor)), ("present_value", .number(year.presentValue)),
    ])
  }
}
