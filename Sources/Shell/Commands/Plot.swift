import Backtesting
import Calendar
import Columns
import Commands
import Evaluation
import Language
import OrderedCollections
import Presentation
import Reports
import Sessions
import Text

extension Command {
  static let plot = Command(
    CommandSyntax(
      "plot",
      forms: [
        CommandSyntax.Form(
          PlotForm.values, [.optional(role: .plotted)],
          clauses: [
            .clause("beside", .plottedBeside), .clause("below", .plottedBelow),
            .clause(.withTrades, optional: .tradesOf), .clause(.indexed), .clause(.logarithmic), .window,
          ]),
        CommandSyntax.Form(
          PlotForm.calendar, [.keyword("calendar"), .optional(role: .result)],
          clauses: [.clause("by", .calendarPeriod), .clause("zone", .calendarZone), .window]),
      ]),
    category: .data, summary: "Draws expressions, or a result.",
    discussion: """
      Series of one list share an axis; those after `beside` have one of their own on the left side, and each series after \
      `below` has its own pane. `candles` draws the \
      bars' prices, and so do `plot` alone and `plot SPY`, of any series that is loaded. `with trades` marks the fills of \
      a backtest. Without a window it draws the last 120 bars, and a page (`to "FILE.html"`), which can be zoomed, all. \
      `indexed` \
      draws each series of the first pane as a part of its first value, which is 100; `log` gives that pane an axis on \
      which equal distances are equal factors. The last value of a series is marked at the axis.

      `plot RESULT` of a backtest draws its trades on the price, the equity next to buy and hold, the drawdowns with the three \
      worst marked, and the exposure, over its window; of another result it draws its own picture, such as the map \
      of a sweep, the paths of a study or the bridge of a scenario. `plot ACCOUNT` draws its equity, `plot calendar` the \
      returns of a backtest by month, or what an account gained by day or `by month`.

      `to "FILE.svg"` writes the picture, `.html` one to zoom and to read with a crosshair, `.png` through \
      `rsvg-convert`, `.vl.json` for Vega-Lite; every result with a picture can be written as these.
      """,
    examples: [
      "plot SPY last 6mo", "plot close, sma(close, 20) last 6mo", "plot close beside volume last 6mo",
      "plot candles below rsi(14) last 60",
      "plot close, sma(close, 200) log since 2010",
      "load sample AAPL; plot close, close @ SPY indexed since 2016", "backtest cross as trial; plot trial",
    ]
  ) { execution, call throws(Diagnostic) in
    if try call.form(of: PlotForm.self) == .calendar { return try execution.plotCalendar(call) }
    if let drawn = try execution.plottedResult(call) { return drawn }
    return try execution.plot(call)
  }
}

/// The forms of `plot`.
private enum PlotForm: String {
  case values = ""
  case calendar
}

extension Execution {
  /// The map of a calendar.
  fileprivate mutating func plotCalendar(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let calendar = try calendar(call)
    if let drawn = DrawnResult(of: calendar) { return drawn }
    throw Diagnostic(
      .noPicture, "there is nothing to draw: no trade was closed, or it is a list", at: call.commandSpan,
      hints: ["`plot calendar by day` and `by month` are maps"])
  }

  /// The drawing of the result that a bare name means; nil if the expressions are drawn.
  fileprivate mutating func plottedResult(_ call: CommandCall) throws(Diagnostic) -> (any StatementResult)? {
    let items = call[.plotted] ?? []
    guard items.count == 1, case .name(let name, let span) = items[0].expression, session.names[name] == nil,
      !isStandardName(name), name != "candles"
    else { return nil }
    let earlier = try shownResult(items[0].expression)
    let kept = session.results[name]
    guard earlier != nil || kept != nil else {
      if session.series[name] == nil, let picture = try accountPicture(name, at: span) { return picture }
      guard let word = scenarioWord(items[0].expression) else { return nil }
      return DrawnResult(of: try page(of: try scenario(word), at: word.span))
    }
    if call[.plottedBelow] != nil || call[.plottedBeside] != nil || call.has(.withTrades) || call.has(.indexed)
      || call.has(.logarithmic)
      || call.window != nil
    {
      let curve = kept?.backtest != nil ? ["`plot \(name).equity log` draws one of its curves"] : []
      throw Diagnostic(
        .tooManyArguments, "`plot \(name)` draws the entire \(kept?.kind ?? "result") and takes no clauses", at: span,
        hints: curve)
    }
    if let report = kept?.backtest { return ChartResult(of: report) }
    if let drawn = (earlier ?? kept?.whole).flatMap({ DrawnResult(of: $0) }) { return drawn }
    if let kept, kept.whole == nil || kept.whole is KeptPage {
      let statement = kept.origin.first { $0.0 == "statement" }?.1
      throw Diagnostic(
        .unknownResult, "of `\(name)`, a \(kept.kind), only the figures are kept, but a drawing needs all of it",
        at: span, hints: [statement.map { "`\($0)` computes it again" } ?? "run its statement again to compute it"])
    }
    throw Diagnostic(
      .wrongKind, "`\(name)` is a \(kept?.kind ?? earlier?.kind ?? "result"), which has no drawing", at: span,
      hints: ["`\(name)` shows it"])
  }

