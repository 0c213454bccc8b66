import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Presentation
import Reports

extension Command {
  static let plot = Command(
    CommandSyntax(
      "plot",
      forms: [
        CommandSyntax.Form(
          "", [.required(.plotted)],
          clauses: [
            .clause("below", .plottedBelow),
            .clause(.withTrades, optional: .tradesOf), .window,
          ])
      ]),
    category: .data, summary: "Draws expressions in the terminal.",
    discussion: """
      Series of one list share an axis; each series after `below` has a pane of its own. `candles` draws the \
      bars' prices. `with trades` marks the fills of a backtest. Without a window it draws the last 120 bars.
      """,
    examples: ["plot close, sma(close, 20) last 6mo", "plot candles below rsi(14) last 60"]
  ) { execution, call throws(Diagnostic) in
    try execution.plot(call)
  }
}

extension Execution {
  fileprivate mutating func plot(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let series = try activeSeries(at: call.commandSpan)
    let bars = series.bars
    let selection = try selection(call.window, in: bars, rows: .last(120))
    let range = selection.listedBars
    guard !range.isEmpty else { throw emptyWindow(series, at: call.window?.span) }
    var result = ChartResult(
      title:
        "\(series.name) \(bars.timeframe), \(bars.label(at: range.lowerBound)) to \(bars.label(at: range.upperBound - 1))",
      chart: Chart(panes: []), columns: ["time"], rows: range.map { (bars.label(at: $0), []) })
    remarkPrices(of: series, in: range)
    var main: [Chart.Series] = []
    for item in try call[.plotted] {
      if case .name("candles", _) = item.expression {
        main.append(candles(bars, range))
        add(["open", "high", "low", "close"], [bars.open, bars.high, bars.low, bars.close], range, to: &result)
      } else {
        for shown in try columns([item], on: series) {
          try refuse(shown, at: item.expression.span)
          try remarkMissing(shown, range, series, at: item.expression.span)
          main.append(.line(shown.title, Array(shown.column.values[range])))
          add([shown.title], [shown.column], range, to: &result)
        }
      }
    }
    if call.has(.withTrades) || call[.tradesOf] != nil { main += try tradeMarks(call, series, range) }
    result.chart.panes.append(Chart.Pane(main, height: 14))
    for item in call[.plottedBelow] ?? [] {
      let shown = try columns([item], on: series)
      for column in shown {
        try refuse(column, at: item.expression.span)
        try remarkMissing(column, range, series, at: item.expression.span)
      }
      let isVolume = shown.count == 1 && shown[0].title == "volume"
      result.chart.panes.append(
        Chart.Pane(
          shown.map { column in
            let values = Array(column.column.values[range])
            return isVolume || column.title.hasSuffix(".histogram")
              ? .histogram(column.title, values) : .line(column.title, values)
          }, height: 6))
      for column in shown { add([column.title], [column.column], range, to: &result) }
    }
    result.chart.time = .times(
      BarTimes(Array(bars.times[range]), zone: bars.zone, isIntraday: bars.timeframe.isIntraday))
    return result
  }

  private func refuse(_ shown: ShownColumn, at span: SourceSpan) throws(Diagnostic) {
    guard !shown.kind.isNumeric, shown.kind != .truth else { return }
    throw Diagnostic(.wrongKind, "a chart draws numbers, and this is \(shown.kind.described)", at: span)
  }

  /// Says that a line has nothing to draw where it has no value on the bars of the chart, such as the equity of a run on other
  /// years.
  private mutating func remarkMissing(
    _ shown: ShownColumn, _ range: Range<Int>, _ series: Evaluation.Series, at span: SourceSpan
  ) throws(Diagnostic) {
    let values = shown.column.values
    guard range.allSatisfy({ values[$0].isNaN }) else { return }
    let bars = series.bars
    let known = values.indices.filter { !values[$0].isNaN }
    var hints: [String] = []
    if let first = known.first, let last = known.last {
      hints = ["it has values from \(bars.label(at: first)) to \(bars.label(at: last))"]
    }
    let drawn = "\(bars.label(at: range.lowerBound)) to \(bars.label(at: range.upperBound - 1))"
    throw Diagnostic(.emptyWindow, "`\(shown.title)` has no value from \(drawn)", at: span, hints: hints)
  }

  private func add(_ titles: [String], _ columns: [Column], _ range: Range<Int>, to result: inout ChartResult) {
    result.columns += titles
    for (row, index) in range.enumerated() { result.rows[row].values += columns.map { $0[index] } }
  }

  private func candles(_ bars: Bars, _ range: Range<Int>) -> Chart.Series {
    .candles(
      "candles", open: Array(bars.open.values[range]), high: Array(bars.high.values[range]),
      low: Array(bars.low.values[range]), close: Array(bars.close.values[range]))
  }

  /// The fills of a backtest that lie in the range.
  private mutating func tradeMarks(
    _ call: CommandCall, _ series: Evaluation.Series, _ range: Range<Int>
  ) throws(Diagnostic) -> [Chart.Series] {
    let report = try backtest(call[.tradesOf], at: call.commandSpan)
    guard report.series === series else {
      throw Diagnostic(
        .unknownResult, "the backtest `\(report.name)` ran on \(report.seriesName), not on the series in use",
        at: call[.tradesOf]?.span ?? call.commandSpan)
    }
    var marks: [Chart.Mark] = []
    for trade in report.result.trades + report.result.openTrades {
      let isLong = trade.side == .long
      if range.contains(trade.entryIndex) {
        marks.append(Chart.Mark(trade.entryIndex - range.lowerBound, trade.entryPrice, isLong ? .buy : .sell))
      }
      if report.isClosed(trade), range.contains(trade.exitIndex) {
        marks.append(Chart.Mark(trade.exitIndex - range.lowerBound, trade.exitPrice, isLong ? .sell : .buy))
      }
    }
    return [.marks("trades of \(report.name)", marks)]
  }
}
