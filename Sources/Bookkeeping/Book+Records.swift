import Calendar
import FileFormats
import Platform

/// A kind of record that is only added to.
package enum RecordKind: String, Sendable {
  /// The signals that were given.
  case signals
  /// The confidences that were shown.
  case audit
  /// What happened to streams.
  case streams
  /// The requests to a server that were unsafe or refused.
  case requests

  /// The file of lines in which an earlier version kept them.
  var formerFile: String { "\(rawValue).jsonl" }
}

/// Records: lines of JSON in the book, of which none is changed.
extension Book {
  /// The lines of a kind, each with its newline.
  ///
  /// The lines of a former file come first, until the first write takes them over.
  package func records(of kind: RecordKind, _ environment: Environment) throws(BookError) -> [UInt8] {
    var bytes: [UInt8] = []
    if try rows(environment, "SELECT 1 FROM state WHERE key = ?", .text("taken \(kind)")).isEmpty {
      bytes = try Self.former(kind, environment).flatMap { $0 + [UInt8(ascii: "\n")] }
    }
    return bytes
      + Self.bytes(
        try rows(environment, "SELECT line FROM record WHERE kind = ? ORDER BY number", .text(kind.rawValue)))
  }

  /// Adds lines, on the disk before it returns; two programs do not write the same one twice.
  ///
  /// - Parameter lines: the lines to add, given those so far.
  package func addRecords(
    of kind: RecordKind, _ environment: Environment, at now: Timestamp, _ lines: (_ bytes: [UInt8]) -> [String]
  ) throws(BookError) {
    try write(environment, to: nil, at: now) { book throws(BookError) in
      if try book.run("SELECT 1 FROM state WHERE key = ?", .text("taken \(kind)")).isEmpty {
        for line in try Self.former(kind, environment) {
          try book.run(
            "INSERT INTO record(kind, line) VALUES(?, ?)", .text(kind.rawValue),
            .text(String(decoding: line, as: UTF8.self)))
        }
        try book.run("INSERT INTO state VALUES(?, '')", .text("taken \(kind)"))
      }
      let rows = try book.run("SELECT line FROM record WHERE kind = ? ORDER BY number", .text(kind.rawValue))
      for text in lines(Self.bytes(rows)) {
        try book.run(
          "INSERT INTO record(kind, line) VALUES(?, ?)", .text(kind.rawValue),
          .text(text.hasSuffix("\n") ? String(text.dropLast()) : text))
      }
    }
  }

  /// Adds lines to a kind of which only the newest are kept.
  package func addLines(
    _ lines: [String], of kind: RecordKind, keeping limit: Int, _ environment: Environment, at now: Timestamp
  ) throws(BookError) {
    try write(environment, to: nil, at: now) { book throws(BookError) in
      for line in lines {
        try book.run("INSERT INTO record(kind, line) VALUES(?, ?)", .text(kind.rawValue), .text(line))
      }
      try book.run(
        "DELETE FROM record WHERE kind = ? AND number <= "
          + "(SELECT number FROM record WHERE kind = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
        .text(kind.rawValue), .text(kind.rawValue), .integer(Int64(limit)))
    }
  }

  /// The newest lines of a kind, oldest first.
  package func lastLines(
    _ count: Int, of kind: RecordKind, _ environment: Environment
  ) throws(BookError) -> [String] {
    try rows(
      environment, "SELECT line FROM record WHERE kind = ? ORDER BY number DESC LIMIT ?", .text(kind.rawValue),
      .integer(Int64(count))
    ).reversed().compactMap { $0[0].text }
  }

  private static func bytes(_ rows: [[SQLiteValue]]) -> [UInt8] {
    rows.flatMap { Array(($0[0].text ?? "").utf8) + [UInt8(ascii: "\n")] }
  }

  /// The lines of the file of an earlier version.
  private static func former(_ kind: RecordKind, _ environment: Environment) throws(BookError) -> [[UInt8]] {
    guard let folder = environment.dataDirectory ?? environment.readOnlyData else { return [] }
    let path = "\(folder)/\(kind.formerFile)"
    guard environment.files.exists(path) else { return [] }
    do throws(FileError) {
      return try environment.files.read(path).split(separator: UInt8(ascii: "\n")).map { Array($0) }
    } catch { throw .file(path: path, reason: error.message) }
  }
}
