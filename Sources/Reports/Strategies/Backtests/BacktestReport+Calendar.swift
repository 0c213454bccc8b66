import Backtesting
import Calendar
import Presentation
import Text

extension BacktestReport {
  /// The returns with a row for each year and a column for each month.
  package var monthTable: Table {
    var rows: [Int: [Double]] = [:]
    for month in result.returns(by: .month, of: bars) {
      rows[month.start.year, default: Array(repeating: .nan, count: 13)][month.start.month - 1] = month.returnRate
    }
    for year in result.returns(by: .year, of: bars) { rows[year.start.year]?[12] = year.returnRate }
    return Table(
      columns: [.text("year")]
        + (CalendarNames.months + ["Year"]).map {
          Table.Column.percent($0, decimals: 1, key: $0 == "Year" ? "total" : $0.lowercased()).coloredBySign
        },
      rows: rows.sorted { $0.key < $1.key }.map { year, values in
        [.text("\(year)")] + values.map { .number($0) }
      })
  }

  /// The returns by month and year, gains blue and losses orange, years by themselves.
  package var monthMap: HeatMap {
    var map = HeatMap(of: monthTable, columnTitle: "", format: .percent(1), scheme: .around(0))
    map.sumColumns = 1
    return map
  }
}
