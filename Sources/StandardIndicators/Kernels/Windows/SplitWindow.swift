import Indicators

/// The values of a window, split at its mean: the number above it, and their sum.
///
/// As the mean moves little from bar to bar, few values change sides: they are found by stepping through the
/// values in order. The sum is kept with the rounding errors of its additions (Knuth's two-sum), about twice
/// the digits of a number, and restarts with each block.
struct SplitWindow {
  private let sorted: SortedBlocks
  private let origin: Double
  /// One bit for each rank in the order, set for the bars in the window; a word without bits at each end.
  private let words: UnsafeMutablePointer<UInt64>
  private let end: Int
  /// The values in the window from this rank on are above the mean.
  private var split: Int
  /// No value before the split is larger than this, and none after it smaller: the mean between the two
  /// needs no search.
  private var lower = -Double.infinity
  private var upper = Double.infinity
  private var countAbove = 0
  private var sum = 0.0
  private var error = 0.0
  /// The largest magnitude that the sum had.
  private var peak = 0.0

  /// An empty window; the sums are taken of the distances from `origin`.
  init(_ sorted: SortedBlocks, origin: Double) {
    self.sorted = sorted
    self.origin = origin
    end = sorted.count
    split = end
    let wordCount = end / 64 + 1
    words = .allocate(capacity: wordCount)
    words.update(repeating: 0, count: wordCount)
  }

  func free() { words.deallocate() }

  /// Restarts the sum.
  mutating func forget() {
    split = end
    (lower, upper) = (.infinity, .infinity)
    (countAbove, sum, error, peak) = (0, 0, 0, 0)
  }

  @inline(__always)
  mutating func insert(_ slot: Int) {
    let rank = Int(sorted.ranks[slot])
    words[rank &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: rank & 63)
    let value = sorted.entries[rank].value
    if rank >= split {
      upper = smaller(value, upper)
      add(value - origin, 1)
    } else {
      lower = larger(value, lower)
    }
  }

  @inline(__always)
  mutating func remove(_ slot: Int) {
    let rank = Int(sorted.ranks[slot])
    words[rank &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: rank & 63))
    if rank >= split { add(origin - sorted.entries[rank].value, -1) }
  }

  @inline(__always)
  private mutating func add(_ value: Double, _ count: Int) {
    let total = sum + value
    let part = total - sum
    error += (sum - (total - part)) + (value - part)
    sum = total
    countAbove &+= count
    peak = larger(peak, total.magnitude)
  }

  /// Moves the split down, past the values before it that are above the mean.
  private mutating func moveDown(to mean: Double) {
    var word = split &>> 6
    var bits = words[word] & (1 &<< UInt64(truncatingIfNeeded: split & 63) &- 1)
    while true {
      while bits == 0, word > 0 {
        word &-= 1
        bits = words[word]
      }
      lower = -.infinity
      if bits == 0 { return }
      let rank = word &<< 6 | (63 &- bits.leadingZeroBitCount)
      lower = sorted.entries[rank].value
      if lower <= mean { return }
      upper = lower
      add(upper - origin, 1)
      split = rank
      bits ^= 1 &<< UInt64(truncatingIfNeeded: rank & 63)
    }
  }

  /// Moves the split up, past the values after it that are not above the mean.
  private mutating func moveUp(to mean: Double) {
    let last = end &>> 6
    var word = split &>> 6
    var bits = words[word] & (UInt64.max &<< UInt64(truncatingIfNeeded: split & 63))
    while true {
      while bits == 0, word < last {
        word &+= 1
        bits = words[word]
      }
      upper = .infinity
      if bits == 0 { return }
      let rank = word &<< 6 | bits.trailingZeroBitCount
      upper = sorted.entries[rank].value
      if upper > mean { return }
      lower = upper
      add(origin - lower, -1)
      split = rank &+ 1
      bits &= bits &- 1
    }
  }

  /// The sum of the distances of the values from their mean; nil if it would lose digits.
  ///
  /// - Parameter sum: the sum of the values less `origin`.
  @inline(__always)
  mutating func sumOfDistances(from mean: Double, sum total: Double, _ period: Int) -> Double? {
    if lower > mean { moveDown(to: mean) }
    if upper <= mean { moveUp(to: mean) }
    if countAbove == 0 { (sum, error, peak) = (0, 0, 0) }
    let above = sum + error
    // The values above the mean less the mean, and the mean less the others.
    let distances = 2 * above - total + (mean - origin) * Double(period &- 2 &* countAbove)
    let isSafe = peak * 0x1p-50 <= distances && distances < .infinity
    return isSafe ? larger(distances, 0) : nil
  }
}
