import Accounts
import Calendar

/// What the rows of a statement are, while a dialect reads them: entries, parts of these, or findings.
package struct StatementReader: Sendable {
  /// Entries that some rows make together, and all or none of which are booked.
  package struct Draft: Sendable {
    /// The rows, by their places.
    package var rows: [Int]
    package var entries: [Entry]
    /// The units that an exchange takes, by which their symbol is found if it is named by its CUSIP.
    package var taken: Quantity?
  }

  /// A row that is not understood, or does not fit.
  package struct Finding: Sendable, Hashable {
    /// The row, by its place.
    package var row: Int
    package var line: Int
    package var code: String
    package var message: String
  }

  /// A balance that the file has after a row.
  package struct Balance: Sendable {
    package var row: Int
    package var cash: Money
  }

  package let account: Account
  package let rows: [StatementRow]
  /// The worth of a currency in that of the account, on a day.
  let rate: @Sendable (String, Timestamp) -> Money?
  package private(set) var drafts: [Draft] = []
  package private(set) var findings: [Finding] = []
  /// The keys by which each row is known again; one without a key is known by its content.
  package private(set) var keys: [[String]]
  package private(set) var balances: [Balance] = []
  /// The positions that the file says are held at its end.
  package var positions: [(symbol: String, size: Quantity, cost: Money?)] = []

  private var skipped: Set<Int> = []

  /// The word that the broker has in keys.
  let name: String

  init(
    _ rows: [StatementRow], of name: String, _ account: Account, rate: @escaping @Sendable (String, Timestamp) -> Money?
  ) {
    (self.rows, self.name, self.account, self.rate) = (rows, name, account, rate)
    keys = Array(repeating: [], count: rows.count)
  }

  /// True if the newest rows come first.
  var isFalling: Bool {
    guard let first = drafts.first(where: { $0.entries[0].time != drafts.last?.entries[0].time }),
      let last = drafts.last
    else { return false }
    let isFirst = (first.rows.first ?? 0) < (last.rows.first ?? 0)
    return (first.entries[0].time > last.entries[0].time) == isFirst
  }

  mutating func add(_ entries: [Entry], of rows: [Int], taken: Quantity? = nil) {
    drafts.append(Draft(rows: rows, entries: entries, taken: taken))
  }

  mutating func add(_ entry: Entry, of row: Int) { add([entry], of: [row]) }

  mutating func find(_ row: Int, _ message: String, code: String = "statement-row") {
    findings.append(Finding(row: row, line: rows[row].line, code: code, message: message))
  }

  /// Notes a row that repeats others, or states a position.
  mutating func skip(_ row: Int) { skipped.insert(row) }

  /// Makes a finding of each row that the dialect has said nothing of.
  mutating func finish() {
    var told = Set(drafts.flatMap(\.rows)).union(findings.map(\.row)).union(skipped)
    for row in rows.indices where told.insert(row).inserted { find(row, "the row is not understood") }
  }

  mutating func key(_ row: Int, _ keys: String...) { key(row, keys) }

  mutating func key(_ row: Int, _ keys: [String]) { self.keys[row] = keys.filter { !$0.isEmpty } }

  mutating func balance(_ row: Int, _ cash: Money?) {
    if let cash { balances.append(Balance(row: row, cash: cash)) }
  }

  // MARK: Entries

  /// An entry on a day of the account's clock.
  func entry(_ type: EntryType, on day: CivilDate) -> Entry {
    Entry(type, in: account.name, at: account.zone.timestamp(of: CivilTime(date: day)), isDay: true)
  }

  /// An entry at a time as the file writes it; nil if that is no time.
  func entry(_ type: EntryType, at text: String, isUTC: Bool = false) -> Entry? {
    guard let (civil, isDay, saysUTC) = StatementTime.civil(text) else { return nil }
    let zone = (isUTC || saysUTC) && !isDay ? Zone.utc : account.zone
    return Entry(type, in: account.name, at: zone.timestamp(of: civil), isDay: isDay)
  }

  /// Money that comes or goes, by its sign.
  func flow(_ amount: Money, _ entry: Entry, note: String) -> Entry {
    var entry = entry
    (entry.type, entry.amount, entry.note) = (amount < .zero ? .withdraw : .deposit, amount, note.isEmpty ? nil : note)
    return entry
  }

  /// A move of units within the account, such as to staking, which changes nothing.
  mutating func move(_ symbol: String, _ entry: Entry, _ note: String, of rows: [Int]) {
    var entry = entry
    (entry.type, entry.symbol, entry.note) = (.transfer, symbol, note)
    add([entry], of: rows)
  }

  /// Entries in the currency of the account; a finding, and nil, if the worth of theirs is not known.
  mutating func converted(_ entries: [Entry], from currency: String, of row: Int, rate own: Money? = nil) -> [Entry]? {
    if currency.isEmpty || currency == account.currency { return entries }
    guard let first = entries.first else { return entries }
    guard let rate = own ?? rate(currency, first.time) else {
      find(row, "the worth of \(currency) in \(account.currency) is not known", code: "no-rate")
      return nil
    }
    var result = entries
    for place in result.indices {
      func own(_ money: Money) -> Money { money.scaled(by: rate.units, over: MoneyPlaces.one) ?? .zero }
      (result[place].amount, result[place].price) = (own(result[place].amount), own(result[place].price))
      (result[place].fee, result[place].withheld) = (own(result[place].fee), own(result[place].withheld))
      (result[place].currency, result[place].rate) = (currency, rate)
    }
    return result
  }
}
