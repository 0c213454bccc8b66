import Accounts
import Backtesting
import Bookkeeping
import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Work

extension Command {
  package static let trades = Command(
    CommandSyntax(
      "trades",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .result)], clauses: .pages + .list(BacktestReport.tradeNames + AccountTrade.ownNames))
      ]),
    category: .strategies, summary: "Lists the trades of a backtest or an account.",
    discussion: """
      `where` knows entry_date, exit_date, size, entry_price, exit_price, pnl, return (also called profit), bars, \
      commission, worst, best, and the strings side, entry_rule and exit_rule. A window of dates applies to the entry. `where` applies first, then the window, `sort by`, `top`. \
      The trades of an account are its lots, the newest first, and have symbol, outcome (win, loss or even), account and reason \
      too; a window applies to their closing, and leaves out those that are open.
      """,
    examples: ["backtest cross; trades last 3", "trades where profit > 5% sort by profit desc"]
  ) { execution, call throws(Diagnostic) in
    if let account = try execution.listedAccount(call) { return try execution.tradeList(call, account) }
    let report = try execution.listedBacktest(call)
    let frame = report.frame(of: report.result.trades + report.result.openTrades, isStopped: execution.isStopped)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(
      table: report.tradeTable(frame.items(listing)), notes: listing.notes(of: report.name),
      details: listing.details(of: report.name),
      of: .trades(report, listing.indexes.map { $0 + 1 }))
  }

  package static let orders = Command(
    CommandSyntax(
      "orders",
      forms: [
        CommandSyntax.Form(
          "", [.optional(role: .result)],
          clauses: [.clause(.rejected)] + .list(BacktestReport.orderFields.names() + PlacedOrder.ownNames))
      ]),
    category: .strategies, summary: "Lists the orders of a backtest or an account, and the end of each.",
    discussion: """
      An order is decided at a close. It is filled, rejected with a reason, expired if no bar in its time reached its \
      price, replaced by a later decision, cancelled by a rule that leaves its side, or pending after the last bar. \
      Stops, targets and trails are not orders of their own: `trades` has their exits. `where` knows decided, order, \
      side, type, price, fate, date, fill_price and rule, and part if an order closes a share of the position. \
      Rejected orders are left out and counted, unless `rejected` lists them alone or `where` or `sort by` asks for \
      fate or reason. The orders of an account are those placed by hand, with id, size, symbol, stop, target, status \
      (waiting, open while its stop or target waits, filled, closed, cancelled, expired, rejected) and entry.
      """,
    examples: ["backtest cross; orders last 3", "orders rejected", "orders where fate != \"filled\""]
  ) { execution, call throws(Diagnostic) in
    if let account = try execution.listedAccount(call) { return try execution.orderList(call, account.state.account) }
    let report = try execution.listedBacktest(call)
    let clauses = ListClauses(call)
    let asks = [clauses.condition, clauses.key].compactMap { $0 }.contains { $0.uses("fate") || $0.uses("reason") }
    let frame = report.orderFrame(
      call.has(.rejected) ? .rejected : asks ? .all : .accepted, isStopped: execution.isStopped)
    let listing = try execution.listing(of: frame, clauses, rows: .last(10))
    let leftOut = call.has(.rejected) ? 0 : report.result.orders.count - frame.count
    return TableResult(
      table: try execution.whole(frame.table(listing)),
      notes: listing.notes(of: report.name)
        + (leftOut == 0
          ? []
          : [
            "without \(NumberText.counted(leftOut, "rejected order")): `orders \(report.name) rejected` lists \(Wording.plural(leftOut, "it", "them"))"
          ]),
      details: listing.details(of: report.name) + [("rejected_left_out", .integer(leftOut))])
  }

  package static let equity = Command(
    CommandSyntax(
      "equity", forms: [CommandSyntax.Form("", [.optional(role: .result)], clauses: .list(EquityBar.fields.names()))]),
    category: .strategies, summary: "Lists the equity of a backtest or an account, with its drawdown.",
    discussion: """
      `where` and `sort by` know equity, cash, holdings and drawdown, and the series of the bars: \
      `where close < sma(200)`. `trial.equity`, `trial.exposure` (holdings over equity, negative if short) and \
      `trial.drawdown` are series on the bars in use, missing outside of the run, for every command that takes one.
      """,
    examples: ["backtest cross; equity last 5", "equity where drawdown < -20% sort by drawdown top 3"]
  ) { execution, call throws(Diagnostic) in
    if let account = try execution.listedAccount(call) { return try execution.equityList(call, account) }
    let report = try execution.listedBacktest(call)
    let frame = report.equityFrame(isStopped: execution.isStopped)
    let listing = try execution.listing(of: frame, ListClauses(call), rows: .last(10))
    var result = TableResult(
      table: try execution.whole(frame.table(listing)), notes: listing.notes(of: report.name),
      details: listing.details(of: report.name), of: .equity(report, frame.items(listing).map(\.index)))
    result.drawn = report.equityPicture
    result.curve = report.result.equity.values.array
    return result
  }

  package static let stats = Command(
    CommandSyntax(
      "stats",
      forms: [
        CommandSyntax.Form("", [.optional(role: .result)], clauses: .list(BacktestReport.statisticFields.names()))
      ]),
    category: .strategies, summary: "Lists all statistics of a backtest or an account.",
    examples: ["backtest cross; stats"]
  ) { execution, call throws(Diagnostic) in
    if let account = try execution.listedAccount(call) { return try execution.statisticList(call, account) }
    let report = try execution.listedBacktest(call)
    let frame = ItemFrame(
      one: "a statistic", many: "statistics", Metric.all.parts(of: report.performance), BacktestReport.statisticFields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(
      title: report.title, table: frame.table(listing),
      notes: listing.notes(of: report.name) + [report.assumptionsText].filter { !$0.isEmpty },
      details: listing.details(of: report.name), of: .statistics(report))
  }

  package static let drawdowns = Command(
    CommandSyntax(
      "drawdowns",
      forms: [
        CommandSyntax.Form("", [.optional(role: .result)], clauses: .list(BacktestReport.drawdownFields.names()))
      ]),
    category: .strategies, summary: "Lists the drawdowns of a backtest or an account, deepest first.",
    discussion: "A window of dates applies to the peak. `where` and `sort by` know depth, start, trough, end and bars.",
    examples: ["backtest cross; drawdowns top 3", "drawdowns where bars > 250 sort by bars desc"]
  ) { execution, call throws(Diagnostic) in
    if let account = try execution.listedAccount(call) { return try execution.drawdownList(call, account) }
    let report = try execution.listedBacktest(call)
    let frame = report.drawdownFrame
    let listing = try execution.listing(of: frame, ListClauses(call), rows: .first(10))
    return TableResult(
      table: frame.table(listing),
      notes: (frame.count == 0 ? ["equity never fell below an earlier close"] : []) + listing.notes(of: report.name),
      details: listing.details(of: report.name))
  }

  package static let signals = Command(
    CommandSyntax(
      "signals",
      forms: [
        CommandSyntax.Form(
          "", [.required(.strategy)], clauses: .list(SignalList.rowFields.names()))
      ]),
    category: .strategies, summary: "Lists on which bars the rules of a strategy held, and which.",
    discussion: """
      A rule is listed on each bar on which it holds, whether or not it led to an order. `where` and `sort by` know \
      date, type, side, price, rule and ordered, and the series of the bars.
      """,
    examples: ["signals cross last 5", "signals cross where type == \"entry\" and volume > sma(volume, 20)"]
  ) { execution, call throws(Diagnostic) in
    try execution.signals(call)
  }
}

