import Work

/// The stamps of all rows of a text as bytes, in sequence, without the quotes and blanks before them; they end if the
/// work is stopped.
struct StampFields {
  private let text: TextBuffer
  private let separator: UInt8
  private let column: Int
  private var start: Int
  private var line: Int
  private let monitor: WorkMonitor

  init(_ text: TextBuffer, _ layout: Layout, _ monitor: WorkMonitor) {
    self.text = text
    self.monitor = monitor
    separator = layout.separator
    column = layout.index(of: .stamp) ?? 0
    start = layout.dataStart
    line = layout.dataLine
  }

  /// The stamp of the next line and the line's number; nil after the last one.
  ///
  /// A line without a stamp gives its rest.
  mutating func next() -> (field: UnsafeBufferPointer<UInt8>, line: Int)? {
    guard start < text.count, line % 4096 != 0 || !monitor.isStopped else { return nil }
    var index = start
    var fields = column
    var byte = text.bytes[index]
    while fields > 0, byte != 10 {
      if byte == separator { fields -= 1 }
      index += 1
      byte = text.bytes[index]
    }
    while byte == 32 || byte == 34 {
      index += 1
      byte = text.bytes[index]
    }
    var end = index
    while byte != separator, byte != 10, byte != 13, byte != 34 {
      end += 1
      byte = text.bytes[end]
    }
    let field = UnsafeBufferPointer(start: UnsafePointer(text.bytes + index), count: end - index)
    while text.bytes[end] != 10 { end += 1 }
    defer {
      start = end + 1
      line += 1
    }
    return (field, line)
  }
}
