import FileFormats
import Platform
import Work

/// A file that has tables and is not text: its rows are read as if from a text.
enum TableFile {
  /// A database of SQLite, which is read here.
  case sqlite
  /// A database of DuckDB, which its own program reads.
  case duckdb
  /// Parquet and Arrow, which DuckDB's program reads.
  case parquet, arrow
  /// A workbook of Excel, whose sheets are read here.
  case workbook

  /// The kind of a file by its first bytes; nil for any other file, and for one that cannot be looked at twice.
  init?(_ file: any ReadableFile) {
    guard let size = file.size, size >= 16 else { return nil }
    var head = [UInt8](repeating: 0, count: 16)
    let read = head.withUnsafeMutableBytes { bytes -> Int in (try? file.read(into: bytes, at: 0)) ?? 0 }
    guard read == 16 else { return nil }
    if head.starts(with: Array("SQLite format 3".utf8)) {
      self = .sqlite
    } else if head[8..<12].elementsEqual(Array("DUCK".utf8)) {
      self = .duckdb
    } else if head.starts(with: Array("PAR1".utf8)) {
      self = .parquet
    } else if head.starts(with: Array("ARROW1".utf8)) {
      self = .arrow
    } else if head.starts(with: [0x50, 0x4B, 0x03, 0x04]), WorkbookTable.isLikely(file) {
      self = .workbook
    } else {
      return nil
    }
  }

  /// The kind in words.
  var words: String {
    switch self {
    case .sqlite: "from SQLite"
    case .duckdb, .parquet, .arrow: "by DuckDB"
    case .workbook: "from a workbook"
    }
  }

  /// The rows of a table, or of the answer to a query, as a text with commas and a line of names.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - path: its path as typed.
  ///   - place: the same from the root on.
  ///   - table: the name of a table or a view; nil for the only one.
  ///   - query: a question in SQL instead.
  /// - Throws: `not-a-table` if there is no such table, or several to choose from, `not-readable` for a fault of the
  ///   database or of the query, or if the program is missing.
  func text(
    of file: any ReadableFile, path: String, at place: String, table: String?, query: String?, limit: Int,
    programs: any ProgramRunner,
    monitor: WorkMonitor
  ) throws(MarketDataError) -> [UInt8] {
    let question = try query.map { query throws(MarketDataError) in try Self.single(query, path) }
    switch self {
    case .sqlite:
      let reader = try SQLiteTable(path: path, at: place, limit: limit, monitor: monitor)
      if let question { return try reader.text(of: question) }
      let name = try chosen(table, path, try reader.tables())
      return try reader.text(of: "SELECT * FROM \(Self.quoted(name))")
    case .duckdb:
      let program = DuckDB(file: path, programs: programs, limit: limit, monitor: monitor)
      if let question { return try program.text(of: question, in: place) }
      let names = String(decoding: try program.text(of: "SHOW TABLES", in: place, isBare: true), as: UTF8.self)
      let tables = names.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
      let name = try chosen(table, path, tables)
      return try program.text(of: "SELECT * FROM \(Self.quoted(name))", in: place)
    case .workbook:
      guard question == nil else {
        throw MarketDataError(.unknownOption, file: path, message: "the file is a workbook, which takes no query")
      }
      let workbook = try WorkbookTable(file, path: path, limit: limit)
      return try workbook.text(of: try chosen(table, path, workbook.names, holder: "workbook", noun: "sheet"))
    case .parquet, .arrow:
      guard table == nil, question == nil else {
        throw MarketDataError(
          .unknownOption, file: path, message: "the file is one table, which takes no `table` and no query")
      }
      let program = DuckDB(file: path, programs: programs, limit: limit, monitor: monitor)
      let name = "'" + place.replacing("'", with: "''") + "'"
      let reading = self == .parquet ? "read_parquet(\(name))" : "read_arrow(\(name))"
      return try program.text(of: "SELECT * FROM \(reading)", in: nil, loading: self == .arrow ? "nanoarrow" : nil)
    }
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// The table requested, else the only one.
  private func chosen(
    _ asked: String?, _ path: String, _ tables: [String], holder: String = "database", noun: String = "table"
  ) throws(MarketDataError) -> String {
    try TableChoice(
      file: path, holder: holder, noun: noun, names: tables,
      statement: { "load \"\(path)\" table " + ($0.contains(" ") ? "\"\($0)\"" : $0) }
    ).chosen(asked, among: tables)
  }

  /// A query of one statement that only reads: a session that somebody else made may hold it.
  private static func single(_ query: String, _ path: String) throws(MarketDataError) -> String {
    var text = query[...]
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    text = text.drop(while: \.isWhitespace)
    let first = text.prefix { $0.isLetter }.uppercased()
    guard ["SELECT", "WITH", "FROM", "VALUES"].contains(first), !text.contains(";") else {
      throw MarketDataError(
        .notReadable, file: path, found: RowFault.shortened(query),
        message: "a query is one `SELECT`, without `;`")
    }
    return String(text)
  }
}
