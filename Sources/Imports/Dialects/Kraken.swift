import Accounts
import Calendar

extension StatementDialect {
  /// The ledgers of an account of Kraken: a row for each side of a trade.
  static let krakenLedgers = StatementDialect(
    name: "kraken", title: "kraken ledgers", columns: ["refid", "time", "type", "asset", "amount", "fee"], dated: "time"
  ) { reader in
    var groups: [String: [Int]] = [:]
    var order: [String] = []
    for (place, row) in reader.rows.enumerated() {
      let id = row.text("txid")
      reader.key(place, id.isEmpty ? "\(row.text("refid")) \(row.text("asset")) \(row.text("amount")) untold" : id)
      let key = "\(row.text("refid")) \(row.text("type") == "receive" ? "spend" : row.text("type"))"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(place)
      if CoinName.kraken(row.text("asset")) == reader.account.currency { reader.balance(place, row.money("balance")) }
    }
    for key in order { reader.readKraken(groups[key] ?? []) }
  }

  /// The trades of an account of Kraken.
  static let krakenTrades = StatementDialect(
    name: "kraken", title: "kraken trades", columns: ["txid", "pair", "time", "type", "price", "cost", "fee", "vol"],
    dated: "time"
  ) { reader in
    for (place, row) in reader.rows.enumerated() {
      // The rows of the ledgers that tell the same trade.
      let ledgers = row.text("ledgers").split(separator: ",").map { $0.split(separator: " ").joined() }
      reader.key(place, [row.text("txid")] + ledgers)
      let isBuy = row.text("type") == "buy"
      guard let (base, quote) = KrakenPair.parts(row.text("pair")),
        var entry = reader.entry(isBuy ? .buy : .sell, at: row.text("time"), isUTC: true),
        let size = row.quantity("vol"), size > .zero, let cost = row.money("cost"), isBuy || row.text("type") == "sell"
      else {
        reader.find(place, "a trade of \"\(row.text("pair"))\" is not understood")
        continue
      }
      let fee = row.money("fee") ?? .zero
      (entry.symbol, entry.size, entry.price, entry.fee) = (base, size, row.money("price") ?? .zero, fee)
      entry.amount = (isBuy ? -cost : cost) - fee
      guard let entries = reader.converted([entry], from: quote, of: place) else { continue }
      reader.add(entries, of: [place])
    }
  }
}

/// A pair such as `XXBTZEUR`, `XBTUSDT`, `ETH/USD`.
private enum KrakenPair {
  private static let quotes = [
    "ZEUR", "ZUSD", "ZGBP", "ZCAD", "ZJPY", "ZAUD", "XXBT", "XETH", "USDT", "USDC", "EUR", "USD", "GBP", "CAD", "JPY",
    "AUD",
    "CHF", "XBT", "ETH", "DAI",
  ]

  static func parts(_ pair: String) -> (String, String)? {
    let halves = pair.split(separator: "/")
    if halves.count == 2 { return (CoinName.kraken(String(halves[0])), CoinName.kraken(String(halves[1]))) }
    guard let quote = quotes.first(where: { pair.hasSuffix($0) && pair.count > $0.count }) else { return nil }
    return (CoinName.kraken(String(pair.dropLast(quote.count))), CoinName.kraken(quote))
  }
}

