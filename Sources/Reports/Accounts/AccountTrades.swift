import Accounts
import Calendar
import Evaluation
import Presentation
import Text

/// A trade of an account: a lot with its closing, or one that is open.
package struct AccountTrade: Sendable {
  /// What all trades of an account share.
  package final class Owner: Sendable {
    package let account: Account
    /// The stages of the economic cycle by days; nil if they are not known.
    package let cycle: EconomicCycle?

    package init(_ account: Account, cycle: EconomicCycle?) { (self.account, self.cycle) = (account, cycle) }
  }

  private let owner: Owner
  package let lot: Lot
  /// The closing; nil of an open trade.
  package let closing: Closing?
  /// The reason of the exit: a stop, a target, a strategy, or none of these.
  package let reason: String?
  /// The last price; nil of a closed trade, or if it is not known.
  package let mark: Money?

  package init(_ owner: Owner, lot: Lot, closing: Closing?, reason: String?, mark: Money?) {
    (self.owner, self.lot, self.closing, self.reason, self.mark) = (owner, lot, closing, reason, mark)
  }

  package var account: Account { owner.account }
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
    .text(.text("reason")) { $0.reason },
    .text(.text("stage entry", key: "stage_entry")) { $0.owner.cycle?.stage(on: $0.entry.date)?.rawValue },
    .text(.text("stage exit", key: "stage_exit")) { trade in
      trade.exit.flatMap { trade.owner.cycle?.stage(on: $0.date)?.rawValue }
    },
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

/// A figure of an account.
package struct AccountStatistic: Sendable {
  /// A figure: a count, an amount, or a number that follows from these.
  package enum Value: Sendable {
    case count(Int)
    case money(Money?)
    case number(Double, NumberFormat)
  }

  package let name: String
  package let value: Value
  package let meaning: String

  private init(_ name: String, _ value: Value, _ meaning: String) {
    (self.name, self.value, self.meaning) = (name, value, meaning)
  }

  private var number: Double? {
    switch value {
    case .count(let count): Double(count)
    case .money(let money): money?.double
    case .number(let number, _): number.isFinite ? number : nil
    }
  }

  private var cell: Cell {
    switch value {
    case .count(let count): .integer(count)
    case .money(let money): Cell(money, .fixed(2).grouped)
    case .number(let number, let format): .number(number, format)
    }
  }

  package static let fields: [Field<AccountStatistic>] = [
    .text(.text("statistic"), .never) { $0.name },
    Field.number("value", .possible) { $0.number }.shown(.number("value")) { $0.cell },
    .text(.text("meaning", .dim).wrapping, .never) { $0.meaning },
  ]

  /// The statistics of closed lots and of the entries beside them.
  package static func all(_ lines: [Books.Line], _ state: Replay.State) -> [AccountStatistic] {
    var (won, lost) = (Money.zero, Money.zero)
    var (wins, losses) = (0, 0)
    var best: Money?
    var worst: Money?
    for closing in state.closings {
      let gain = closing.gain
      if gain > .zero { (won, wins) = (won + gain, wins + 1) }
      if gain < .zero { (lost, losses) = (lost + gain, losses + 1) }
      best = max(best ?? gain, gain)
      worst = min(worst ?? gain, gain)
    }
    var (fees, withheld) = (Money.zero, Money.zero)
    var sums: [EntryType: Money] = [:]
    for line in lines where !line.isVoid {
      let type = line.entry.type
      if type.isIncome {
        sums[type, default: .zero] += line.entry.amount + line.entry.withheld
      } else {
        fees += line.entry.fee
      }
      withheld += line.entry.withheld
    }
    func sum(_ type: EntryType) -> Money { sums[type] ?? .zero }
    func mean(_ sum: Money, _ count: Int) -> Money? { sum.scaled(by: 1, over: Int128(count)) }
    let closed = state.closings.count
    return [
      .init("trades", .count(closed), "closed lots"),
      .init("open_trades", .count(state.lots.count), "lots that are held"),
      .init(
        "win_rate", .number(closed == 0 ? .nan : Double(wins) / Double(closed), .percent(1)),
        "those with a gain above zero, of all closed ones"),
      .init("wins", .count(wins), "a gain above zero"), .init("losses", .count(losses), "a gain below zero"),
      .init("even", .count(closed - wins - losses), "neither a win nor a loss"),
      .init("average_win", .money(mean(won, wins)), "mean gain of the wins"),
      .init("average_loss", .money(mean(lost, losses)), "mean gain of the losses"),
      .init("best", .money(best), "greatest gain"), .init("worst", .money(worst), "least gain"),
      .init(
        "profit_factor", .number(losses == 0 ? .nan : won.double / -lost.double, .fixed(2)), "all wins over all losses"),
      .init("realized", .money(won + lost), "gains of all closed lots, fees in"),
      .init("fees", .money(fees - sum(.fee)), "of trades and beside them"),
      .init("dividends", .money(sum(.dividend)), "before tax withheld"),
      .init("interest", .money(sum(.interest)), "received less paid"),
      .init("tax", .money(sum(.tax) - withheld), "withheld, less paid back"), .init("cash", .money(state.cash), "now"),
    ]
  }
}
