import Backtesting
import Calendar
import Columns
import Evaluation
import Reports
import Sessions

extension BacktestReport {
  /// Trades as a frame: their numbers and strings by their JSON keys, and the parts of the time of entry.
  ///
  /// A window of dates looks at the entry. Once it is stopped, the frame is of no use to a listing.
  package func frame(
    of trades: [Trade], isStopped: @escaping @Sendable () -> Bool = { false }
  ) -> ItemFrame<Trade> {
    let result = result
    let texts: [ListColumn<Trade>] = [
      ListColumn("side") { "\($0.side)" }, ListColumn("entry_rule") { result.entryRuleName(of: $0) },
      ListColumn("exit_rule") { result.exitRuleName(of: $0) ?? "" },
      ListColumn("symbol") { [seriesName] trade in trade.symbol.map { result.symbols[$0] } ?? seriesName },
    ]
    return ItemFrame(
      one: "a trade", many: "trades", trades,
      Self.tradeColumns + texts + ListColumn.parts(in: bars.zone, of: \.entryTime), series: series,
      placement: .bars(series, { trades[$0].entryIndex }), isStopped: isStopped)
  }

  /// The numbers of a trade that conditions and orders know, by their JSON key.
  private static let tradeColumns: [ListColumn<Trade>] = [
    ListColumn("entry_date", .date) { Double($0.entryTime.milliseconds) },
    ListColumn("exit_date", .date) { Double($0.exitTime.milliseconds) },
    ListColumn("size") { $0.size }, ListColumn("entry_price") { $0.entryPrice },
    ListColumn("exit_price") { $0.exitPrice },
    ListColumn("pnl") { $0.pnl }, ListColumn("return", .rate) { $0.returnRate },
    ListColumn("profit", .rate) { $0.returnRate },
    ListColumn("bars") { Double($0.bars) }, ListColumn("commission") { $0.commission },
    ListColumn("split_ratio") { $0.splitRatio }, ListColumn("dividends") { $0.dividends },
    ListColumn("worst", .rate) { $0.adverseExcursion }, ListColumn("best", .rate) { $0.favourableExcursion },
  ]

  /// The names of a trade's values, for completion.
  static let tradeNames = tradeColumns.map(\.name) + ["side", "entry_rule", "exit_rule", "symbol"]
}

extension ListColumn {
  /// The parts of a moment of an item: its year, month, day, weekday, hour and minute.
  package static func parts(in zone: Zone, of moment: @escaping @Sendable (Item) -> Timestamp) -> [ListColumn] {
    let parts: [(String, @Sendable (CivilTime) -> Int)] = [
      ("year", { $0.date.year }), ("month", { $0.date.month }), ("day", { $0.date.day }),
      ("weekday", { $0.date.weekday }), ("hour", { $0.hour }), ("minute", { $0.minute }),
    ]
    return parts.map { name, part in
      ListColumn(name, isDerived: true) { Double(part(zone.civilTime(at: moment($0)))) }
    }
  }
}
