import Accounts
import Calendar

extension StatementDialect {
  /// The transactions of an account of Coinbase, with and without identifiers, in all headers since 2021.
  static let coinbase = StatementDialect(
    name: "coinbase", title: "coinbase transactions",
    columns: ["timestamp", "transaction type", "asset", "quantity transacted", "subtotal", "notes"], dated: "timestamp"
  ) { reader in
    let pairs = reader.coinbasePairs()
    for (place, row) in reader.rows.enumerated() {
      let (kind, asset) = (row.text("transaction type"), CoinName.coinbase(row.text("asset")))
      let currency = row.text("price currency", "spot price currency")
      let id = row.text("id")
      reader.key(
        place, id.isEmpty ? "" : "\(id) \(kind) \(row.text("asset")) \(currency) \(row.text("quantity transacted"))")
      if let other = pairs[place] {
        if other < place || reader.entry(.transfer, at: row.text("timestamp"), isUTC: true) == nil { continue }
      }
      guard let moment = reader.entry(.transfer, at: row.text("timestamp"), isUTC: true),
        let size = row.quantity("quantity transacted"), size != .zero
      else {
        reader.find(place, "\"\(kind)\" without a time or a quantity")
        continue
      }
      if let other = pairs[place] {
        reader.move(asset, moment, kind, of: [place, other])
        continue
      }
      var entry = moment
      (entry.symbol, entry.size) = (asset, size.magnitude)
      entry.price = row.money("price at transaction", "spot price at transaction") ?? .zero
      let (net, total) = (row.money("subtotal")?.magnitude, row.money("total")?.magnitude)
      let fee = row.money("fees and/or spread")?.magnitude ?? .zero
      let word = kind.lowercased()
      var entries: [Entry] = []
      if word.hasSuffix("buy") || word.hasSuffix("sell") {
        guard let total else {
          reader.find(place, "\"\(kind)\" without a total")
          continue
        }
        let isBuy = word.hasSuffix("buy")
        (entry.type, entry.fee, entry.amount) = (isBuy ? .buy : .sell, fee, isBuy ? -total : total)
        entries = [entry]
      } else if word == "convert" {
        guard let (other, units) = CoinName.converted(row.text("notes")), let net else {
          reader.find(place, "\"Convert\" whose note does not say into what")
          continue
        }
        if other == asset {
          reader.move(asset, moment, kind, of: [place])
          continue
        }
        var bought = entry
        (entry.type, entry.amount) = (.sell, net)
        (bought.type, bought.symbol, bought.size, bought.amount) = (.buy, other, units, -net)
        bought.price = net.divided(by: units) ?? .zero
        entries = [entry, bought]
      } else if word.contains("income") || word.contains("reward") || word.hasSuffix("earn") {
        entry.type = .reward
        entries = [entry]
      } else if asset == currency, ["deposit", "withdrawal", "send", "receive"].contains(where: word.contains) {
        let amount = size.magnitude.money
        let isIn = word.contains("deposit") || word.contains("receive")
        entry = reader.flow(isIn ? amount : -amount, moment, note: row.text("notes"))
        entries = [entry]
      } else if ["send", "receive", "deposit", "withdrawal"].contains(where: word.contains) {
        let isIn = word.contains("receive") || word.contains("deposit")
        entry.size = isIn ? size.magnitude : -size.magnitude
        entries = [entry]
      } else {
        reader.find(place, "\"\(kind)\" is not understood")
        continue
      }
      guard let entries = reader.converted(entries, from: currency, of: place) else { continue }
      reader.add(entries, of: [place])
    }
  }
}

extension Quantity {
  /// The same number as an amount of money.
  var money: Money { Money(units: units / 1_000_000) }
}

extension StatementReader {
  /// The other row of each of two that move the same units at the same time, such as to staking and from it.
  fileprivate func coinbasePairs() -> [Int: Int] {
    var waiting: [String: [Int]] = [:]
    var pairs: [Int: Int] = [:]
    for (place, row) in rows.enumerated() {
      let word = row.text("transaction type").lowercased()
      guard word.contains("transfer") || word.contains("deprecation") || word == "send" || word == "receive",
        let size = row.quantity("quantity transacted"), size != .zero
      else { continue }
      let isOut = word == "send" || size < .zero
      let key = "\(row.text("timestamp")) \(CoinName.coinbase(row.text("asset"))) \(size.magnitude)"
      if let other = waiting["\(key) \(!isOut)"]?.popLast() {
        (pairs[place], pairs[other]) = (other, place)
      } else {
        waiting["\(key) \(isOut)", default: []].append(place)
      }
    }
    return pairs
  }
}

/// The names of coins, which exchanges write in their own ways.
enum CoinName {
  /// Staked ether is ether.
  static func coinbase(_ name: String) -> String { name == "ETH2" ? "ETH" : name }

  /// `XXBT`, `ZEUR`, `DOT.S`: the letter before a code, and what is staked.
  static func kraken(_ name: String) -> String {
    let base = String(name.prefix { $0 != "." })
    let names = ["XXBT": "BTC", "XBT": "BTC", "XXDG": "DOGE", "XDG": "DOGE", "ETH2": "ETH"]
    if let known = names[base] { return known }
    return base.count == 4 && (base.hasPrefix("X") || base.hasPrefix("Z")) ? String(base.dropFirst()) : base
  }

  /// The other leg of `Converted 0.00363125 BTC to 156.145683 XRP`.
  static func converted(_ note: String) -> (asset: String, size: Quantity)? {
    let words = note.split(separator: " ")
    guard let place = words.lastIndex(of: "to"), place + 2 < words.count,
      let size: Quantity = StatementRow.decimal(String(words[place + 1])), size > .zero
    else { return nil }
    return (coinbase(String(words[place + 2])), size)
  }
}
