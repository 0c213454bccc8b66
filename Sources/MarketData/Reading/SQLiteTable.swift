import FileFormats
import Work

/// The tables of a database of SQLite, read as text.
struct SQLiteTable {
  private let database: SQLiteDatabase
  private let path: String
  private let limit: Int
  private let monitor: WorkMonitor

  init(path: String, at place: String, limit: Int, monitor: WorkMonitor) throws(MarketDataError) {
    self.path = path
    self.limit = limit
    self.monitor = monitor
    do throws(SQLiteError) { database = try SQLiteDatabase(reading: place) } catch { throw Self.fault(error, path) }
    // A view can look for its first row without end.
    database.stop { monitor.isStopped }
  }

  /// The names of the tables and views, sorted.
  func tables() throws(MarketDataError) -> [String] {
    let question =
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name"
    do throws(SQLiteError) { return try database.run(question).compactMap { $0.first?.text } } catch {
      throw Self.fault(error, path)
    }
  }

  /// The answer to a query as a text with commas and a line of names.
  func text(of query: String) throws(MarketDataError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rows = 0
    var isInterrupted = false
    do throws(SQLiteError) {
      try database.each(query, names: { Self.append($0.map { .text($0) }, to: &bytes) }) { row -> Bool in
        Self.append(row, to: &bytes)
        rows += 1
        isInterrupted = rows % 4096 == 0 && monitor.isStopped
        return !isInterrupted && bytes.count <= limit
      }
    } catch { throw Self.fault(error, path) }
    if isInterrupted { throw .interrupted(path) }
    guard bytes.count <= limit else {
      throw MarketDataError(
        .notReadable, file: path, message: "the table is longer than \(limit >> 20) MiB as text",
        hint: "`set max_file 4GB` raises the limit")
    }
    return bytes
  }

  private static func append(_ values: [SQLiteValue], to bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .null, .blob: break
      case .integer(let number): bytes += "\(number)".utf8
      case .real(let number): if number.isFinite { bytes += "\(number)".utf8 }
      case .text(let text): append(text, to: &bytes)
      }
    }
    bytes.append(10)
  }

  /// Writes a field, in quotes if it needs them.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    guard text.utf8.contains(where: { [44, 34, 10, 13].contains($0) }) else { return bytes += text.utf8 }
    bytes.append(34)
    for byte in text.utf8 { bytes += byte == 34 ? [34, 34] : [byte == 10 || byte == 13 ? 32 : byte] }
    bytes.append(34)
  }

  private static func fault(_ error: SQLiteError, _ path: String) -> MarketDataError {
    error.isInterrupted
      ? .interrupted(path)
      : MarketDataError(.notReadable, file: path, message: "the database cannot be read: \(error.reason)")
  }
}
