import Platform
import Work

/// A search for the texts of some lines by their numbers, which takes a file in parts.
struct LineSearch {
  /// The lines; the text is empty until it has come.
  private(set) var lines: [SourceLine?]
  /// The lines whose text has not come, by their numbers, the last one first.
  private var waiting: [(number: Int, index: Int)]
  private var number = 1
  private var text: [UInt8] = []

  init(_ lines: [SourceLine?]) {
    self.lines = lines
    let found = lines.enumerated().compactMap { index, line in line.map { (number: $0.number, index: index) } }
    waiting = found.sorted { ($0.number, $0.index) > ($1.number, $1.index) }
  }

  /// Takes the next part of the text.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < bytes.count, let next = waiting.last {
      let end = bytes[start...].firstIndex(of: 10)
      if number == next.number { text += bytes[start..<(end ?? bytes.count)] }
      guard let end else { return }
      endLine()
      start = end + 1
    }
  }

  /// Ends the current line, which is kept if requested.
  mutating func endLine() {
    while let next = waiting.last, next.number == number {
      if text.last == 13 { text.removeLast() }
      lines[next.index]?.text = String(decoding: text, as: UTF8.self)
      waiting.removeLast()
    }
    text.removeAll(keepingCapacity: true)
    number += 1
  }

  /// Takes a file, up to the last line that is looked for.
  mutating func read(_ file: any ReadableFile, monitor: WorkMonitor) throws(MarketDataError) {
    var block = [UInt8](repeating: 0, count: 1 << 20)
    var offset = 0
    while !waiting.isEmpty {
      do throws(Interrupted) { try monitor.checkpoint() } catch { throw .interrupted(file.path) }
      let read = block.withUnsafeMutableBytes { bytes -> Result<Int, FileError> in
        do throws(FileError) { return .success(try file.read(into: bytes, at: offset)) } catch {
          return .failure(error)
        }
      }
      let count: Int
      do throws(FileError) { count = try read.get() } catch { throw MarketDataError(error) }
      guard count > 0 else { break }
      block.withUnsafeBufferPointer { take(UnsafeBufferPointer(rebasing: $0[..<count])) }
      offset += count
    }
    endLine()
  }
}
