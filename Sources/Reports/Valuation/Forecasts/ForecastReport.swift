import Columns
import JSON
import Presentation
import Research
import Text
import Valuation

/// A forecast as saved.
package struct ForecastReport: ShapedResult {
  package var forecast: Forecast
  /// The places of the years that clauses chose, in their order, which are shown alone; nil for the whole forecast.
  package var years: [Int]?
  /// How many of how many years are listed; nil for all.
  package var listed: String?
  /// The same numbers for a program.
  package var details: [(String, JSONValue)]

  package init(forecast: Forecast, years: [Int]? = nil, listed: String? = nil, details: [(String, JSONValue)] = []) {
    self.forecast = forecast
    (self.years, self.listed, self.details) = (years, listed, details)
  }

  /// The forecast as its file has it, and the years that are listed.
  package static let shape = ResultShape<ForecastReport>(
    "forecast", "A frozen forecast.",
    [
      .spread([
        .init("id", [.string]), .init("name", [.string]), .init("ticker", [.string]),
        .init("company", [.string, .null]),
        .init("saved_at", [.string]), .init("note", [.string, .null]), .init("scenario", [.string, .null]),
        .init("version", [.string]), .init("assumptions", [.object]), .init("outputs", [.object], outputKeys),
      ]) { (ForecastFile.json($0.forecast).members ?? []).map { ($0.key, $0.value) } },
      Field.value("listed_years", [.list]) { report in
        .array((report.years ?? []).map { .integer(report.forecast.outputs.years[$0].year) })
      }.only { $0.years != nil }, Field.spread(.counts) { $0.details }.only { $0.years != nil && !$0.details.isEmpty },
    ])

  private static let outputKeys: [SchemaKey] =
    [.init("value_per_share", [.number])]
    + [
      "enterprise_value", "equity_value", "present_value_of_flows", "present_value_of_terminal", "terminal_share",
      "price", "upside", "cagr",
    ].map { .init($0, [.number, .null]) } + [
      .init("base_end", [.string, .null]), .init("valuation_date", [.string, .null]),
      .init("base_revenue", [.number, .null]), .init("years", [.list]), .init("percentiles", [.list]),
    ]

  package var document: Document {
    let outputs = forecast.outputs
    let lines = ForecastLine.allCases.indices.filter { index in outputs.years.contains { !$0.figures[index].isNaN } }
    return Document(
      "\(forecast.name) of \(forecast.ticker), \(forecast.day): \(outputs.valuePerShare, .fixed(2)) a share"
    ) {
      if years == nil {
        properties
        Table(
          columns: [.text("assumption", .name), .text("value"), .text("source", .dim).wrapping],
          rows: forecast.assumptions.flat.map { [.text($0.name), .text($0.text), .text($0.source.text)] })
      }
      Table(
        columns: [.text("year to")] + lines.map { ForecastLine.allCases[$0].column },
        rows: (years ?? Array(outputs.years.indices)).map { index in
          let year = outputs.years[index]
          return [.text(year.periodEnd ?? "\(year.year)")] + lines.map { .number(year.figures[$0]) }
        })
      if let listed { Block.note(StyledText(listed)) }
      if years == nil, let note = forecast.note { Block.note(StyledText(note)) }
    }
  }

  private var properties: [Property] {
    let outputs = forecast.outputs
    var properties: [Property] = []
    if let price = outputs.price { properties.append(Property("price", price, .fixed(2))) }
    if let upside = outputs.upside { properties.append(Property("upside", upside, NumberFormat.percent(2).signed)) }
    if let value = outputs.enterpriseValue { properties.append(Property("enterprise value", value, .compact(2))) }
    if let value = outputs.equityValue { properties.append(Property("equity value", value, .compact(2))) }
    if let end = outputs.baseEnd { properties.append(Property("base year to", StyledText(end))) }
    for item in outputs.percentiles {
      properties.append(
        Property("\(NumberFormat.general.text(item.percent)) % of draws below", item.value, .fixed(2)))
    }
    if let scenario = forecast.scenario { properties.append(Property("scenario", StyledText(scenario))) }
    properties.append(
      Property("saved", StyledText(forecast.savedAt), remark: StyledText("tas \(forecast.version)", .dim)))
    return properties
  }
}

extension ForecastLine {
  /// The format of its values.
  package var format: NumberFormat { isRate ? .percent(2) : .compact(2) }

  /// Its column in a table of years.
  fileprivate var column: Table.Column {
    isRate ? .percent(title, key: rawValue) : .money(title, key: rawValue)
  }
}
