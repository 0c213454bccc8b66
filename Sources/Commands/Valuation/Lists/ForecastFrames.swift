import Calendar
import Evaluation
import Reports
import Research
import Sessions

extension Forecast {
  /// The values of a forecast's year.
  static let yearFields: [Field<ForecastOutputs.Year>] =
    [
      Field("year") { Double($0.year) },
      Field("period_end", .date) { year in start(ofDay: year.periodEnd).map { Double($0.milliseconds) } ?? .nan },
    ]
    + ForecastLine.allCases.enumerated().map { index, line in
      Field(line.rawValue, line.isRate ? .rate : .number) { $0.figures[index] }
    }

  /// The years as a frame, with the lines that some have; a window of dates looks at the last day of each.
  var yearFrame: ItemFrame<ForecastOutputs.Year> {
    let years = outputs.years
    let empty = ForecastLine.allCases.indices.filter { index in years.allSatisfy { $0.figures[index].isNaN } }
    let names = Set(empty.map { ForecastLine.allCases[$0].rawValue })
    return ItemFrame(
      one: "a year", many: "years", years, Self.yearFields.filter { !names.contains($0.name) },
      placement: .moments { Self.start(ofDay: years[$0].periodEnd) })
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
