import Indicators

/// The firings in a tile, all patterns, turned so that they can be read bar by bar.
///
/// Each pattern gives a row of bits, one for each bar. 64 rows by 64 bars are a square of bits; turned over its
/// diagonal it has a row for each bar, with a bit for each pattern.
struct PatternFirings {
  /// Rows for bars: which patterns fired, which of them are bullish, which have their other strength.
  private let fired: UnsafeMutablePointer<UInt64>
  private let bullish: UnsafeMutablePointer<UInt64>
  private let other: UnsafeMutablePointer<UInt64>
  private let rows: UnsafeMutablePointer<Row>
  private let rowCount: Int
  /// The values of each pattern: bearish, bullish, and both with the other strength.
  private let values: UnsafeMutablePointer<Int>
  private var bars = 0
  /// The number of firings.
  private(set) var count = 0

  /// The facts about a pattern that each tile needs, available without counting references.
  private struct Row {
    let rule: CandlestickPattern.Rule
    let penetration: Double
    let lookback: Int
  }

  /// Makes room for the firings; whoever makes it calls `deallocate`.
  init() {
    let patterns = CandlestickPattern.all
    precondition(patterns.count < 64, "The patterns fit in the bits of a word.")
    fired = .allocate(capacity: BarSet.span)
    bullish = .allocate(capacity: BarSet.span)
    other = .allocate(capacity: BarSet.span)
    rowCount = patterns.count
    rows = .allocate(capacity: rowCount)
    // The last ones are no pattern: `write` may read them.
    values = .allocate(capacity: 65 * 4)
    values.initialize(repeating: 0, count: 65 * 4)
    for (index, pattern) in patterns.enumerated() {
      let row = Row(rule: pattern.rule, penetration: pattern.penetration ?? 0, lookback: pattern.lookback)
      (rows + index).initialize(to: row)
      let other = pattern.otherStrength
      for (kind, value) in [-100, 100, -other, other].enumerated() { values[index * 4 + kind] = value }
    }
  }

  func deallocate() {
    fired.deallocate()
    bullish.deallocate()
    other.deallocate()
    rows.deinitialize(count: rowCount).deallocate()
    values.deallocate()
  }

  /// Looks for all patterns with their standard arguments in a piece of bars, which a tile begins with.
  mutating func find(in tile: CandleTile, _ piece: CandleTile.Piece) {
    bars = piece.count
    fired.update(repeating: 0, count: BarSet.span)
    bullish.update(repeating: 0, count: BarSet.span)
    other.update(repeating: 0, count: BarSet.span)
    var total = 0
    for row in 0..<rowCount {
      var marks = rows[row].rule(tile, rows[row].penetration)
      let valid = piece.valid(lookback: rows[row].lookback)
      if valid.count < BarSet.span { marks = marks.limited(to: BarSet(valid)) }
      let all = marks.all
      for index in 0..<8 where all.words[index] != 0 {
        // The rows of a square are together.
        let word = index &* 64 &+ row
        fired[word] = all.words[index]
        bullish[word] = marks.bullish.words[index]
        other[word] = marks.other.words[index]
        total &+= all.words[index].nonzeroBitCount
      }
    }
    self.count = total
    for square in 0..<8 {
      turn(fired + square &* 64)
      turn(bullish + square &* 64)
      turn(other + square &* 64)
    }
  }

  /// The number of elements beyond `count` that `write` overwrites.
  static let slack = 4

  /// Writes an element for each firing, by bar and on one bar in the order of the patterns.
  ///
  /// Few bars have more than four firings, and how many is not foreseeable: four elements are written for each
  /// bar, and those that are too many overwritten by the next bar's. That spares a wrong guess of the processor
  /// for each bar.
  @inline(__always)
  func write<Element: BitwiseCopyable>(
    to target: UnsafeMutablePointer<Element>,
    _ element: (_ bar: Int, _ index: Int, _ value: Int) -> Element
  ) {
    var next = target
    for bar in 0..<bars {
      var rest = fired[bar]
      let (bullish, other) = (bullish[bar], other[bar])
      func writeOne() {
        let index = rest.trailingZeroBitCount
        let kind = bullish &>> UInt64(index) & 1 | (other &>> UInt64(index) & 1) &<< 1
        next.initialize(to: element(bar, index, values[index &* 4 &+ Int(truncatingIfNeeded: kind)]))
        next += rest == 0 ? 0 : 1
        rest &= rest &- 1
      }
      for _ in 0..<Self.slack { writeOne() }
      while rest != 0 { writeOne() }
    }
  }

  /// Turns a square of 64 by 64 bits over its diagonal: quarters change places, then quarters of those.
  @inline(__always)
  private func turn(_ rows: UnsafeMutablePointer<UInt64>) {
    swapBlocks(rows, 32, 0x0000_0000_FFFF_FFFF)
    swapBlocks(rows, 16, 0x0000_FFFF_0000_FFFF)
    swapBlocks(rows, 8, 0x00FF_00FF_00FF_00FF)
    swapBlocks(rows, 4, 0x0F0F_0F0F_0F0F_0F0F)
    swapBlocks(rows, 2, 0x3333_3333_3333_3333)
    swapBlocks(rows, 1, 0x5555_5555_5555_5555)
  }

  @inline(__always)
  private func swapBlocks(_ rows: UnsafeMutablePointer<UInt64>, _ size: Int, _ mask: UInt64) {
    for block in stride(from: 0, to: 64, by: 2 &* size) {
      for row in block..<block &+ size {
        let difference = (rows[row] >> UInt64(size) ^ rows[row &+ size]) & mask
        rows[row] ^= difference << UInt64(size)
        rows[row &+ size] ^= difference
      }
    }
  }
}
