import JSON
import Valuation

/// Forecasts in saved documents, exactly as they are.
package enum ForecastFile {
  /// The document of a forecast.
  package static func json(_ forecast: Forecast) -> JSONValue {
    [
      "id": .string(forecast.id), "name": .string(forecast.name), "ticker": .string(forecast.ticker),
      "company": .string(forecast.company), "saved_at": .string(forecast.savedAt), "note": .string(forecast.note),
      "scenario": .string(forecast.scenario), "version": .string(forecast.version),
      "assumptions": AssumptionFile.json(forecast.assumptions), "outputs": json(forecast.outputs),
    ]
  }

  /// The document of a forecast's results.
  package static func json(_ outputs: ForecastOutputs) -> JSONValue {
    .object([
      ("value_per_share", .number(outputs.valuePerShare)), ("enterprise_value", .number(outputs.enterpriseValue)),
      ("equity_value", .number(outputs.equityValue)),
      ("present_value_of_flows", .number(outputs.presentValueOfFlows)),
      ("present_value_of_terminal", .number(outputs.presentValueOfTerminal)),
      ("terminal_share", .number(outputs.terminalShare)), ("price", .number(outputs.price)),
      ("upside", .number(outputs.upside)), ("cagr", .number(outputs.cagr)), ("base_end", .string(outputs.baseEnd)),
      ("valuation_date", .string(outputs.valuationDate)), ("base_revenue", .number(outputs.baseRevenue)),
      (
        "years",
        .array(
          outputs.years.map { year in
            .object(
              [("year", .integer(year.year)), ("period_end", .string(year.periodEnd))]
                + zip(ForecastLine.allCases, year.figures).map { ($0.rawValue, .number($1.isNaN ? nil : $1)) })
          })
      ),
      (
        "percentiles",
        .array(outputs.percentiles.map { ["percent": .number($0.percent), "value": .number($0.value)] })
      ),
    ])
  }

  /// The forecast of a document; nil if it holds none.
  package static func forecast(_ json: JSONValue) -> Forecast? {
    guard let id = json["id"]?.stringValue, let name = json["name"]?.stringValue,
      let ticker = json["ticker"]?.stringValue, let savedAt = json["saved_at"]?.stringValue,
      let assumptions = json["assumptions"].flatMap(AssumptionFile.assumptions),
      let outputs = json["outputs"].flatMap(outputs)
    else { return nil }
    return Forecast(
      id: id, name: name, ticker: ticker, company: json["company"]?.stringValue, savedAt: savedAt,
      note: json["note"]?.stringValue, scenario: json["scenario"]?.stringValue,
      version: json["version"]?.stringValue ?? "", assumptions: assumptions, outputs: outputs)
  }

  private static func outputs(_ json: JSONValue) -> ForecastOutputs? {
    func number(_ key: String) -> Double? { json[key]?.doubleValue }
    guard let value = number("value_per_share"), let list = json["years"]?.elements else { return nil }
    let years = list.compactMap { year -> ForecastOutputs.Year? in
      guard let number = year["year"]?.intValue else { return nil }
      return ForecastOutputs.Year(
        year: number, periodEnd: year["period_end"]?.stringValue,
        figures: ForecastLine.allCases.map { year[$0.rawValue]?.doubleValue ?? .nan })
    }
    guard years.count == list.count else { return nil }
    let percentiles = (json["percentiles"]?.elements ?? []).compactMap { item -> ForecastOutputs.Percentile? in
      guard let percent = item["percent"]?.doubleValue, let value = item["value"]?.doubleValue else { return nil }
      return ForecastOutputs.Percentile(percent: percent, value: value)
    }
    return ForecastOutputs(
      valuePerShare: value, enterpriseValue: number("enterprise_value"), equityValue: number("equity_value"),
      presentValueOfFlows: number("present_value_of_flows"),
      presentValueOfTerminal: number("present_value_of_terminal"), terminalShare: number("terminal_share"),
      price: number("price"),
      upside: number("upside"), cagr: number("cagr"), baseEnd: json["base_end"]?.stringValue,
      valuationDate: json["valuation_date"]?.stringValue, baseRevenue: number("base_revenue"), years: years,
      percentiles: percentiles)
  }
}
