import Indicators

/// The values of a window in order of size: how many are smaller than a value, and which one is the k-th.
///
/// Over the sorted bars of two blocks bits mark those in the window; a tree (Fenwick's) counts the bits by words. A bar
/// costs a number of steps that grows with the logarithm of the period.
struct RankedWindow {
  private let sorted: SortedBlocks
  /// One bit for each rank in the order, set for the bars in the window.
  private let words: UnsafeMutablePointer<UInt64>
  /// Fenwick's tree: entry k counts the bits of the words k - lowbit(k) to k - 1.
  private let tree: UnsafeMutablePointer<Int32>
  /// The first rank of the values equal to the one of a rank, and the rank after them.
  private let firsts: UnsafeMutablePointer<Int32>
  private let ends: UnsafeMutablePointer<Int32>
  private let wordCount: Int
  private let topBit: Int

  /// The number of bars of the window with ranks below `rank`.
  @inline(__always)
  private func below(_ rank: Int) -> Int {
    var k = rank &>> 6
    var sum = (words[k] & (1 &<< UInt64(truncatingIfNeeded: rank & 63) &- 1)).nonzeroBitCount
    while k > 0 {
      sum &+= Int(tree[k])
      k &= k &- 1
    }
    return sum
  }

  @inline(__always)
  private func flip(_ slot: Int, _ amount: Int32) {
    let rank = Int(sorted.ranks[slot])
    var k = rank &>> 6
    words[k] ^= 1 &<< UInt64(truncatingIfNeeded: rank & 63)
    k &+= 1
    while k <= wordCount {
      tree[k] &+= amount
      k &+= k & (0 &- k)
    }
  }

  /// The rank of the k-th smallest value of the window, from 0.
  @inline(__always)
  private func rank(at order: Int) -> Int {
    var word = 0
    var left = order
    var bit = topBit
    while bit > 0 {
      let next = word | bit
      if next <= wordCount, Int(tree[next]) <= left {
        word = next
        left &-= Int(tree[next])
      }
      bit &>>= 1
    }
    var bits = words[word]
    var rank = word &<< 6
    // Halves of the word until the bit is found.
    var half: UInt64 = 32
    while half > 0 {
      let count = (bits & (1 &<< half &- 1)).nonzeroBitCount
      let isAbove = count <= left
      left &-= isAbove ? count : 0
      bits = isAbove ? bits &>> half : bits
      rank &+= isAbove ? Int(truncatingIfNeeded: half) : 0
      half &>>= 1
    }
    return rank
  }

  /// The k-th smallest value of the window, from 0, and the one after it if `isPair`, else the same.
  @inline(__always)
  func values(at order: Int, isPair: Bool) -> (lower: Double, upper: Double) {
    let first = rank(at: order)
    let lower = sorted.entries[first].value
    if !isPair { return (lower, lower) }
    // The next bit that is set.
    var next = first &+ 1
    var word = next &>> 6
    var bits = words[word] & (UInt64.max &<< UInt64(truncatingIfNeeded: next & 63))
    while bits == 0 {
      word &+= 1
      bits = words[word]
    }
    next = word &<< 6 &+ bits.trailingZeroBitCount
    return (lower, sorted.entries[next].value)
  }

  /// The numbers of values of the window that are smaller than the one of bar `slot`, and as large.
  @inline(__always)
  func counts(_ slot: Int) -> (smaller: Int, equal: Int) {
    let rank = Int(sorted.ranks[slot])
    let (first, end) = (Int(firsts[rank]), Int(ends[rank]))
    let smaller = below(first)
    return (smaller, end &- first == 1 ? 1 : below(end) &- smaller)
  }

  /// Walks a window over `count` bars; `body` receives the index of its last bar, that bar's slot, and the
  /// window.
  ///
  /// - Parameter hasCounts: whether `counts` is asked.
  @inline(__always)
  static func forEach(
    _ source: Source,
    _ count: Int,
    _ period: Int,
    hasCounts: Bool,
    body: (_ last: Int, _ slot: Int, _ window: RankedWindow) -> Void
  ) {
    guard period > 0, count >= period else { return }
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: period / 32 + 2)
    let counts = UnsafeMutablePointer<Int32>.allocate(capacity: period / 32 + 2 + 4 * period)
    defer {
      words.deallocate()
      counts.deallocate()
    }
    SortedBlocks.forEach(source, count, period) { block, start, sorted in
      let window = RankedWindow(sorted, words, counts)
      if hasCounts { window.findEqual() }
      for slot in max(block.lowerBound + 1 - period, 0) - start..<block.lowerBound - start {
        window.flip(slot, 1)
      }
      for index in block {
        let slot = index &- start
        window.flip(slot, 1)
        if index &+ 1 < period { continue }
        body(index, slot, window)
        window.flip(slot &+ 1 &- period, -1)
      }
    }
  }

  /// An empty window over sorted bars.
  private init(
    _ sorted: SortedBlocks,
    _ words: UnsafeMutablePointer<UInt64>,
    _ counts: UnsafeMutablePointer<Int32>
  ) {
    self.sorted = sorted
    self.words = words
    wordCount = sorted.count / 64 + 1
    firsts = counts
    ends = counts + sorted.count
    tree = counts + 2 * sorted.count
    var bit = 1
    while bit * 2 <= wordCount { bit *= 2 }
    topBit = bit
    words.update(repeating: 0, count: wordCount)
    tree.update(repeating: 0, count: wordCount + 1)
  }

  private func findEqual() {
    let (entries, count) = (sorted.entries, sorted.count)
    var first = 0
    var rank = 0
    while rank < count {
      first = entries[rank].value == entries[first].value ? first : rank
      firsts[rank] = Int32(truncatingIfNeeded: first)
      rank &+= 1
    }
    var end = count
    while rank > 0 {
      ends[rank &- 1] = Int32(truncatingIfNeeded: end)
      rank &-= 1
      end = firsts[rank] == rank ? rank : end
    }
  }
}
