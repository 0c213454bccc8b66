import Calendar
import Columns
import Text
import Work

/// The rows of a file as columns, in the order of the file, before they are sorted and checked.
package struct RowTable {
  package var columns: RowColumns
  package private(set) var emptyRows = 0
  private(set) var firstEmptyLine: Int?
  private(set) var hasCivilTimes = false
  /// The least and the greatest offset from UTC that stamps state.
  private(set) var offsets: ClosedRange<Int>?
  /// True if a stamp states a time of the day other than midnight.
  private(set) var hasTimes = false
  /// True if each row is later than the one before it.
  private(set) var isRising = true
  /// The rows that pass every check of prices, by their order in the file.
  package private(set) var plainRows: [Range<Int>] = []
  private var footer: (text: String, lines: Int)?
  /// The rows whose time the clock skips, and the first of them.
  private var skippedTimes = (count: 0, row: 0)
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
  package init(
    source: FileSource, layout: Layout, zone: Zone, threads: Int, monitor: WorkMonitor
  ) throws(MarketDataError) {
    self = try Self.read(source, layout, zone: zone, threads: threads, monitor: monitor).rows.get()
  }

  /// The rows of a text that is in memory, or the first fault, and the doubts of its form that they raise.
  static func read(
    _ source: FileSource, _ layout: Layout, zone: Zone, threads: Int, monitor: WorkMonitor
  ) -> (rows: Result<RowTable, MarketDataError>, doubts: FormDoubts) {
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
    let doubts = FormDoubts(
      ofUnits: results.contains(where: \.doubts.ofUnits), ofMarks: results.contains(where: \.doubts.ofMarks))
    if let stopped = results.first(where: { $0.error?.code == .interrupted })?.error {
      return (.failure(stopped), FormDoubts())
    }
    if let error = results.first(where: { $0.error != nil })?.error { return (.failure(error), doubts) }
    return (.success(RowTable(columns: columns, blocks: blocks, results: results)), doubts)
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
      footer = footer ?? result.footer
      if result.skippedTimes.count > 0 {
        if skippedTimes.count == 0 {
          skippedTimes.row = row - rows + result.skippedTimes.row - block.row
        }
        skippedTimes.count += result.skippedTimes.count
      }
      if let more = result.offsets {
        offsets =
          offsets.map {
            min($0.lowerBound, more.lowerBound)...max($0.upperBound, more.upperBound)
          } ?? more
      }
    }
  }

  /// The line of a row, by the lines of its block; blank lines between make it a lower bound.
  package func line(ofRow row: Int) -> Int {
    var (index, end) = (0, anchors.count)
    while index < end {
      let middle = (index + end) / 2
      if anchors[middle].row <= row { index = middle + 1 } else { end = middle }
    }
    guard index > 0 else { return 1 + row }
    let anchor = anchors[index - 1]
    return anchor.line + row - anchor.row
  }

  /// The findings on the rows themselves.
  package func findings(isMacro: Bool) -> [BarFinding] {
    var findings: [BarFinding] = []
    if emptyRows > 0 {
      let what = isMacro ? "without a value" : "without prices"
      let message =
        "\(NumberText.counted(emptyRows, "row")) \(what) \(Wording.plural(emptyRows, "is", "are")) left out"
      findings.append(BarFinding(.emptyRows, message: message, count: emptyRows, firstLine: firstEmptyLine))
    }
    if let footer {
      let lines =
        footer.lines == 1 ? "the last line is" : "\(footer.lines) lines below the table are"
      findings.append(
        BarFinding(
          .footer, message: "\(lines) not read: \"\(RowFault.shortened(footer.text))\"", count: footer.lines))
    }
    return findings
  }

  /// The finding of times that a clock never shows; empty without one.
  func findings(ofSkippedTimes zone: Zone) -> [BarFinding] {
    guard skippedTimes.count > 0, skippedTimes.row < columns.times.count else { return [] }
    let (count, first) = (skippedTimes.count, columns.times[skippedTimes.row])
    return [
      BarFinding(
        .skippedTimes,
        message:
          "\(NumberText.counted(count, "time")) \(Wording.plural(count, "does", "do")) not exist on the clock of "
          + "\(zone.identifier), which skips them: read as \(zone.iso8601(first))"
          + Wording.plural(count, "", " and so on") + "; `timezone` sets another clock",
        count: count, firstLine: line(ofRow: skippedTimes.row), firstTime: nil)
    ]
  }

  /// True if a close is hundreds of times the one before it, or as small a part, as with a wrong decimal mark.
  var hasLeaps: Bool {
    let closes = columns.numbers[Int(ColumnRole.close.rawValue)]
    return closes.withUnsafeBufferPointer { closes in
      for index in 1..<max(1, closes.count) {
        let (now, before) = (closes[index], closes[index - 1])
        if now > 300 * before && before > 0 || before > 300 * now && now > 0 { return true }
      }
      return false
    }
  }

  /// Divides prices by a number; one that denotes none, the largest whole number of 64 bits, becomes missing.
  mutating func divide(by scale: Double) {
    guard scale != 1 else { return }
    for role in [ColumnRole.open, .high, .low, .close] {
      let slot = Int(role.rawValue)
      for index in columns.numbers[slot].indices {
        let price = columns.numbers[slot][index]
        columns.numbers[slot][index] = price >= 9.2e18 ? .missing : price / scale
      }
    }
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
    var guess =
      timeframe.map { ($0, true) } ?? TimeframeGuess.timeframe(of: times, zone: zone, hasTimes: hasTimes)
    if case .period(let kind) = layout.dateStyle, times.count < 2 || !guess.1 { guess = (kind.timeframe, true) }
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

  /// Multiplies prices so that the close becomes the adjusted one; missing if either is.
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
