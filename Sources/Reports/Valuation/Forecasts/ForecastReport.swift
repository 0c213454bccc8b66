import Columns
import JSON
import Presentation
import Research
import Text
import Valuation

/// A forecast as it was saved.
package struct ForecastReport: StatementResult {
  package var forecast: Forecast

  package init(forecast: Forecast) {
    self.forecast = forecast
  }

  package var kind: String { "forecast" }
  package var data: JSONValue { ForecastFile.json(forecast) }

  package var document: Document {
    let outputs = forecast.outputs
    let lines = ForecastLine.allCases.indices.filter { index in outputs.years.contains { !$0.figures[index].isNaN } }
    return Document(
      "\(forecast.name) of \(forecast.ticker), \(forecast.day): \(outputs.valuePerShare, .fixed(2)) a share"
    ) {
      properties
      Table(
        columns: [.text("assumption", .name), .text("value"), .text("source", .dim).wrapping],
        rows: forecast.assumptions.flat.map { [.text($0.name), .text($0.text), .text($0.source.text)] })
      Table(
        columns: [.text("year to")] + lines.map { ForecastLine.allCases[$0].column },
        rows: outputs.years.map { year in
          [.text(year.periodEnd ?? "\(year.year)")] + lines.map { .number(year.figures[$0]) }
        })
      if let note = forecast.note { Block.note(StyledText(note)) }
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
