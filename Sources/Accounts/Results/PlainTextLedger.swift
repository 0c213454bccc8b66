import Calendar

/// An account as the text of another program that keeps ledgers.
///
/// Each lot has a subaccount of its own, `assets:main:AAPL:2`, by the entry that opened it, so that balances by account are
/// those of lots.
public struct PlainTextLedger {
  /// The program.
  public enum Program: String, Sendable, CaseIterable {
    /// hledger, whose journal ledger reads too.
    case hledger
    /// ledger.
    case ledger
    /// beancount, which books lots itself: sales do not say which lots they take.
    case beancount
  }

  private let program: Program
  private let account: Account
  private var lines: [String] = []

  /// The text of an account.
  public static func text(of name: String, in books: Books, for program: Program) -> String {
    guard let account = books.account(name) else { return "" }
    var text = PlainTextLedger(program: program, account: account)
    text.write(books)
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(program: Program, account: Account) { (self.program, self.account) = (program, account) }

  private var isBeancount: Bool { program == .beancount }
  private var currency: String { account.currency }

  private mutating func write(_ books: Books) {
    let all = books.accounts.flatMap { books.lines(of: $0.name).map(\.entry) }
    var replay = Replay(books.accounts, voids: all)
    let entries = EntryOrder.sorted(all)
    if isBeancount { open(entries.filter { $0.account == account.name }) }
    for entry in entries {
      let before = replay.state(account.name)
      // What does not fit was refused when it was booked.
      try? replay.apply(entry)
      guard entry.account == account.name || entry.peer == account.name, !replay.isVoid(entry),
        let before, let after = replay.state(account.name)
      else { continue }
      write(entry, before, after)
    }
  }

  // MARK: Names

  private static func plain(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }

  private func commodity(_ symbol: String) -> String {
    guard isBeancount else { return symbol.allSatisfy { $0.isASCII && $0.isLetter } ? symbol : "\"\(symbol)\"" }
    let word = symbol.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "." }
    let body = String(word.first?.isLetter == true ? word : ["X"] + word)
    return body.last?.isLetter == true || body.last?.isNumber == true
      ? (body.count > 1 ? body : body + "X") : body + "X"
  }

  private func place(_ parts: String...) -> String {
    guard isBeancount else { return parts.joined(separator: ":") }
    return parts.map { part in
      let plain = Self.plain(part)
      return plain.prefix(1).uppercased() + plain.dropFirst()
    }.joined(separator: ":")
  }

  private var cash: String { place("assets", account.name, "cash") }

  private func lot(_ symbol: String, _ entry: Int) -> String {
    isBeancount ? place("assets", account.name, Self.plain(symbol)) : place("assets", account.name, symbol, "\(entry)")
  }

  private mutating func open(_ entries: [Entry]) {
    let day = "1900-01-01"
    lines.append("option \"operating_currency\" \"\(currency)\"")
    // Costs have more digits than amounts: the rest of a division is no fault.
    lines.append("option \"inferred_tolerance_default\" \"*:0.005\"")
    lines.append("\(day) open \(cash) \(currency)")
    for name in ["gains", "income"] { lines.append("\(day) open \(place("income", name))") }
    lines.append("\(day) open \(place("equity", "flows"))")
    let booking = account.lots == .fifo ? "FIFO" : account.lots == .lifo ? "LIFO" : "HIFO"
    for symbol in Set(entries.flatMap { [$0.symbol, $0.target].compactMap(\.self) }).sorted() {
      lines.append("\(day) open \(lot(symbol, 0)) \(commodity(symbol)) \"\(booking)\"")
    }
  }

  // MARK: Transactions

  private mutating func write(_ entry: Entry, _ before: Replay.State, _ after: Replay.State) {
    let date = account.zone.civilTime(at: entry.time).date
    var postings: [String] = []
    func post(_ place: String, _ amount: Money) {
      if amount != .zero { postings.append("  \(place)  \(amount) \(currency)") }
    }
    let closings = after.closings[before.closings.count...]
    post(cash, entry.account == account.name ? entry.amount : .zero)
    for closing in closings { postings.append(closed(closing)) }
    if !isBeancount || closings.isEmpty {
      post(place("income", "gains"), -closings.reduce(Money.zero) { $0 + $1.gain })
    } else {
      postings.append("  \(place("income", "gains"))")
    }
    var left = entry.amount - closings.reduce(Money.zero) { $0 + $1.amount }
    for symbol in Set([entry.symbol, entry.target].compactMap(\.self)).sorted() {
      let (changes, cost) = changes(of: symbol, before, after, closings)
      postings += changes
      left += cost
    }
    // What units and money do not explain is income, or comes from outside.
    post(entry.type.isFlow ? place("equity", "flows") : place("income", "income"), -left)
    guard !postings.isEmpty else { return }
    let words = entry.note.map { ", " + String($0.map { $0.isNewline || $0 == "\"" || $0 == ";" ? " " : $0 }) } ?? ""
    lines.append("")
    lines.append(isBeancount ? "\(date) * \"\(entry.type)\(words)\"" : "\(date) \(entry.type)\(words)")
    lines += postings
  }

  private func closed(_ closing: Closing) -> String {
    let units = "\(-closing.lot.size) \(commodity(closing.lot.symbol))"
    let place = lot(closing.lot.symbol, closing.lot.entry)
    return "  \(place)  \(units) " + (isBeancount ? "{}" : "@@ \(closing.lot.cost.magnitude) \(currency)")
  }

  /// The changes of holdings beside closings: lots that were opened, came, went, or were scaled.
  private func changes(
    of symbol: String, _ before: Replay.State, _ after: Replay.State, _ closings: ArraySlice<Closing>
  ) -> ([String], Money) {
    var held: [Lot] = before.lots(of: symbol)
    for closing in closings where closing.lot.symbol == symbol {
      guard let place = held.firstIndex(where: { $0.entry == closing.lot.entry && $0.opened == closing.lot.opened })
      else { continue }
      held[place].size -= closing.lot.size
      held[place].cost -= closing.lot.cost
    }
    let now = after.lots(of: symbol)
    var (postings, cost): ([String], Money) = ([], .zero)
    func add(_ lot: Lot, _ sign: Int) {
      let size = sign < 0 ? -lot.size : lot.size
      cost += sign < 0 ? -lot.cost : lot.cost
      let units = "\(size) \(commodity(symbol))"
      let date = account.zone.civilTime(at: lot.opened).date
      let worth =
        isBeancount
        ? (sign < 0 ? "{}" : "{{\(lot.cost.magnitude) \(currency), \(date)}}") : "@@ \(lot.cost.magnitude) \(currency)"
      postings.append("  \(self.lot(symbol, lot.entry))  \(units) \(worth)")
    }
    func isSame(_ left: Lot, _ right: Lot) -> Bool {
      left.entry == right.entry && left.opened == right.opened && left.size == right.size && left.cost == right.cost
    }
    for lot in held where lot.size != .zero && !now.contains(where: { isSame($0, lot) }) { add(lot, -1) }
    for lot in now where !held.contains(where: { isSame($0, lot) }) { add(lot, 1) }
    return (postings, cost)
  }
}
