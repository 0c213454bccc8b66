import JSON
import Presentation
import Research
import Text

/// A forecast against the figures reported since, line by line.
package struct ForecastReviewReport: StatementResult {
  /// A line of a finished year.
  package struct ListedLine: Sendable {
    package var year: Int
    package var line: ForecastReview.Line

    package init(year: Int, line: ForecastReview.Line) {
      self.year = year
      self.line = line
    }
  }

  package var review: ForecastReview
  /// The lines of all finished years in one list, where clauses chose and ordered them; nil for a table a year.
  package var lines: [ListedLine]?
  /// How many of how many lines are listed; nil for all.
  package var listed: String?
  /// The same numbers for a program.
  package var details: [(String, JSONValue)]

  package init(
    review: ForecastReview, lines: [ListedLine]? = nil, listed: String? = nil, details: [(String, JSONValue)] = []
  ) {
    self.review = review
    (self.lines, self.listed, self.details) = (lines, listed, details)
  }

  private var forecast: Forecast { review.forecast }

  package var kind: String { "forecast_review" }

  package var data: JSONValue {
    .object(
      [
        ("forecast", .string(forecast.name)), ("ticker", .string(forecast.ticker)), ("day", .string(forecast.day)),
        ("value_per_share", .number(review.valueThen)), ("price", .number(review.priceThen)),
        (
          "splits",
          .array(review.splits.splits.map { ["factor": .number($0.factor), "filed": .string("\($0.filed)")] })
        ),
        ("price_now", .number(review.priceNow?.price)), ("price_day", .string(review.priceNow.map { "\($0.day)" })),
        ("price_change", .number(review.priceChange)), ("price_percentile", .number(review.pricePercentile)),
        ("periods", .array(review.periods.map(Self.json))), ("progress", review.progress.map(Self.json) ?? .null),
        ("missing", .strings(review.missing)),
      ] + (lines.map { [("lines", .array($0.map(Self.json)))] } ?? []) + details)
  }

  private static func json(_ line: ListedLine) -> JSONValue {
    .object([("year", .integer(line.year))] + members(line.line))
  }

  private static func json(_ line: ForecastReview.Line) -> JSONValue { .object(members(line)) }

  private static func members(_ line: ForecastReview.Line) -> [(String, JSONValue)] {
    [
      ("line", .string(line.line.rawValue)), ("forecast", .number(line.forecast)), ("actual", .number(line.actual)),
      ("error", .number(line.error)), ("error_share", .number(line.relative)),
    ]
  }

  private static func json(_ period: ForecastReview.Period) -> JSONValue {
    [
      "year": .integer(period.year), "period_end": .string(period.forecastEnd),
      "actual_end": .string(period.actualEnd), "filed": .string(period.filed),
      "lines": .array(
        period.lines.map { json($0) }),
    ]
  }

  private static func json(_ progress: ForecastReview.Progress) -> JSONValue {
    [
      "year": .integer(progress.year), "period_end": .string(progress.forecastEnd),
      "known_to": .string(progress.knownTo), "share": .number(progress.share),
      "lines": .array(
        progress.lines.map {
          [
            "line": .string($0.line.rawValue), "forecast": .number($0.forecast), "so_far": .number($0.soFar),
            "pro_rata": .number($0.proRata(progress.share)), "seasonal_share": .number($0.seasonalShare),
            "seasonal": .number($0.seasonal),
          ]
        }),
    ]
  }

  package var document: Document {
    Document("\(forecast.name) of \(forecast.ticker), \(forecast.day), against what came about") {
      priceProperties
      if let lines {
        Table(
          columns: [.integer("year")] + Self.columns,
          rows: lines.map { [.integer($0.year)] + Self.cells($0.line) })
        if let listed { Block.note(StyledText(listed)) }
      }
      for period in lines == nil ? review.periods : [] {
        Block.paragraph("year \(period.year), to \(period.actualEnd)\(period.filed.map { ", filed \($0)" } ?? "")")
        Table(columns: Self.columns, rows: period.lines.map(Self.cells))
      }
      if lines == nil, let progress = review.progress {
        Block.paragraph(
          "year \(progress.year), to \(progress.forecastEnd): known to \(progress.knownTo), \(progress.share, .percent(0)) of its days"
        )
        Table(
          columns: [
            .text("line", .name), .number("forecast"), .number("so far"), .number("by its days"),
            .number("by last year's season"),
          ],
          rows: progress.lines.map { line in
            [
              .text(line.line.title), .number(line.forecast, line.line.format), .number(line.soFar, line.line.format),
              .number(line.proRata(progress.share), line.line.format),
              line.seasonal.map { .number($0, line.line.format) } ?? .missing,
            ]
          })
      }
      for text in review.missing { Block.note(StyledText(text)) }
      if review.periods.isEmpty, review.progress == nil, forecast.outputs.baseEnd != nil {
        Block.note("nothing of it has come about yet")
      }
    }
  }

  private static let columns: [Table.Column] = [
    .text("line", .name), .number("forecast"), .number("actual"), .number("error"),
    .percent("of the forecast", decimals: 1, key: "error_share"),
  ]

  private static func cells(_ line: ForecastReview.Line) -> [Cell] {
    [
      .text(line.line.title), .number(line.forecast, line.line.format),
      line.actual.map { .number($0, line.line.format) } ?? .missing,
      line.error.map { .number($0, line.line.format.signed) } ?? .missing, .number(line.relative),
    ]
  }

  private var priceProperties: [Property] {
    let splits = review.splits.text(was: forecast.outputs.valuePerShare).map { StyledText($0, .dim) }
    var properties = [Property("value then", review.valueThen, .fixed(2), remark: splits)]
    if let then = review.priceThen { properties.append(Property("price then", then, .fixed(2))) }
    if let priceNow = review.priceNow {
      let change = review.priceChange.map { ", \(NumberFormat.percent(2).signed.text($0))" } ?? ""
      properties.append(
        Property("price now", priceNow.price, .fixed(2), remark: StyledText("\(priceNow.day)\(change)", .dim)))
    }
    if let pricePercentile = review.pricePercentile {
      properties.append(Property("draws below it", StyledText("\(NumberFormat.fixed(0).text(pricePercentile)) %")))
    }
    return properties
  }
}