  fileprivate mutating func plot(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    var items = call[.plotted] ?? []
    let named = barsNamed(by: items)
    if items.isEmpty || named != nil {
      items = [NamedExpression(expression: .name("candles", named?.span ?? call.commandSpan))]
    }
    let series: Evaluation.Series
    if let named { series = named.series } else { series = try activeSeries(at: call.commandSpan) }
    let bars = series.bars
    let selection = try selection(call.window, in: bars, rows: writesPage ? nil : .last(120))
    let range = selection.listedBars
    guard !range.isEmpty else { throw emptyWindow(series, at: call.window?.span) }
    remarkPrices(of: series, in: range)
    var main: [Chart.Series] = []
    var extents: [Extent] = []
    var fractions: [Bool] = []
    for item in items {
      var own: [Chart.Series] = []
      if case .name("candles", _) = item.expression {
        own = [candles(bars, range)]
        fractions.append(false)
        extents.append(Extent("candles", Array(bars.low.values[range]) + bars.high.values[range], item.expression.span))
      } else {
        for shown in try columns([item], on: series) {
          try refuse(shown, at: item.expression.span)
          try remarkMissing(shown, range, series, at: item.expression.span)
          own.append(.line(shown.title, Array(shown.column.values[range])))
          fractions.append(shown.isFraction || shown.kind == .rate)
          extents.append(Extent(shown.title, shown.column.values[range], item.expression.span))
        }
      }
      if call.has(.indexed) { own = try indexed(own, bars, range, at: item.expression.span) }
      if call.has(.logarithmic) { try checkPositive(own, bars, range, at: item.expression.span) }
      main += own
    }
    if !call.has(.indexed), !call.has(.logarithmic) { noteFlat(extents) }
    if call.has(.withTrades) || call[.tradesOf] != nil { main += try tradeMarks(call, series, range) }
    let beside = try besides(call, series, range)
    // Bars are behind the lines of the other axis.
    main = beside.filter(\.isHistogram) + main + beside.filter { !$0.isHistogram }
    var pane = Chart.Pane(main, height: 14, guides: [])
    pane.isLogarithmic = call.has(.logarithmic)
    pane.marksLast = true
    if !call.has(.indexed), fractions.allSatisfy({ $0 }) { pane.format = .percent(2) }
    let panes = [pane] + (try panesBelow(call, series, range))
    let time = BarTimes(of: bars, in: range)
    let span = "\(bars.label(at: range.lowerBound)) to \(bars.label(at: range.upperBound - 1))"
    let how = call.has(.indexed) ? ", the first value is 100" : ""
    return ChartResult(
      title: "\(subject(of: call, on: series)), \(span)\(how)", chart: Chart(panes: panes, time: .times(time)))
  }

  /// The series that are drawn, in words: the series in use with its timeframe, and others by their drawn values.
  private func subject(of call: CommandCall, on series: Evaluation.Series) -> String {
    let own = "\(series.name) \(series.bars.timeframe)"
    let all = (call[.plotted] ?? []) + (call[.plottedBeside] ?? []) + (call[.plottedBelow] ?? [])
    let others = all.filter { item in
      switch item.expression {
      case .context(_, let contexts, _): return contexts.contains { if case .symbol = $0 { true } else { false } }
      // A series of values, by its name alone.
      case .name(let name, _): return session.names[name] == nil && session.series[name] != nil && name != series.name
      default: return false
      }
    }
    let words = others.map { sources.text(of: $0.expression.span) }
    if words.isEmpty { return own }
    return words.count == all.count && !all.isEmpty
      ? "\(words.joined(separator: ", ")) on the bars of \(own)" : "\(own), \(words.joined(separator: ", "))"
  }

  /// The values that a series takes on an axis.
  private struct Extent {
    let title: String
    let low: Double
    let high: Double
    let span: SourceSpan

    init(_ title: String, _ values: some Sequence<Double>, _ span: SourceSpan) {
      let there = values.filter(\.isFinite)
      (self.title, self.span) = (title, span)
      (low, high) = (there.min() ?? .nan, there.max() ?? .nan)
    }

    var size: Double { high - low }
  }

