import CSQLite

/// An open database file, for one thread at a time.
///
/// Programs share a file: a write waits for that of another one, and a reader sees complete transactions.
public final class SQLiteDatabase {
  private var handle: OpaquePointer?

  /// Opens a file; it is made if it is not there.
  ///
  /// - Parameter patience: the milliseconds to wait for the write of another program.
  public convenience init(path: String, patience: Int32 = 10_000) throws(SQLiteError) {
    try self.init(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, patience)
  }

  /// Opens a file that is there, for reading alone.
  public convenience init(reading path: String) throws(SQLiteError) {
    try self.init(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, 10_000)
  }

  private init(_ path: String, _ flags: Int32, _ patience: Int32) throws(SQLiteError) {
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK else {
      let error = error(code)
      sqlite3_close_v2(handle)
      handle = nil
      throw error
    }
    sqlite3_busy_timeout(handle, patience)
  }

  deinit { sqlite3_close_v2(handle) }

  /// The question that SQLite asks while it works.
  private final class Stop {
    let isStopped: () -> Bool
    init(_ isStopped: @escaping () -> Bool) { self.isStopped = isStopped }
  }

  private var stop: Stop?

  /// Ends a statement once the question is answered with true, however long SQLite looks for its next row; the error
  /// says that it is interrupted.
  public func stop(when isStopped: @escaping () -> Bool) {
    let stop = Stop(isStopped)
    self.stop = stop
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Stop>.fromOpaque(context).takeUnretainedValue().isStopped() ? 1 : 0
      }, Unmanaged.passUnretained(stop).toOpaque())
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(
      code: code & 0xFF, reason: String(cString: handle == nil ? sqlite3_errstr(code) : sqlite3_errmsg(handle)))
  }

  /// Runs a statement, and gives the rows of its answer.
  @discardableResult
  public func run(_ statement: String, _ values: SQLiteValue...) throws(SQLiteError) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    try each(statement, values) { rows.append($0) }
    return rows
  }

  /// Runs a statement, passing on the names of its columns and each row of its answer.
  ///
  /// - Parameter body: returns false to stop; no further rows are read.
  public func each(
    _ statement: String, _ values: [SQLiteValue] = [], names: ([String]) -> Void = { _ in },
    while body: ([SQLiteValue]) -> Bool
  ) throws(SQLiteError) {
    let prepared = try prepared(statement, values)
    defer { sqlite3_finalize(prepared) }
    names(
      (0..<sqlite3_column_count(prepared)).map { sqlite3_column_name(prepared, $0).map { String(cString: $0) } ?? "" })
    while try step(prepared) {
      guard body((0..<sqlite3_column_count(prepared)).map({ Self.value(at: $0, of: prepared) })) else { return }
    }
  }

  /// Runs a statement, and hands over each row of its answer.
  public func each(
    _ statement: String, _ values: [SQLiteValue], _ body: ([SQLiteValue]) -> Void
  ) throws(SQLiteError) {
    try each(statement, values) { row -> Bool in
      body(row)
      return true
    }
  }

  /// Runs a statement, and lends each row of its answer, whose values are read as they are needed.
  public func eachRow(
    _ statement: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) -> Void
  ) throws(SQLiteError) {
    let prepared = try prepared(statement, values)
    defer { sqlite3_finalize(prepared) }
    while try step(prepared) { body(SQLiteRow(statement: prepared)) }
  }

  /// Runs a statement whose answer has bytes in its first column, and hands over those, in place, with the row.
  ///
  /// The bytes are lent for the call; in the row they are null.
  ///
  /// - Parameter body: gives false to stop; what has come then is all.
  public func eachBlob(
    _ statement: String, _ values: [SQLiteValue], while body: (UnsafeRawBufferPointer, [SQLiteValue]) -> Bool
  ) throws(SQLiteError) {
    let prepared = try prepared(statement, values)
    defer { sqlite3_finalize(prepared) }
    while try step(prepared) {
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(prepared, 0), count: Int(sqlite3_column_bytes(prepared, 0)))
      let others = (1..<max(1, sqlite3_column_count(prepared))).map { Self.value(at: $0, of: prepared) }
      guard body(bytes, [.null] + others) else { return }
    }
  }

  /// Runs a statement without an answer for each of some rows of values; it is compiled once.
  public func runEach(_ statement: String, _ rows: some Sequence<[SQLiteValue]>) throws(SQLiteError) {
    let prepared = try prepared(statement, [])
    defer { sqlite3_finalize(prepared) }
    for row in rows {
      sqlite3_reset(prepared)
      for (index, value) in row.enumerated() {
        let code = Self.bind(value, at: Int32(index + 1), of: prepared)
        guard code == SQLITE_OK else { throw error(code) }
      }
      while try step(prepared) {}
    }
  }

  /// A statement that is ready to run.
  private func prepared(_ statement: String, _ values: [SQLiteValue]) throws(SQLiteError) -> OpaquePointer? {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, statement, -1, &prepared, nil)
    guard code == SQLITE_OK else { throw error(code) }
    for (index, value) in values.enumerated() {
      let code = Self.bind(value, at: Int32(index + 1), of: prepared)
      guard code == SQLITE_OK else {
        let fault = error(code)
        sqlite3_finalize(prepared)
        throw fault
      }
    }
    return prepared
  }

  /// Advances to the next row; false if there is none.
  private func step(_ statement: OpaquePointer?) throws(SQLiteError) -> Bool {
    let code = sqlite3_step(statement)
    if code == SQLITE_DONE { return false }
    guard code == SQLITE_ROW else { throw error(code) }
    return true
  }

  /// Runs several statements that have no values and no answer.
  public func runScript(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Runs work as one transaction that is atomic; it waits for the writes of other programs first.
  public func transaction<Value>(_ work: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    try run(work, begunBy: "BEGIN IMMEDIATE")
  }

  /// Runs queries on one consistent snapshot of the file, even while other programs write to it.
  public func snapshot<Value>(_ work: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    try run(work, begunBy: "BEGIN")
  }

  private func run<Value>(
    _ work: () throws(SQLiteError) -> Value, begunBy statement: String
  ) throws(SQLiteError) -> Value {
    try runScript(statement)
    do throws(SQLiteError) {
      let value = try work()
      try runScript("COMMIT")
      return value
    } catch {
      try? runScript("ROLLBACK")
      throw error
    }
  }

  /// The number of the row that was added last.
  public var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  private static func bind(_ value: SQLiteValue, at index: Int32, of statement: OpaquePointer?) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(let text): tas_sqlite_bind_text(statement, index, text, Int32(clamping: text.utf8.count))
    case .blob(let bytes): tas_sqlite_bind_blob(statement, index, bytes, Int32(clamping: bytes.count))
    }
  }

  private static func value(at index: Int32, of statement: OpaquePointer?) -> SQLiteValue {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: return .text(sqlite3_column_text(statement, index).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(statement, index), count: Int(sqlite3_column_bytes(statement, index)))
      return .blob([UInt8](bytes))
    default: return .null
    }
  }
}
