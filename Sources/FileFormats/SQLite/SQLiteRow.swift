import CSQLite

/// A row of an answer, lent until the next one: its values by the numbers of their columns, without copies.
public struct SQLiteRow {
  let statement: OpaquePointer?

  /// The integer of a column; zero for null.
  public func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(statement, Int32(column))) }

  /// True if a column is null.
  public func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }

  /// The bytes of a string; nil for null.
  public func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let start = sqlite3_column_text(statement, Int32(column)) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
  }

  /// The string of a column; nil for null.
  public func text(_ column: Int) -> String? { bytes(column).map { String(decoding: $0, as: UTF8.self) } }
}
