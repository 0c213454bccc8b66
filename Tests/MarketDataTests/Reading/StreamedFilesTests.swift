import Calendar
import Columns
import MarketData
import Platform
import TestSupport
import Testing
import Work

/// Bytes in memory that are read as a file.
private struct MemoryFile: ReadableFile {
  var bytes: [UInt8]
  var path = "test.csv"
  /// The bytes that are there when it is read, where it has become shorter.
  var left: Int?

  var size: Int? { bytes.count }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    let end = min(left ?? bytes.count, offset + buffer.count)
    guard offset < end else { return 0 }
    bytes[offset..<end].withUnsafeBytes { buffer.copyMemory(from: $0) }
    return end - offset
  }
}

/// Large files are read a block at a time: the result must be that of the text in memory, and where it could differ the
/// text in memory is read.
@Suite("Files read a block at a time")
struct StreamedFilesTests {
  /// Rows of minutes, slightly more than two blocks.
  private static func rows(
    seed: UInt64, count: Int = 44_000, end: String = "\n", blank: Bool = false, missing: Bool = false
  ) -> [String] {
    var dice = Dice(seed)
    return (0..<count).map { row in
      let (day, minute) = (1 + row / 1440, row % 1440)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let price = 10_000 + dice.below(900)
      let open = missing && dice.below(50) == 0 ? "" : "\(price / 100).\(two(price % 100))"
      let line =
        "2021-01-\(two(day)) \(two(minute / 60)):\(two(minute % 60)),\(open),109.5,99.25,\(price / 100),\(dice.below(9_000_000))"
      return line + end + (blank && dice.below(40) == 0 ? end : "")
    }
  }

  private static let head = "date,open,high,low,close,volume\n"

  private func isSame(_ text: String, zone: Zone = .utc, threads: Int = 2, least: Int = 0) throws -> Bool {
    let bytes = Array(text.utf8)
    let file = MemoryFile(bytes: bytes)
    guard
      let streamed = try FileRows.streamed(
        file, usesAdjusted: false, zone: ReadingZone(zone: zone), threads: threads, least: least)
    else { return false }
    var source = try FileSource(bytes: bytes, name: "test.csv", threads: 1)
    source.normalizeLineEnds()
    let layout = try LayoutSniffer.layout(of: source.text, file: "test.csv", usesAdjusted: false)
    let whole = try RowTable(source: source, layout: layout, zone: zone, threads: 1, monitor: .none)
    #expect(streamed.hash == source.hash)
    #expect(streamed.byteCount == bytes.count)
    #expect(streamed.table.columns.times == whole.columns.times)
    for (left, right) in zip(streamed.table.columns.numbers, whole.columns.numbers) {
      #expect(left.map(\.bitPattern) == right.map(\.bitPattern))
    }
    #expect(streamed.table.emptyRows == whole.emptyRows)
    let last = whole.columns.times.count - 1
    #expect(streamed.table.line(ofRow: last) == whole.line(ofRow: last))
    #expect(streamed.table.findings(isMacro: false).map(\.message) == whole.findings(isMacro: false).map(\.message))
    return true
  }

  @Test("The rows are those of the text in memory, with any number of threads", arguments: [1, 3])
  func same(threads: Int) throws {
    #expect(try isSame(Self.head + Self.rows(seed: 1).joined(), threads: threads))
  }

  @Test("Line ends of two bytes, blank lines, missing prices, no newline at the end, words below the table")
  func dialects() throws {
    #expect(try isSame(Self.head + Self.rows(seed: 2, end: "\r\n", blank: true, missing: true).joined()))
    #expect(try isSame(String((Self.head + Self.rows(seed: 3).joined()).dropLast())))
    #expect(try isSame(Self.head + Self.rows(seed: 4).joined() + "Data by no vendor in particular\n"))
  }

  @Test("What is out of the ordinary is left to the text in memory")
  func others() throws {
    let rows = Self.rows(seed: 5)
    var bad = rows
    bad[40_000] = "2021-01-28 20:00,1,2,3,x,5\n"
    #expect(try !isSame(Self.head + bad.joined()))
    // A line that does not end within the overhang read after its block.
    var long = rows
    long[20_000] = String(repeating: " ", count: 1 << 20) + rows[20_000]
    #expect(try !isSame(Self.head + long.joined()))
    // More lines than the parts that are looked at make likely.
    let hidden = rows[..<1500].joined() + String(repeating: "\n", count: 200_000) + rows[1500...].joined()
    #expect(try !isSame(Self.head + hidden))
    #expect(try !isSame(Self.head + rows.joined(), least: .max))
    let months = rows.prefix(30_000).map { "1/2/" + $0.dropFirst(8) }
    #expect(try !isSame(Self.head + months.joined()))
  }

  @Test("A file that becomes shorter while it is read is read again, and work that is stopped says so")
  func changes() throws {
    let bytes = Array((Self.head + Self.rows(seed: 6).joined()).utf8)
    let shrunk = MemoryFile(bytes: bytes, left: bytes.count - 1)
    let rows = try FileRows.streamed(shrunk, usesAdjusted: false, zone: .utc, threads: 2, least: 0)
    #expect(rows?.byteCount == nil)
    let error = #expect(throws: MarketDataError.self) {
      try FileRows.streamed(
        MemoryFile(bytes: bytes), usesAdjusted: false, zone: .utc, threads: 2,
        monitor: WorkMonitor(isCancelled: { true }), least: 0)
    }
    #expect(error?.code == .interrupted)
  }
}
