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
  static func entry(_ row: [SQLiteValue]) -> Entry? {
    func money(_ place: Int) -> Money { row[place].text.flatMap { Money($0) } ?? .zero }
    guard row.count == columns.count, let type = row[5].text.flatMap(EntryType.init), let account = row[1].text
    else { return nil }
    var entry = Entry(
      type, in: account, at: Timestamp(milliseconds: row[3].integer ?? 0), isDay: row[4].integer == 1)
    entry.sequence = Int(row[0].integer ?? 0)
    entry.id = Int(row[2].integer ?? 0)
    entry.symbol = row[6].text
    entry.size = row[7].text.flatMap { Quantity($0) } ?? .zero
    (entry.price, entry.fee, entry.amount, entry.withheld) = (money(8), money(9), money(10), money(11))
    let ratio = row[12].text?.split(separator: ":").compactMap { Int($0) } ?? []
    if ratio.count == 2 { entry.ratio = .init(ratio[0], ratio[1]) }
    (entry.target, entry.peer, entry.voids) = (row[13].text, row[14].text, row[15].integer.map { Int($0) })
    entry.stop = row[16].text.flatMap { Money($0) }
    entry.goal = row[17].text.flatMap { Money($0) }
    (entry.strategy, entry.currency) = (row[18].text, row[19].text)
    entry.rate = row[20].text.flatMap { Money($0) }
    entry.note = row[21].text
    return entry
  }
}
