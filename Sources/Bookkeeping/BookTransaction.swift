import Accounts
import Calendar
import FileFormats
import LibC

/// A change of the book at work: what was read, and the file.
package struct BookTransaction {
  let database: SQLiteDatabase
  let path: String
  /// The accounts before the change.
  package let accounts: [Account]
  /// The entries before the change, in the order of booking.
  package let entries: [Entry]
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
  package func book(_ new: [Entry]) throws(BookError) -> (entries: [Entry], books: Books) {
    let numbered = numbered(new)
    let books: Books
    do throws(LedgerError) { books = try Books(accounts, entries + numbered) } catch { throw .ledger(error) }
    try insert(numbered)
    return (numbered, books)
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
  package func insert(_ numbered: [Entry]) throws(BookError) {
    let marks = Array(repeating: "?", count: EntryRow.columns.count + 1).joined(separator: ", ")
    let statement = "INSERT INTO entry(\(EntryRow.columns.joined(separator: ", ")), booked) VALUES(\(marks))"
    let now = now
    try guarded { () throws(SQLiteError) in
      try database.runEach(statement, numbered.lazy.map { EntryRow.values($0) + [.integer(now.milliseconds)] })
    }
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
  package func add(_ account: Account) throws(BookError) {
    try run(
      "INSERT INTO account VALUES(?, ?, ?, ?, 'paper', ?)", .text(account.name), .text(account.currency),
      .text(account.lots.rawValue), .text(account.zone.identifier), .integer(now.milliseconds))
  }

  /// Notes the account that was named last.
  package func use(_ account: String) throws(BookError) {
    try run("INSERT OR REPLACE INTO state VALUES('account', ?)", .text(account))
  }

  /// Deletes an account with all that belongs to it.
  package func drop(_ account: String) throws(BookError) {
    try run("DELETE FROM account WHERE name = ?", .text(account))
    try run("DELETE FROM lease WHERE account = ?", .text(account))
  }

  /// Sets the prices at which a position is to be closed.
  package func set(stop: Money?, goal: Money?, of symbol: String, in account: String) throws(BookError) {
    try run(
      "INSERT OR REPLACE INTO level VALUES(?, ?, ?, ?)", .text(account), .text(symbol), .text(stop.map { "\($0)" }),
      .text(goal.map { "\($0)" }))
  }
}
