import Accounts
import Calendar
import Evaluation
import Presentation
import Text

/// A trade of an account: a lot with its closing, or one that is open.
package struct AccountTrade: Sendable {
  package let account: Account
  package let lot: Lot
  /// The closing; nil of an open trade.
  package let closing: Closing?
  /// The reason of the exit: a stop, a target, a strategy, or none of these.
  package let reason: String?
  /// The last price; nil of a closed trade, or if it is not known.
  package let mark: Money?

  package init(account: Account, lot: Lot, closing: Closing?, reason: String?, mark: Money?) {
    (self.account, self.lot, self.closing, self.reason, self.mark) = (account, lot, closing, reason, mark)
  }

  package var isOpen: Bool { closing == nil }
  package var entry: LedgerTime { LedgerTime(lot.opened, isDay: lot.isDay, in: account.zone) }
  package var exit: LedgerTime? { closing.map { LedgerTime($0.closed, isDay: $0.isDay, in: account.zone) } }
  package var gain: Money? {
    if let closing { return closing.gain }
    return mark.flatMap { Money.product(lot.size, $0) }.map { $0 - lot.cost }
  }
  /// Won, lost, or neither: a gain of zero is even.
  package var outcome: String? {
    closing.map { $0.gain > .zero ? "win" : $0.gain < .zero ? "loss" : "even" }
  }
  /// The price paid, without fees.
  private var entryPrice: Money {
    let paid = lot.size > .zero ? lot.cost - lot.fee : lot.cost + lot.fee
    return (paid.divided(by: lot.size) ?? .zero).shortened
  }
  private var days: Int { ((exit ?? entry).date.daysSince1970) - entry.date.daysSince1970 }

  /// The names of the values that backtests do not have.
  package static let ownNames = ["symbol", "outcome", "account", "reason"]

  /// The values of a trade: those of backtests, and what accounts have beside them.
  package static let fields: [Field<AccountTrade>] = [
    .text(.text("symbol", .name), .never) { $0.lot.symbol },
    .ledgerTime(.date("entry", key: "entry_date"), .never) { $0.entry },
    .ledgerTime(.date("exit", key: "exit_date"), without: "open") { $0.exit },
    .text(.text("side"), .never) { $0.lot.size > .zero ? "long" : "short" },
    .size(.number("size"), .never) { $0.lot.size.magnitude },
    .price(.number("entry price", key: "entry_price"), .never) { $0.entryPrice },
    .price(.number("exit price", key: "exit_price")) { $0.closing?.price ?? $0.mark },
    .money(Table.Column.number("pnl").coloredBySign) { $0.gain },
    .rate(Table.Column.percent("return").coloredBySign) { trade in
      trade.gain.flatMap { trade.lot.cost == .zero ? nil : $0.double / trade.lot.cost.magnitude.double }
    },
    .integer(.integer("bars"), .never) { $0.days }, .text(.text("entry rule", key: "entry_rule")) { $0.lot.strategy },
    .text(.text("exit rule", key: "exit_rule")) { $0.reason },
    .money(.number("commission"), .never) { $0.lot.fee + ($0.closing?.fee ?? .zero) },
    .text(.text("outcome")) { $0.outcome }, .text(.text("account"), .never) { $0.account.name },
    .text(.text("reason")) { $0.reason }, .text(.text("stage entry", key: "stage_entry")) { _ in nil },
    .text(.text("stage exit", key: "stage_exit")) { _ in nil },
    Field("profit", .rate) { trade in
      trade.gain.flatMap { trade.lot.cost == .zero ? nil : $0.double / trade.lot.cost.magnitude.double } ?? .nan
    },
  ]
}

