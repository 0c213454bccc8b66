import JSON
import Presentation
import Research
import Text
import Valuation

extension ValuationReport {
  package static let shape = ResultShape<ValuationReport>(
    "valuation", "A company valued.",
    [
      .text("ticker") { $0.ticker }, .text("scenario", .possible) { $0.scenario }, .truth("changed") { $0.isChanged },
      .text("model") { $0.result.method.rawValue }, .text("currency", .possible) { $0.word("currency") },
      .text("per") { $0.isADR ? "receipt" : "share" },
      .text("date", .possible) { $0.word("date") ?? $0.word("base_end") },
      .text("base_period", .possible) { $0.word("base_end") },
      .members("assumptions") { report in report.result.assumptions.flat.map { ($0.name, report.json($0)) } },
      .list("past_years", PastYear.fields) { $0.past.numbered },
      .list("years", ValuationResult.yearFields) { $0.result.years.parts(of: $0.result) },
      .list("equity_years", equityFields) { $0.result.equityYears.parts(of: $0.result) },
      .list("parts", SumOfParts.Part.fields) { $0.result.sumOfParts?.parts ?? [] },
      .list("segments", SegmentForecast.fields) { $0.result.segments },
      .number("present_value_of_flows", .possible) { $0.result.presentValueOfFlows },
      .number("present_value_of_terminal", .possible) { $0.result.presentValueOfTerminal },
      .rate("terminal_share", .possible) { $0.result.terminalShare },
      .number("going_concern_value", .possible) { $0.result.goingConcernValue },
      .number("enterprise_value", .possible) { $0.result.enterpriseValue },
      .list("bridge", ValuationResult.bridgeFields) { $0.result.bridge.map { ($0.item, $0.value) } },
      .number("equity_value", .possible) { $0.result.equityValue },
      .group(
        "shares",
        [
          .number("basic", .possible) { $0.result.shareCount.basic },
          .number("dilution", .possible) { $0.result.shareCount.dilution },
          .number("diluted", .possible) { $0.result.shareCount.diluted },
        ]), .number("value_per_share", .possible) { $0.result.valuePerShare },
      .number("value_per_ordinary", .possible) { $0.result.valuePerOrdinary },
      .number("price", .possible) { $0.result.price }, .rate("upside", .possible) { $0.result.upside },
      .rate("cagr", .possible) { $0.result.cagr }, .group("terminal", terminalFields), .group("implied", impliedFields),
      .rate("implied_return", .possible) { $0.impliedReturn },
      .object("cost_of_capital", costFields, .possible) { $0.result.costOfCapital == nil ? nil : $0 },
      .list("findings", FindingCost.reviewedFields) { report in
        report.findings.map { finding in (finding, report.ranked.first { $0.finding == finding }) }
      },
    ])

  private static let terminalFields: [Field<ValuationReport>] = [
    .text("method") { $0.result.terminal.isMultiple ? "multiple" : "growth" },
    .number("flow", .possible) { $0.result.terminal.flow },
    .rate("discount_rate", .possible) { $0.result.terminal.discountRate },
    .number("value", .possible) { $0.result.terminal.value },
    .number("present_value", .possible) { $0.result.terminal.presentValue },
    .rate("implied_growth", .possible) { $0.result.terminal.impliedGrowth },
    .number("implied_ebitda_multiple", .possible) { $0.result.terminal.impliedEBITDAMultiple },
    .number("implied_flow_multiple", .possible) { $0.result.terminal.impliedFlowMultiple },
    .rate("implied_return_on_new_capital", .possible) { $0.result.terminal.impliedReturnOnNewCapital },
    Field.group("stable_year", stableFields).only { $0.result.terminal.stable != nil },
  ]

