import Backtesting
import Calendar
import Columns
import MarketData
import Presentation
import Text

/// The equity of several backtests on one axis of time, each 100 at its beginning, and how far each is below its
/// highest.
package struct EquityCurves {
  private let names: [String]
  private let reports: [BacktestReport]
  /// The times of all bars of the runs, each once.
  private let times: [Timestamp]

  /// The curves of backtests under their names.
  package init(of reports: [BacktestReport], _ names: [String]) {
    self.names = names
    self.reports = reports
    var all: [Timestamp] = []
    for report in reports { all += report.bars.times[report.result.range] }
    all.sort()
    var times: [Timestamp] = []
    for time in all where times.last != time { times.append(time) }
    self.times = times
  }

  /// The picture; nil if there is nothing to draw.
  package var picture: Picture? {
    guard let first = reports.first, times.count > 1 else { return nil }
    let worths = reports.map(worth)
    let axis = BarTimes(
      times, zone: first.bars.zone, isIntraday: reports.contains { $0.bars.timeframe.isIntraday }, breaks: breaks)
    let lines = zip(names, worths).map { Chart.Series.line($0, $1) }
    let falls = zip(names, worths).map { Chart.Series.line($0, Self.drawdown($1)) }
    var equity = Chart.Pane(lines, height: 13, format: .fixed(0).grouped)
    equity.marksLast = true
    let chart = Chart(
      panes: [equity, Chart.Pane(falls, height: 6, format: .percent(1))], time: .times(axis))
    return Picture(
      title: "\(names.joined(separator: ", ")): equity, 100 where each begins, and drawdown",
      [Picture.Part("", .chart(chart))])
  }

  /// The places before which sessions are missing in a run, and no other has a bar.
  private var breaks: [Int] {
    var places: Set<Int> = []
    for report in reports {
      let own = report.bars.times
      var next = 0
      for bar in report.bars.missingSessions(in: report.result.range) {
        while next < times.count, times[next] < own[bar] { next += 1 }
        if next > 0, times[next - 1] == own[bar - 1] { places.insert(next) }
      }
    }
    return places.sorted()
  }

  /// The equity at each time in parts of a hundred of the starting cash: the last known one; missing outside of the run.
  private func worth(_ report: BacktestReport) -> [Double] {
    let own = Array(report.bars.times[report.result.range])
    let equity = report.result.equity.values
    let cash = report.result.settings.cash
    var next = 0
    return times.map { time in
      while next < own.count, own[next] <= time { next += 1 }
      guard next > 0, let last = own.last, time <= last, equity.indices.contains(next - 1) else { return .nan }
      return equity[next - 1] / cash * 100
    }
  }

  private static func drawdown(_ worth: [Double]) -> [Double] {
    var peak = 100.0
    return worth.map { value in
      guard value.isFinite else { return .nan }
      peak = max(peak, value)
      return value / peak - 1
    }
  }
}
