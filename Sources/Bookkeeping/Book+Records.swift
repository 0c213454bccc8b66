import Calendar
import FileFormats
import Platform

/// A kind of record that is only added to.
package enum RecordKind: String, Sendable {
  /// The signals that were given.
  case signals
  /// The confidences that were shown.
  case audit

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

  /// Adds a line, on the disk before it returns; two programs do not write the same one twice.
  ///
  /// - Parameter line: the line to add, given the lines so far; nil to add none.
  package func addRecord(
    of kind: RecordKind, _ environment: Environment, at now: Timestamp, _ line: (_ bytes: [UInt8]) -> String?
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
      guard let text = line(Self.bytes(rows)) else { return }
      try book.run(
        "INSERT INTO record(kind, line) VALUES(?, ?)", .text(kind.rawValue),
        .text(text.hasSuffix("\n") ? String(text.dropLast()) : text))
    }
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
