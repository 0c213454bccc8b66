import Accounts
import Calendar
import Presentation

/// The fields of the lists of an account.
package enum AccountFields {
  /// A line of the ledger.
  package struct LedgerLine: Sendable {
    package let line: Books.Line
    package let zone: Zone

    package init(_ line: Books.Line, in zone: Zone) { (self.line, self.zone) = (line, zone) }

    package var entry: Entry { line.entry }
    package var time: LedgerTime { LedgerTime(entry.time, isDay: entry.isDay, in: zone) }
  }

  /// The lines of a ledger.
  package static let ledger: [Field<LedgerLine>] = [
    .integer(.integer("id"), .never) { $0.entry.id }, .ledgerTime(.date("time"), .never) { $0.time },
    .text(.text("type"), .never) { $0.entry.type.rawValue }, .text(.text("symbol", .name)) { $0.entry.symbol },
    .size(.number("size")) { $0.entry.size == .zero ? nil : $0.entry.size },
    .price(.number("price")) { $0.entry.price == .zero ? nil : $0.entry.price },
    .money(.number("fee")) { $0.entry.fee == .zero ? nil : $0.entry.fee },
    .money(Table.Column.number("amount").coloredBySign, .never) { $0.entry.amount },
    .money(.number("cash"), .never) { $0.line.cash }, .integer(.integer("voids")) { $0.entry.voids },
    .money(.number("withheld")) { $0.entry.withheld == .zero ? nil : $0.entry.withheld },
    .text(.text("note", .dim)) { $0.entry.note },
    .text(.text("ratio")) { $0.entry.ratio.old == 0 ? nil : "\($0.entry.ratio.new):\($0.entry.ratio.old)" },
    .text(.text("into", .name)) { $0.entry.target }, .text(.text("peer")) { $0.entry.peer },
    .text(.text("strategy")) { $0.entry.strategy }, .price(.number("stop")) { $0.entry.stop },
    .price(.number("target")) { $0.entry.goal }, .text(.text("currency")) { $0.entry.currency },
    .price(.number("rate")) { $0.entry.rate },
  ]

  /// The names of the values of entries that tables for users leave out.
  package static let forProgramsInLedger: Set = ["strategy", "stop", "target", "currency", "rate"]

  /// A lot that is held.
  package struct HeldLot: Sendable {
    package let lot: Lot
    package let zone: Zone

    package init(_ lot: Lot, in zone: Zone) { (self.lot, self.zone) = (lot, zone) }
  }

  /// The lots that are held.
  package static let lots: [Field<HeldLot>] = [
    .text(.text("symbol", .name), .never) { $0.lot.symbol },
    .ledgerTime(.date("opened"), .never) { LedgerTime($0.lot.opened, isDay: $0.lot.isDay, in: $0.zone) },
    .size(.number("size"), .never) { $0.lot.size }, .money(.number("cost"), .never) { $0.lot.cost },
    .price(.number("price"), .never) { $0.lot.price }, .integer(.integer("entry"), .never) { $0.lot.entry },
  ]

  /// A lot that was closed, as taxes see it.
  package struct Gain: Sendable {
    package let closing: Closing
    package let disallowed: Money
    package let zone: Zone

    package init(_ closing: Closing, disallowed: Money, in zone: Zone) {
      (self.closing, self.disallowed, self.zone) = (closing, disallowed, zone)
    }
  }

  /// The gains of closed lots.
  package static let gains: [Field<Gain>] = [
    .text(.text("term"), .never) { $0.closing.term(in: $0.zone).rawValue },
    .text(.text("symbol", .name), .never) { $0.closing.lot.symbol },
    .ledgerTime(.date("opened"), .never) {
      LedgerTime($0.closing.lot.opened, isDay: $0.closing.lot.isDay, in: $0.zone)
    },
    .ledgerTime(.date("closed"), .never) { LedgerTime($0.closing.closed, isDay: $0.closing.isDay, in: $0.zone) },
    .size(.number("size"), .never) { $0.closing.size }, .money(.number("proceeds"), .never) { $0.closing.proceeds },
    .money(.number("cost"), .never) { $0.closing.cost },
    .money(Table.Column.number("gain").coloredBySign, .never) { $0.closing.gain },
    .money(.number("disallowed"), .never) { $0.disallowed },
  ]

  /// The sums of the gains of a term.
  package struct TermSum: Sendable {
    package let term: Term
    package let proceeds: Money
    package let cost: Money
    package let disallowed: Money
    package let lots: Int

    package init(_ term: Term, of gains: [Gain]) {
      self.term = term
      let own = gains.filter { $0.closing.term(in: $0.zone) == term }
      proceeds = own.reduce(.zero) { $0 + $1.closing.proceeds }
      cost = own.reduce(.zero) { $0 + $1.closing.cost }
      disallowed = own.reduce(.zero) { $0 + $1.disallowed }
      lots = own.count
    }
  }

  /// The sums of gains by term.
  package static let terms: [Field<TermSum>] = [
    .text(.text("term"), .never) { $0.term.rawValue }, .integer(.integer("lots"), .never) { $0.lots },
    .money(.number("proceeds"), .never) { $0.proceeds }, .money(.number("cost"), .never) { $0.cost },
    .money(Table.Column.number("gain").coloredBySign, .never) { $0.proceeds - $0.cost },
    .money(.number("disallowed"), .never) { $0.disallowed },
  ]

  /// A position with its price.
  package struct Held: Sendable {
    package let position: Position
    /// The last close, with its day; nil if the symbol is not loaded.
    package let price: Money?
    /// The days since the first purchase.
    package let days: Int
    /// What its strategy says on the last bar; nil without one.
    package let signal: String?
    /// The stage of the economic cycle at the first purchase; nil if it is not known.
    package let stage: String?

    package init(_ position: Position, price: Money?, days: Int, signal: String?, stage: String?) {
      (self.position, self.price, self.days) = (position, price, days)
      (self.signal, self.stage) = (signal, stage)
    }

    /// The worth; nil without a price.
    package var value: Money? { price.flatMap { Money.product(position.size, $0) } }
    package var pnl: Money? { value.map { $0 - position.cost } }
    package var pnlPercent: Double? {
      pnl.flatMap { position.cost == .zero ? nil : $0.double / position.cost.magnitude.double }
    }
    /// The distance of the price from the stop, in parts of the price; below zero for a stop below it.
    package var away: Double? { position.stop.flatMap { stop in price.map { stop.double / $0.double - 1 } } }
  }

  /// The positions of an account.
  package static let positions: [Field<Held>] = [
    .text(.text("symbol", .name), .never) { $0.position.symbol }, .size(.number("size"), .never) { $0.position.size },
    .price(.number("entry"), .never) { held in held.position.entry.shortened },
    .price(.number("price")) { $0.price }, .money(.number("value")) { $0.value },
    .money(Table.Column.number("P&L", key: "pnl").coloredBySign) { $0.pnl },
    .rate(Table.Column.percent("%", decimals: 1, key: "pnl_percent").coloredBySign) { $0.pnlPercent },
    .price(.number("stop")) { $0.position.stop }, .rate(.percent("away", decimals: 1)) { $0.away },
    .price(.number("target")) { $0.position.goal },
    .integer(.integer("held"), .never) { $0.days }, .text(.text("signal")) { $0.signal },
    .text(.text("stage")) { $0.stage }, Field("profit") { $0.pnl?.double ?? .nan },
  ]
}

extension Money {
  /// The number without digits that a division alone has: eight decimals.
  package var shortened: Money { Money(units: (units + (units < 0 ? -5000 : 5000)) / 10_000 * 10_000) }
}
