import Accounts
import Calendar

extension StatementDialect {
  /// A Flex query of Interactive Brokers in XML: executions, money, corporate actions.
  static let flex = StatementDialect(
    name: "ibkr", title: "interactive brokers flex query", columns: [], dated: ""
  ) { reader in
    for (place, row) in reader.rows.enumerated() {
      reader.key(place, row.kind == "OpenPosition" ? "" : row.text("transactionid"))
      switch row.kind {
      case "Trade":
        // The same trade is there as an order, as closed lots and in sums.
        guard ["", "EXECUTION"].contains(row.text("levelofdetail")) else { reader.skip(place); continue }
        reader.readTrade(place, row, at: row.text("datetime"), money: row.money("netcash"))
      case "CashTransaction":
        guard ["", "DETAIL"].contains(row.text("levelofdetail")) else { reader.skip(place); continue }
        reader.readCash(place, row, at: row.text("datetime"))
      case "CorporateAction": reader.readAction(place, row)
      default:
        reader.skip(place)
        guard row.text("levelofdetail") != "LOT", let size = row.quantity("position") else { continue }
        reader.positions.append((row.text("symbol"), size, row.money("costbasismoney")))
      }
    }
  }

  /// The trades of a Flex query as a table.
  static let flexTrades = StatementDialect(
    name: "ibkr", title: "interactive brokers trades",
    columns: ["buy/sell", "tradedate", "quantity", "tradeprice", "ibcommission"], dated: "tradedate"
  ) { reader in
    for (place, row) in reader.rows.enumerated() {
      guard ["", "EXECUTION"].contains(row.text("levelofdetail")) else { reader.skip(place); continue }
      reader.key(place, row.text("transactionid", "tradeid"))
      let time = row.has("datetime") ? row.text("datetime") : row.text("tradedate")
      reader.readTrade(place, row, at: time, money: row.money("netcash"))
    }
  }

  /// The dividends, taxes and interest of a Flex query as a table.
  static let flexCash = StatementDialect(
    name: "ibkr", title: "interactive brokers cash", columns: ["type", "settledate", "description", "amount"],
    dated: "settledate"
  ) { reader in
    for (place, row) in reader.rows.enumerated() {
      reader.key(place, row.text("transactionid"))
      reader.readCash(place, row, at: row.text("settledate"))
    }
  }
}

extension StatementReader {
  private func symbol(_ row: StatementRow) -> String? {
    for name in ["symbol", "isin", "securityid"] where !row.text(name).isEmpty {
      return row.text(name).split(separator: " ").joined(separator: " ")
    }
    return nil
  }

  private func currency(_ row: StatementRow) -> String { row.text("currency", "currencyprimary") }

  /// The worth of the row's currency in that of the account, if that is the base of the statement.
  private func ownRate(_ row: StatementRow) -> Money? {
    row.money("fxratetobase").flatMap { $0 == .zero || $0 == Money(1) ? nil : $0 }
  }

  fileprivate mutating func readTrade(_ place: Int, _ row: StatementRow, at time: String, money: Money?) {
    guard let symbol = symbol(row), row.text("assetcategory") != "CASH" else {
      return find(place, "a trade of currencies: an account has one currency")
    }
    guard let size = row.quantity("quantity"), size != .zero, let price = row.money("tradeprice") else {
      return find(place, "a trade without a quantity or a price")
    }
    let side = row.text("buy/sell", "buysell").uppercased()
    let isBuy = side.hasPrefix("BUY") || side.isEmpty && size > .zero
    let code = row.text("opencloseindicator")
    let type: EntryType = isBuy ? (code == "C" ? .cover : .buy) : (code == "O" ? .short : .sell)
    guard !side.contains("CA.") else { return find(place, "a cancelled trade: take its trade back with `book void`") }
    guard var entry = entry(type, at: time) else { return find(place, "\"\(time)\" is no time") }
    let multiplier = row.quantity("multiplier").flatMap { $0 == .zero ? nil : $0 } ?? Quantity(1)
    let fee = -(row.money("ibcommission") ?? .zero) - (row.money("taxes") ?? .zero)
    guard let unit = Money.product(multiplier, price), let worth = Money.product(size.magnitude, unit) else {
      return find(place, "a number beyond the limit")
    }
    (entry.symbol, entry.size, entry.price) = (symbol, size.magnitude, unit)
    (entry.fee, entry.amount) = (fee, money ?? (isBuy ? -worth : worth) - fee)
    guard let entries = converted([entry], from: currency(row), of: place, rate: ownRate(row)) else { return }
    add(entries, of: [place])
  }

  fileprivate mutating func readCash(_ place: Int, _ row: StatementRow, at time: String) {
    let kind = row.text("type")
    guard let amount = row.money("amount") else { return find(place, "\"\(kind)\" without an amount") }
    let words: [(String, EntryType)] = [
      ("Withhold", .tax), ("Dividend", .dividend), ("Interest", .interest), ("Deposit", .deposit),
      ("Withdraw", .deposit), ("Fee", .fee), ("Commission", .fee), ("Tax", .tax), ("Advisor", .fee),
    ]
    guard let type = words.first(where: { kind.contains($0.0) })?.1 else {
      return find(place, "\"\(kind)\" is not understood")
    }
    guard var entry = entry(type, at: time) else { return find(place, "\"\(time)\" is no time") }
    entry.amount = amount
    if type == .deposit {
      entry = flow(amount, entry, note: row.text("description"))
    } else {
      entry.symbol = symbol(row)
    }
    guard let entries = converted([entry], from: currency(row), of: place, rate: ownRate(row)) else { return }
    add(entries, of: [place])
  }

  fileprivate mutating func readAction(_ place: Int, _ row: StatementRow) {
    let kind = row.text("type")
    guard let size = row.quantity("quantity"), let symbol = symbol(row),
      var entry = entry(.split, at: row.text("datetime"))
    else { return find(place, "a corporate action without a quantity, a symbol or a time") }
    (entry.symbol, entry.size) = (symbol, size)
    switch kind {
    case "FS", "RS", "SD": break
    case "SO": entry.type = .spinoff
    case "TC", "TM", "OR":
      guard size < .zero, let money = row.money("proceeds"), money != .zero else {
        return find(place, "\"\(kind)\" is not understood: \(row.text("actiondescription", "description").prefix(60))")
      }
      (entry.type, entry.size, entry.amount) = (.sell, size.magnitude, money)
      entry.price = money.divided(by: size.magnitude) ?? .zero
    default:
      return find(place, "\"\(kind)\" is not understood: \(row.text("actiondescription", "description").prefix(60))")
    }
    guard let entries = converted([entry], from: currency(row), of: place, rate: ownRate(row)) else { return }
    add(entries, of: [place])
  }
}
