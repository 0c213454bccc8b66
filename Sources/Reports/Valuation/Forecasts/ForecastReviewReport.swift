import JSON
import Presentation
import Research
import Text

/// A forecast against the figures reported since, line by line.
package struct ForecastReviewReport: ShapedResult {
  /// A line of a finished year.
  package struct ListedLine: Sendable {
    package var year: Int
    package var line: ForecastReview.Line

    package init(year: Int, line: ForecastReview.Line) {
      self.year = year
      self.line = line
    }

    package static let fields: [Field<ListedLine>] =
      [.integer(.integer("year"), .never) { $0.year }] + lineFields.map { $0.of(\.line) }
  }

  package var review: ForecastReview
  /// The lines of all finished years in one list, if clauses chose and ordered them; nil for a table a year.
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

  package static let shape = ResultShape<ForecastReviewReport>(
    "forecast_review", "A forecast beside what came of it.",
    [
      .text("forecast") { $0.forecast.name }, .text("ticker") { $0.forecast.ticker }, .text("day") { $0.forecast.day },
      .number("value_per_share") { $0.review.valueThen }, .number("price", .possible) { $0.review.priceThen },
      .list("splits", [.number("factor") { $0.factor }, .text("filed") { "\($0.filed)" }]) { $0.review.splits.splits },
      .number("price_now", .possible) { $0.review.priceNow?.price },
      .text("price_day", .possible) { $0.review.priceNow.map { "\($0.day)" } },
      .rate("price_change", .possible) { $0.review.priceChange },
      .number("price_percentile", .possible) { $0.review.pricePercentile },
      .list("periods", periodFields) { $0.review.periods },
      .object("progress", progressFields, .possible) { $0.review.progress }, .strings("missing") { $0.review.missing },
      Field.list("lines", ListedLine.fields) { $0.lines }.only { $0.lines != nil },
      Field.spread(.counts) { $0.details }.only { !$0.details.isEmpty },
    ])

  /// A line of a finished year beside what came of it.
  private static let lineFields: [Field<ForecastReview.Line>] = [
    .text("line") { $0.line.rawValue }.shown(.text("line", .name)) { .text($0.line.title) },
    .number("forecast", .possible) { $0.forecast }.shown(.number("forecast")) { .number($0.forecast, $0.line.format) },
    .number("actual", .possible) { $0.actual }.shown(.number("actual")) { $0.cell($0.actual, $0.line.format) },
    .number("error", .possible) { $0.error }.shown(.number("error")) { $0.cell($0.error, $0.line.format.signed) },
    .rate(.percent("of the forecast", decimals: 1, key: "error_share")) { $0.relative },
  ]

  private static let periodFields: [Field<ForecastReview.Period>] = [
    .integer("year") { $0.year }, .text("period_end") { $0.forecastEnd }, .text("actual_end") { $0.actualEnd },
    .text("filed", .possible) { $0.filed }, .list("lines", lineFields) { $0.lines },
  ]

  private static let progressFields: [Field<ForecastReview.Progress>] = [
    .integer("year") { $0.year }, .text("period_end") { $0.forecastEnd }, .text("known_to") { $0.knownTo },
    .rate("share") { $0.share },
    .list("lines", progressLineFields) { progress in progress.lines.map { (line: $0, share: progress.share) } },
  ]

  private static let progressLineFields: [Field<(line: ForecastReview.ProgressLine, share: Double)>] = [
    .text("line") { $0.line.line.rawValue }.shown(.text("line", .name)) { .text($0.line.line.title) },
    amount("forecast", "forecast") { $0.line.forecast }, amount("so_far", "so far") { $0.line.soFar },
    amount("pro_rata", "by its days") { $0.line.proRata($0.share) },
    .rate("seasonal_share", .possible) { $0.line.seasonalShare },
    Field.number("seasonal", .possible) { $0.line.seasonal }.shown(.number("by last year's season")) { row in
      row.line.seasonal.map { .number($0, row.line.line.format) } ?? .missing
    },
  ]

  private static func amount(
    _ key: String, _ title: String,
    _ value: @escaping @Sendable ((line: ForecastReview.ProgressLine, share: Double)) -> Double?
  ) -> Field<(line: ForecastReview.ProgressLine, share: Double)> {
    .number(key, .possible, value).shown(.number(title)) { .number(value($0), $0.line.line.format) }
  }

  package var document: Document {
    Document("\(forecast.name) of \(forecast.ticker), \(forecast.day), against what came about") {
      priceProperties
      if let lines {
        ListedLine.fields.table(of: lines)
        if let listed { Block.note(StyledText(listed)) }
      }
      for period in lines == nil ? review.periods : [] {
        Block.paragraph("year \(period.year), to \(period.actualEnd)\(period.filed.map { ", filed \($0)" } ?? "")")
        Self.lineFields.table(of: period.lines)
      }
      if lines == nil, let progress = review.progress {
        Block.paragraph(
          "year \(progress.year), to \(progress.forecastEnd): known to \(progress.knownTo), \(progress.share, .percent(0)) of its days"
        )
        Self.progressLineFields.table(of: progress.lines.map { (line: $0, share: progress.share) })
      }
      for text in review.missing { Block.note(StyledText(text)) }
      if review.periods.isEmpty, review.progress == nil, forecast.outputs.baseEnd != nil {
        Block.note("nothing of it has come about yet")
      }
    }
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

extension ForecastReview.Line {
  /// A number of the line; a plain missing cell if there is none.
  fileprivate func cell(_ number: Double?, _ format: NumberFormat) -> Cell {
    number.map { .number($0, format) } ?? .missing
  }
}
