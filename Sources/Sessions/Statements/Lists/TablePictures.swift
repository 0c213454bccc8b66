import Backtesting
import Calendar
import Presentation
import Reports
import Text

extension BacktestReport {
  /// The returns by month and year, gains blue and losses orange.
  package var calendarPicture: Picture {
    Picture(
      title: "\(pictureTitle): returns by month",
      [
        Picture.Part("", .grid(monthMap))
      ], remark: "blue is a gain and orange a loss, stronger for more; the first and the last month may be cut short")
  }
}

extension DescribedRows {
  /// The rows as bars of one statistic, a grid of two keys as a map; nil for a summary without a key.
  package func picture(_ table: Table, keys: Int, columnTitle: String) -> Picture? {
    guard !table.rows.isEmpty else { return nil }
    if keys == 2 {
      var map = HeatMap(
        of: table, columnTitle: columnTitle, format: isFraction ? .percent(2) : .general, scheme: .around(0))
      map.columns = map.columns.map { Self.word($0, key: columnTitle) }
      map.rows = map.rows.map { Self.word($0, key: table.columns[0].key ?? "") }
      // Values of one sign, such as deviations, go from the least to the greatest.
      let known = map.values.joined().filter(\.isFinite)
      if known.allSatisfy({ $0 >= 0 }) { map.scheme = .rising }
      map.rowTitle = table.columns[0].key ?? map.rowTitle
      return Picture(title: title ?? "", [Picture.Part("", .grid(map))])
    }
    let titles = table.columns.map(\.title)
    let isMean = { (title: String) in title == "mean" || title.hasSuffix(" mean") }
    guard keys == 1, let column = titles.firstIndex(where: isMean) ?? titles.indices.dropFirst().first else {
      return nil
    }
    let map = HeatMap(of: table, columnTitle: "", format: .general, scheme: .rising)
    let bars = map.rows.indices.map { row in
      let value = map.values[row][column - 1]
      return BarChart.Bar(Self.word(map.rows[row], key: titles[0]), value, style: value < 0 ? .negative : .accent)
    }
    let what = title.map { "\(titles[column]) of \($0)" } ?? titles[column]
    return Picture(
      title: "\(what) by \(titles[0])",
      [Picture.Part("", .bars(BarChart(bars, format: isFraction ? .percent(3) : .general)))])
  }

  /// A value of a key as a picture names it: months and weekdays by their names.
  private static func word(_ text: String, key: String) -> String {
    Double(text).flatMap { CalendarNames.name(of: $0, key: key) } ?? text
  }
}