  /// Warns of a series that moves by less than a twentieth of the axis that it shares with wider ones.
  private mutating func noteFlat(_ all: [Extent]) {
    let known = all.filter { $0.size > 0 }
    guard known.count > 1, let wide = known.max(by: { $0.size < $1.size }), let low = known.map(\.low).min(),
      let high = known.map(\.high).max(),
      let flat = known.first(where: { $0.size < 0.05 * (high - low) && $0.title != wide.title })
    else { return }
    warnings.append(
      Diagnostic(
        .sharedAxis, "`\(flat.title)` is flat on the axis that it shares with `\(wide.title)`", at: flat.span,
        hints: ["`plot \(flat.title) below \(wide.title)` gives each a pane, `beside` an axis"], severity: .note))
  }

  /// The series after `beside`, on the second axis of the first pane.
  private mutating func besides(
    _ call: CommandCall, _ series: Evaluation.Series, _ range: Range<Int>
  ) throws(Diagnostic) -> [Chart.Series] {
    var all: [Chart.Series] = []
    for item in call[.plottedBeside] ?? [] {
      if case .name("candles", let span) = item.expression {
        throw Diagnostic(
          .wrongKind, "candles have the axis on the right side, so other series go beside them", at: span,
          hints: ["`plot candles beside volume`"])
      }
      for shown in try columns([item], on: series) {
        try refuse(shown, at: item.expression.span)
        try remarkMissing(shown, range, series, at: item.expression.span)
        all.append(Self.line(shown, range).beside)
      }
    }
    return all
  }

  /// A line, or bars for volume and histograms.
  private static func line(_ shown: ShownColumn, _ range: Range<Int>) -> Chart.Series {
    let values = Array(shown.column.values[range])
    return shown.title == "volume" || shown.title.hasSuffix(".histogram")
      ? .histogram(shown.title, values) : .line(shown.title, values)
  }

  /// A pane for each expression after `below`.
  private mutating func panesBelow(
    _ call: CommandCall, _ series: Evaluation.Series, _ range: Range<Int>
  ) throws(Diagnostic) -> [Chart.Pane] {
    var panes: [Chart.Pane] = []
    for item in call[.plottedBelow] ?? [] {
      let shown = try columns([item], on: series)
      for column in shown {
        try refuse(column, at: item.expression.span)
        try remarkMissing(column, range, series, at: item.expression.span)
      }
      var pane = Chart.Pane(shown.map { Self.line($0, range) }, height: 6)
      if shown.allSatisfy({ $0.isFraction || $0.kind == .rate }) { pane.format = .percent(2) }
      pane.marksLast = true
      panes.append(pane)
    }
    return panes
  }

  /// Series as parts of their first values, of candles the first close, times 100.
  private func indexed(
    _ all: [Chart.Series], _ bars: Bars, _ range: Range<Int>, at span: SourceSpan
  ) throws(Diagnostic) -> [Chart.Series] {
    try all.map { series throws(Diagnostic) in
      let values = series.columns.last?.values ?? []
      guard let place = values.firstIndex(where: { $0.isFinite }) else { return series }
      guard values[place] > 0 else {
        throw Diagnostic(
          .outOfRange,
          "`\(series.name)` is \(NumberText.plain(values[place])) on \(bars.label(at: range.lowerBound + place)), and only a series that begins above 0 can be indexed",
          at: span)
      }
      return series.multiplied(by: 100 / values[place])
    }
  }

  /// Refuses values that have no place on a logarithmic axis.
  private func checkPositive(
    _ all: [Chart.Series], _ bars: Bars, _ range: Range<Int>, at span: SourceSpan
  ) throws(Diagnostic) {
    for series in all {
      for column in series.columns {
        guard let place = column.values.firstIndex(where: { $0 <= 0 }) else { continue }
        throw Diagnostic(
          .outOfRange,
          "`\(column.name)` is \(NumberText.plain(column.values[place])) on \(bars.label(at: range.lowerBound + place)), which has no place on a logarithmic axis",
          at: span, hints: ["without `log` the axis can show zero and below"])
      }
    }
  }

  private func refuse(_ shown: ShownColumn, at span: SourceSpan) throws(Diagnostic) {
    guard !shown.kind.isNumeric, shown.kind != .truth else { return }
    throw Diagnostic(.wrongKind, "a chart draws numbers, but this is \(shown.kind.described)", at: span)
  }

  /// Says that a line has nothing to draw if it has no value on the bars of the chart, such as the equity of a run on
  /// other years.
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
    let first = series.bars.close.values[range].first { $0.isFinite && $0 > 0 }
    let trades = Chart.Series.marks("trades of \(report.name)", marks)
    return [call.has(.indexed) ? trades.multiplied(by: 100 / (first ?? 100)) : trades]
  }
}
