import Calendar
import Evaluation
import Reports
import Research
import Sessions

extension Forecast {
  /// The names of a forecast year's values, for completion.
  static let yearNames = ["year", "period_end"] + ForecastLine.allCases.map(\.rawValue)

  /// The years as a frame; a window of dates looks at the last day of each.
  var yearFrame: ItemFrame<ForecastOutputs.Year> {
    let years = outputs.years
    let lines = ForecastLine.allCases.enumerated().filter { index, _ in years.contains { !$0.figures[index].isNaN } }
    return ItemFrame(
      one: "a year", many: "years", years,
      [
        Field("year") { Double($0.year) },
        Field("period_end", .date) { year in
          Self.start(ofDay: year.periodEnd).map { Double($0.milliseconds) } ?? .nan
        },
      ]
        + lines.map { index, line in
          Field(line.rawValue, line.isRate ? .rate : .number) { $0.figures[index] }
        }, placement: .moments { Self.start(ofDay: years[$0].periodEnd) })
  }

  private static func start(ofDay text: String?) -> Timestamp? {
    text.flatMap { CivilDate(iso8601: $0) }.map { Zone.utc.timestamp(of: CivilTime(date: $0)) }
  }
}

extension ForecastReview {
  /// The lines of all finished years as a frame.
  var lineFrame: ItemFrame<ForecastReviewReport.ListedLine> {
    ItemFrame(
      one: "a line", many: "lines",
      periods.flatMap { period in
        period.lines.map { ForecastReviewReport.ListedLine(year: period.year, line: $0) }
      },
      ForecastReviewReport.ListedLine.fields)
  }
}
