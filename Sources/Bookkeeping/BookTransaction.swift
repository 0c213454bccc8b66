import Accounts
import Calendar
import FileFormats
import LibC

/// A change of the book at work: what was read and is written, and the file.
package struct BookTransaction {
  let database: SQLiteDatabase
  let path: String
  /// The accounts as they are within the change.
  package private(set) var accounts: [Account]
  /// The entries as they are within the change, in the order of booking.
  package private(set) var entries: [Entry]
  /// What follows from these; nil if it is not worked out.
  package private(set) var books: Books?
  /// The time of the change.
  package let now: Timestamp

  /// How long an account stays with the program that wrote to it last, unless that ends before.
  private static let leaseTime: Int64 = 600_000

  /// Runs a statement.
  @discardableResult
  package func run(_ statement: String, _ values: SQLiteValue...) throws(BookError) -> [[SQLiteValue]] {
    try run(statement, values)
  }

  /// Runs a statement.
  @discardableResult
  func run(_ statement: String, _ values: [SQLiteValue]) throws(BookError) -> [[SQLiteValue]] {
    try guarded { () throws(SQLiteError) in
      var rows: [[SQLiteValue]] = []
      try database.each(statement, values) { rows.append($0) }
      return rows
    }
  }

  private func guarded<Value>(_ work: () throws(SQLiteError) -> Value) throws(BookError) -> Value {
    do throws(SQLiteError) { return try work() } catch { throw .file(path: path, reason: error.reason) }
  }

  /// Takes the lease of an account, or says who has it.
  ///
  /// A lease ends with its program, and some minutes after its last change.
  func claim(_ account: String) throws(BookError) {
    let own = Writer(pid: Int(getpid()), host: Self.host, until: now.milliseconds + Self.leaseTime)
    if let row = try run("SELECT pid, host, until FROM lease WHERE account = ?", .text(account)).first {
      let holder = Writer(
        pid: Int(row[0].integer ?? 0), host: row[1].text ?? "", until: row[2].integer ?? 0)
      let isOwn = holder.pid == own.pid && holder.host == own.host
      let lives = holder.host != own.host || OtherProcess.isAlive(holder.pid)
      guard isOwn || !lives || holder.until < now.milliseconds else { throw .inUse(account: account, holder) }
    }
    try run(
      "INSERT OR REPLACE INTO lease VALUES(?, ?, ?, ?)", .text(account), .integer(own.pid), .text(own.host),
      .integer(own.until))
  }

  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    return gethostname(&name, 255) == 0
      ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
  }()

  /// Books entries in their order, once all accounts with them fit.
  ///
  /// - Returns: the entries with their numbers, and the accounts after them.
  package mutating func book(_ new: [Entry]) throws(BookError) -> (entries: [Entry], books: Books) {
    for entry in new {
      try claim(entry.account)
      try checkYear(of: entry)
    }
    let numbered = numbered(new)
    let books: Books
    do throws(LedgerError) { books = try Books(accounts, entries + numbered) } catch { throw .ledger(error) }
    try insert(numbered, books)
    return (numbered, books)
  }

  /// Refuses an entry of a closed tax year, and the reversal of one.
  private func checkYear(of entry: Entry) throws(BookError) {
    guard let account = accounts.first(where: { $0.name == entry.account }), let closed = account.closedYear else {
      return
    }
    let changed =
      entry.voids.flatMap { id in entries.first { $0.account == entry.account && $0.id == id } } ?? entry
    let year = account.zone.civilTime(at: changed.time).date.year
    if year <= closed { throw .closedYear(account: account.name, year: year) }
  }

  /// New entries with the numbers that they get.
  package func numbered(_ new: [Entry]) -> [Entry] {
    var sequence = entries.last?.sequence ?? 0
    var last: [String: Int] = [:]
    for entry in entries { last[entry.account] = max(last[entry.account] ?? 0, entry.id) }
    return new.map { entry in
      var entry = entry
      sequence += 1
      last[entry.account, default: 0] += 1
      (entry.sequence, entry.id) = (sequence, last[entry.account] ?? 1)
      return entry
    }
  }

  /// Writes entries that have their numbers.
  ///
  /// - Parameter books: the accounts with them, if they are worked out.
  package mutating func insert(_ numbered: [Entry], _ books: Books? = nil) throws(BookError) {
    let marks = Array(repeating: "?", count: EntryRow.columns.count + 1).joined(separator: ", ")
    let statement = "INSERT INTO entry(\(EntryRow.columns.joined(separator: ", ")), booked) VALUES(\(marks))"
    let now = now
    try guarded { () throws(SQLiteError) in
      try database.runEach(statement, numbered.lazy.map { EntryRow.values($0) + [.integer(now.milliseconds)] })
    }
    entries += numbered
    self.books = books
  }

  /// The contents of the rows that were imported before, by their keys.
  package func imported(into account: String) throws(BookError) -> [String: String] {
    var known: [String: String] = [:]
    try guarded { () throws(SQLiteError) in
      try database.each("SELECT key, content FROM imported WHERE account = ?", [.text(account)]) {
        (row: [SQLiteValue]) in known[row[0].text ?? ""] = row[1].text
      }
    }
    return known
  }

  /// Keeps the rows that were imported.
  package func keep(_ rows: [(key: String, content: String)], of account: String) throws(BookError) {
    try guarded { () throws(SQLiteError) in
      try database.runEach(
        "INSERT INTO imported VALUES(?, ?, ?)",
        rows.lazy.map { [.text(account), .text($0.key), .text($0.content)] })
    }
  }
}