extension StatementReader {
  /// The rows of one reference.
  fileprivate mutating func readKraken(_ all: [Int]) {
    // A deposit has a row when it is announced, without a balance, and another one when it came.
    let told = all.filter { !rows[$0].text("txid").isEmpty }
    let places = told.isEmpty ? Array(all.prefix(1)) : told
    guard let first = places.first, let moment = entry(.transfer, at: rows[first].text("time"), isUTC: true) else {
      for place in all { find(place, "\"\(rows[place].text("time"))\" is no time") }
      return
    }
    let kind = rows[first].text("type")
    let legs = places.map { place in
      (
        asset: CoinName.kraken(rows[place].text("asset")), amount: rows[place].quantity("amount") ?? .zero,
        fee: rows[place].quantity("fee") ?? .zero
      )
    }
    switch kind {
    case "trade", "spend", "receive": readKrakenTrade(kind, moment, legs, all)
    case "deposit", "withdrawal":
      for (place, leg) in zip(places, legs) { readKrakenFlow(moment, leg, legs.count == 1 ? all : [place]) }
    case "staking", "dividend", "reward", "earn":
      if legs.count == 2, legs[0].asset == legs[1].asset { return move(legs[0].asset, moment, kind, of: all) }
      for (place, leg) in zip(places, legs) {
        var reward = moment
        (reward.type, reward.symbol, reward.size) = (.reward, leg.asset, leg.amount - leg.fee)
        guard reward.size > .zero else {
          find(place, "\"\(kind)\" without units that come")
          continue
        }
        if leg.asset == account.currency {
          (reward.type, reward.symbol, reward.amount, reward.size) = (.interest, nil, reward.size.money, .zero)
        }
        add([reward], of: [place])
      }
    case "transfer":
      let sum = legs.reduce(Quantity.zero) { $0 + $1.amount }
      if Set(legs.map(\.asset)).count == 1, sum == .zero || legs.count == 1 {
        return move(legs[0].asset, moment, rows[first].text("subtype"), of: all)
      }
      for place in all { find(place, "\"transfer\" of units that do not come back is not understood") }
    case "rollover", "margin":
      for (place, leg) in zip(places, legs) {
        guard leg.asset == account.currency else {
          find(place, "\"\(kind)\" in \(leg.asset) is not understood")
          continue
        }
        var fee = moment
        (fee.type, fee.amount) = (.fee, (leg.amount - leg.fee).money)
        add([fee], of: [place])
      }
    default: for place in all { find(place, "\"\(kind)\" is not understood") }
    }
  }

  private typealias Leg = (asset: String, amount: Quantity, fee: Quantity)

  private mutating func readKrakenFlow(_ moment: Entry, _ leg: Leg, _ places: [Int]) {
    guard leg.asset == account.currency else {
      var transfer = moment
      (transfer.symbol, transfer.size) = (leg.asset, leg.amount)
      var entries = [transfer]
      if leg.fee != .zero {
        var fee = moment
        (fee.type, fee.symbol, fee.size) = (.fee, leg.asset, leg.fee)
        entries.append(fee)
      }
      return add(entries, of: places)
    }
    var entries = [flow(leg.amount.money, moment, note: "")]
    if leg.fee != .zero {
      var fee = moment
      (fee.type, fee.amount) = (.fee, -leg.fee.money)
      entries.append(fee)
    }
    add(entries, of: places)
  }

  /// Money on one side and units on the other; a fee in units makes the sale larger, or the purchase smaller.
  private mutating func readKrakenTrade(_ kind: String, _ moment: Entry, _ legs: [Leg], _ places: [Int]) {
    guard legs.count == 2, let cash = legs.first(where: { $0.asset == account.currency }),
      let units = legs.first(where: { $0.asset != account.currency }), units.amount != .zero
    else {
      for place in places {
        find(place, "a trade without a side in \(account.currency): its worth is not known", code: "no-rate")
      }
      return
    }
    var trade = moment
    let isBuy = units.amount > .zero
    trade.type = isBuy ? .buy : .sell
    trade.symbol = units.asset
    trade.price = cash.amount.magnitude.money.divided(by: units.amount.magnitude) ?? .zero
    trade.size = units.amount.magnitude + (isBuy ? -units.fee : units.fee)
    trade.amount = (cash.amount - cash.fee).money
    trade.fee = cash.fee.money + (Money.product(units.fee, trade.price) ?? .zero)
    guard trade.size > .zero else {
      for place in places { find(place, "a fee that takes all units") }
      return
    }
    add([trade], of: places)
  }
}
