/// The values of a window in order of size: how many are smaller than a value, and which one is the k-th.
///
/// The bars are cut into blocks as long as the window. For the windows that end in a block, the values of
/// that block and of the one before are sorted once; a tree of counts over their ranks (Fenwick's) then
/// follows the window. A bar costs a number of steps that grows with the logarithm of the period.
struct RankedWindow {
  /// The sorted values of two blocks, each once.
  private let values: UnsafeMutablePointer<Double>
  /// The ranks of the bars of two blocks.
  private let ranks: UnsafeMutablePointer<Int32>
  /// Fenwick's tree: entry k counts the ranks k - lowbit(k) + 1 to k, which start at 1.
  private let tree: UnsafeMutablePointer<Int32>
  private var size = 0
  private var topBit = 1

  /// How many values are below the value of a rank, in the window.
  @inline(__always)
  private func below(_ rank: Int) -> Int {
    var sum: Int32 = 0
    var k = rank &- 1
    while k > 0 {
      sum &+= tree[k]
      k &= k &- 1
    }
    return Int(sum)
  }

  @inline(__always)
  private func add(_ rank: Int, _ amount: Int32) {
    var k = rank
    while k <= size {
      tree[k] &+= amount
      k &+= k & (0 &- k)
    }
  }

  /// The k-th smallest value of the window, from 0.
  @inline(__always)
  func value(at order: Int) -> Double {
    var rank = 0
    var left = Int32(truncatingIfNeeded: order)
    var bit = topBit
    while bit > 0 {
      let next = rank | bit
      if next <= size, tree[next] <= left {
        rank = next
        left &-= tree[next]
      }
      bit >>= 1
    }
    return values[rank]
  }

  /// How many values of the window are smaller than the one of bar `slot`, and how many are as large.
  @inline(__always)
  func counts(_ slot: Int) -> (smaller: Int, equal: Int) {
    let rank = Int(ranks[slot])
    let smaller = below(rank)
    return (smaller, below(rank &+ 1) &- smaller)
  }

  /// Walks a window over `count` bars; `body` receives the index of its last bar, that bar's slot, and the
  /// window.
  @inline(__always)
  static func forEach(
    _ source: Source,
    _ count: Int,
    _ period: Int,
    body: (_ last: Int, _ slot: Int, _ window: RankedWindow) -> Void
  ) {
    guard period > 0, count >= period else { return }
    var window = RankedWindow(period)
    defer { window.free() }
    var origin = 0
    while origin < count {
      // The slots: the window's bars before the block first, then the block's.
      let start = max(origin + 1 - period, 0)
      let end = min(origin + period, count)
      window.sort(source + start, end - start)
      for slot in 0..<origin - start { window.add(Int(window.ranks[slot]), 1) }
      for index in origin..<end {
        let slot = index &- start
        window.add(Int(window.ranks[slot]), 1)
        if index &+ 1 < period { continue }
        body(index, slot, window)
        window.add(Int(window.ranks[slot &+ 1 &- period]), -1)
      }
      origin += period
    }
  }

  private init(_ period: Int) {
    values = .allocate(capacity: 2 * period)
    ranks = .allocate(capacity: 2 * period)
    tree = .allocate(capacity: 2 * period + 1)
  }

  private func free() {
    values.deallocate()
    ranks.deallocate()
    tree.deallocate()
  }

  /// Sorts the bars of two blocks and gives each its rank, from 1; the window is empty afterwards.
  private mutating func sort(_ source: Source, _ count: Int) {
    values.update(from: source, count: count)
    var sorted = UnsafeMutableBufferPointer(start: values, count: count)
    sorted.sort()
    size = 1
    for index in 1..<max(count, 1) where values[index] != values[size - 1] {
      values[size] = values[index]
      size += 1
    }
    for slot in 0..<count { ranks[slot] = Int32(truncatingIfNeeded: rank(of: source[slot])) }
    tree.update(repeating: 0, count: size + 1)
    topBit = 1
    while topBit * 2 <= size { topBit *= 2 }
  }

  private func rank(of value: Double) -> Int {
    var low = 0
    var length = size
    while length > 1 {
      let half = length / 2
      if values[low + half] <= value { low += half }
      length -= half
    }
    return low + 1
  }
}
