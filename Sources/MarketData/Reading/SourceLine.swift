import Calendar
import Columns
import Platform
import Work

/// The line of a file that a bar was read from.
public struct SourceLine: Sendable, Hashable {
  /// The number of the line, from 1.
  public var number: Int
  /// The line as in the file.
  public var text: String
  /// The open, high, low, close and volume that were read from it, before any mend.
  public var values: [Double] = []
}

extension BarFile {
  /// The lines that the bars of some times were read from; of several rows with one time the one that counts.
  ///
  /// The file is read again, as ``load(path:in:options:monitor:)`` reads it.
  ///
  /// - Parameter contentHash: the hash of the bytes that were loaded.
  /// - Returns: the lines, nil for a time that no row has; nil instead of all if the file's bytes have changed.
  /// - Throws: `MarketDataError`, as `load` does, and `not-readable` of a pipe, whose bytes are gone.
  public static func lines(
    ofBarsAt times: [Timestamp], path: String, in files: any FileSystem, contentHash: String, options: Options,
    monitor: WorkMonitor = .none
  ) throws(MarketDataError) -> [SourceLine?]? {
    if let status = files.status(of: path), !status.isRegular {
      throw MarketDataError(.notReadable, file: path, message: "input from a pipe cannot be read again")
    }
    let (zone, preparation) = try steps(options, file: path)
    let packed = PackedPath(path, in: files)
    let file = try opened(packed.file, in: files)
    // The rows of a database and of a workbook have no lines.
    if TableFile(file) != nil { return times.map { _ in nil } }
    let workers = threads(options)
    if var rows = try FileRows.streamed(
      file, usesAdjusted: options.adjusted, form: options.form, zone: zone, threads: workers, monitor: monitor)
    {
      guard rows.hash == contentHash else { return nil }
      var search = LineSearch(try rows.lines(at: times, options, zone, preparation, path))
      try search.read(file, monitor: monitor)
      return search.lines
    }
    var source = try FileSource(file, limit: options.limit, threads: workers)
    guard source.hash == contentHash else { return nil }
    source = try source.unpacked(table: packed.table, limit: options.limit, threads: workers, monitor: monitor)
    var rows = try FileRows(
      of: &source, usesAdjusted: options.adjusted, form: options.form, zone: zone, threads: workers, monitor: monitor)
    var search = LineSearch(try rows.lines(at: times, options, zone, preparation, path))
    search.take(UnsafeBufferPointer(start: UnsafePointer(source.text.bytes), count: source.text.count))
    search.endLine()
    return search.lines
  }
}

extension FileRows {
  /// The lines, without their text, whose rows are the bars of some times.
  fileprivate mutating func lines(
    at times: [Timestamp], _ options: BarFile.Options, _ zone: ReadingZone, _ preparation: BarPreparation,
    _ path: String
  ) throws(MarketDataError) -> [SourceLine?] {
    let zone = zone.zone(of: layout) ?? statedZone()
    // A bar that was made of several rows is in none of them.
    if !layout.isMacro, table.longer(options.timeframe, zone: zone) != nil { return times.map { _ in nil } }
    let order = RowOrder.sort(&table, zone: zone, isMacro: layout.isMacro)
    let shown = try preparation.shown(table.bars(layout, zone: zone, timeframe: options.timeframe).bars, file: path)
    let bars = preparation.begun(shown)
    return times.map { time in
      bars.index(of: time).map { index in
        SourceLine(
          number: table.line(ofRow: order.rows.map { $0[index] } ?? index), text: "",
          values: [bars.open, bars.high, bars.low, bars.close, bars.volume].map { $0[index] })
      }
    }
  }
}
