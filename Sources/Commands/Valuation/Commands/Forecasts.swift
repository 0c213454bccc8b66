import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation

/// The forms of `forecast`.
private enum ForecastForm: String {
  case show, review
}

extension Command {
  package static let forecasts = Command(
    CommandSyntax(
      "forecasts",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .ticker)], clauses: .list(ListedForecast.fields.names()))
      ]),
    category: .valuation, summary: "Lists dated forecasts by company and day.",
    discussion: """
      Next to the value of each is the last price, if one is loaded. `where` and `sort by` know ticker, \
      forecast, day, value_per_share, price, upside, price_now and scenario; a window of dates applies to the days. A file has all of each \
      beside that, so that `load forecasts` restores them exactly.
      """, examples: ["forecasts", "forecasts since 2024 sort by upside desc"]
  ) { execution, call throws(Diagnostic) in
    try execution.listForecasts(call)
  }

  package static let forecast = Command(
    CommandSyntax(
      "forecast",
      forms: [
        CommandSyntax.Form(ForecastForm.show, [.required(.forecast)], clauses: .list(Forecast.yearFields.names())),
        CommandSyntax.Form(
          ForecastForm.review, [.keyword("review"), .required(.forecast)],
          clauses: .list(ForecastReviewReport.ListedLine.fields.names())),
      ]),
    category: .valuation, summary: "Shows a dated forecast, or compares it with the actual figures.",
    discussion: """
      A review compares each line of each forecast year with the fiscal year that ends within seven days of it, in the \
      currently loaded figures, and lists the missing ones. `compare NAME, now` splits what the value has moved \
      by into time, base figures, bridge and shares, and opinions; `dcf TICKER with assumptions of NAME` puts the old \
      opinions on today's figures. `where`, `sort by`, `top` and a window choose and order the years of a forecast, by \
      the lines of its table, and the reviewed lines of all years, by year, line, forecast, actual, error and error_share.
      """,
    examples: [
      "forecast review \"Q3 view\"", "forecast \"Q3 view\" where growth < 8% last 3",
      "forecast review \"Q3 view\" sort by error_share top 3",
    ]
  ) { execution, call throws(Diagnostic) in
    let word = try call[.forecast]
    let forecast = try execution.forecast(word)
    let clauses = ListClauses(call)
    switch try call.form(of: ForecastForm.self) {
    case .show:
      guard clauses.chooses else { return ForecastReport(forecast: forecast) }
      let listing = try execution.listing(of: forecast.yearFrame, clauses)
      return ForecastReport(
        forecast: forecast, years: listing.indexes, listed: listing.note, details: listing.details)
    case .review:
      let review = try execution.review(forecast, at: word.span)
      guard clauses.chooses else { return ForecastReviewReport(review: review) }
      let frame = review.lineFrame
      let listing = try execution.listing(of: frame, clauses)
      return ForecastReviewReport(
        review: review, lines: frame.items(listing), listed: listing.note, details: listing.details)
    }
  }
}

extension Execution {
  fileprivate mutating func listForecasts(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let ticker = try call[.ticker].map { word throws(Diagnostic) in try text(word) }
    var prices: [String: Double] = [:]
    for forecast in session.research.forecasts { prices[forecast.ticker] = lastClose(of: forecast.ticker)?.price }
    let frame = session.research.forecastFrame(of: ticker, lastPrices: prices)
    let listing = try listing(of: frame, ListClauses(call))
    let listed = frame.items(listing).map(\.forecast)
    let research = session.research
    var result = TableResult(
      table: frame.table(listing),
      notes: listing.notes
        + (frame.count == 0
          ? ["`save forecast NAME` keeps the open model with its day"]
          : listed.flatMap { forecast -> [String] in
            let splits = research.splits(since: forecast.assumptions, of: forecast.ticker, baseEnd: forecast.baseEnd)
            return [splits.text(was: forecast.outputs.valuePerShare), forecast.note].compactMap { $0 }
              .map { "\(forecast.name): \($0)" }
          }),
      details: listing.details + [
        (
          "forecasts",
          .array(
            listed.map {
              [
                "id": .string($0.id), "name": .string($0.name), "saved_at": .string($0.savedAt),
                "note": .string($0.note),
              ]
            })
        )
      ])
    result.models = { listed.compactMap { try? ScenarioFile.json($0) } }
    return result
  }
}
