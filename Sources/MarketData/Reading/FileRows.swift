import Calendar
import Platform
import Work

/// The rows of a file, its layout, and the identity of its bytes.
struct FileRows {
  var table: RowTable
  var layout: Layout
  var hash: String
  var byteCount: Int

  /// Reads the rows of a text that is in memory.
  init(
    of source: inout FileSource, usesAdjusted: Bool, zone: Zone, threads: Int, monitor: WorkMonitor
  ) throws(MarketDataError) {
    source.normalizeLineEnds()
    layout = try LayoutSniffer.layout(of: source.text, file: source.name, usesAdjusted: usesAdjusted)
    DateOrder.decide(&layout, text: source.text)
    layout.notes += source.packing.map { [$0] } ?? []
    table = try RowTable(source: source, layout: layout, zone: zone, threads: threads, monitor: monitor)
    (hash, byteCount) = (source.hash, source.text.count)
  }

  private init(table: RowTable, layout: Layout, hash: String, byteCount: Int) {
    self.table = table
    self.layout = layout
    self.hash = hash
    self.byteCount = byteCount
  }

  /// Files from this size on are not held in memory as text, which beside their columns would double the memory of
  /// loading.
  static let leastStreamed = 1 << 24

  /// Reads the rows of a large regular file a block at a time, each thread in memory that it uses again for its next one.
  ///
  /// Nil where the file is small, where all of it has to be seen before its rows can be read (dates whose order of day and
  /// month only later rows tell), and where anything in it is out of the ordinary: then the text in memory is read, which
  /// names a fault.
  /// - Throws: `interrupted` where the monitor stops.
  static func streamed(
    _ file: any ReadableFile, usesAdjusted: Bool, zone: Zone, threads: Int, monitor: WorkMonitor = .none,
    least: Int = leastStreamed
  ) throws(MarketDataError) -> FileRows? {
    guard let size = file.size, size >= least, let head = head(of: file, size: size),
      let layout = try? LayoutSniffer.layout(of: head, file: file.path, usesAdjusted: usesAdjusted)
    else { return nil }
    if case .monthFirst = layout.dateStyle { return nil }
    guard layout.dataStart < head.count, let (likely, capacity) = capacity(of: file, size: size) else { return nil }
    let stream = RowStream(
      file: file, size: size, layout: layout, zone: zone, capacity: capacity, likely: likely)
    guard let (table, hash) = try stream.read(threads: threads, monitor: monitor) else { return nil }
    return FileRows(table: table, layout: layout, hash: hash, byteCount: size)
  }

  /// The whole lines that the file begins with.
  private static func head(of file: any ReadableFile, size: Int) -> TextBuffer? {
    let count = min(size, ContentHash.blockSize)
    guard let head = TextBuffer(count: count),
      let read = try? file.read(into: UnsafeMutableRawBufferPointer(start: head.bytes, count: count), at: 0),
      let last = (0..<read).last(where: { head.bytes[$0] == 10 })
    else { return nil }
    head.end(at: last + 1)
    return head
  }

  /// The number of rows that the longest lines of some parts of the file make likely, and that which there is room for:
  /// as many as the shortest ones do.
  private static func capacity(of file: any ReadableFile, size: Int) -> (likely: Int, capacity: Int)? {
    let count = 1 << 16
    var (least, most) = (Int.max, 0)
    for part in 0..<8 {
      var piece = [UInt8](repeating: 0, count: count)
      let offset = (size - count) / 7 * part
      guard let read = try? piece.withUnsafeMutableBytes({ try file.read(into: $0, at: offset) }), read == count else {
        return nil
      }
      let lineEnds = BlockSum.lineEnds(piece, count: count)
      (least, most) = (min(least, lineEnds), max(most, lineEnds))
    }
    // A line more on each 16 KiB, and one less.
    return (size / count * max(0, least - 4), size / count * (most + 4) + 2 * count)
  }
}
