/// Divides the rows of a text among its blocks, one block after the other: a line belongs to the block it begins in.
struct BlockDivider {
  let layout: Layout
  /// The number of the line in which the next block begins.
  private var line = 1
  /// The index of the first row of the next block.
  private(set) var row = 0

  init(layout: Layout) { self.layout = layout }

  /// The lines that begin in the next block; nil if there are none.
  ///
  /// - Parameters:
  ///   - range: the offsets of the block.
  ///   - lineEnds: the newlines in it.
  ///   - byte: the byte at an offset, of the block or right before it.
  mutating func next(_ range: Range<Int>, lineEnds: Int, _ byte: (Int) -> UInt8) -> RowTable.Block? {
    defer { line += lineEnds }
    let end = range.upperBound
    guard end > layout.dataStart else { return nil }
    var start = max(range.lowerBound, layout.dataStart)
    var first = line
    var capacity = lineEnds - (byte(end - 1) == 10 ? 1 : 0)
    if range.lowerBound <= layout.dataStart {
      first = layout.dataLine
      capacity += 1 - (layout.dataLine - line)
    } else if byte(range.lowerBound - 1) == 10 {
      capacity += 1
    } else {
      first = line + 1
      while start < end, byte(start) != 10 { start += 1 }
      start += 1
    }
    guard capacity > 0 else { return nil }
    defer { row += capacity }
    return RowTable.Block(start: start, end: end, line: first, capacity: capacity, row: row)
  }
}