  private static let stableFields: [Field<ValuationReport>] = [
    .rate("growth", .possible) { $0.result.terminal.stable?.growth },
    .number("revenue", .possible) { $0.result.terminal.stable?.revenue },
    .rate("margin", .possible) { $0.result.terminal.stable?.margin },
    .number("operating_income", .possible) { $0.result.terminal.stable?.operatingIncome },
    .rate("tax_rate", .possible) { $0.result.terminal.stable?.taxRate },
    .number("nopat", .possible) { $0.result.terminal.stable?.nopat },
    .number("depreciation", .possible) { $0.result.terminal.stable?.depreciation },
    .number("capex", .possible) { $0.result.terminal.stable?.capex },
    .number("working_capital", .possible) { $0.result.terminal.stable?.workingCapital },
    .number("reinvestment", .possible) { $0.result.terminal.stable?.reinvestment },
    .number("free_cash_flow", .possible) { $0.result.terminal.stable?.freeCashFlow },
    .rate("discount_rate", .possible) { $0.result.terminal.stable?.discountRate },
  ]

  private static let impliedFields: [Field<ValuationReport>] = [
    .number("ev_revenue", .possible) { $0.result.implied.enterpriseToRevenue },
    .number("ev_ebitda", .possible) { $0.result.implied.enterpriseToEBITDA },
    .number("ev_ebit", .possible) { $0.result.implied.enterpriseToEBIT },
    .number("pe", .possible) { $0.result.implied.priceToEarnings },
    .number("pb", .possible) { $0.result.implied.priceToBook },
    .number("ptb", .possible) { $0.result.implied.priceToTangibleBook },
    .rate("yield", .possible) { $0.result.implied.yield }, .rate("return", .possible) { $0.impliedReturn },
  ]

  private static let costFields: [Field<ValuationReport>] = [
    .number("beta", .possible) { $0.result.costOfCapital?.beta },
    .rate("cost_of_equity", .possible) { $0.result.costOfCapital?.costOfEquity },
    .rate("cost_of_debt", .possible) { $0.result.costOfCapital?.costOfDebt },
    .text("rating", .possible) { $0.result.costOfCapital?.rating?.name },
    .rate("debt_weight", .possible) { $0.result.costOfCapital?.debtWeight },
    .rate("marginal_tax", .possible) { $0.result.costOfCapital?.marginalTax },
    .rate("rate", .possible) { $0.result.costOfCapital?.rate },
  ]

  private static let equityFields: [Field<Part<ValuationResult, EquityYear>>] = [
    .integer("year") { $0.thing.year }, .text("period_end", .possible) { $0.whole.periodEnd($0.thing.year) },
    .rate("growth", .possible) { $0.thing.growth }, .number("net_income", .possible) { $0.thing.netIncome },
    .rate("roe", .possible) { $0.thing.returnOnEquity }, .rate("payout", .possible) { $0.thing.payout },
    .number("dividends", .possible) { $0.thing.dividends }, .number("buybacks", .possible) { $0.thing.buybacks },
    .number("book", .possible) { $0.thing.book }, .number("residual_income", .possible) { $0.thing.residualIncome },
    .number("interest", .possible) { $0.thing.interest }, .number("borrowing", .possible) { $0.thing.borrowing },
    .number("debt", .possible) { $0.thing.debt }, .number("flow", .possible) { $0.thing.flow },
    .rate("cost_of_equity", .possible) { $0.thing.costOfEquity },
    .number("discount_factor", .possible) { $0.thing.discountFactor },
    .number("present_value", .possible) { $0.thing.presentValue },
  ]

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

  /// The day on which a year of the forecast ends; see `ValuationResult`.
  package func periodEnd(_ year: Int) -> String? { result.periodEnd(year) }
}

extension SumOfParts.Part {
  static let fields: [Field<SumOfParts.Part>] = [
    .text("name") { $0.name }.shown(.text("part", .name)), .column(.text("valued by")) { .text($0.way) },
    .text("model", .possible) { $0.valuation?.method.rawValue }, .text("currency", .possible) { $0.currency },
    .number("fx", .possible) { $0.fx }, .number(.money("value")) { $0.value },
    .rate("ownership", .possible) { $0.ownership }.shown(.percent("owned", decimals: 1)),
    .number(.money("attributable")) { $0.attributable },
    .rate(.percent("of the sum", decimals: 1, key: "share")) { $0.share },
    .number(.number("a share", .fixed(2), key: "per_share")) { $0.perShare },
    .list("findings", ValuationFinding.fields) { $0.findings },
  ]

