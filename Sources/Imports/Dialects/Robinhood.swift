import Accounts
import Calendar

extension StatementDialect {
  /// The report of an account of Robinhood.
  static let robinhood = StatementDialect(
    name: "robinhood", title: "robinhood account activity",
    columns: ["activity date", "instrument", "description", "trans code", "quantity", "price", "amount"],
    dated: "activity date"
  ) { reader in
    let types: [String: EntryType] = [
      "Buy": .buy, "Sell": .sell, "BTO": .buy, "STC": .sell, "STO": .short, "BTC": .cover, "CDIV": .dividend,
      "MDIV": .dividend, "INT": .interest, "SLIP": .interest, "GOLD": .fee, "DFEE": .fee, "AFEE": .fee,
      "MISC": .deposit,
      "DTAX": .tax, "ACH": .deposit, "RTP": .deposit, "WIRE": .deposit, "DCF": .deposit, "XENT": .deposit,
      "XENT_CC": .deposit, "SPL": .split, "SPR": .split,
    ]
    for (place, row) in reader.rows.enumerated() {
      guard let day = StatementTime.american(row.text("activity date")) else { continue }
      let code = row.text("trans code")
      guard let type = types[code] else {
        reader.find(place, "\"\(code)\" is not understood")
        continue
      }
      var entry = reader.entry(type, on: day)
      let isOption = ["BTO", "STC", "STO", "BTC"].contains(code)
      let words = row.text("description").split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      let symbol = isOption ? words : row.text("instrument")
      switch type {
      case .split:
        guard let size = row.quantity("quantity"), size != .zero, !symbol.isEmpty else {
          reader.find(place, "\"\(code)\" without a quantity")
          continue
        }
        (entry.symbol, entry.size) = (symbol, size)
      case .buy, .sell, .short, .cover:
        guard let size = row.quantity("quantity")?.magnitude, size != .zero, let amount = row.money("amount"),
          let quoted = row.money("price"), !symbol.isEmpty,
          let price = isOption ? quoted.scaled(by: 100, over: 1) : quoted
        else {
          reader.find(place, "\"\(code)\" without a quantity, a price or an amount")
          continue
        }
        (entry.symbol, entry.size, entry.price, entry.amount) = (symbol, size, price, amount)
        // Fees are within the amount, which is rounded to cents.
        let worth = Money.product(size, price) ?? .zero
        let fee = type == .buy || type == .cover ? amount.magnitude - worth : worth - amount.magnitude
        entry.fee = fee >= Money(units: 9_999_999_999) ? fee : .zero
      default:
        guard let amount = row.money("amount") else {
          reader.find(place, "\"\(code)\" without an amount")
          continue
        }
        entry.amount = amount
        if type == .deposit { entry = reader.flow(amount, entry, note: words) } else { entry.note = words }
        if !symbol.isEmpty, type != .deposit { entry.symbol = symbol }
      }
      reader.add(entry, of: place)
    }
  }
}
