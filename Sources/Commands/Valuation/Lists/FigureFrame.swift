import Calendar
import Evaluation
import Reports
import Research
import Sessions

extension FigureHistory {
  /// The names of a period's values, for completion.
  package static let columnNames = ["period", "year", "end"] + FigureLine.allCases.map(\.rawValue)

  /// The periods as a frame: the value of each line by the line's name.
  ///
  /// A window of dates looks at fiscal years: that of 2025 lies in 2025, regardless of the day on which it ends.
  package var frame: ItemFrame<Int> {
    let (periods, all) = (periods, self)
    let lines = FigureLine.allCases.map { line in
      Field<Int>(line.rawValue, line.unit == .rate ? .rate : .number) { all[line, $0].value ?? .nan }
    }
    return ItemFrame(
      one: "a period", many: "periods", Array(periods.indices),
      [
        Field("period") { periods[$0].key }, Field("year") { Double(periods[$0].figures.year) },
        Field("end", .date) { Double(Self.start(of: periods[$0].end).milliseconds) },
      ] + lines, placement: .moments { Self.start(of: Self.fiscalDay(periods[$0])) })
  }

  /// The last day of a period in a calendar whose years are the fiscal years.
  private static func fiscalDay(_ period: Period) -> CivilDate {
    let quarter = period.key.uppercased().split(separator: "Q").dropFirst().first.flatMap { Int($0) } ?? 4
    return CivilDate(year: period.figures.year, month: 3 * quarter, day: 28) ?? period.end
  }

  private static func start(of day: CivilDate) -> Timestamp { Zone.utc.timestamp(of: CivilTime(date: day)) }
}
