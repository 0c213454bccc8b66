import Backtesting
import Calendar
import Columns
import Evaluation
import Reports

extension BacktestReport {
  /// Trades as a frame: their numbers and strings by their JSON keys, and the parts of the time of entry.
  func frame(of trades: [Trade]) -> ItemFrame<Trade> {
    let result = result
    let zone = bars.zone
    let texts: [ItemKey<Trade>] = [
      ItemKey("side") { "\($0.side)" }, ItemKey("entry_rule") { result.entryRuleName(of: $0) },
      ItemKey("exit_rule") { result.exitRuleName(of: $0) ?? "" },
    ]
    return ItemFrame(one: "a trade", many: "trades", trades, Self.tradeKeys + texts + Self.entryKeys(in: zone))
  }

  /// The numbers of a trade that conditions and orders know, by their JSON key.
  static let tradeKeys: [ItemKey<Trade>] = [
    ItemKey("entry_date", .date) { Double($0.entryTime.milliseconds) },
    ItemKey("exit_date", .date) { Double($0.exitTime.milliseconds) },
    ItemKey("size") { $0.size }, ItemKey("entry_price") { $0.entryPrice }, ItemKey("exit_price") { $0.exitPrice },
    ItemKey("pnl") { $0.pnl }, ItemKey("return", .rate) { $0.returnRate }, ItemKey("profit", .rate) { $0.returnRate },
    ItemKey("bars") { Double($0.bars) }, ItemKey("commission") { $0.commission },
    ItemKey("worst", .rate) { $0.adverseExcursion }, ItemKey("best", .rate) { $0.favourableExcursion },
  ]

  /// The parts of the time at which a trade was entered.
  private static func entryKeys(in zone: Zone) -> [ItemKey<Trade>] {
    let parts: [(String, @Sendable (CivilTime) -> Int)] = [
      ("year", { $0.date.year }), ("month", { $0.date.month }), ("day", { $0.date.day }),
      ("weekday", { $0.date.weekday }), ("hour", { $0.hour }), ("minute", { $0.minute }),
    ]
    return parts.map { name, part in
      ItemKey(name, isDerived: true) { Double(part(zone.civilTime(at: $0.entryTime))) }
    }
  }
}
