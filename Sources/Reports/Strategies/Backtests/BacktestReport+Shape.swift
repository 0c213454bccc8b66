import Backtesting
import Columns
import JSON
import Strategies

extension BacktestReport {
  package static let shape = ResultShape<BacktestReport>(
    "backtest", "The run of a strategy on one symbol, or of a portfolio.",
    [
      .text("name") { $0.name }, .text("strategy") { $0.strategy },
      .members("parameters") { $0.parameters.map { ($0.name, .number($0.value)) } },
      .text("symbol") { $0.seriesName }, .text("timeframe") { "\($0.bars.timeframe)" },
      .text("since") { $0.label($0.result.range.lowerBound) },
      .text("until") { $0.label($0.result.range.upperBound - 1) }, .members("assumptions") { $0.assumptions },
      .object("performance", Performance.fields) { $0.performance },
      .list("trades", tradeFields(exit: .never)) { $0.result.trades.parts(of: $0) },
      .list("open_trades", tradeFields(exit: .always)) { $0.result.openTrades.parts(of: $0) },
      .list("pending", pendingFields) { $0.result.pendingOrders.parts(of: $0) },
      .group(
        "portfolio",
        [
          .number("start_value") { $0.performance.startValue }, .number("end_value") { $0.performance.endValue },
          .integer("total_trades") { $0.result.trades.count },
          .integer("open_trades") { $0.result.openTrades.count },
        ]),
      .text("ruined_on", .possible) { report in report.result.ruinedIndex.map { report.label($0) } },
      .integer("conflicts") { $0.result.conflicts.count }, .integer("rejections") { $0.result.rejections.count },
      .list("rejected_orders", rejectionFields) { $0.result.rejections.parts(of: $0) },
      .strings("notes") { $0.remarks }, Field.strings("legs") { $0.result.legs }.only { !$0.result.legs.isEmpty },
      Field.group(
        "corporate_actions",
        [
          .integer("splits") { $0.result.actions.count { $0.ratio != 1 } },
          .integer("dividends") { $0.result.actions.count { $0.dividend != 0 } },
          .number("dividends_received") { $0.result.dividends },
        ]
      ).only { !$0.result.actions.isEmpty },
      Field.group(
        "interest",
        [
          .number("earned") { $0.result.interest.earned }, .number("loans") { $0.result.interest.loan },
          .number("borrowed_shares") { $0.result.interest.borrow },
        ]
      ).only { report in
        let interest = report.result.interest
        return [interest.earned, interest.loan, interest.borrow].contains { $0 != 0 }
      },
      Field.strings("symbols") { $0.result.symbols }.only(isPortfolio),
      Field.list("holdings", holdingFields) { $0.result.holdings.parts(of: $0) }.only(isPortfolio),
      Field.list("attribution", attributionFields) { $0.attributions }.only(isPortfolio),
      Field.value("certificate", [.object], keys: Certificate.fields.schema()) { $0.certificate ?? .null }
        .only { $0.certificate != nil },
      Field.value("significance", [.object], keys: Significance.fields.schema()) { $0.significance ?? .null }
        .only { $0.significance.map { !$0.isNull } ?? false },
    ])

  private static let isPortfolio: @Sendable (BacktestReport) -> Bool = { !$0.result.symbols.isEmpty }

  /// An order that waits for the next bar.
  private static let pendingFields: [Field<Part<BacktestReport, PendingOrder>>] = [
    .text("decided") { $0.whole.label($0.thing.decidedIndex) }, .text("side") { "\($0.thing.side)" },
    .text("order") { $0.whole.describe($0.thing) }, .truth("unfinished") { $0.whole.isUnfinished($0.thing) },
  ]

  /// An entry that was not filled, and why.
  private static let rejectionFields: [Field<Part<BacktestReport, Rejection>>] = [
    .text("date") { $0.whole.label($0.thing.index) }, .text("decided") { $0.whole.label($0.thing.decidedIndex) },
    .text("rule") { $0.whole.result.entryRuleName(of: $0.thing) }, .text("reason") { $0.thing.reason.rawValue },
    .text("symbol", .possible) { order in order.thing.symbol.map { order.whole.result.symbols[$0] } },
  ]

  /// A position that a portfolio holds at the end.
  private static let holdingFields: [Field<Part<BacktestReport, Holding>>] = [
    .text("symbol") { $0.whole.result.symbols[$0.thing.symbol] }, .number("units") { $0.thing.units },
    .number("price") { $0.thing.price },
    .rate("share") { $0.thing.worth / $0.whole.performance.endValue },
  ]
}

extension Performance {
  /// The figures of a run; the ratios and deviations may be missing.
  static let fields: [Field<Performance>] = Metric.all.map { metric in
    .number(metric.name, known.contains(metric.name) ? .never : .possible) { metric.value($0) }
  }

  private static let known: Set<String> = [
    "total_return", "buy_and_hold_return", "start_value", "end_value", "exposure", "max_drawdown",
    "max_drawdown_duration", "average_drawdown", "ulcer_index", "trades", "open_trades", "longest_win_streak",
    "longest_loss_streak", "commission_paid", "slippage_paid", "turnover",
  ]
}
