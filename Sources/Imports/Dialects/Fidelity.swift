import Accounts
import Calendar

extension StatementDialect {
  /// The history of accounts of Fidelity, in its forms with and without units in the header.
  static let fidelity = StatementDialect(
    name: "fidelity", title: "fidelity history",
    columns: ["run date", "action", "symbol", "quantity", "price", "amount"],
    dated: "run date"
  ) { reader in
    for (place, row) in reader.rows.enumerated() {
      guard let day = StatementTime.american(row.text("run date")) else { continue }
      let action = row.text("action").split(separator: " ").joined(separator: " ").uppercased()
      guard let amount = row.money("amount") else {
        reader.find(place, "\"\(action.prefix(40))\" without an amount")
        continue
      }
      guard
        let type = FidelityAction.all.first(where: { action.hasPrefix($0.words) })?.type ?? FidelityAction.type(action)
      else {
        reader.find(place, "\"\(action.prefix(40))\" is not understood")
        continue
      }
      let symbol = row.text("symbol")
      var entry = reader.entry(type, on: day)
      entry.amount = amount
      switch type {
      case .buy, .sell:
        guard let size = row.quantity("quantity")?.magnitude, size != .zero, !symbol.isEmpty else {
          reader.find(place, "\"\(action.prefix(40))\" without a symbol or a quantity")
          continue
        }
        let accrued = row.money("accrued interest") ?? .zero
        (entry.symbol, entry.size) = (symbol, size)
        entry.fee = (row.money("commission")?.magnitude ?? .zero) + (row.money("fees")?.magnitude ?? .zero)
        entry.price = row.money("price") ?? .zero
        var entries = [entry]
        if accrued != .zero {
          // Interest that the seller of a bond had earned is paid to him, and is no part of its cost.
          var interest = reader.entry(.interest, on: day)
          (interest.symbol, interest.amount) = (symbol, amount < .zero ? -accrued.magnitude : accrued.magnitude)
          entries[0].amount -= interest.amount
          entries.append(interest)
        }
        // Bonds are quoted for a hundred.
        let worth = Money.product(size, entries[0].price) ?? .zero
        if worth > (amount.magnitude.scaled(by: 10, over: 1) ?? .zero) {
          entries[0].price = entries[0].price.scaled(by: 1, over: 100) ?? .zero
        }
        reader.add(entries, of: [place])
      case .deposit, .withdraw:
        reader.add(reader.flow(amount, entry, note: String(row.text("action").prefix(60))), of: place)
      default:
        entry.symbol = symbol.isEmpty ? nil : symbol
        reader.add(entry, of: place)
      }
    }
  }
}

/// The beginnings of the sentences that Fidelity writes.
private enum FidelityAction {
  static let all: [(words: String, type: EntryType)] = [
    ("YOU BOUGHT", .buy), ("REINVESTMENT", .buy), ("YOU SOLD", .sell), ("DIVIDEND RECEIVED", .dividend),
    ("LONG-TERM CAP GAIN", .dividend), ("SHORT-TERM CAP GAIN", .dividend), ("RETURN OF CAPITAL", .dividend),
    ("INTEREST", .interest), ("FEE", .fee), ("ADVISORY FEE", .fee), ("MARGIN INTEREST", .interest),
    ("FOREIGN TAX", .tax), ("TAX WITHHELD", .tax), ("FED TAX", .tax), ("STATE TAX", .tax), ("DIRECT ", .deposit),
    ("CHECK ", .deposit), ("TRANSFERRED ", .deposit), ("ELECTRONIC FUNDS", .deposit), ("WIRE ", .deposit),
    ("CO CONTR", .deposit), ("PARTIC CONTR", .deposit), ("CASH CONTRIBUTION", .deposit), ("CONTRIBUTION", .deposit),
    ("ROLLOVER", .deposit), ("DEBIT CARD", .deposit), ("BILL PAY", .deposit), ("DEPOSIT", .deposit),
    ("WITHDRAWAL", .deposit), ("JOURNALED", .deposit), ("ACH ", .deposit), ("CASH ADVANCE", .deposit),
  ]

  static func type(_ action: String) -> EntryType? { action.hasSuffix("FEE (CASH)") ? .fee : nil }
}
