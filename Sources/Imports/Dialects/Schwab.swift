import Accounts
import Calendar

extension StatementDialect {
  /// The history of a brokerage account of Schwab.
  static let schwab = StatementDialect(
    name: "schwab", title: "schwab brokerage history",
    columns: ["date", "action", "symbol", "description", "quantity", "price", "fees & comm", "amount"], dated: "date"
  ) { reader in
    var pairs: [String: [Int]] = [:]
    for (place, row) in reader.rows.enumerated() where SchwabAction(row.text("action")) == .pair {
      pairs["\(row.text("date")) \(row.text("action").replacing(" Adj", with: ""))", default: []].append(place)
    }
    for (place, row) in reader.rows.enumerated() {
      guard let day = StatementTime.american(row.text("date")) else { continue }
      let (action, symbol) = (row.text("action"), row.text("symbol"))
      let (size, amount) = (row.quantity("quantity"), row.money("amount"))
      let kind = SchwabAction(action)
      switch kind {
      case .trade(let type):
        guard let size, let amount, size != .zero else {
          reader.find(place, "\"\(action)\" without a quantity or an amount")
          continue
        }
        var entry = reader.entry(type, on: day)
        (entry.symbol, entry.size, entry.amount) = (symbol, size.magnitude, amount)
        (entry.price, entry.fee) = (row.money("price") ?? .zero, row.money("fees & comm")?.magnitude ?? .zero)
        reader.add(entry, of: place)
      case .income(let type):
        guard let amount else { reader.find(place, "\"\(action)\" without an amount"); continue }
        var entry = reader.entry(type, on: day)
        (entry.symbol, entry.amount) = (symbol.isEmpty ? nil : symbol, amount)
        entry.note = symbol.isEmpty ? row.text("description") : nil
        reader.add(entry, of: place)
      case .flow:
        guard let amount, size == nil else {
          reader.find(place, "\"\(action)\" of units is not understood")
          continue
        }
        reader.add(reader.flow(amount, reader.entry(.deposit, on: day), note: row.text("description")), of: place)
      case .split, .spinoff:
        guard let size, size != .zero, !symbol.isEmpty else {
          reader.find(place, "\"\(action)\" without a quantity")
          continue
        }
        var entry = reader.entry(kind == .split ? .split : .spinoff, on: day)
        (entry.symbol, entry.size) = (symbol, size)
        reader.add(entry, of: place)
      case .pair: break
      case nil: reader.find(place, "\"\(action)\" is not understood")
      }
    }
    for (key, places) in pairs.sorted(by: { $0.value[0] < $1.value[0] }) { reader.readPair(key, places) }
  }

  /// The history of a checking account of Schwab.
  static let schwabChecking = StatementDialect(
    name: "schwab", title: "schwab checking history",
    columns: ["date", "type", "description", "withdrawal", "deposit", "runningbalance"], dated: "date"
  ) { reader in
    for (place, row) in reader.rows.enumerated() {
      guard let day = StatementTime.american(row.text("date")) else { continue }
      let taken = row.money("withdrawal")?.magnitude ?? .zero
      guard let amount = row.money("deposit") ?? (taken == .zero ? nil : -taken) else {
        reader.find(place, "neither a deposit nor a withdrawal")
        continue
      }
      var entry = reader.flow(amount, reader.entry(.deposit, on: day), note: row.text("description"))
      if row.text("type").hasPrefix("INT") { entry.type = .interest }
      if row.text("type").contains("FEE") { entry.type = .fee }
      reader.add(entry, of: place)
      reader.balance(place, row.money("runningbalance"))
    }
  }
}

/// What an action of Schwab is.
private enum SchwabAction: Equatable {
  case trade(EntryType)
  case income(EntryType)
  case flow, split, spinoff
  /// One of two rows: a merger, a conversion, a change of the name.
  case pair

  private static let trades: [String: EntryType] = [
    "buy": .buy, "reinvest shares": .buy, "sell": .sell, "sell short": .short, "buy to cover": .cover,
    "buy to open": .buy, "sell to close": .sell, "sell to open": .short, "buy to close": .cover,
  ]
  private static let pairs: Set = [
    "stock merger", "conversion", "name change", "reverse split", "mandatory reorg exc", "cash merger",
    "cash merger adj", "exchange", "symbol change", "full redemption", "full redemption adj",
  ]
  private static let flows = ["moneylink", "journal", "wire", "funds", "transfer", "ach", "deposit", "withdrawal"]

  init?(_ action: String) {
    let word = action.lowercased()
    func has(_ part: String) -> Bool { word.contains(part) }
    if let type = Self.trades[word] { self = .trade(type); return }
    if Self.pairs.contains(word) { self = .pair; return }
    if word == "stock split" || word == "stock div dist" || word == "stock dividend" { self = .split; return }
    if word == "spin-off" { self = .spinoff; return }
    if has("journaled") || has("security transfer") || has("shares") { return nil }
    if has("tax") || has("nra") { self = .income(.tax); return }
    if has("div") || has("cap gain") || has("in lieu") || has("return of capital") { self = .income(.dividend); return }
    if has("interest") { self = .income(.interest); return }
    if has("fee") || word == "misc cash entry" { self = .income(.fee); return }
    guard Self.flows.contains(where: has) else { return nil }
    self = .flow
  }
}

extension StatementReader {
  /// Two rows of one change: units that go and units, or money, that come.
  fileprivate mutating func readPair(_ key: String, _ places: [Int]) {
    func size(_ place: Int) -> Quantity { rows[place].quantity("quantity") ?? .zero }
    let (gone, come) = (places.filter { size($0) < .zero }, places.filter { size($0) >= .zero })
    guard gone.count == 1, come.count == 1, let day = StatementTime.american(rows[gone[0]].text("date")) else {
      for place in places { find(place, "\"\(rows[place].text("action"))\" without its other row") }
      return
    }
    let (old, new) = (rows[gone[0]], rows[come[0]])
    let symbols = (old.text("symbol"), new.text("symbol"))
    let taken = size(gone[0]).magnitude
    if size(come[0]) == .zero {
      guard let amount = new.money("amount") ?? old.money("amount") else {
        for place in places { find(place, "\"\(rows[place].text("action"))\" without an amount") }
        return
      }
      var sale = entry(.sell, on: day)
      (sale.symbol, sale.size, sale.amount) = (symbols.0, taken, amount)
      sale.price = amount.divided(by: taken) ?? .zero
      return add([sale], of: places, taken: taken)
    }
    var exchange = entry(.exchange, on: day)
    (exchange.symbol, exchange.target, exchange.size) = (symbols.0, symbols.1, size(come[0]))
    add([exchange], of: places, taken: taken)
  }
}
