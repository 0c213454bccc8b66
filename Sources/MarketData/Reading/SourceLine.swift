import Calendar
import Columns
import Platform
import Work

/// The line of a file that a bar was read from.
public struct SourceLine: Sendable, Hashable {
  /// The number of the line, from 1.
  public var number: Int
  /// The line as it stands in the file.
  public var text: String
}

extension BarFile {
  /// The line that the bar of a time was read from; of several rows with one time the one that counts.
  ///
  /// The file is read again.
  ///
  /// - Parameter contentHash: the hash of the bytes that were loaded.
  /// - Returns: nil where no row has the time, and where the file's bytes are others now.
  /// - Throws: `MarketDataError`, as ``load(path:in:options:monitor:)`` does.
  public static func line(
    ofBarAt time: Timestamp, path: String, in files: any FileSystem, contentHash: String, options: Options,
    monitor: WorkMonitor = .none
  ) throws(MarketDataError) -> SourceLine? {
    let (zone, _) = try steps(options, file: path)
    var source = try FileSource(try opened(path, in: files), limit: options.limit, threads: 1)
    guard source.hash == contentHash else { return nil }
    let rows = try FileRows(
      of: &source, usesAdjusted: options.adjusted, zone: zone ?? .utc, threads: 1, monitor: monitor)
    guard let row = rows.table.columns.times.lastIndex(of: time) else { return nil }
    return line(of: row, from: rows.table.block(ofRow: row), in: source, rows.layout, zone ?? .utc)
  }

  /// The line of a row, counted from the first row of its block: lines that give no row stand in between.
  private static func line(
    of row: Int, from block: (row: Int, line: Int), in source: FileSource, _ layout: Layout, _ zone: Zone
  ) -> SourceLine? {
    let bytes = source.text.bytes
    let end = source.text.count
    var start = 0
    var number = 1
    func endOfLine() -> Int {
      var position = start
      while position < end, bytes[position] != 10 { position += 1 }
      return position
    }
    while number < block.line, start < end {
      start = endOfLine() + 1
      number += 1
    }
    var seen = block.row
    while start < end {
      let stop = endOfLine()
      var rows = 0
      _ = RowColumns(capacity: 2, roles: layout.roles) { target in
        var reader = RowReader(text: source.text, layout: layout, file: source.name, zone: zone, target: target)
        reader.read(from: start, to: min(stop + 1, end), line: number, row: 0)
        rows = reader.result.rows
        return rows
      }
      seen += rows
      if rows > 0, seen > row {
        let text = String(decoding: UnsafeBufferPointer(start: bytes + start, count: stop - start), as: UTF8.self)
        return SourceLine(number: number, text: text.last == "\r" ? String(text.dropLast()) : text)
      }
      start = stop + 1
      number += 1
    }
    return nil
  }
}
