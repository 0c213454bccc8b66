import Accounts
import Calendar
import MarketData
import Presentation
import Text

/// A day of an account with its fall from the highest worth before, flows considered.
package struct EquityDay: Sendable {
  package let day: AccountCurve.Day
  package let drawdown: Double

  /// The days of a curve; the drawdown is that of the compounded returns, so that a withdrawal is none.
  package static func days(of curve: AccountCurve) -> [EquityDay] {
    var (worth, peak) = (1.0, 1.0)
    return zip(curve.days, curve.returns).map { day, rate in
      worth *= 1 + rate
      peak = max(peak, worth)
      return EquityDay(day: day, drawdown: worth / peak - 1)
    }
  }

  package static let fields: [Field<EquityDay>] = [
    .date(.date("date"), .never, label: { "\($0.day.date)" }) { Zone.utc.timestamp(of: CivilTime(date: $0.day.date)) },
    .money(.number("equity"), .never) { $0.day.equity }, .money(.number("cash"), .never) { $0.day.cash },
    .money(.number("holdings"), .never) { $0.day.holdings }, .rate(.percent("drawdown"), .never) { $0.drawdown },
    .money(.number("flows"), .never) { $0.day.flows },
  ]

  /// The equity and the drawdowns.
  package static func picture(_ days: [EquityDay], title: String) -> Picture? {
    guard days.count > 1 else { return nil }
    var equity = Chart.Pane([.line("equity", days.map { $0.day.equity.double })], height: 11, format: .fixed(0).grouped)
    equity.marksLast = true
    let falls = Chart.Pane([.area("drawdown", days.map(\.drawdown))], height: 5, format: .percent(1))
    let times = BarTimes(
      days.map { Zone.utc.timestamp(of: CivilTime(date: $0.day.date)) }, zone: .utc, isIntraday: false, breaks: [])
    return Picture(title: title, [Picture.Part("", .chart(Chart(panes: [equity, falls], time: .times(times))))])
  }
}

/// A fall of an account below its highest worth.
package struct AccountDrawdown: Sendable {
  package let depth: Double
  package let start: CivilDate
  package let trough: CivilDate
  /// The day on which the highest worth was reached again; nil if it was not.
  package let end: CivilDate?
  package let bars: Int

  /// The falls of a curve, deepest first.
  package static func all(of curve: AccountCurve) -> [AccountDrawdown] {
    let days = EquityDay.days(of: curve)
    var falls: [AccountDrawdown] = []
    var place = 0
    while place < days.count {
      guard days[place].drawdown < 0 else {
        place += 1
        continue
      }
      let first = max(place - 1, 0)
      var (lowest, next) = (place, place)
      while next < days.count, days[next].drawdown < 0 {
        if days[next].drawdown < days[lowest].drawdown { lowest = next }
        next += 1
      }
      falls.append(
        AccountDrawdown(
          depth: days[lowest].drawdown, start: days[first].day.date, trough: days[lowest].day.date,
          end: next < days.count ? days[next].day.date : nil, bars: next - first))
      place = next
    }
    return falls.sorted { $0.depth < $1.depth }
  }

  package static let fields: [Field<AccountDrawdown>] = [
    .rate(.percent("depth"), .never) { $0.depth }, date("start") { $0.start }, date("trough") { $0.trough },
    date("end") { $0.end }, .integer(.integer("bars"), .never) { $0.bars },
  ]

  private static func date(
    _ name: String, _ date: @escaping @Sendable (AccountDrawdown) -> CivilDate?
  ) -> Field<AccountDrawdown> {
    .date(.date(name), label: { date($0).map { "\($0)" } }, without: "not yet") {
      date($0).map { Zone.utc.timestamp(of: CivilTime(date: $0)) }
    }
  }
}

extension TradingPeriod {
  /// The sums by year and month, and of the year.
  package static func monthTable(_ periods: [TradingPeriod]) -> Table {
    var rows: [Int: [Money?]] = [:]
    for period in periods {
      var row = rows[period.start.year] ?? Array(repeating: nil, count: 13)
      row[period.start.month - 1] = (row[period.start.month - 1] ?? .zero) + period.pnl
      row[12] = (row[12] ?? .zero) + period.pnl
      rows[period.start.year] = row
    }
    return Table(
      columns: [.text("year")]
        + (CalendarNames.months + ["Year"]).map {
          Table.Column.number($0, .fixed(2).grouped, key: $0 == "Year" ? "total" : $0.lowercased()).coloredBySign
        },
      rows: rows.sorted { $0.key < $1.key }.map { year, values in
        [.text("\(year)")] + values.map { .number($0?.double) }
      })
  }

  /// The months as a map of colours.
  package static func picture(_ table: Table, title: String) -> Picture? {
    guard !table.rows.isEmpty else { return nil }
    var map = HeatMap(of: table, columnTitle: "", format: .fixed(0).grouped, scheme: .around(0))
    map.sumColumns = 1
    return Picture(title: title, [Picture.Part("", .grid(map))])
  }

  /// The days as a map with a row for each week.
  package static func picture(ofWeeks days: [TradingPeriod], title: String) -> Picture? {
    guard let first = days.first?.start, let last = days.last?.start else { return nil }
    let monday = first.adding(days: -((first.weekday + 6) % 7))
    let weeks = (last.daysSince1970 - monday.daysSince1970) / 7 + 1
    guard weeks <= 600 else { return nil }
    var values = Array(repeating: Array(repeating: Double.nan, count: 7), count: weeks)
    for day in days {
      let place = day.start.daysSince1970 - monday.daysSince1970
      values[place / 7][place % 7] = day.pnl.double
    }
    let map = HeatMap(
      rowTitle: "week", columnTitle: "", rows: (0..<weeks).map { "\(monday.adding(days: $0 * 7))" },
      columns: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], values: values, format: .fixed(0).grouped,
      scheme: .around(0))
    return Picture(title: title, [Picture.Part("", .grid(map))])
  }
}
