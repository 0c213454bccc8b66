import Calendar
import Columns
import Platform
import Synchronization
import Work

/// Reads a file block by block into columns: one pass, and of the text no more in memory than a block for each thread.
struct RowStream {
  let file: any ReadableFile
  let size: Int
  let layout: Layout
  let zone: Zone
  /// The rows that there is room for.
  let capacity: Int
  /// The likely minimum of rows: their memory is in large pages, none beyond the last row.
  let likely: Int

  /// The bytes of a block, a part of one that is hashed: two windows and the result of one stay in a processor's
  /// memory.
  private static let blockSize = ContentHash.blockSize / 4
  /// The bytes after a block in which its last line must end.
  private static let overhang = 1 << 14
  /// The bytes before a block, the last one of which shows whether a line begins with the block.
  ///
  /// A full cache line: with a single byte the copy's source and target would be one byte apart within their pages, a
  /// case that AMD processors copy at a sixth of their speed.
  private static let lead = 64

  /// The blocks that threads have begun, in the order of the file: each block's first row follows from those before it.
  private struct Progress {
    var divider: BlockDivider
    var blocks: [RowTable.Block] = []
    var next = 0
    /// The hash of the part of a block of `ContentHash` that was read, and those of the blocks before.
    var part = ContentHash.Part()
    var hashes: [(UInt64, UInt64)] = []
    /// True if the file is not as expected, or the work was stopped.
    var isGivenUp = false
  }

  /// The rows and the hash of the bytes; nil if a row has a fault, or the file does not match its expected layout.
  func read(threads: Int, monitor: WorkMonitor) throws(MarketDataError) -> (table: RowTable, hash: String)? {
    let count = (size + Self.blockSize - 1) / Self.blockSize
    var hashes: [(UInt64, UInt64)] = []
    var results = [RowReader.Result](repeating: RowReader.Result(), count: count)
    let progress = Mutex(Progress(divider: BlockDivider(layout: layout)))
    let isStopped = Atomic<Bool>(false)
    let windows = (0..<max(1, min(threads, count))).map { _ in
      TextBuffer(count: Self.lead + Self.blockSize + Self.overhang, isReused: true)
    }
    var blocks: [RowTable.Block] = []
    let columns = RowColumns(capacity: capacity, likely: likely, roles: layout.roles) { target in
      results.withUnsafeMutableBufferPointer { results in
        _ = ParallelLoop.run(count: count, workers: windows.count) { worker, _ in
          guard let window = windows[worker] else { return false }
          do { try monitor.checkpoint(done: progress.withLock(\.next), total: count) } catch {
            isStopped.store(true, ordering: .relaxed)
            return false
          }
          return readNext(into: window, progress, target, results)
        }
      }
      let reached = progress.withLock { $0 }
      guard !reached.isGivenUp, reached.next == count, !isStopped.load(ordering: .relaxed) else { return 0 }
      (blocks, hashes) = (reached.blocks, reached.hashes)
      return RowTable.compact(target, layout, blocks, Array(results[..<blocks.count]))
    }
    if isStopped.load(ordering: .relaxed) { throw .interrupted(file.path) }
    guard !blocks.isEmpty else { return nil }
    return (
      RowTable(columns: columns, blocks: blocks, results: Array(results[..<blocks.count])),
      ContentHash.joined(hashes, byteCount: size)
    )
  }

  /// Reads the next block that is not taken; false if the reading is given up.
  private func readNext(
    into window: TextBuffer, _ progress: borrowing Mutex<Progress>, _ target: RowColumns.Pointers,
    _ results: UnsafeMutableBufferPointer<RowReader.Result>
  ) -> Bool {
    // Reading and counting take a tenth of the time of parsing, so that few threads wait for one another here.
    let begun = progress.withLock { progress -> (index: Int, place: Int, block: RowTable.Block?)? in
      guard !progress.isGivenUp else { return nil }
      let index = progress.next
      let range = bounds(of: index)
      let origin = max(0, range.lowerBound - Self.lead)
      guard fill(window, range, from: origin) else {
        progress.isGivenUp = true
        return nil
      }
      let lineEnds = progress.part.take(window.bytes + (range.lowerBound - origin), count: range.count)
      if range.upperBound.isMultiple(of: ContentHash.blockSize) || range.upperBound == size {
        progress.hashes.append(progress.part.end())
        progress.part = ContentHash.Part()
      }
      let block = progress.divider.next(range, lineEnds: lineEnds) { window.bytes[$0 - origin] }
      guard progress.divider.row <= capacity else {
        progress.isGivenUp = true
        return nil
      }
      progress.next += 1
      if let block { progress.blocks.append(block) }
      return (index, progress.blocks.count - 1, block)
    }
    guard let (index, place, block) = begun else { return false }
    let range = bounds(of: index)
    let origin = max(0, range.lowerBound - Self.lead)
    guard let block else { return true }
    guard ends(block, in: window, origin: origin) else {
      progress.withLock { $0.isGivenUp = true }
      return false
    }
    var reader = RowReader(text: window, layout: layout, file: file.path, zone: zone, target: target)
    reader.read(from: block.start - origin, to: block.end - origin, line: block.line, row: block.row)
    results[place] = reader.result
    // A footer is recognised by the text after it, which only the window of the last block has.
    let isPlain =
      reader.result.error == nil && reader.result.doubts == FormDoubts()
      && (reader.result.footer == nil || range.upperBound == size)
    if !isPlain { progress.withLock { $0.isGivenUp = true } }
    return isPlain
  }

  private func bounds(of index: Int) -> Range<Int> {
    let start = index * Self.blockSize
    return start..<min(start + Self.blockSize, size)
  }

  /// Reads a block, the bytes before it and the overhang for its last line; false if the file has become shorter.
  private func fill(_ window: TextBuffer, _ range: Range<Int>, from origin: Int) -> Bool {
    let count = min(range.upperBound + Self.overhang, size) - origin
    let memory = UnsafeMutableRawBufferPointer(start: window.bytes, count: count)
    guard (try? file.read(into: memory, at: origin)) == count else { return false }
    window.end(at: count)
    return true
  }

  /// True if the last line of a block ends inside the window.
  private func ends(_ block: RowTable.Block, in window: TextBuffer, origin: Int) -> Bool {
    if origin + window.count == size { return true }
    return (block.end - origin - 1..<window.count).contains { window.bytes[$0] == 10 }
  }
}
