import Accounts
import Calendar
import JSON
import Presentation
import Text

extension Field {
  /// A column of money with two decimals at least; in JSON a number with its digits.
  package static func money(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Money?
  ) -> Field {
    var column = column
    column.format = .fixed(2).grouped
    return number(column, null) { value($0)?.double }
  }

  /// A column of prices, with the digits that they have.
  package static func price(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Money?
  ) -> Field {
    var column = column
    column.format = .general.significant(10)
    return number(column, null) { value($0)?.double }
  }

  /// A column of sizes, with the digits that they have.
  package static func size(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Quantity?
  ) -> Field {
    var column = column
    column.format = .general.significant(12)
    return number(column, null) { value($0)?.double }
  }
}

/// A moment of an account: its label, and its place in windows of dates, by the account's clock.
package struct LedgerTime: Sendable, Hashable {
  package let time: Timestamp
  package let isDay: Bool
  package let zone: Zone

  package init(_ time: Timestamp, isDay: Bool, in zone: Zone) {
    (self.time, self.isDay, self.zone) = (time, isDay, zone)
  }

  /// The date.
  package var date: CivilDate { zone.civilTime(at: time).date }

  /// The date, with the time if it is known: for programs.
  package var label: String { isDay ? "\(date)" : zone.iso8601(time) }

  /// The date, with hours and minutes if they are known: for readers.
  package var shown: String {
    guard !isDay else { return "\(date)" }
    let civil = zone.civilTime(at: time)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(civil.date) \(two(civil.hour)):\(two(civil.minute))"
  }

  /// The time on the clock of the account, as if it were UTC: windows of dates are read on that.
  package var onClock: Timestamp { Timestamp(milliseconds: zone.civilTime(at: time).millisecondsSince1970) }
}

extension Field {
  /// A column of moments of an account.
  package static func ledgerTime(
    _ column: Table.Column, _ null: NullValue = .possible, without: String? = nil,
    _ time: @escaping @Sendable (Item) -> LedgerTime?
  ) -> Field {
    date(column, null, label: { time($0)?.label }, without: without) { time($0)?.onClock }
      .shown(column) { time($0).map { .text($0.shown) } ?? without.map { .missing(shown: $0) } ?? .missing }
  }
}
