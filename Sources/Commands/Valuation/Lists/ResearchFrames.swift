import Calendar
import Columns
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation

extension Scenario {
  /// The names of a scenario's values in a list, for completion.
  package static let columnNames = ["ticker", "scenario", "value_per_share", "price", "upside", "saved_at", "follows"]
}

extension CompanyResearch {
  /// The saved scenarios, of one company or all, as a frame; a window of dates looks at the day of saving.
  func scenarioFrame(of ticker: String?) -> ItemFrame<Scenario> {
    let listed = scenarios.filter { ticker == nil || $0.ticker == ticker }
    let worths = Dictionary(listed.map { ($0.id, $0.worth) }) { first, _ in first }
    return ItemFrame(
      one: "a scenario", many: "scenarios", listed,
      [
        .text(.text("ticker")) { $0.ticker }, .text(.text("scenario", .name)) { $0.name },
        .number(.number("value per share", .fixed(2), key: "value_per_share")) { worths[$0.id]?.value },
        .number(.number("price", .fixed(2))) { worths[$0.id]?.price },
        .rate(Table.Column.percent("upside").coloredBySign) { worths[$0.id]?.upside },
        .date(.text("saved", key: "saved_at"), label: { $0.savedAt }, { Self.day($0.savedAt) }),
        .text(.text("follows"), cell: { .text(self.parent(of: $0)?.name) }) { self.parent(of: $0)?.name ?? "" },
      ], placement: .moments { Self.day(listed[$0].savedAt) })
  }

  /// The dated forecasts, of one company or all, as a frame; a window of dates looks at their days.
  ///
  /// Values and prices are in the shares of today.
  ///
  /// - Parameter lastPrice: The last price of a company, if one is loaded.
  func forecastFrame(
    of ticker: String?, lastPrice: @escaping @Sendable (String) -> Double?
  ) -> ItemFrame<Forecast> {
    var listed = forecasts.filter { ticker == nil || $0.ticker == ticker }
    listed.sort { ($0.ticker, $0.savedAt, $0.name) < ($1.ticker, $1.savedAt, $1.name) }
    let items = listed
    let factors = Dictionary(items.map { ($0.id, factor(since: $0)) }) { first, _ in first }
    @Sendable func ofToday(_ value: Double?, _ forecast: Forecast) -> Double? {
      value.map { $0 / (factors[forecast.id] ?? 1) }
    }
    return ItemFrame(
      one: "a forecast", many: "forecasts", items,
      [
        .text(.text("ticker")) { $0.ticker }, .text(.text("forecast", .name)) { $0.name },
        .date(.text("day"), label: { $0.day }, { Self.day($0.savedAt) }),
        .number(.number("value", .fixed(2), key: "value_per_share")) { ofToday($0.outputs.valuePerShare, $0) },
        .number(.number("price then", .fixed(2), key: "price")) { ofToday($0.outputs.price, $0) },
        .rate(Table.Column.percent("upside").coloredBySign) { $0.outputs.upside },
        .number(.number("price now", .fixed(2), key: "price_now")) { lastPrice($0.ticker) },
        .text(.text("scenario"), cell: { .text($0.scenario) }) { $0.scenario ?? "" },
      ], placement: .moments { Self.day(items[$0].savedAt) })
  }

  /// New shares of today for one share of a forecast.
  private func factor(since forecast: Forecast) -> Double {
    splits(since: forecast.assumptions, of: forecast.ticker, baseEnd: forecast.baseEnd).factor
  }

  /// The names of a forecast's values in a list, for completion.
  package static let forecastNames = [
    "ticker", "forecast", "day", "value_per_share", "price", "upside", "price_now", "scenario",
  ]

  /// The beginning of the day of a moment as written in a file.
  private static func day(_ text: String) -> Timestamp? {
    CivilDate(iso8601: String(text.prefix(10))).map { Zone.utc.timestamp(of: CivilTime(date: $0)) }
  }
}
