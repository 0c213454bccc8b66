import Backtesting
import Calendar
import Columns
import Presentation
import Strategies
import Text

extension ChartResult {
  /// The chart of a backtest.
  package init(of report: BacktestReport) {
    self.init(title: report.pictureTitle, chart: report.chart)
    remark = report.assumptionsText
  }
}

extension BacktestReport {
  /// The strategy, the series or symbols, the timeframe and the dates of the run.
  package var pictureTitle: String {
    "\(title) on \(subjectText) \(bars.timeframe), \(label(result.range.lowerBound)) to \(label(result.range.upperBound - 1))"
  }

  package var picture: Picture? { ChartResult(of: self).picture }

  /// The trades on the price, the equity beside holding, the drawdowns with the worst marked, and the exposure.
  ///
  /// A run of many symbols has no price of its own.
  package var chart: Chart {
    let hasPrice = result.symbols.isEmpty && result.legs.isEmpty
    return Chart(panes: (hasPrice ? [pricePane] : []) + [equityPane, drawdownPane, exposurePane], time: chartTime)
  }

  /// The equity beside holding, and the drawdowns.
  package var equityPicture: Picture {
    let chart = Chart(panes: [equityPane, drawdownPane], time: chartTime)
    return Picture(title: pictureTitle, [Picture.Part("", .chart(chart))], remark: assumptionsText)
  }

  /// The times of the run's bars.
  var chartTime: Chart.TimeAxis {
    .times(BarTimes(of: bars, in: result.range))
  }

  /// The closes, with the fills of all trades.
  var pricePane: Chart.Pane {
    let first = result.range.lowerBound
    var marks: [Chart.Mark] = []
    for trade in result.trades + result.openTrades {
      let isLong = trade.side == .long
      marks.append(Chart.Mark(trade.entryIndex - first, trade.entryPrice, isLong ? .buy : .sell))
      if isClosed(trade) {
        marks.append(Chart.Mark(trade.exitIndex - first, trade.exitPrice, isLong ? .sell : .buy))
      }
    }
    let closes = Array(bars.close.values[result.range])
    var pane = Chart.Pane(
      windowZones + [.line("\(seriesName) close", closes), .marks("bought and sold", marks)], height: 13)
    pane.marksLast = true
    return pane
  }

  /// Every other window of a run whose parameters change from window to window, so that their ends are seen.
  private var windowZones: [Chart.Series] {
    let first = result.range.lowerBound
    let others = run.choices.enumerated().filter { $0.offset % 2 == 1 }.map { choice in
      choice.element.range.lowerBound - first...choice.element.range.upperBound - 1 - first
    }
    return others.isEmpty ? [] : [.zones("every other window", others)]
  }

  /// The equity beside that of holding from the first close on, and the three worst drawdowns.
  var equityPane: Chart.Pane {
    var series: [Chart.Series] = []
    let worst = worstDrawdowns(3)
    if !worst.isEmpty {
      series.append(.zones(worst.count == 1 ? "the worst drawdown" : "the \(worst.count) worst drawdowns", worst))
    }
    series.append(.line("equity", result.equity.values.array))
    if let holdingWorth { series.append(.line("buy and hold", holdingWorth)) }
    var pane = Chart.Pane(series, height: 11, format: .fixed(0).grouped)
    pane.marksLast = true
    return pane
  }

  /// The spans of the deepest drawdowns, as bars of the window.
  func worstDrawdowns(_ count: Int) -> [ClosedRange<Int>] {
    let first = result.range.lowerBound
    return result.drawdowns().sorted { $0.depth < $1.depth }.prefix(count)
      .map { (max($0.start - first, 0), max($0.end - first, 0)) }
      .filter { $0.0 <= $0.1 }.map { $0.0...$0.1 }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The worth of the cash spent on the series at the first close, its dividends kept in cash; nil for a run on many
  /// symbols.
  var holdingWorth: [Double]? {
    guard result.symbols.isEmpty, result.legs.isEmpty else { return nil }
    let closes = Array(bars.close.values[result.range])
    guard let first = closes.first(where: { $0.isFinite }), first > 0 else { return nil }
    // Units that were bought once stay the same number but for splits.
    var (units, cash) = (result.settings.cash / first, 0.0)
    let begin = closes.firstIndex { $0.isFinite } ?? 0
    let actions = Dictionary(grouping: result.actions) { $0.index - result.range.lowerBound }
    return closes.enumerated().map { place, close in
      if place > begin {
        for action in actions[place] ?? [] {
          cash += units * action.dividend
          units *= action.ratio
        }
      }
      return close * units + cash
    }
  }

  /// The fall from the highest equity before.
  var drawdownPane: Chart.Pane {
    var peak = result.settings.cash
    let fall = result.equity.values.map { value in
      peak = max(peak, value)
      return value / peak - 1
    }
    return Chart.Pane([.area("drawdown", fall)], height: 5, format: .percent(1))
  }

  /// The part of the equity that is not cash.
  var exposurePane: Chart.Pane {
    let (equity, cash) = (result.equity.values, result.cash.values)
    let exposure = equity.indices.map { (equity[$0] - cash[$0]) / equity[$0] }
    return Chart.Pane([.area("exposure", exposure)], height: 4, format: .percent(0))
  }
}
