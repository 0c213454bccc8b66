import Calendar
import Columns
import Filings
import Language
import MarketData
import OrderedCollections
import Presentation
import Valuation

/// A forecast as it was saved.
struct ForecastReport: StatementResult {
  var forecast: Forecast

  var kind: String { "forecast" }
  var data: JSONValue { ForecastFile.json(forecast) }

  var document: Document {
    let outputs = forecast.outputs
    let lines = ForecastLine.allCases.indices.filter { place in outputs.years.contains { !$0.figures[place].isNaN } }
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
  /// How its values are written.
  var format: NumberFormat { isRate ? .percent(2) : .compact(2) }

  /// Its name in words.
  var title: String { rawValue.replacing("_", with: " ") }

  fileprivate var column: Table.Column {
    isRate ? .percent(title, key: rawValue) : .money(title, key: rawValue)
  }
}

/// What was forecast, line by line, against what came about.
struct ForecastReview: StatementResult {
  /// One line of one year.
  struct Line: Sendable {
    var line: ForecastLine
    var forecast: Double
    var actual: Double?

    /// What came about less what was forecast.
    var error: Double? { actual.map { $0 - forecast } }
    /// The error as a share of the forecast; nil for rates.
    var relative: Double? { line.isRate || forecast == 0 ? nil : error.map { $0 / abs(forecast) } }
  }

  /// A year of the forecast that has ended, with the fiscal year that it was about.
  struct Period: Sendable {
    var year: Int
    var forecastEnd: String
    var actualEnd: String
    /// The filing that the figures stand in.
    var filed: String?
    var lines: [Line]
  }

  /// How far a year that has not ended is.
  struct Progress: Sendable {
    var year: Int
    var forecastEnd: String
    /// The last day that figures are known to.
    var knownTo: String
    /// The share of the year's days that have passed.
    var share: Double
    var lines: [ProgressLine]
  }

  /// A line of a year that has not ended.
  struct ProgressLine: Sendable {
    var line: ForecastLine
    /// What was forecast for the whole year.
    var forecast: Double
    /// What the year brought up to now.
    var soFar: Double
    /// The share of the whole year that the same part of the year before brought; nil where it is not known.
    var seasonalShare: Double?

    /// What the year brings if it goes on as it went, by its days.
    func proRata(_ share: Double) -> Double { soFar / share }
    /// What the year brings if the rest is the share of it that it was the year before.
    var seasonal: Double? { seasonalShare.map { soFar / $0 } }
  }

  var forecast: Forecast
  var periods: [Period]
  var progress: Progress?
  var priceNow: (price: Double, day: CivilDate)?
  /// What cannot be compared, and why.
  var missing: [String]

  var kind: String { "forecast_review" }

  var data: JSONValue {
    .object([
      ("forecast", .string(forecast.name)), ("ticker", .string(forecast.ticker)), ("day", .string(forecast.day)),
      ("value_per_share", .number(forecast.outputs.valuePerShare)), ("price", .number(forecast.outputs.price)),
      ("price_now", .number(priceNow?.price)), ("price_day", .string(priceNow.map { "\($0.day)" })),
      ("price_change", .number(priceChange)), ("price_percentile", .number(pricePercentile)),
      ("periods", .array(periods.map(Self.json))), ("progress", progress.map(Self.json) ?? .null),
      ("missing", .strings(missing)),
    ])
  }

  private static func json(_ period: Period) -> JSONValue {
    [
      "year": .integer(period.year), "period_end": .string(period.forecastEnd),
      "actual_end": .string(period.actualEnd), "filed": .string(period.filed),
      "lines": .array(
        period.lines.map {
          [
            "line": .string($0.line.rawValue), "forecast": .number($0.forecast), "actual": .number($0.actual),
            "error": .number($0.error), "error_share": .number($0.relative),
          ]
        }),
    ]
  }

