import Accounts
import Calendar

extension StatementDialect {
  /// A table whose columns have plain names, as `ledger` writes it: date or time, type, symbol, size, price, fee, amount.
  static let generic = StatementDialect(name: "csv", title: "table", columns: ["type"], dated: "") { reader in
    for (place, row) in reader.rows.enumerated() {
      let word = row.text("type").lowercased()
      let time = row.text("time", "date")
      guard let type = EntryType(rawValue: word), type != .void else {
        reader.find(
          place, "the type \"\(word)\" is none of \(EntryType.allCases.map(\.rawValue).joined(separator: ", "))")
        continue
      }
      guard
        var entry = reader.entry(type, at: time)
          ?? StatementTime.american(time).map({ reader.entry(type, on: $0) })
      else {
        reader.find(place, "\"\(time)\" is no time")
        continue
      }
      let symbol = row.text("symbol", "ticker", "asset")
      entry.symbol = symbol.isEmpty ? nil : symbol
      let size = row.quantity("size", "quantity", "shares", "qty") ?? .zero
      (entry.price, entry.fee) = (
        row.money("price") ?? .zero, row.money("fee", "fees", "commission")?.magnitude ?? .zero
      )
      let amount = row.money("amount", "total", "net")
      switch type {
      case .buy, .sell, .short, .cover:
        guard size != .zero, entry.symbol != nil, let worth = Money.product(size.magnitude, entry.price),
          amount != nil || entry.price != .zero
        else {
          reader.find(place, "\"\(word)\" without a symbol, a size or a price")
          continue
        }
        entry.size = size.magnitude
        let isIn = type == .sell || type == .short
        entry.amount = amount.map { isIn ? $0.magnitude : -$0.magnitude } ?? (isIn ? worth : -worth) - entry.fee
      case .split where row.has("ratio") && !row.text("ratio").isEmpty:
        let parts = row.text("ratio").split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...1_000_000).contains($0) }) else {
          reader.find(place, "\"\(row.text("ratio"))\" is no ratio of a split")
          continue
        }
        entry.ratio = .init(parts[0], parts[1])
      case .split, .reward, .spinoff, .exchange, .transfer:
        guard size != .zero || amount != nil else {
          reader.find(place, "\"\(word)\" without a size")
          continue
        }
        (entry.size, entry.amount) = (size, type == .transfer ? amount ?? .zero : .zero)
        let into = row.text("into")
        entry.target = into.isEmpty ? nil : into
      default:
        guard let amount else {
          reader.find(place, "\"\(word)\" without an amount")
          continue
        }
        entry.withheld = row.money("withheld")?.magnitude ?? .zero
        entry.amount = type == .withdraw || type == .fee && !row.has("cash") ? -amount.magnitude : amount
      }
      let note = row.text("note", "description")
      entry.note = note.isEmpty ? nil : note
      guard let entries = reader.converted([entry], from: row.text("currency"), of: place) else { continue }
      reader.add(entries, of: [place])
      reader.balance(place, row.money("cash", "balance"))
    }
  }
}
