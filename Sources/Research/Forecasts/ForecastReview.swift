import Calendar
import Valuation

/// The comparison of a forecast, line by line, with the figures that were reported since.
///
///     let review = ForecastReview(of: forecast, against: fundamentals, price: nil)
public struct ForecastReview: Sendable {
  /// One line of one year.
  public struct Line: Sendable {
    /// The line.
    public var line: ForecastLine
    /// The forecast value.
    public var forecast: Double
    /// The reported value; nil if the reports do not state it.
    public var actual: Double?

    /// The reported value less the forecast.
    public var error: Double? { actual.map { $0 - forecast } }
    /// The error as a share of the forecast; nil for rates.
    public var relative: Double? { line.isRate || forecast == 0 ? nil : error.map { $0 / abs(forecast) } }
  }

  /// A year of the forecast that has ended, with the fiscal year that it forecast.
  public struct Period: Sendable {
    /// The year of the forecast, from 1.
    public var year: Int
    /// The last day of the forecast year.
    public var forecastEnd: String
    /// The last day of the reported year.
    public var actualEnd: String
    /// The day of the filing with the figures; nil if it is not known.
    public var filed: String?
    /// The lines that the model forecasts.
    public var lines: [Line]
  }

  /// The progress of a year that has not ended.
  public struct Progress: Sendable {
    /// The year of the forecast, from 1.
    public var year: Int
    /// The last day of the forecast year.
    public var forecastEnd: String
    /// The last day of the reported quarters.
    public var knownTo: String
    /// The share of the year's days that have passed.
    public var share: Double
    /// The lines that quarters are reported of.
    public var lines: [ProgressLine]
  }

  /// A line of a year that has not ended.
  public struct ProgressLine: Sendable {
    /// The line.
    public var line: ForecastLine
    /// The forecast for the full year.
    public var forecast: Double
    /// The reported sum of the year's quarters.
    public var soFar: Double
    /// The share of the full year before in its same quarters; nil if it is not known.
    public var seasonalShare: Double?

    /// The full year at the same pace, by its days.
    public func proRata(_ share: Double) -> Double { soFar / share }
    /// The full year with the seasons of the year before; nil if these are not known.
    public var seasonal: Double? { seasonalShare.map { soFar / $0 } }
  }

  /// The forecast.
  public var forecast: Forecast
  /// The years that have ended.
  public var periods: [Period] = []
  /// The year that has begun; nil if no quarter of it is reported.
  public var progress: Progress?
  /// The last close of the company, with its day; nil if no prices are loaded.
  public var priceNow: ClosingPrice?
  /// Sentences on lines and years that cannot be compared.
  public var missing: [String] = []
  /// The splits of the shares since the forecast.
  public var splits: SplitsSince
  /// True if the last close is of shares before a split that the figures show: it is not compared.
  public var isPriceBeforeSplit = false

  /// The value per share of the forecast, in the shares of today.
  public var valueThen: Double { forecast.outputs.valuePerShare / splits.factor }
  /// The price of the forecast, in the shares of today; nil if it had none.
  public var priceThen: Double? { forecast.outputs.price.map { $0 / splits.factor } }

  /// The relative change of the price since; nil if either price is not known.
  public var priceChange: Double? {
    guard let then = priceThen, then > 0, let now = priceNow?.price, !isPriceBeforeSplit else { return nil }
    return now / then - 1
  }

  /// The percentile of the current price among the simulated values, in percent; nil without a simulation.
  public var pricePercentile: Double? {
    guard let now = priceNow?.price, !isPriceBeforeSplit, let first = forecast.outputs.percentiles.first,
      let last = forecast.outputs.percentiles.last
    else { return nil }
    let price = now * splits.factor
    if price <= first.value { return first.percent }
    if price >= last.value { return last.percent }
    let points = forecast.outputs.percentiles
    for (low, high) in zip(points, points.dropFirst()) where price <= high.value {
      guard high.value > low.value else { return high.percent }
      return low.percent + (high.percent - low.percent) * (price - low.value) / (high.value - low.value)
    }
    return nil
  }

  /// Days by which the end of a fiscal year may be off the forecast's: years of 52 and of 53 weeks.
  private static let slack = 7

