import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Presentation
import Reports
import Text

extension Command {
  static let trades = Command(
    CommandSyntax(
      "trades",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .result)], clauses: .list)
      ]),
    category: .strategies, summary: "Lists the trades of a backtest.",
    discussion: """
      `where` knows entry_date, exit_date, size, entry_price, exit_price, pnl, return (also called profit), bars, \
      commission, worst, best, and the strings side, entry_rule and exit_rule. A window of dates looks at the entry. `where` applies first, then the window, `sort by`, `top`.
      """,
    examples: ["backtest cross; trades last 3", "trades where profit > 5% sort by profit desc"]
  ) { execution, call throws(Diagnostic) in
    let report = try execution.backtest(call[.result], at: call.commandSpan)
    return TableResult(table: report.tradeTable(try execution.listed(report, call)))
  }

  static let equity = Command(
    CommandSyntax("equity", forms: [CommandSyntax.Form("", [.optional(role: .result)], clauses: [.window])]),
    category: .strategies, summary: "Lists the equity of a backtest at each close, with its drawdown.",
    examples: ["backtest cross; equity last 5"]
  ) { execution, call throws(Diagnostic) in
    let report = try execution.backtest(call[.result], at: call.commandSpan)
    let selection = try execution.selection(call.window, in: report.bars, rows: .last(10))
    let range = report.result.range
    let bars = selection.bars.clamped(to: range)
    let listed = selection.rows?.limited(bars) ?? bars
    var peak = report.result.settings.cash
    var drawdowns: [Double] = []
    for value in report.result.equity.values {
      peak = max(peak, value)
      drawdowns.append(value / peak - 1)
    }
    let rows = listed.map { index -> [Cell] in
      let offset = index - range.lowerBound
      let equity = report.result.equity[offset]
      let cash = report.result.cash[offset]
      return [
        .text(report.label(index)), .number(equity), .number(cash), .number(equity - cash), .number(drawdowns[offset]),
      ]
    }
    return EquityResult(
      table: Table(
        columns: [
          .date(report.bars.timeframe.isIntraday ? "time" : "date"), .number("equity", .fixed(2)),
          .number("cash", .fixed(2)),
          .number("holdings", .fixed(2)), Table.Column.percent("drawdown").coloredBySign,
        ], rows: rows), curve: report.result.equity.values)
  }

  static let stats = Command(
    CommandSyntax("stats", forms: [CommandSyntax.Form("", [.optional(role: .result)])]),
    category: .strategies, summary: "Lists all statistics of a backtest with their formulas.",
    examples: ["backtest cross; stats"]
  ) { execution, call throws(Diagnostic) in
    let report = try execution.backtest(call[.result], at: call.commandSpan)
    return TableResult(
      title: report.title,
      table: Table(
        columns: [.text("statistic"), .number("value"), .text("formula", .dim).wrapping],
        rows: Metric.all.map { [.text($0.name), $0.cell(report.performance), .text($0.formula)] }),
      notes: [report.assumptionsText])
  }

  static let drawdowns = Command(
    CommandSyntax(
      "drawdowns",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .result)], clauses: [.clause("top", .top)])
      ]),
    category: .strategies, summary: "Lists the drawdowns of a backtest, deepest first.",
    examples: ["backtest cross; drawdowns top 3"]
  ) { execution, call throws(Diagnostic) in
    let report = try execution.backtest(call[.result], at: call.commandSpan)
    let top = try call[.top].map { expression throws(Diagnostic) in try execution.count(expression) } ?? 10
    let all = report.result.drawdowns().enumerated().sorted {
      ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
    }
    return TableResult(
      table: Table(
        columns: [
          Table.Column.percent("depth").coloredBySign, .text("peak", key: "start"), .text("trough"),
          .text("recovered", key: "end"),
          .integer("bars"),
        ],
        rows: all.prefix(top).map { _, drawdown in
          [
            .number(drawdown.depth), .text(report.label(max(drawdown.start, report.result.range.lowerBound))),
            .text(report.label(drawdown.trough)),
            drawdown.isRecovered ? .text(report.label(drawdown.end)) : .text("not yet"), .integer(drawdown.bars),
          ]
        }), notes: all.isEmpty ? ["equity never fell below an earlier close"] : [])
  }

  static let signals = Command(
    CommandSyntax(
      "signals", forms: [CommandSyntax.Form("", [.required(.strategy)], clauses: [.window])]),
    category: .strategies, summary: "Lists on which bars the rules of a strategy held, and which.",
    discussion: "A rule is listed on each bar on which it holds, whether or not it led to an order.",
    examples: ["signals cross last 5"]
  ) { execution, call throws(Diagnostic) in
    try execution.signals(call)
  }
}