// Accounts.
extension BookTransaction {
  /// Makes an account.
  package mutating func add(_ account: Account) throws(BookError) {
    accounts.append(account)
    books = nil
    try run(
      "INSERT INTO account(name, currency, lots, zone, mode, made) VALUES(?, ?, ?, ?, 'paper', ?)", .text(account.name),
      .text(account.currency),
      .text(account.lots.rawValue), .text(account.zone.identifier), .integer(now.milliseconds))
  }

  /// Notes the account that was named last.
  package func use(_ account: String) throws(BookError) {
    try run("INSERT OR REPLACE INTO state VALUES('account', ?)", .text(account))
  }

  /// Deletes an account with all that belongs to it; what it gave to others keeps its cost there.
  package mutating func drop(_ account: String) throws(BookError) {
    let costs = (try? Books(accounts, entries))?.replay.movedCosts ?? [:]
    for place in entries.indices where entries[place].peer == account {
      entries[place].peer = nil
      // The two entries of a transfer are booked one after the other.
      if let cost = costs[entries[place].sequence - 1], let price = cost.divided(by: entries[place].size) {
        entries[place].price = price
      }
      try run(
        "UPDATE entry SET peer = NULL, price = ? WHERE sequence = ?", .text("\(entries[place].price)"),
        .integer(entries[place].sequence))
    }
    accounts.removeAll { $0.name == account }
    entries.removeAll { $0.account == account }
    books = nil
    try run("DELETE FROM account WHERE name = ?", .text(account))
    try run("DELETE FROM lease WHERE account = ?", .text(account))
  }

  /// Sets the prices at which a position is to be closed.
  package func set(stop: Money?, goal: Money?, of symbol: String, in account: String) throws(BookError) {
    try run(
      "INSERT OR REPLACE INTO level VALUES(?, ?, ?, ?, ?)", .text(account), .text(symbol),
      .text(stop.map { "\($0)" }), .text(goal.map { "\($0)" }), .integer(entries.last?.sequence ?? 0))
  }

  /// Says where the orders of an account go.
  package mutating func set(_ mode: TradingMode, of account: String) throws(BookError) {
    for place in accounts.indices where accounts[place].name == account { accounts[place].mode = mode }
    books = nil
    try run("UPDATE account SET mode = ? WHERE name = ?", .text(mode.rawValue), .text(account))
  }

  /// Sets the levels of positions that entries opened, and drops those of what is closed.
  package func setLevels(of booked: [Entry], in account: String, _ books: Books?) throws(BookError) {
    for entry in booked where entry.stop != nil || entry.goal != nil {
      try set(stop: entry.stop, goal: entry.goal, of: entry.symbol ?? "", in: account)
    }
    for symbol in Set(booked.compactMap(\.symbol)) where books?.state(account)?.held(symbol) == .zero {
      try set(stop: nil, goal: nil, of: symbol, in: account)
    }
  }

  /// Opens a tax year of an account again, and those after it.
  package mutating func reopen(_ year: Int, of account: String) throws(BookError) {
    guard let closed = accounts.first(where: { $0.name == account })?.closedYear, closed >= year else { return }
    try close(through: year - 1, of: account)
  }

  /// Closes the tax years of an account up to one, or none.
  package mutating func close(through year: Int?, of account: String) throws(BookError) {
    for place in accounts.indices where accounts[place].name == account { accounts[place].closedYear = year }
    books = nil
    try run("UPDATE account SET closed = ? WHERE name = ?", .integer(year), .text(account))
  }
}
