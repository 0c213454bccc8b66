import Accounts
import Calendar
import FileFormats

/// An entry as a row of its table.
enum EntryRow {
  /// The columns in the order of the values.
  static let columns = [
    "sequence", "account", "id", "time", "is_day", "type", "symbol", "size", "price", "fee", "amount", "withheld",
    "ratio", "target", "peer", "voids", "stop", "goal", "strategy", "currency", "rate", "note",
  ]

  /// The values of an entry.
  static func values(_ entry: Entry) -> [SQLiteValue] {
    func decimal<Places>(_ value: FixedDecimal<Places>) -> SQLiteValue {
      value == .zero ? .null : .text("\(value)")
    }
    let ratio = entry.ratio.old == 0 ? nil : "\(entry.ratio.new):\(entry.ratio.old)"
    return [
      .integer(entry.sequence), .text(entry.account), .integer(entry.id), .integer(entry.time.milliseconds),
      .integer(entry.isDay ? 1 : 0), .text(entry.type.rawValue), .text(entry.symbol), decimal(entry.size),
      decimal(entry.price), decimal(entry.fee), .text("\(entry.amount)"), decimal(entry.withheld), .text(ratio),
      .text(entry.target), .text(entry.peer), .integer(entry.voids), .text(entry.stop.map { "\($0)" }),
      .text(entry.goal.map { "\($0)" }), .text(entry.strategy), .text(entry.currency),
      .text(entry.rate.map { "\($0)" }), .text(entry.note),
    ]
  }

  /// The entry of a row; nil for one that this program does not know.
  static func entry(_ row: SQLiteRow) -> Entry? {
    func decimal<Places>(_ column: Int) -> FixedDecimal<Places> {
      row.bytes(column).flatMap { FixedDecimal(bytes: $0) } ?? .zero
    }
    func level(_ column: Int) -> Money? { row.bytes(column).flatMap { Money(bytes: $0) } }
    guard let type = row.text(5).flatMap(EntryType.init), let account = row.text(1) else { return nil }
    var entry = Entry(type, in: account, at: Timestamp(milliseconds: Int64(row.integer(3))), isDay: row.integer(4) == 1)
    (entry.sequence, entry.id, entry.symbol) = (row.integer(0), row.integer(2), row.text(6))
    (entry.size, entry.price, entry.fee) = (decimal(7), decimal(8), decimal(9))
    (entry.amount, entry.withheld) = (decimal(10), decimal(11))
    if !row.isNull(15) { entry.voids = row.integer(15) }
    // What few entries have.
    if !row.isNull(12) {
      let ratio = row.text(12)?.split(separator: ":").compactMap { Int($0) } ?? []
      if ratio.count == 2 { entry.ratio = .init(ratio[0], ratio[1]) }
    }
    if !row.isNull(13) { entry.target = row.text(13) }
    if !row.isNull(14) { entry.peer = row.text(14) }
    if !row.isNull(16) { entry.stop = level(16) }
    if !row.isNull(17) { entry.goal = level(17) }
    if !row.isNull(18) { entry.strategy = row.text(18) }
    if !row.isNull(19) { entry.currency = row.text(19) }
    if !row.isNull(20) { entry.rate = level(20) }
    if !row.isNull(21) { entry.note = row.text(21) }
    return entry
  }
}