extension Execution {
  /// The backtest of a name, or the last one.
  mutating func backtest(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> BacktestReport {
    guard let word else {
      if let last = session.results.values.last(where: { $0.backtest != nil && $0.name == session.lastResult })
        ?? session.results.values.last(where: { $0.backtest != nil }), let report = last.backtest
      {
        return report
      }
      throw Diagnostic(.noResult, "there is no backtest yet", at: span, hints: ["`backtest STRATEGY` makes one"])
    }
    var name = try text(word)
    if name == "_", let last = session.lastResult { name = last }
    guard let result = session.results[name] else {
      let hint = Spelling.hint(for: name, in: Array(session.results.keys))
      throw Diagnostic(
        .unknownResult, "there is no result `\(name)`", at: word.span, hints: [hint ?? "`backtest \(name)` makes one"])
    }
    if let absent = result.absent {
      throw Diagnostic(
        .unknownResult, "of `\(name)` only the numbers are at hand: \(absent.reason)", at: word.span,
        hints: ["`print \(name).sharpe_ratio` shows one; running it again gives the rest"])
    }
    guard let report = result.backtest else {
      throw Diagnostic(.unknownResult, "`\(name)` is a \(result.kind), not a backtest", at: word.span)
    }
    return report
  }

  /// A whole number from 1.
  mutating func count(_ expression: Expression) throws(Diagnostic) -> Int {
    let (number, _) = try number(expression, "a count")
    guard number >= 1, number == number.rounded(), number < 1e12 else {
      throw Diagnostic(
        .outOfRange, "a count is a whole number from 1, not \(NumberText.plain(number))", at: expression.span)
    }
    return Int(number)
  }

  /// The trades that a list shows, in its order; a window of dates looks at the entry.
  mutating func listed(_ report: BacktestReport, _ call: CommandCall) throws(Diagnostic) -> [Trade] {
    let trades = report.frame(of: report.result.trades + report.result.openTrades)
    return try listed(trades, call, on: report.series) { $0.entryIndex }
  }

  fileprivate mutating func signals(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.strategy]
    let series = try activeSeries(at: call.commandSpan)
    let report = try run(
      subject, on: series, named: series.name, settings: session.settings, range: 0..<series.bars.count,
      at: call.commandSpan)
    let selection = try selection(call.window, in: series.bars, rows: .last(20))
    if call.window != nil, selection.bars.isEmpty { throw emptyWindow(series, at: call.window?.span) }
    let all = report.result.signals.filter { selection.bars.contains($0.index) }
    let listed = selection.limited(all)
    let prices = all.map(\.price)
    return SignalList(
      strategy: report.strategy,
      rows: listed.map { signal in
        (
          date: report.label(signal.index), type: signal.kind.rawValue, side: signal.side.map { "\($0)" } ?? "either",
          price: signal.price, rule: report.result.ruleName(of: signal), isOrdered: signal.isOrdered
        )
      },
      entries: all.count { $0.kind == .entry }, exits: all.count { $0.kind == .exit },
      lowest: prices.min() ?? .nan, highest: prices.max() ?? .nan)
  }
}

extension Bars {
  /// A series without bars.
  static let none = Bars(
    times: [], open: Column([]), high: Column([]), low: Column([]), close: Column([]), volume: Column([]),
    timeframe: .day, zone: .utc)
}
