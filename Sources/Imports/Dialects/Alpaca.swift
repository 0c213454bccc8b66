import Accounts
import Calendar

extension StatementDialect {
  /// The activities of an account of Alpaca, as its interface gives them.
  static let alpaca = StatementDialect(
    name: "alpaca", title: "alpaca activities", columns: [], dated: ""
  ) { reader in
    let types: [String: EntryType] = [
      "FILL": .buy, "DIV": .dividend, "DIVCGL": .dividend, "DIVCGS": .dividend, "DIVROC": .dividend,
      "DIVTXEX": .dividend,
      "DIVNRA": .tax, "DIVFT": .tax, "DIVTW": .tax, "INTNRA": .tax, "INTTW": .tax, "FEE": .fee, "CFEE": .fee,
      "PTC": .fee,
      "DIVFEE": .fee, "INT": .interest, "CSD": .deposit, "CSW": .deposit, "JNLC": .deposit, "ACATC": .deposit,
      "TRANS": .deposit, "CSR": .deposit, "SPLIT": .split,
    ]
    for (place, row) in reader.rows.enumerated() {
      reader.key(place, row.text("id"))
      let code = row.text("activity_type")
      guard let type = types[code] else {
        reader.find(place, "\"\(code)\" is not understood")
        continue
      }
      let isFill = code == "FILL"
      let time = isFill ? row.text("transaction_time") : row.text("date")
      guard var entry = reader.entry(type, at: time, isUTC: isFill) else {
        reader.find(place, "\"\(time)\" is no time")
        continue
      }
      let symbol = row.text("symbol")
      if isFill || type == .split {
        guard let size = row.quantity("qty"), size != .zero, !symbol.isEmpty else {
          reader.find(place, "\"\(code)\" without a symbol or a quantity")
          continue
        }
        (entry.symbol, entry.size) = (symbol, size)
        if isFill {
          let sides: [String: EntryType] = ["buy": .buy, "sell": .sell, "sell_short": .short, "buy_to_cover": .cover]
          guard let side = sides[row.text("side")], let price = row.money("price"),
            let worth = Money.product(size.magnitude, price)
          else {
            reader.find(place, "a fill without a side or a price")
            continue
          }
          (entry.type, entry.size, entry.price) = (side, size.magnitude, price)
          entry.amount = side == .buy || side == .cover ? -worth : worth
          // What orders of our own add to a row.
          (entry.note, entry.strategy) = (row.some("note"), row.some("strategy"))
          (entry.stop, entry.goal) = (row.money("stop"), row.money("goal"))
        }
      } else {
        guard let amount = row.money("net_amount") else {
          reader.find(place, "\"\(code)\" without an amount")
          continue
        }
        entry.amount = amount
        let words = row.text("description")
        if type == .deposit {
          entry = reader.flow(amount, entry, note: words)
        } else {
          entry.note = words.isEmpty ? nil : words
        }
        if !symbol.isEmpty, type != .deposit { entry.symbol = symbol }
      }
      reader.add(entry, of: place)
    }
  }
}
