import Calendar
import Platform
import Work

/// The rows of a file, its layout, and the identity of its bytes.
package struct FileRows {
  package var table: RowTable
  var layout: Layout
  package var hash: String
  package var byteCount: Int

  /// Reads the rows of a text that is in memory.
  ///
  /// The form follows from the first rows, that of dates from all. If a later row contradicts it, or prices leap as
  /// from a wrong decimal mark, all rows are checked, and read again.
  package init(
    of source: inout FileSource, usesAdjusted: Bool, form: FileForm = FileForm(), zone: ReadingZone, threads: Int,
    monitor: WorkMonitor
  ) throws(MarketDataError) {
    source.normalizeLineEnds()
    layout = try LayoutSniffer.layout(of: source.text, file: source.name, usesAdjusted: usesAdjusted, form: form)
    layout.notes += source.packing.map { [$0] } ?? []
    if layout.hasOpenDates { DateOrder.decide(&layout, StampFields(source.text, layout, monitor)) }
    func read(_ layout: Layout) -> (rows: Result<RowTable, MarketDataError>, doubts: FormDoubts) {
      RowTable.read(source, layout, zone: zone.zone(of: layout) ?? .utc, threads: threads, monitor: monitor)
    }
    var (rows, doubts) = read(layout)
    if layout.hasOpenMarks, (try? rows.get())?.hasLeaps == true { doubts.ofMarks = true }
    if doubts != FormDoubts(), (try? rows.get()) != nil || !monitor.isStopped {
      var other = layout
      if doubts.ofUnits, form.dates == nil { EpochUnit.decide(&other, StampFields(source.text, layout, monitor)) }
      if doubts.ofMarks {
        other.takeMarks(
          of: TextLines(source.text, from: layout.dataStart, number: layout.dataLine, monitor), in: source.text)
      }
      if other.dateStyle != layout.dateStyle || other.decimalComma != layout.decimalComma {
        let again = read(other).rows
        if case .success = again { (layout, rows) = (other, again) }
      } else {
        layout = other
      }
    }
    table = try rows.get()
    table.divide(by: layout.priceScale)
    (hash, byteCount) = (source.hash, source.text.count)
  }

  private init(table: RowTable, layout: Layout, hash: String, byteCount: Int) {
    self.table = table
    self.layout = layout
    self.hash = hash
    self.byteCount = byteCount
  }

  /// Files from this size on are not held in memory as text, which in addition to their columns would double the memory
  /// of loading.
  static let leastStreamed = 1 << 24

  /// Reads the rows of a large regular file a block at a time, each thread in memory that it uses again for its next one.
  ///
  /// Nil if the file is small, if all of it has to be seen before its rows can be read (dates whose order of day and
  /// month only later rows show), or if anything in it is unusual: then the text in memory is read, which names a
  /// fault.
  /// - Throws: `interrupted` if the monitor stops.
  package static func streamed(
    _ file: any ReadableFile, usesAdjusted: Bool, form: FileForm = FileForm(), zone: ReadingZone, threads: Int,
    monitor: WorkMonitor = .none, least: Int = leastStreamed
  ) throws(MarketDataError) -> FileRows? {
    guard let size = file.size, size >= least, let head = head(of: file, size: size),
      let layout = try? LayoutSniffer.layout(of: head, file: file.path, usesAdjusted: usesAdjusted, form: form),
      !layout.hasOpenDates
    else { return nil }
    guard layout.dataStart < head.count, let (likely, capacity) = capacity(of: file, size: size) else { return nil }
    let stream = RowStream(
      file: file, size: size, layout: layout, zone: zone.zone(of: layout) ?? .utc, capacity: capacity, likely: likely)
    guard let (read, hash) = try stream.read(threads: threads, monitor: monitor) else { return nil }
    var table = read
    if layout.hasOpenMarks, table.hasLeaps { return nil }
    table.divide(by: layout.priceScale)
    return FileRows(table: table, layout: layout, hash: hash, byteCount: size)
  }

  /// The complete lines at the start of the file.
  private static func head(of file: any ReadableFile, size: Int) -> TextBuffer? {
    let count = min(size, ContentHash.blockSize)
    guard let head = TextBuffer(count: count),
      let read = try? file.read(into: UnsafeMutableRawBufferPointer(start: head.bytes, count: count), at: 0),
      let last = (0..<read).last(where: { head.bytes[$0] == 10 })
    else { return nil }
    head.end(at: last + 1)
    return head
  }

  /// The number of rows that the longest lines of some parts of the file make likely, and the capacity needed: that of
  /// the shortest ones.
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

/// The zone on whose clock times without an offset are read.
package struct ReadingZone {
  /// The zone requested, else that of the market's calendar; nil if neither is.
  var zone: Zone?
  /// True for the zone of a calendar, which a column that is said to be in UTC knows better.
  var isOfMarket = false

  package init(zone: Zone? = nil, isOfMarket: Bool = false) {
    self.zone = zone
    self.isOfMarket = isOfMarket
  }

  /// UTC, as requested.
  package static let utc = ReadingZone(zone: .utc)

  /// The zone for a file; nil if none is stated.
  func zone(of layout: Layout) -> Zone? { isOfMarket && layout.isInUTC ? nil : zone }
}

/// The parts of a form that later rows doubt.
struct FormDoubts: Equatable {
  /// A stamp has the digits of another unit.
  var ofUnits = false
  /// A number has a mark whose meaning no earlier row showed.
  var ofMarks = false
}

/// The lines of a text from one on, blank ones left out; they end if the work is stopped.
struct TextLines: Sequence, IteratorProtocol {
  private let text: TextBuffer
  private let monitor: WorkMonitor
  private var start: Int
  private var number: Int

  init(_ text: TextBuffer, from start: Int, number: Int, _ monitor: WorkMonitor) {
    (self.text, self.start, self.number, self.monitor) = (text, start, number, monitor)
  }

  mutating func next() -> TextLine? {
    while let line = TextLine(in: text, at: start, number: number) {
      (start, number) = (line.next, number + 1)
      if number % 4096 == 0, monitor.isStopped { return nil }
      if !line.isBlank(in: text) { return line }
    }
    return nil
  }
}
