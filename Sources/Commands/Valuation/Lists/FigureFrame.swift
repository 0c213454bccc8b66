import Calendar
import Evaluation
import Reports
import Research
import Sessions

extension FigureHistory {
  /// The values of a period: its name, its time, and each line by the line's name.
  static let periodFields: [Field<Part<FigureHistory, Int>>] =
    [
      Field("period") { $0.whole.periods[$0.thing].key },
      Field("year") { Double($0.whole.periods[$0.thing].figures.year) },
      Field("end", .date) { Double(start(of: $0.whole.periods[$0.thing].end).milliseconds) },
    ]
    + FigureLine.allCases.map { line in
      Field(line.rawValue, line.unit == .rate ? .rate : .number) { $0.whole[line, $0.thing].value ?? .nan }
    }

  /// The periods as a frame.
  ///
  /// A window of dates looks at fiscal years: that of 2025 lies in 2025, regardless of the day on which it ends.
  var frame: ItemFrame<Part<FigureHistory, Int>> {
    let periods = periods
    return ItemFrame(
      one: "a period", many: "periods", periods.indices.parts(of: self), Self.periodFields,
      placement: .moments { Self.start(of: Self.fiscalDay(periods[$0])) })
  }

  /// The last day of a period in a calendar whose years are the fiscal years.
  private static func fiscalDay(_ period: Period) -> CivilDate {
    let quarter = period.key.uppercased().split(separator: "Q").dropFirst().first.flatMap { Int($0) } ?? 4
    return CivilDate(year: period.figures.year, month: 3 * quarter, day: 28) ?? period.end
  }

  private static func start(of day: CivilDate) -> Timestamp { Zone.utc.timestamp(of: CivilTime(date: day)) }
}