/// The trades that closed in a period.
package struct TradingPeriod: Sendable {
  package let start: CivilDate
  package let trades: [AccountTrade]

  package init(start: CivilDate, trades: [AccountTrade]) { (self.start, self.trades) = (start, trades) }

  package var pnl: Money { trades.reduce(.zero) { $0 + ($1.gain ?? .zero) } }
  private var cost: Money { trades.reduce(.zero) { $0 + $1.lot.cost.magnitude } }

  package static let fields: [Field<TradingPeriod>] = [
    .date(.date("day", key: "trading_day"), .never, label: { "\($0.start)" }) {
      Zone.utc.timestamp(of: CivilTime(date: $0.start))
    },
    .money(Table.Column.number("P&L", key: "pnl").coloredBySign, .never) { $0.pnl },
    .rate(Table.Column.percent("%", key: "pnl_percent").coloredBySign) { period in
      period.cost == .zero ? nil : period.pnl.double / period.cost.double
    },
    .integer(.integer("trades"), .never) { $0.trades.count },
    .rate(.percent("win rate", decimals: 1, key: "win_rate")) { period in
      Double(period.trades.count { $0.outcome == "win" }) / Double(max(period.trades.count, 1))
    },
  ]
}

/// The statistics of an account.
package struct AccountStatistic: Sendable {
  package let name: String
  package let value: Double
  package let format: NumberFormat
  package let meaning: String

  package static let fields: [Field<AccountStatistic>] = [
    .text(.text("statistic"), .never) { $0.name },
    Field.number("value", .possible) { $0.value.isFinite ? $0.value : nil }
      .shown(.number("value")) { .number($0.value, $0.format) },
    .text(.text("meaning", .dim).wrapping, .never) { $0.meaning },
  ]

  /// The statistics of closed trades and of the entries beside them.
  package static func all(_ trades: [AccountTrade], _ lines: [Books.Line], _ state: Replay.State) -> [AccountStatistic]
  {
    let closed = trades.filter { !$0.isOpen }
    let gains = closed.map { ($0.gain ?? .zero).double }
    let (wins, losses) = (gains.filter { $0 > 0 }, gains.filter { $0 < 0 })
    func mean(_ values: [Double]) -> Double { values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count) }
    func sum(_ types: Set<EntryType>) -> Double {
      lines.lazy.filter { !$0.isVoid && types.contains($0.entry.type) }
        .reduce(Money.zero) { $0 + $1.entry.amount + $1.entry.withheld }.double
    }
    let fees =
      lines.lazy.filter { !$0.isVoid && !$0.entry.type.isIncome }.reduce(Money.zero) { $0 + $1.entry.fee }.double
      - sum([.fee])
    let money = NumberFormat.fixed(2).grouped
    let tax = sum([.tax]) - lines.lazy.filter { !$0.isVoid }.reduce(Money.zero) { $0 + $1.entry.withheld }.double
    let all: [(String, Double, NumberFormat, String)] = [
      ("trades", Double(closed.count), .integer, "closed lots"),
      ("open_trades", Double(trades.count - closed.count), .integer, "lots that are held"),
      (
        "win_rate", closed.isEmpty ? .nan : Double(wins.count) / Double(closed.count), .percent(1),
        "those with a gain above zero, of all closed ones"
      ),
      ("wins", Double(wins.count), .integer, "a gain above zero"),
      ("losses", Double(losses.count), .integer, "a gain below zero"),
      ("even", Double(closed.count - wins.count - losses.count), .integer, "neither a win nor a loss"),
      ("average_win", mean(wins), money, "mean gain of the wins"),
      ("average_loss", mean(losses), money, "mean gain of the losses"),
      ("best", gains.max() ?? .nan, money, "greatest gain"), ("worst", gains.min() ?? .nan, money, "least gain"),
      (
        "profit_factor", losses.isEmpty ? .nan : wins.reduce(0, +) / -losses.reduce(0, +), .fixed(2),
        "all wins over all losses"
      ),
      ("realized", gains.reduce(0, +), money, "gains of all closed lots, fees in"),
      ("fees", fees, money, "of trades and beside them"), ("dividends", sum([.dividend]), money, "before tax withheld"),
      ("interest", sum([.interest]), money, "received less paid"), ("tax", tax, money, "withheld, less paid back"),
      ("cash", state.cash.double, money, "now"),
    ]
    return all.map { AccountStatistic(name: $0.0, value: $0.1, format: $0.2, meaning: $0.3) }
  }
}
