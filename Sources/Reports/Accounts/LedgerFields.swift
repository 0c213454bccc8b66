import Accounts
import Calendar
import JSON
import Presentation
import Text

extension Field {
  /// A column of money with two decimals at least; for programs a number with all its digits.
  package static func money(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Money?
  ) -> Field {
    decimal(column, .fixed(2).grouped, null, value)
  }

  /// A column of prices, with the digits that they have.
  package static func price(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Money?
  ) -> Field {
    decimal(column, .general.significant(10), null, value)
  }

  /// A column of sizes, with the digits that they have.
  package static func size(
    _ column: Table.Column, _ null: NullValue = .possible, _ value: @escaping @Sendable (Item) -> Quantity?
  ) -> Field {
    decimal(column, .general.significant(12), null, value)
  }

  private static func decimal<Places>(
    _ column: Table.Column, _ format: NumberFormat, _ null: NullValue,
    _ value: @escaping @Sendable (Item) -> FixedDecimal<Places>?
  ) -> Field {
    var column = column
    column.format = format
    return decimal(column.key ?? column.title, null, value).shown(column) { Cell(value($0)) }
  }

  /// A decimal, which is a number with all its digits in JSON.
  package static func decimal<Places>(
    _ key: String, _ null: NullValue = .never, _ value: @escaping @Sendable (Item) -> FixedDecimal<Places>?
  ) -> Field {
    decimal(key, null, digits: { value($0).map { "\($0)" } }) { value($0)?.double }
  }
}

extension Cell {
  /// A decimal, with all its digits for programs.
  package init<Places>(_ value: FixedDecimal<Places>?, _ format: NumberFormat? = nil) {
    self.init(
      value.map { .number($0.double) } ?? .missing, format: format, exact: value.map { "\($0)" })
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
      .shown(column) { item in
        time(item).map { Cell(.text(StyledText($0.shown)), exact: $0.label) }
          ?? without.map { .missing(shown: $0) } ?? .missing
      }
  }
}
