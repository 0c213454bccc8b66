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
          "", [.optional(role: .result)],
          clauses: [
            .clause("where", .condition),
            .clause("sort by", .tradeKey, .descending),
            .clause("top", .top), .window,
          ])
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
    let selection = try execution.selection(call.window, in: report.bars, rows: 10)
    let range = report.result.range
    let listed = selection.bars.clamped(to: range).suffix(selection.rows ?? Int.max)
    var peak = report.result.settings.cash
    var drawdowns: [Double] = []
    for value in report.result.equity.values {
      peak = max(peak, value)
      drawdowns.append(value / peak - 1)
    }
    let rows = listed.map { index -> [Cell] in
      let place = index - range.lowerBound
      let equity = report.result.equity[place]
      let cash = report.result.cash[place]
      return [
        .text(report.label(index)), .number(equity), .number(cash), .number(equity - cash), .number(drawdowns[place]),
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

  /// The trades that a listing shows, in its order.
  mutating func listed(_ report: BacktestReport, _ call: CommandCall) throws(Diagnostic) -> [Trade] {
    var trades = report.result.trades + report.result.openTrades
    if let condition = call[.condition] {
      let holds = try tradeCondition(condition, trades, of: report)
      trades = zip(trades, holds).filter(\.1).map(\.0)
    }
    if let window = call.window {
      let selection = try selection(window, in: report.bars, rows: nil)
      trades = trades.filter { selection.bars.contains($0.entryIndex) }
      if let rows = selection.rows { trades = Array(trades.suffix(rows)) }
    }
    if let word = call[.tradeKey] {
      let key = try text(word)
      guard let value = Self.tradeKeys.first(where: { $0.name == key })?.value else {
        let known = Self.tradeKeys.map(\.name)
        let hint = Spelling.hint(for: key, in: known)
        throw Diagnostic(
          .unknownField, "trades have no `\(key)`", at: word.span,
          hints: [hint ?? "their keys: \(known.joined(separator: ", "))"])
      }
      let descends = call.has(.descending)
      trades = trades.enumerated().sorted { left, right in
        let (a, b) = (value(left.element), value(right.element))
        return a == b ? left.offset < right.offset : descends ? a > b : a < b
      }.map(\.element)
    }
    if let top = call[.top] { trades = Array(trades.prefix(try count(top))) }
    return trades
  }

  /// The numbers of a trade that conditions and orders know, by their JSON key.
  static let tradeKeys: [(name: String, kind: Kind, value: @Sendable (Trade) -> Double)] = [
    ("entry_date", .date, { Double($0.entryTime.milliseconds) }),
    ("exit_date", .date, { Double($0.exitTime.milliseconds) }),
    ("size", .number, { $0.size }), ("entry_price", .number, { $0.entryPrice }),
    ("exit_price", .number, { $0.exitPrice }),
    ("pnl", .number, { $0.pnl }), ("return", .rate, { $0.returnRate }), ("profit", .rate, { $0.returnRate }),
    ("bars", .number, { Double($0.bars) }), ("commission", .number, { $0.commission }),
    ("worst", .rate, { $0.adverseExcursion }), ("best", .rate, { $0.favourableExcursion }),
  ]

  /// On which trades a condition holds; it sees their numbers and texts by their JSON keys.
  private mutating func tradeCondition(
    _ condition: Expression, _ trades: [Trade], of report: BacktestReport
  ) throws(Diagnostic) -> [Bool] {
    let shown = try values(of: condition, on: trades, of: report, title: "")
    guard shown.kind == .truth else {
      throw Diagnostic(
        .wrongKind, "`where` needs a condition on the trades", at: condition.span,
        hints: ["`where profit > 5% and bars > 3`", "`where exit_rule == \"stop\"`"])
    }
    return shown.column.values.map { $0 == 1 }
  }

  fileprivate mutating func signals(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let subject = try call[.strategy]
    let series = try activeSeries(at: call.commandSpan)
    let report = try run(
      subject, on: series, named: series.name, settings: session.settings, range: 0..<series.bars.count,
      at: call.commandSpan)
    let selection = try selection(call.window, in: series.bars, rows: 20)
    if call.window != nil, selection.bars.isEmpty { throw emptyWindow(series, at: call.window?.span) }
    let all = report.result.signals.filter { selection.bars.contains($0.index) }
    let listed = selection.rows.map { Array(all.suffix($0)) } ?? all
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
