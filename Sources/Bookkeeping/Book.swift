import Accounts
import Calendar
import FileFormats
import LibC
import MarketData
import Platform
import Synchronization

/// The book: accounts with their entries, and the records that are only added to, in one SQLite file.
///
/// It is no part of a session: `undo` and `reset` do not touch it. Each change is one transaction, on the disk before it
/// returns, so that a program that is killed loses at most the statement under way. Without a folder of data it is kept
/// in memory.
package final class Book: Sendable {
  /// An open file with what was read of it; the lock lets one thread at a time to it.
  fileprivate struct Opened: @unchecked Sendable {
    let database: SQLiteDatabase
    let place: Place
    var revision = -1
    var accounts: [Account] = []
    var entries: [Entry] = []
    var books: Books?
  }

  /// Where the book is.
  fileprivate struct Place: Hashable {
    var path: String?
    var isReadOnly: Bool
  }

  private let opened = Mutex<Opened?>(nil)

  package init() {}

  // MARK: Reading

  /// The accounts with all that follows from their entries; nothing is read again unless something was written.
  package func books(_ environment: Environment) throws(BookError) -> Books {
    try opening(environment) { opened throws(BookError) in
      try opened.refresh()
      return try opened.read()
    }
  }

  /// The answer to a question on the file.
  package func rows(
    _ environment: Environment, _ question: String, _ values: SQLiteValue...
  ) throws(BookError) -> [[SQLiteValue]] {
    try opening(environment) { opened throws(BookError) in
      try opened.guarded { () throws(SQLiteError) in try opened.database.rows(question, values) }
    }
  }

  // MARK: Writing

  /// Changes the file in one transaction, as the only writer to an account.
  ///
  /// - Parameters:
  ///   - account: the account whose lease is taken; nil for what belongs to none.
  ///   - commits: false to only try.
  package func write<Value>(
    _ environment: Environment, to account: String?, at now: Timestamp, commits: Bool = true,
    _ work: (inout BookTransaction) throws(BookError) -> Value
  ) throws(BookError) -> Value {
    try opening(environment, writes: commits) { opened throws(BookError) in
      guard !opened.place.isReadOnly || !commits else { throw .readOnly }
      let database = opened.database
      try opened.guarded { () throws(SQLiteError) in try database.runScript("BEGIN\(commits ? " IMMEDIATE" : "")") }
      do throws(BookError) {
        try opened.refresh(isInTransaction: true)
        var transaction = BookTransaction(
          database: database, path: opened.path, accounts: opened.accounts, entries: opened.entries,
          books: opened.books, now: now)
        if let account { try transaction.claim(account) }
        let value = try work(&transaction)
        guard commits else {
          try transaction.run("ROLLBACK")
          return value
        }
        try transaction.run(
          "INSERT OR REPLACE INTO state SELECT key, CAST(value AS INTEGER) + 1 FROM state WHERE key = 'revision'")
        try transaction.run("COMMIT")
        // What was deleted stays neither in the file nor in its log.
        if transaction.accounts.count < opened.accounts.count {
          try transaction.run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        opened.take(transaction)
        return value
      } catch {
        try? database.runScript("ROLLBACK")
        throw error
      }
    }
  }

  private func opening<Value>(
    _ environment: Environment, writes: Bool = false, _ work: (inout Opened) throws(BookError) -> Value
  ) throws(BookError) -> Value {
    let folder = environment.dataDirectory ?? environment.readOnlyData
    let path = folder.map { $0 + "/book.sqlite" }
    // Reading makes no file.
    let isThere = path.map { access($0, F_OK) == 0 } ?? true
    let place = Place(
      path: path, isReadOnly: folder != nil && (environment.dataDirectory == nil || !isThere && !writes))
    do {
      return try opened.withLock { held in
        if held?.place != place || held?.isGone == true { held = try Self.open(place, folder, environment.files) }
        guard var own = held.take() else { throw BookError.file(path: place.path ?? "", reason: "it is not open") }
        defer { held = own }
        return try work(&own)
      }
    } catch let error as BookError { throw error } catch {
      throw .file(path: place.path ?? "", reason: "\(error)")
    }
  }

  private static func open(
    _ place: Place, _ folder: String?, _ files: any FileSystem
  ) throws(BookError) -> Opened {
    let name = place.path ?? ":memory:"
    do throws(SQLiteError) {
      let database: SQLiteDatabase
      if place.isReadOnly {
        // A book that is not there yet is an empty one.
        guard access(name, F_OK) == 0 else {
          let empty = try SQLiteDatabase(path: ":memory:")
          try prepare(empty)
          return Opened(database: empty, place: place)
        }
        let read = try SQLiteDatabase(reading: name)
        guard try version(of: read) == BookSchema.version else {
          throw SQLiteError(code: 1, reason: "it is of another version of tas, and is not changed with `--safe`")
        }
        return Opened(database: read, place: place)
      }
      if let folder {
        files.makeFolder(folder)
        // SQLite gives the files beside it the permissions of the book.
        let descriptor = LibC.open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
      }
      database = try SQLiteDatabase(path: name)
      try prepare(database)
      return Opened(database: database, place: place)
    } catch {
      throw .file(path: name, reason: error.isDamage ? "the file is not a book, or is damaged" : error.reason)
    }
  }

  private static func prepare(_ database: SQLiteDatabase) throws(SQLiteError) {
    try database.runScript("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
    if try version(of: database) == BookSchema.version { return }
    try database.runScript("PRAGMA journal_mode = WAL")
    try database.transaction { () throws(SQLiteError) in
      let found = try version(of: database)
      if found == BookSchema.version { return }
      guard found < BookSchema.version else {
        throw SQLiteError(code: 1, reason: "it was written by a newer version of tas")
      }
      for step in BookSchema.steps[Int(max(found, 0))...] { try database.runScript(step) }
      try database.runScript("PRAGMA user_version = \(BookSchema.version)")
    }
  }

  private static func version(of database: SQLiteDatabase) throws(SQLiteError) -> Int64 {
    try database.run("PRAGMA user_version").first?.first?.integer ?? 0
  }
}

extension Book.Opened {
  fileprivate var path: String { place.path ?? "memory" }

  /// True if the file was taken away since it was opened.
  fileprivate var isGone: Bool { place.path.map { !place.isReadOnly && access($0, F_OK) != 0 } ?? false }

  fileprivate func guarded<Value>(_ work: () throws(SQLiteError) -> Value) throws(BookError) -> Value {
    do throws(SQLiteError) { return try work() } catch { throw .file(path: path, reason: error.reason) }
  }

  /// Reads what was written since the last time.
  fileprivate mutating func refresh(isInTransaction: Bool = false) throws(BookError) {
    let database = database
    let known = revision
    func news() throws(SQLiteError) -> (Int, [Account], [Entry])? {
      let now = try database.rows("SELECT value FROM state WHERE key = 'revision'", []).first?.first?.text
      let revision = now.flatMap { Int($0) } ?? 0
      if revision == known { return nil }
      return (revision, try database.accounts(), try database.entries())
    }
    let news = try guarded { () throws(SQLiteError) in
      isInTransaction ? try news() : try database.snapshot(news)
    }
    guard let news else { return }
    (revision, accounts, entries) = news
    books = nil
  }

  /// Takes over what a transaction wrote, which is not read again.
  fileprivate mutating func take(_ transaction: BookTransaction) {
    revision += 1
    (accounts, entries, books) = (transaction.accounts, transaction.entries, transaction.books)
  }

  fileprivate mutating func read() throws(BookError) -> Books {
    if let books { return books }
    do throws(LedgerError) {
      let made = try Books(accounts, entries)
      books = made
      return made
    } catch { throw .ledger(error) }
  }
}

extension SQLiteDatabase {
  fileprivate func rows(_ question: String, _ values: [SQLiteValue]) throws(SQLiteError) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    try each(question, values) { rows.append($0) }
    return rows
  }

  fileprivate func accounts() throws(SQLiteError) -> [Account] {
    try rows("SELECT name, currency, lots, zone, closed, mode FROM account ORDER BY rowid", []).map { row in
      var account = Account(
        name: row[0].text ?? "", currency: row[1].text ?? "USD", lots: row[2].text.flatMap(LotOrder.init) ?? .fifo,
        zone: row[3].text.flatMap { try? ZoneDatabase.zone(named: $0) } ?? .utc)
      account.closedYear = row[4].integer.map { Int($0) }
      account.mode = row[5].text.flatMap(TradingMode.init) ?? .paper
      return account
    }
  }

  fileprivate func entries() throws(SQLiteError) -> [Entry] {
    var entries: [Entry] = []
    let names = EntryRow.columns.joined(separator: ", ")
    entries.reserveCapacity(Int(try run("SELECT count(*) FROM entry").first?.first?.integer ?? 0))
    try eachRow("SELECT \(names) FROM entry ORDER BY sequence") { row in
      if let entry = EntryRow.entry(row) { entries.append(entry) }
    }
    return entries
  }
}