extension Execution {
  /// The backtest that a list is of, with the remarks on wrong or missing prices that it rests on.
  mutating func listedBacktest(_ call: CommandCall) throws(Diagnostic) -> BacktestReport {
    let report = try backtest(call[.result], at: call.commandSpan)
    if report.result.symbols.isEmpty { remarkPrices(of: report.series, in: report.result.range, basis: false) }
    return report
  }

  /// The run of a strategy over all bars whose signals are listed.
  mutating func signalRun(
    of subject: Subject, on series: Evaluation.Series, in range: Range<Int>? = nil, at span: SourceSpan,
    scansColumns: Bool = true
  ) throws(Diagnostic) -> BacktestReport {
    var settings = session.settings
    // A size that no run could trade says nothing about when its rules held.
    settings.backtest.takesSmallMoney = true
    return try run(
      subject, on: RunGround(series), settings: settings, range: range ?? 0..<series.bars.count, at: span,
      scansColumns: scansColumns)
  }

  fileprivate mutating func signals(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let series = try activeSeries(at: call.commandSpan)
    let report = try signalRun(of: try call[.strategy], on: series, at: call.commandSpan)
    remarkPrices(of: series, in: try selection(call.window, in: series.bars, rows: nil).bars, isComputed: true)
    let frame = report.signalFrame(isStopped: isStopped)
    let listing = try listing(of: frame, ListClauses(call), rows: .last(20))
    // The summary counts those that no limit of rows left out.
    let all = listing.candidates.indexes.map { frame.items[$0].thing }
    let prices = all.map(\.price)
    return SignalList(
      report: report, rows: frame.items(listing),
      entries: all.count { $0.kind == .entry }, exits: all.count { $0.kind == .exit },
      lowest: prices.min() ?? .nan, highest: prices.max() ?? .nan, notes: listing.notes, details: listing.details)
  }
}
