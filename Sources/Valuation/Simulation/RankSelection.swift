import Probability

/// Finds the values at some ranks of a large sample that can be replayed, in bounded memory.
///
/// A window is a range of doubles that holds the value of a rank. Windows with many values are divided until their
/// values fit in memory, or until only one distinct value is left; the values are then collected and sorted.
package struct RankSelection: Sendable {
  /// The most values of a window that are collected.
  private static let most = 1 << 16
  private static let divisions = 4096

  /// A range of doubles, by numbers that have their order, and the ranks that lie in it.
  private struct Window: Sendable {
    var least: UInt64
    var greatest: UInt64
    /// How many values lie below.
    var below: Int
    var count: Int
    var ranks: [Int]

    var isCollected: Bool { count <= RankSelection.most }
    var shift: UInt64 {
      var shift: UInt64 = 0
      while (greatest - least) >> shift >= UInt64(RankSelection.divisions) { shift += 1 }
      return shift
    }
  }

  /// One thread's counts in the windows.
  package final class Tally {
    fileprivate var values: [[Double]]
    fileprivate var counts: [[Int]]

    fileprivate init(values: [[Double]], counts: [[Int]]) {
      self.values = values
      self.counts = counts
    }
  }

  private var windows: [Window] = []
  private var found: [Int: Double] = [:]
  private var marks: [Bool]

  /// - Parameters:
  ///   - ranks: the ranks, ascending, the lowest value's being 0.
  ///   - bins: how many values lie in each bin of the histogram.
  package init(_ ranks: [Int], _ histogram: FineHistogram, _ bins: [Int]) {
    marks = [Bool](repeating: false, count: bins.count)
    var below = 0
    for bin in bins.indices {
      let inside = ranks.filter { $0 >= below && $0 < below + bins[bin] }
      if !inside.isEmpty {
        marks[bin] = true
        let ends = Self.ends(bin, histogram)
        windows.append(
          Window(least: ends.least, greatest: ends.greatest, below: below, count: bins[bin], ranks: inside))
      }
      below += bins[bin]
    }
  }

  /// Whether every rank has its value.
  package var isComplete: Bool { windows.isEmpty }

  /// The value of a rank.
  package func value(ofRank rank: Int) -> Double { found[rank] ?? .nan }

  /// Whether a bin of the histogram holds a rank.
  @inline(__always)
  package func isMarked(_ bin: Int) -> Bool { marks[bin] }

  /// An empty tally.
  package func tally() -> Tally {
    Tally(
      values: windows.map { _ in [] },
      counts: windows.map { $0.isCollected ? [] : [Int](repeating: 0, count: Self.divisions) })
  }

  /// Counts or collects a value that may lie in a window.
  package func note(_ value: Double, _ tally: Tally) {
    let place = value.orderedBits
    for (index, window) in windows.enumerated() where place >= window.least && place <= window.greatest {
      if window.isCollected {
        tally.values[index].append(value)
      } else {
        tally.counts[index][Int((place - window.least) >> window.shift)] += 1
      }
    }
  }

  /// Narrows the windows by the counts of all threads.
  package mutating func narrow(_ tallies: [Tally]) {
    var next: [Window] = []
    for (index, window) in windows.enumerated() {
      if window.isCollected {
        let values = tallies.flatMap { $0.values[index] }.sorted()
        for rank in window.ranks { found[rank] = values[rank - window.below] }
        continue
      }
      var below = window.below
      for division in 0..<Self.divisions {
        let count = tallies.reduce(0) { $0 + $1.counts[index][division] }
        let inside = window.ranks.filter { $0 >= below && $0 < below + count }
        if !inside.isEmpty {
          let least = window.least + UInt64(division) << window.shift
          let greatest = min(window.greatest, least + (1 << window.shift) - 1)
          if least == greatest {
            for rank in inside { found[rank] = Double(orderedBits: least) }
          } else {
            next.append(Window(least: least, greatest: greatest, below: below, count: count, ranks: inside))
          }
        }
        below += count
      }
    }
    windows = next
  }

  /// The least and the greatest finite double of a bin.
  private static func ends(_ bin: Int, _ histogram: FineHistogram) -> (least: UInt64, greatest: UInt64) {
    let all = (
      (-Double.greatestFiniteMagnitude).orderedBits, Double.greatestFiniteMagnitude.orderedBits
    )
    /// The first place whose bin is not below `limit`.
    func first(_ limit: Int) -> UInt64 {
      var (low, high) = (all.0, all.1 + 1)
      while low < high {
        let middle = low + (high - low) / 2
        if histogram.bin(Double(orderedBits: middle)) < limit { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return (first(bin), first(bin + 1) - 1)
  }
}

/// Spearman's correlation.
enum RankCorrelation {
  /// The ranks of some numbers, equal ones having the mean of theirs.
  static func ranks(_ numbers: [Double]) -> [Double] {
    // The index is packed into the last bits of each number: the precision lost there does not affect ranks.
    let bits = UInt64(Simulation.runsForRanks - 1)
    var sorted = numbers.enumerated().map { index, number in (number + 0).orderedBits & ~bits | UInt64(index) }
    OrderedBits.sort(&sorted, above: Simulation.runsForRanks.trailingZeroBitCount)
    var ranks = [Double](repeating: 0, count: numbers.count)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      let number = numbers[Int(sorted[start] & bits)]
      while end < sorted.count, numbers[Int(sorted[end] & bits)] == number { end += 1 }
      for place in start..<end { ranks[Int(sorted[place] & bits)] = Double(start + end - 1) / 2 }
      start = end
    }
    return ranks
  }

  /// Pearson's correlation of two lists of ranks; 0 if one of them does not vary.
  static func between(_ a: [Double], _ b: [Double]) -> Double {
    let middle = Double(a.count - 1) / 2
    var (both, first, second) = (0.0, 0.0, 0.0)
    for index in a.indices {
      let (x, y) = (a[index] - middle, b[index] - middle)
      both += x * y
      first += x * x
      second += y * y
    }
    return first > 0 && second > 0 ? both / (first * second).squareRoot() : 0
  }
}
