import Calendar
import Columns
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation

/// A saved scenario as lists show it.
struct ListedScenario: Sendable {
  let scenario: Scenario
  /// Its value, with the price beside it.
  let worth: (value: Double?, price: Double?, upside: Double?)
  /// The name of the scenario that it follows; nil for one that follows none.
  let parent: String?

  static let fields: [Field<ListedScenario>] = [
    .text(.text("ticker")) { $0.scenario.ticker }, .text(.text("scenario", .name)) { $0.scenario.name },
    .number(.number("value per share", .fixed(2), key: "value_per_share")) { $0.worth.value },
    .number(.number("price", .fixed(2))) { $0.worth.price },
    .rate(Table.Column.percent("upside").coloredBySign) { $0.worth.upside },
    .date(.text("saved", key: "saved_at"), label: { $0.scenario.savedAt }) { day($0.scenario.savedAt) },
    .text(.text("follows"), cell: { .text($0.parent) }) { $0.parent ?? "" },
  ]
}

/// A dated forecast as lists show it; values and prices are in the shares of today.
struct ListedForecast: Sendable {
  let forecast: Forecast
  /// New shares of today for one share of the forecast.
  let factor: Double
  /// The last price of the company, if one is loaded.
  let lastPrice: Double?

  static let fields: [Field<ListedForecast>] = [
    .text(.text("ticker")) { $0.forecast.ticker }, .text(.text("forecast", .name)) { $0.forecast.name },
    .date(.text("day"), label: { $0.forecast.day }) { day($0.forecast.savedAt) },
    .number(.number("value", .fixed(2), key: "value_per_share")) { $0.forecast.outputs.valuePerShare / $0.factor },
    .number(.number("price then", .fixed(2), key: "price")) { listed in
      listed.forecast.outputs.price.map { $0 / listed.factor }
    }, .rate(Table.Column.percent("upside").coloredBySign) { $0.forecast.outputs.upside },
    .number(.number("price now", .fixed(2), key: "price_now")) { $0.lastPrice },
    .text(.text("scenario"), cell: { .text($0.forecast.scenario) }) { $0.forecast.scenario ?? "" },
  ]
}

extension CompanyResearch {
  /// The saved scenarios, of one company or all, as a frame; a window of dates looks at the day of saving.
  func scenarioFrame(of ticker: String?) -> ItemFrame<ListedScenario> {
    let listed = scenarios.filter { ticker == nil || $0.ticker == ticker }
      .map { ListedScenario(scenario: $0, worth: $0.worth, parent: parent(of: $0)?.name) }
    return ItemFrame(
      one: "a scenario", many: "scenarios", listed, ListedScenario.fields,
      placement: .moments { day(listed[$0].scenario.savedAt) })
  }

  /// The dated forecasts, of one company or all, as a frame; a window of dates looks at their days.
  ///
  /// - Parameter prices: the last prices of companies.
  func forecastFrame(of ticker: String?, lastPrices prices: [String: Double]) -> ItemFrame<ListedForecast> {
    let listed = forecasts.filter { ticker == nil || $0.ticker == ticker }
      .sorted { ($0.ticker, $0.savedAt, $0.name) < ($1.ticker, $1.savedAt, $1.name) }
      .map { ListedForecast(forecast: $0, factor: factor(since: $0), lastPrice: prices[$0.ticker]) }
    return ItemFrame(
      one: "a forecast", many: "forecasts", listed, ListedForecast.fields,
      placement: .moments { day(listed[$0].forecast.savedAt) })
  }

  /// New shares of today for one share of a forecast.
  private func factor(since forecast: Forecast) -> Double {
    splits(since: forecast.assumptions, of: forecast.ticker, baseEnd: forecast.baseEnd).factor
  }
}

/// The beginning of the day of a moment as written in a file.
private func day(_ text: String) -> Timestamp? {
  CivilDate(iso8601: String(text.prefix(10))).map { Zone.utc.timestamp(of: CivilTime(date: $0)) }
}