  /// The way in which it is valued: a multiple, a model, or as given.
  private var way: String {
    let how =
      priced.map { "\(NumberFormat.general.text($0.multiple))x \($0.metric.title)" }
      ?? valuation.map(\.method.title) ?? "given"
    return how + (currency.map { ", \($0)" } ?? "")
  }
}

extension SegmentForecast {
  fileprivate static let fields: [Field<SegmentForecast>] = [
    .text("name") { $0.name }, .number("base_revenue", .possible) { $0.baseRevenue },
    .numbers("revenue") { $0.revenue }, .numbers("growth") { $0.growth }, .numbers("margin") { $0.margin },
    .numbers("operating_income") { $0.operatingIncome }, .numbers("share") { $0.share },
  ]
}

extension ValuationFinding {
  static let fields: [Field<ValuationFinding>] = [
    .text("code") { $0.code.name }, .text(.text("severity"), .never) { $0.severity.rawValue },
    .text("message") { $0.message }.shown(.text("finding").wrapping) { .text($0.styledText) },
    .number("value", .possible) { $0.value }, .number("threshold", .possible) { $0.threshold },
    .strings("assumptions") { $0.assumptions },
  ]
}

extension ValuationResult {
  /// The bridge from the firm to its equity.
  static let bridgeFields: [Field<(item: String, value: Double)>] = [
    .text("item") { $0.item }, .number("value") { $0.value },
  ]

  /// A year of the forecast.
  static let yearFields: [Field<Part<ValuationResult, ForecastYear>>] = [
    .integer(.integer("year"), .never) { $0.thing.year },
    .text("period_end", .possible) { $0.whole.periodEnd($0.thing.year) },
    .number(.money("revenue"), .never) { $0.thing.revenue }, .rate(.percent("growth"), .never) { $0.thing.growth },
    .rate(.percent("margin"), .never) { $0.thing.margin },
    .number(.money("operating income", key: "operating_income"), .never) { $0.thing.operatingIncome },
    .number("ebitda") { $0.thing.ebitda }, .rate("tax_rate") { $0.thing.taxRate },
    .number(.money("tax"), .never) { $0.thing.tax },
    .number(.money("losses carried", key: "nol"), .never) { $0.thing.nol }, .number("nopat") { $0.thing.nopat },
    .number(.money("depreciation"), .never) { $0.thing.depreciation },
    .number(.money("capex"), .never) { $0.thing.capex },
    .number(.money("working capital", key: "working_capital"), .never) { $0.thing.workingCapital },
    .number(.money("reinvestment"), .never) { $0.thing.reinvestment },
    .number("invested_capital", .possible) { $0.thing.investedCapital },
    .rate(.percent("roic")) { $0.thing.returnOnCapital },
    .number(.money("free cash flow", key: "free_cash_flow"), .never) { $0.thing.freeCashFlow },
    .rate(.percent("discount", key: "discount_rate"), .never) { $0.thing.discountRate },
    .column(.number("part of year", .fixed(3), key: "portion")) { .number($0.thing.portion) },
    .number(.number("factor", .fixed(4), key: "discount_factor"), .never) { $0.thing.discountFactor },
    .number(.money("present value", key: "present_value"), .never) { $0.thing.presentValue },
  ]

  /// The day on which a year of the forecast ends; nil if the base year's end is not known.
  package func periodEnd(_ year: Int) -> String? {
    guard let base = assumptions.word(.baseEnd), let first = Int(base.prefix(4)) else { return nil }
    let rest = base.dropFirst(4)
    return "\(first + year)" + (rest == "-02-29" ? "-02-28" : rest)
  }
}
