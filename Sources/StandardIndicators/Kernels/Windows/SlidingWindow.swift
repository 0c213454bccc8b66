import Indicators

/// A way to join the values of a window to one number, four windows at a time.
protocol Joining {
  /// The neutral element: 0 in a sum.
  static var neutral: Double { get }
  static func join(_ earlier: SIMD4<Double>, _ later: SIMD4<Double>) -> SIMD4<Double>
}

extension Joining {
  /// Joins values with values, lane by lane.
  @inline(__always)
  static func join(_ earlier: EightLanes, _ later: EightLanes) -> EightLanes {
    EightLanes.map(earlier, later) { join($0, $1) }
  }
}

/// Adds the values of a window up.
enum Adding: Joining {
  static var neutral: Double { 0 }

  @inline(__always)
  static func join(_ earlier: SIMD4<Double>, _ later: SIMD4<Double>) -> SIMD4<Double> { earlier + later }
}

/// Takes the highest value of a window.
enum Highest: Joining {
  static var neutral: Double { -.infinity }

  @inline(__always)
  static func join(_ earlier: SIMD4<Double>, _ later: SIMD4<Double>) -> SIMD4<Double> {
    larger(later, earlier)
  }
}

/// Takes the lowest value of a window.
enum Lowest: Joining {
  static var neutral: Double { .infinity }

  @inline(__always)
  static func join(_ earlier: SIMD4<Double>, _ later: SIMD4<Double>) -> SIMD4<Double> {
    smaller(later, earlier)
  }
}

/// Windows that slide over a series, four bars at a time, so that several of them go along in one pass.
///
/// A window of 4 * n + r bars is joined from n groups of four bars that end 0, 4, 8, … bars ago, and from the r bars
/// before them. The groups that end on a bar of each lane in a vector differ only in that lane, so the n vectors are
/// joined as van Herk joins values: blocks of n vectors, a window being the end of one block and the beginning of the
/// next. Nothing is ever taken off: no error builds up, and a huge value is forgotten with the bar that leaves the
/// window. The cost does not grow with the period. Bars before the first count as neutral.
struct SlidingWindow<Join: Joining>: ~Copyable {
  private let groups: Int
  private let rest: Int
  /// The share of the block before in a window that ends at a bar of this block; replaced by the block's own groups
  /// as they come.
  private let blocks: UnsafeMutablePointer<SIMD4<Double>>
  /// The r bars that end at a bar of the block.
  private let rests: UnsafeMutablePointer<SIMD4<Double>>
  private var index = 0
  private var joined = SIMD4(repeating: Join.neutral)
  private var before = SIMD4(repeating: Join.neutral)
  private var pairsBefore = SIMD4(repeating: Join.neutral)
  private var shortBefore = SIMD4(repeating: Join.neutral)

  init(_ period: Int) {
    groups = period / 4
    rest = period % 4
    let count = max(groups, 1)
    blocks = .allocate(capacity: count)
    rests = .allocate(capacity: count)
    blocks.initialize(repeating: SIMD4(repeating: Join.neutral), count: count)
    rests.initialize(repeating: SIMD4(repeating: Join.neutral), count: count)
  }

  deinit {
    blocks.deallocate()
    rests.deallocate()
  }

  /// Takes the next eight values in and gives the windows that end on them.
  @inline(__always)
  mutating func advance(_ values: EightLanes) -> EightLanes {
    let low = advance(values.low)
    return EightLanes(low, advance(values.high))
  }

  /// Takes the next four values in and gives the windows that end on them.
  @inline(__always)
  mutating func advance(_ values: SIMD4<Double>) -> SIMD4<Double> {
    let values = values.kept
    let previous = values.shifted(after: before)
    let pairs = Join.join(previous, values).kept
    let earlierPairs = SIMD4(pairsBefore[2], pairsBefore[3], pairs[0], pairs[1])
    var short = values
    if rest == 2 { short = pairs }
    if rest == 3 { short = Join.join(SIMD4(before[2], before[3], values[0], values[1]), pairs) }
    before = values
    pairsBefore = pairs
    if groups == 0 { return short }
    let four = Join.join(earlierPairs, pairs)
    if groups == 1 {
      defer { shortBefore = short }
      return rest == 0 ? four : Join.join(shortBefore, four)
    }
    joined = Join.join(joined, four)
    let window = Join.join(blocks[index], joined)
    blocks[index] = four
    if rest > 0 { rests[index] = short }
    index &+= 1
    if index == groups {
      Self.turn(blocks, rests, groups, hasRest: rest > 0)
      index = 0
      joined = SIMD4(repeating: Join.neutral)
    }
    return window
  }

  /// Turns the groups of a block that has ended into their shares in the windows of the next.
  @inline(__always)
  private static func turn(
    _ blocks: UnsafeMutablePointer<SIMD4<Double>>,
    _ rests: UnsafeMutablePointer<SIMD4<Double>>,
    _ groups: Int,
    hasRest: Bool
  ) {
    var joined = SIMD4(repeating: Join.neutral)
    var index = groups - 1
    while index >= 0 {
      let four = blocks[index]
      blocks[index] = hasRest ? Join.join(rests[index], joined) : joined
      joined = Join.join(four, joined)
      index &-= 1
    }
  }
}
