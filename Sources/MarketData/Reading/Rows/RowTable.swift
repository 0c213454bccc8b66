import Calendar
import Columns
import Text
import Work

/// The rows of a file as columns, in the order of the file, before they are sorted and checked.
struct RowTable {
  var columns: RowColumns
  private(set) var emptyRows = 0
  private(set) var firstEmptyLine: Int?
  private(set) var hasCivilTimes = false
  /// The least and the greatest offset from UTC that stamps state.
  private(set) var offsets: ClosedRange<Int>?
  /// True where a stamp states a time of the day other than midnight.
  private(set) var hasTimes = false
  /// True where each row is later than the one before it.
  private(set) var isRising = true
  /// The rows in which no check of prices has anything to look at, as they stand in the file.
  private(set) var plainRows: [Range<Int>] = []
  private var footer: String?
  /// The line of each block's first row and of each that follows lines without one: lines count on from there.
  private var anchors: [(row: Int, line: Int)] = []

  /// The lines that begin in one block of the text.
  struct Block {
    /// The first of these lines and the end of the block, as offsets.
    var start: Int
    var end: Int
    /// The number of the first line.
    var line: Int
    /// The most rows that the lines can have.
    var capacity: Int
    /// The index of the first row.
    var row: Int
  }

  /// Reads the rows of a text that is in memory.
  init(
    source: FileSource,
    layout: Layout,
    zone: Zone,
    threads: Int,
    monitor: WorkMonitor
  ) throws(MarketDataError) {
    let blocks = Self.blocks(source, layout)
    let capacity = blocks.last.map { $0.row + $0.capacity } ?? 0
    var results = [RowReader.Result](repeating: RowReader.Result(), count: blocks.count)
    let columns = RowColumns(capacity: capacity, roles: layout.roles) { target in
      results.withUnsafeMutableBufferPointer { results in
        ParallelLoop.forEach(count: blocks.count, workers: threads) { index in
          let block = blocks[index]
          var reader = RowReader(
            text: source.text,
            layout: layout,
            file: source.name,
            zone: zone,
            target: target
          )
          do {
            try monitor.checkpoint(done: index, total: blocks.count)
            reader.read(from: block.start, to: block.end, line: block.line, row: block.row)
            results[index] = reader.result
          } catch {
            results[index].error = .interrupted(source.name)
          }
        }
      }
      return Self.compact(target, layout, blocks, results)
    }
    // Of several faults the first one in the file counts, whichever thread found it; an interruption before all.
    if let stopped = results.first(where: { $0.error?.code == .interrupted })?.error { throw stopped }
    if let error = results.first(where: { $0.error != nil })?.error { throw error }
    self.init(columns: columns, blocks: blocks, results: results)
  }

  /// Joins the results of blocks read without a fault.
  init(columns: RowColumns, blocks: [Block], results: [RowReader.Result]) {
    self.columns = columns
    var row = 0
    for (block, result) in zip(blocks, results) {
      anchors.append((row, block.line))
      anchors += result.anchors.map { (row + $0.row - block.row, $0.line) }
      isRising = isRising && result.isRising
      let rows = result.rows - block.row
      if row > 0, rows > 0, columns.times[row] <= columns.times[row - 1] { isRising = false }
      if result.isPlain, rows > 2 { plainRows.append(row + 2..<row + rows) }
      row += rows
      emptyRows += result.emptyRows
      firstEmptyLine = firstEmptyLine ?? result.firstEmptyLine
      hasCivilTimes = hasCivilTimes || result.hasCivilTimes
      hasTimes = hasTimes || result.hasTimes
      footer = result.footer ?? footer
      if let more = result.offsets {
        offsets =
          offsets.map {
            min($0.lowerBound, more.lowerBound)...max($0.upperBound, more.upperBound)
          } ?? more
      }
    }
  }

