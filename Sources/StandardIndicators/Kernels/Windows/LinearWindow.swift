import Indicators

/// Linearly weighted sums over windows that slide over a series, four bars at a time: the latest value weighs
/// `period`, the oldest 1.
///
/// The scheme of `SlidingWindow`. A group of four bars adds its own sum with the weights 4, 3, 2, 1, and its plain sum
/// as often as there are bars between it and the beginning of the window.
struct LinearWindow: ~Copyable {
  private let period: Int
  private let groups: Int
  private let rest: Int
  /// The plain and the weighted sum of a group; after a block has ended, in the first element, the share of the block
  /// in a window that ends at the index in the next one.
  private let blocks: UnsafeMutablePointer<SIMD4<Double>>
  private let weighted: UnsafeMutablePointer<SIMD4<Double>>
  /// The weighted sum of the rest of the bars that end at a bar of the block.
  private let rests: UnsafeMutablePointer<SIMD4<Double>>
  private var index = 0
  private var sum = SIMD4<Double>.zero
  private var raised = SIMD4<Double>.zero
  private var before = SIMD4<Double>.zero

  init(_ period: Int) {
    self.period = period
    groups = period / 4
    rest = period % 4
    let count = max(groups, 1)
    blocks = .allocate(capacity: count)
    weighted = .allocate(capacity: count)
    rests = .allocate(capacity: count)
    for memory in [blocks, weighted, rests] { memory.initialize(repeating: .zero, count: count) }
  }

  deinit {
    blocks.deallocate()
    weighted.deallocate()
    rests.deallocate()
  }

  /// Takes the next eight values in and gives the weighted sums of the windows that end on them.
  @inline(__always)
  mutating func advance(_ values: EightLanes) -> EightLanes {
    let low = advance(values.low)
    return EightLanes(low, advance(values.high))
  }

  /// Takes the next four values in and gives the weighted sums of the windows that end on them.
  @inline(__always)
  mutating func advance(_ values: SIMD4<Double>) -> SIMD4<Double> {
    let values = values.kept
    let one = values.shifted(after: before)
    let two = SIMD4(before[2], before[3], values[0], values[1])
    let three = SIMD4(before[1], before[2], before[3], values[0])
    before = values
    var short = values
    if rest == 2 { short = 2 * values + one }
    if rest == 3 { short = 3 * values + (2 * one + two) }
    if groups == 0 { return short }
    let four = (values + one) + (two + three)
    let newer: SIMD4<Double> = 4 * values + 3 * one
    let older: SIMD4<Double> = 2 * two + three
    let inner = newer + older
    sum += four
    let (steps, left) = (Double(4 &* index), Double(period &- 4 &- 4 &* index))
    raised += inner + steps * four
    let window = (left * sum + raised) + blocks[index]
    blocks[index] = four
    weighted[index] = inner
    rests[index] = rest > 0 ? short : .zero
    index &+= 1
    if index == groups {
      Self.turn(blocks, weighted, rests, groups, rest)
      index = 0
      sum = .zero
      raised = .zero
    }
    return window
  }

  /// Turns the groups of a block that has ended into their shares in the windows of the next.
  @inline(__always)
  private static func turn(
    _ blocks: UnsafeMutablePointer<SIMD4<Double>>,
    _ weighted: UnsafeMutablePointer<SIMD4<Double>>,
    _ rests: UnsafeMutablePointer<SIMD4<Double>>,
    _ groups: Int,
    _ rest: Int
  ) {
    var sum = SIMD4<Double>.zero
    var raised = SIMD4<Double>.zero
    var index = groups - 1
    while index >= 0 {
      let four = blocks[index]
      blocks[index] = raised + rests[index]
      // Each earlier bar is one group further from the beginning of the window.
      raised += (Double(rest) * four + 4 * sum) + weighted[index]
      sum += four
      index &-= 1
    }
  }
}
