import Indicators

/// Four indices in a series, one in each lane: the same offset in four blocks.
///
/// If there are fewer than four blocks the other lanes repeat the first one.
struct Lanes {
  private let second: Int
  private let third: Int
  private let fourth: Int

  init(blocks: Int, of length: Int) {
    second = blocks > 1 ? length : 0
    third = blocks > 2 ? 2 * length : 0
    fourth = blocks > 3 ? 3 * length : 0
  }

  /// One block.
  static let single = Lanes(blocks: 1, of: 0)

  @inline(__always)
  func load(_ source: Source) -> SIMD4<Double> {
    SIMD4(source[0], source[second], source[third], source[fourth]).kept
  }

  @inline(__always)
  func store(_ values: SIMD4<Double>, _ target: Target) {
    let values = values.kept
    target[0] = values[0]
    target[second] = values[1]
    target[third] = values[2]
    target[fourth] = values[3]
  }
}

/// The sums over windows in four lanes.
protocol LaneSums {
  static var none: Self { get }
  static func + (left: Self, right: Self) -> Self
}

extension SIMD4<Double>: LaneSums {
  @inline(__always) static var none: SIMD4<Double> { .zero }
}

/// Two sums in four lanes.
struct LanePair: LaneSums {
  var first: SIMD4<Double>
  var second: SIMD4<Double>

  @inline(__always)
  init(_ first: SIMD4<Double>, _ second: SIMD4<Double>) {
    self.first = first
    self.second = second
  }

  @inline(__always) static var none: LanePair { LanePair(.zero, .zero) }
  @inline(__always) static func + (left: LanePair, right: LanePair) -> LanePair {
    LanePair(left.first + right.first, left.second + right.second)
  }
}

/// Walks the blocks after the first, four at a time, which are as long as a window; the last one may be shorter.
@inline(__always)
func forEachFourBlocks(
  _ count: Int,
  _ period: Int,
  _ body: (_ origin: Int, _ length: Int, _ lanes: Lanes) -> Void
) {
  var origin = period
  while origin < count {
    let blocks = min((count &- origin) / period, 4)
    if blocks > 0 {
      body(origin, period, Lanes(blocks: blocks, of: period))
      origin &+= blocks &* period
    } else {
      body(origin, count &- origin, .single)
      origin = count
    }
  }
}

/// Walks a window over `count` bars and hands the sums of four windows at a time to `body`, not in the order of the
/// bars.
///
/// The scheme and the bits of `forEachWindow`: four blocks do not wait for each other, so that one instruction works
/// on all four.
///
/// - Parameters:
///   - value: the terms of the bars at `index`, given the index of the first block's first bar.
///   - body: receives the index of the first window's last bar, the index of the first block's first bar and the
///     sums.
@inline(__always)
func forEachFourWindows<Sums: LaneSums>(
  _ count: Int,
  _ period: Int,
  value: (_ index: Int, _ origin: Int, _ lanes: Lanes) -> Sums,
  body: (_ last: Int, _ origin: Int, _ lanes: Lanes, _ sums: Sums) -> Void
) {
  guard period > 0, count >= period else { return }
  let ends = UnsafeMutablePointer<Sums>.allocate(capacity: period)
  defer { ends.deallocate() }
  var prefix = Sums.none
  for index in 0..<period { prefix = prefix + value(index, 0, .single) }
  body(period - 1, 0, .single, prefix)
  forEachFourBlocks(count, period) { origin, length, lanes in
    // Entry j is the sum over the bars before the block that a window ending j bars into it contains.
    var suffix = Sums.none
    ends[period - 1] = suffix
    var j = period &- 2
    while j >= 0 {
      suffix = suffix + value(origin &+ j &+ 1 &- period, origin, lanes)
      ends[j] = suffix
      j &-= 1
    }
    var prefix = Sums.none
    j = 0
    while j < length {
      prefix = prefix + value(origin &+ j, origin, lanes)
      body(origin &+ j, origin, lanes, ends[j] + prefix)
      j &+= 1
    }
  }
}
