import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Text
import Valuation

extension Command {
  static let forecasts = Command(
    CommandSyntax(
      "forecasts",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .ticker)],
          clauses: [CommandSyntax.Clause.window.spelled("[since DATE] [last N]")])
      ]),
    category: .valuation, summary: "Lists dated forecasts by company and day.",
    discussion: "Beside what each one said stands the last price, where one is loaded.", examples: ["forecasts"]
  ) { execution, call throws(Diagnostic) in
    try execution.listForecasts(call)
  }

  static let forecast = Command(
    CommandSyntax(
      "forecast",
      forms: [
        CommandSyntax.Form("show", [.required(.forecast)]),
        CommandSyntax.Form("review", [.keyword("review"), .required(.forecast)]),
      ]),
    category: .valuation, summary: "Shows a dated forecast, or holds it against what came about.",
    discussion: """
      A review compares each line of each forecast year with the fiscal year that ends within seven days of it, in the \
      figures that are loaded now, and says what is not there yet. `compare NAME, now` splits what the value has moved \
      by into time, base figures, bridge and shares, and opinions; `dcf TICKER with assumptions of NAME` puts the old \
      opinions on today's figures.
      """,
    examples: ["forecast review \"Q3 view\""]
  ) { execution, call throws(Diagnostic) in
    let word = try call[.forecast]
    let forecast = try execution.forecast(word)
    if call.form == "review" { return ForecastReviewReport(review: try execution.review(forecast, at: word.span)) }
    return ForecastReport(forecast: forecast)
  }
}

extension Execution {
  fileprivate mutating func listForecasts(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let ticker = try call[.ticker].map { word throws(Diagnostic) in try text(word) }
    var listed = session.research.forecasts.filter { ticker == nil || $0.ticker == ticker }
    listed.sort { ($0.ticker, $0.savedAt, $0.name) < ($1.ticker, $1.savedAt, $1.name) }
    if let window = call.window {
      switch window.window {
      case .all: break
      case .first(let expression): listed = Array(listed.prefix(try count(expression)))
      case .last(let expression): listed = listed.suffix(try count(expression))
      case .range(let since, let until):
        let start = try since.map { expression throws(Diagnostic) in try dates(expression, zone: .utc).start }
        let end = try until.map { expression throws(Diagnostic) in try dates(expression, zone: .utc).end }
        listed = listed.filter { forecast in
          guard let day = CivilDate(text: forecast.day) else { return false }
          let time = Zone.utc.timestamp(of: CivilTime(date: day))
          return start.map { time >= $0 } ?? true && end.map { time < $0 } ?? true
        }
      }
    }
    return TableResult(
      table: Table(
        columns: [
          .text("ticker"), .text("forecast", .name), .text("day"), .number("value", .fixed(2), key: "value_per_share"),
          .number("price then", .fixed(2), key: "price"), Table.Column.percent("upside").coloredBySign,
          .number("price now", .fixed(2), key: "price_now"), .text("scenario"),
        ],
        rows: listed.map { forecast in
          [
            .text(forecast.ticker), .text(forecast.name), .text(forecast.day),
            .number(forecast.outputs.valuePerShare), .number(forecast.outputs.price), .number(forecast.outputs.upside),
            .number(lastClose(of: forecast.ticker)?.price), .text(forecast.scenario ?? ""),
          ]
        }),
      notes: listed.isEmpty
        ? ["`save forecast NAME` keeps the model in work with its day"]
        : listed.compactMap { forecast in forecast.note.map { "\(forecast.name): \($0)" } },
      details: [
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
  }
}