  private static func json(_ progress: Progress) -> JSONValue {
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

  /// What the price has done since.
  private var priceChange: Double? {
    guard let then = forecast.outputs.price, then > 0, let now = priceNow?.price else { return nil }
    return now / then - 1
  }

  /// Where the price of now lies among the simulated values, in percent; nil without a simulation.
  private var pricePercentile: Double? {
    guard let price = priceNow?.price, let first = forecast.outputs.percentiles.first,
      let last = forecast.outputs.percentiles.last
    else { return nil }
    if price <= first.value { return first.percent }
    if price >= last.value { return last.percent }
    let points = forecast.outputs.percentiles
    for (low, high) in zip(points, points.dropFirst()) where price <= high.value {
      guard high.value > low.value else { return high.percent }
      return low.percent + (high.percent - low.percent) * (price - low.value) / (high.value - low.value)
    }
    return nil
  }

  var document: Document {
    let outputs = forecast.outputs
    return Document("\(forecast.name) of \(forecast.ticker), \(forecast.day), against what came about") {
      priceProperties
      for period in periods {
        Block.paragraph("year \(period.year), to \(period.actualEnd)\(period.filed.map { ", filed \($0)" } ?? "")")
        Table(
          columns: [
            .text("line", .name), .number("forecast"), .number("actual"), .number("error"),
            .percent("of the forecast", decimals: 1),
          ],
          rows: period.lines.map { line in
            [
              .text(line.line.title), .number(line.forecast, line.line.format),
              line.actual.map { .number($0, line.line.format) } ?? .missing,
              line.error.map { .number($0, line.line.format.signed) } ?? .missing, .number(line.relative),
            ]
          })
      }
      if let progress {
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
      for text in missing { Block.note(StyledText(text)) }
      if periods.isEmpty, progress == nil, outputs.baseEnd != nil { Block.note("nothing of it has come about yet") }
    }
  }

  private var priceProperties: [Property] {
    var properties = [Property("value then", forecast.outputs.valuePerShare, .fixed(2))]
    if let then = forecast.outputs.price { properties.append(Property("price then", then, .fixed(2))) }
    if let priceNow {
      let change = priceChange.map { ", \(NumberFormat.percent(2).signed.text($0))" } ?? ""
      properties.append(
        Property("price now", priceNow.price, .fixed(2), remark: StyledText("\(priceNow.day)\(change)", .dim)))
    }
    if let pricePercentile {
      properties.append(Property("draws below it", StyledText("\(NumberFormat.fixed(0).text(pricePercentile)) %")))
    }
    return properties
  }
}

extension Execution {
  /// Days by which the end of a fiscal year may be off the forecast's: years of 52 and of 53 weeks.
  private static let slack = 7

  /// Holds a forecast against the figures that are loaded now.
  func review(_ forecast: Forecast, at span: SourceSpan) throws(Diagnostic) -> ForecastReview {
    guard let figures = session.fundamentals[forecast.ticker] else {
      throw Diagnostic(
        "no-figures", "no figures of \(forecast.ticker) are loaded to hold the forecast against", at: span,
        hints: ["`load fundamentals \"FILE.json\" as \(forecast.ticker)`"])
    }
    var periods: [ForecastReview.Period] = []
    var missing: [String] = []
    if forecast.outputs.baseEnd == nil {
      missing.append("the end of the forecast's base year was not known, so its years have no dates to compare by")
    }
    let hidden: Set<ForecastLine> =
      forecast.assumptions["sales_to_capital"] == nil ? [] : [.depreciation, .capex, .workingCapital]
    for year in forecast.outputs.years {
      guard let text = year.periodEnd, let end = CivilDate(text: text) else { continue }
      guard let (actual, before) = fiscalYear(ending: end, in: figures) else { continue }
      var lines: [ForecastReview.Line] = []
      for (line, forecast) in zip(ForecastLine.allCases, year.figures) where !forecast.isNaN && !hidden.contains(line) {
        lines.append(
          ForecastReview.Line(line: line, forecast: forecast, actual: line.actual(in: actual, after: before)))
      }
      let unstated = lines.filter { $0.actual == nil }.map(\.line.title)
      if !unstated.isEmpty {
        missing.append("the reports of \(actual.end) do not state \(unstated.joined(separator: ", "))")
      }
      periods.append(
        ForecastReview.Period(
          year: year.year, forecastEnd: text, actualEnd: "\(actual.end)",
          filed: actual[.revenue].map { "\($0.filed)" }, lines: lines))
    }
    let open = forecast.outputs.years.filter { year in
      year.periodEnd != nil && !periods.contains { $0.year == year.year }
    }
    var progress: ForecastReview.Progress?
    if let next = open.first { progress = self.progress(of: next, in: figures) }
    let later = open.filter { $0.year != progress?.year }
    if let first = later.first?.periodEnd, let last = later.last?.periodEnd {
      let known = figures.latest.map { "; the figures go to \($0.end)" } ?? ""
      missing.append(
        later.count == 1
          ? "no figures yet of the year to \(first)\(known)"
          : "no figures yet of the years to \(first) up to \(last)\(known)")
    }
    return ForecastReview(
      forecast: forecast, periods: periods, progress: progress, priceNow: lastClose(of: forecast.ticker),
      missing: missing)
  }

  /// The twelve months that end within a week of a day, and those before: a fiscal year, or the latest twelve months.
  private func fiscalYear(
    ending end: CivilDate, in figures: Fundamentals
  ) -> (Fundamentals.FiscalYear, Fundamentals.FiscalYear?)? {
    func isNear(_ day: CivilDate) -> Bool { abs(day.daysSince1970 - end.daysSince1970) <= Self.slack }
    if let place = figures.years.lastIndex(where: { year in isNear(year.end) }) {
      return (figures.years[place], place > 0 ? figures.years[place - 1] : nil)
    }
    guard let latest = figures.period(), isNear(latest.end) else { return nil }
    return (latest.figures, latest.previous)
  }

  /// How far a year is that has begun and not ended; nil where the quarters say nothing of it.
  private func progress(of year: ForecastOutputs.Year, in figures: Fundamentals) -> ForecastReview.Progress? {
    guard let text = year.periodEnd, let end = CivilDate(text: text) else { return nil }
    let start = end.adding(months: -12)
    func within(_ item: Fundamentals.Item, _ from: CivilDate, _ to: CivilDate) -> [Fundamentals.Figure] {
      figures.quarters(item).filter {
        $0.periodEnd > from.adding(days: Self.slack) && $0.periodEnd <= to.adding(days: Self.slack)
      }
    }
    let quarters = within(.revenue, start, end)
    guard let first = quarters.first?.periodStart, let last = quarters.last?.periodEnd,
      abs(first.daysSince1970 - start.daysSince1970 - 1) <= Self.slack, last < end
    else { return nil }
    let items: [(ForecastLine, Fundamentals.Item)] = [
      (.revenue, .revenue), (.operatingIncome, .operatingIncome), (.depreciation, .depreciation), (.capex, .capex),
      (.workingCapital, .workingCapital), (.netIncome, .netIncome),
    ]
    var lines: [ForecastReview.ProgressLine] = []
    for (line, item) in items {
      guard let place = ForecastLine.allCases.firstIndex(of: line), !year.figures[place].isNaN else { continue }
      let sums = within(item, start, end)
      guard sums.map(\.periodEnd) == quarters.map(\.periodEnd) else { continue }
      let before = within(item, start.adding(months: -12), start)
      let whole = before.count == 4 ? before.reduce(0) { $0 + $1.value } : 0
      let part = before.prefix(sums.count).reduce(0) { $0 + $1.value }
      lines.append(
        ForecastReview.ProgressLine(
          line: line, forecast: year.figures[place], soFar: sums.reduce(0) { $0 + $1.value },
          seasonalShare: whole > 0 && part > 0 ? part / whole : nil))
    }
    let days = Double(last.daysSince1970 - start.daysSince1970) / Double(end.daysSince1970 - start.daysSince1970)
    return ForecastReview.Progress(
      year: year.year, forecastEnd: text, knownTo: "\(last)", share: days, lines: lines)
  }
}

extension ForecastLine {
  /// The line in a fiscal year's reports; nil where they do not state it.
  func actual(in year: Fundamentals.FiscalYear, after before: Fundamentals.FiscalYear?) -> Double? {
    func figure(_ item: Fundamentals.Item) -> Double? { year[item]?.value }
    switch self {
    case .revenue: return figure(.revenue)
    case .growth:
      guard let revenue = figure(.revenue), let last = before?[.revenue]?.value, last > 0 else { return nil }
      return revenue / last - 1
    case .margin: return year.shareOfRevenue(.operatingIncome)
    case .operatingIncome: return figure(.operatingIncome)
    case .taxRate: return year.effectiveTaxRate
    case .depreciation: return figure(.depreciation)
    case .capex: return figure(.capex)
    case .workingCapital: return figure(.workingCapital)
    case .reinvestment:
      guard let capex = figure(.capex), let depreciation = figure(.depreciation), let capital = figure(.workingCapital)
      else { return nil }
      return capex + capital - depreciation
    case .freeCashFlow:
      guard let income = figure(.operatingIncome), let reinvested = Self.reinvestment.actual(in: year, after: before)
      else { return nil }
      guard income > 0 else { return income - reinvested }
      guard let rate = year.effectiveTaxRate else { return nil }
      return income * (1 - rate) - reinvested
    case .netIncome: return figure(.netIncome)
    case .returnOnEquity:
      guard let income = figure(.netIncome), let equity = before?[.equity]?.value, equity > 0 else { return nil }
      return income / equity
    case .dividends: return figure(.dividendsPaid)
    case .book: return figure(.equity)
    }
  }
}