  /// The line of a row, by the lines of its block; blank lines between make it a lower bound.
  func line(ofRow row: Int) -> Int {
    var (index, end) = (0, anchors.count)
    while index < end {
      let middle = (index + end) / 2
      if anchors[middle].row <= row { index = middle + 1 } else { end = middle }
    }
    guard index > 0 else { return 1 + row }
    let anchor = anchors[index - 1]
    return anchor.line + row - anchor.row
  }

  /// The facts that the rows themselves tell.
  func findings(isMacro: Bool) -> [BarFinding] {
    var findings: [BarFinding] = []
    if emptyRows > 0 {
      let what = isMacro ? "without a value" : "without prices"
      let message =
        "\(NumberText.counted(emptyRows, "row")) \(what) \(Wording.plural(emptyRows, "is", "are")) left out"
      findings.append(BarFinding(.emptyRows, message: message, count: emptyRows, firstLine: firstEmptyLine))
    }
    if let footer {
      findings.append(
        BarFinding(.footer, message: "the last line is not read: \"\(RowFault.shortened(footer))\"", count: 1)
      )
    }
    return findings
  }

  /// Divides the text below the header into blocks of fixed size; a line belongs to the block it begins in.
  private static func blocks(_ source: FileSource, _ layout: Layout) -> [Block] {
    var divider = BlockDivider(layout: layout)
    return source.lineEnds.enumerated().compactMap { index, lineEnds in
      let from = index * ContentHash.blockSize
      let end = min(from + ContentHash.blockSize, source.text.count)
      return divider.next(from..<end, lineEnds: lineEnds) { source.text.bytes[$0] }
    }
  }

  /// Moves the rows of all blocks together; gives how many there are.
  static func compact(
    _ target: RowColumns.Pointers,
    _ layout: Layout,
    _ blocks: [Block],
    _ results: [RowReader.Result]
  ) -> Int {
    var count = 0
    for (block, result) in zip(blocks, results) {
      guard result.error == nil else { return 0 }
      let rows = result.rows - block.row
      if count != block.row {
        (target.times + count).update(from: target.times + block.row, count: rows)
        for role in layout.roles where role.isNumber {
          let column = target.numbers[Int(role.rawValue)]
          (column + count).update(from: column + block.row, count: rows)
        }
      }
      count += rows
    }
    return count
  }
}

extension RowTable {
  /// The bars of the rows, once these are in order.
  func bars(
    _ layout: Layout,
    zone: Zone,
    timeframe: Timeframe?
  ) -> (bars: Bars, isIrregular: Bool) {
    let times = columns.times
    func column(_ role: ColumnRole) -> Column? {
      layout.roles.contains(role) ? Column(columns.numbers[Int(role.rawValue)]) : nil
    }
    var missing: Column { Column(repeating: .missing, count: times.count) }
    let close = column(.close) ?? missing
    let isCloseOnly = ![ColumnRole.open, .high, .low].contains { layout.roles.contains($0) }
    let guess =
      timeframe.map { ($0, true) } ?? TimeframeGuess.timeframe(of: times, zone: zone, hasTimes: hasTimes)
    var bars = Bars(
      times: times,
      open: column(.open) ?? (isCloseOnly ? close : missing),
      high: column(.high) ?? (isCloseOnly ? close : missing),
      low: column(.low) ?? (isCloseOnly ? close : missing),
      close: close,
      volume: column(.volume) ?? missing,
      timeframe: guess.0,
      zone: zone
    )
    if let adjusted = column(.adjusted) { Self.adjust(&bars, by: adjusted) }
    return (bars, !guess.1)
  }

  /// Multiplies prices so that the close becomes the adjusted one; missing where either is.
  private static func adjust(_ bars: inout Bars, by adjusted: Column) {
    for index in 0..<bars.count {
      let factor = (adjusted[index] / bars.close[index]).finiteOrMissing
      bars.open[index] *= factor
      bars.high[index] *= factor
      bars.low[index] *= factor
      bars.close[index] = adjusted[index]
    }
  }
}