  /// Compares a forecast with reported figures.
  ///
  /// A forecast year is compared with the fiscal year, or the latest twelve months, that ends within a week of it.
  /// Amounts per share are compared in the shares of today.
  ///
  /// - Parameters:
  ///   - forecast: the forecast.
  ///   - figures: the company's figures as reported up to now.
  ///   - price: the company's last close; nil if no prices are loaded.
  public init(of forecast: Forecast, against figures: Fundamentals, price: ClosingPrice?) {
    self.forecast = forecast
    priceNow = price
    splits = figures.splits(since: forecast.assumptions, baseEnd: forecast.baseEnd)
    if let price, !splits.splits.isEmpty, let split = figures.split(after: price.day) {
      isPriceBeforeSplit = true
      missing.append(
        "the last price is of \(price.day), and the shares were split \(split.text) since: it is not compared")
    }
    if forecast.outputs.baseEnd == nil {
      missing.append("the end of the forecast's base year was not known, so its years cannot be matched with reports")
    }
    let hidden: Set<ForecastLine> =
      forecast.assumptions[.salesToCapital] == nil ? [] : [.depreciation, .capex, .workingCapital]
    for year in forecast.outputs.years {
      guard let text = year.periodEnd, let end = CivilDate(iso8601: text) else { continue }
      guard let actual = Self.year(ending: end, in: figures) else { continue }
      var lines: [Line] = []
      for (line, forecast) in zip(ForecastLine.allCases, year.figures) where !forecast.isNaN && !hidden.contains(line) {
        lines.append(
          Line(line: line, forecast: forecast, actual: line.actual(in: actual)))
      }
      let unstated = lines.filter { $0.actual == nil }.map(\.line.title)
      if !unstated.isEmpty {
        missing.append("the reports of \(actual.end) do not state \(unstated.joined(separator: ", "))")
      }
      periods.append(
        Period(
          year: year.year, forecastEnd: text, actualEnd: "\(actual.end)",
          filed: actual.filed(.revenue).map { "\($0)" }, lines: lines))
    }
    let open = forecast.outputs.years.filter { year in
      year.periodEnd != nil && !periods.contains { $0.year == year.year }
    }
    if let next = open.first { progress = Self.progress(of: next, in: figures) }
    let later = open.filter { $0.year != progress?.year }
    if let first = later.first?.periodEnd, let last = later.last?.periodEnd {
      let known = figures.latest.map { "; the figures end with \($0.end)" } ?? ""
      missing.append(
        later.count == 1
          ? "no figures yet of the year to \(first)\(known)"
          : "no figures yet of the years to \(first) up to \(last)\(known)")
    }
  }

  /// The twelve months that end within a week of a day: a fiscal year, or the latest twelve months.
  private static func year(ending end: CivilDate, in figures: Fundamentals) -> PastYear? {
    func isNear(_ day: CivilDate) -> Bool { abs(day.daysSince1970 - end.daysSince1970) <= slack }
    let annual = figures.history(.annual)
    if let place = annual.periods.lastIndex(where: { isNear($0.end) }) { return PastYear(annual, place) }
    guard let latest = figures.period(), latest.isTrailing, isNear(latest.end) else { return nil }
    return PastYear(figures.history(to: latest, last: 0), 0)
  }

  /// The progress of a year that has begun and not ended; nil if no quarters of it are reported.
  private static func progress(of year: ForecastOutputs.Year, in figures: Fundamentals) -> Progress? {
    guard let text = year.periodEnd, let end = CivilDate(iso8601: text) else { return nil }
    let start = end.adding(months: -12)
    func within(_ item: Fundamentals.Item, _ from: CivilDate, _ to: CivilDate) -> [Fundamentals.Figure] {
      figures.quarters(item).filter {
        $0.periodEnd > from.adding(days: slack) && $0.periodEnd <= to.adding(days: slack)
      }
    }
    let quarters = within(.revenue, start, end)
    guard let first = quarters.first?.periodStart, let last = quarters.last?.periodEnd,
      abs(first.daysSince1970 - start.daysSince1970 - 1) <= slack, last < end
    else { return nil }
    let items: [(ForecastLine, Fundamentals.Item)] = [
      (.revenue, .revenue), (.operatingIncome, .operatingIncome), (.depreciation, .depreciation), (.capex, .capex),
      (.workingCapital, .workingCapital), (.netIncome, .netIncome),
    ]
    var lines: [ProgressLine] = []
    for (line, item) in items {
      guard let index = ForecastLine.allCases.firstIndex(of: line), !year.figures[index].isNaN else { continue }
      let sums = within(item, start, end)
      guard sums.map(\.periodEnd) == quarters.map(\.periodEnd) else { continue }
      let before = within(item, start.adding(months: -12), start)
      let whole = before.count == 4 ? before.reduce(0) { $0 + $1.value } : 0
      let part = before.prefix(sums.count).reduce(0) { $0 + $1.value }
      lines.append(
        ProgressLine(
          line: line, forecast: year.figures[index], soFar: sums.reduce(0) { $0 + $1.value },
          seasonalShare: whole > 0 && part > 0 ? part / whole : nil))
    }
    let days = Double(last.daysSince1970 - start.daysSince1970) / Double(end.daysSince1970 - start.daysSince1970)
    return Progress(
      year: year.year, forecastEnd: text, knownTo: "\(last)", share: days, lines: lines)
  }
}
