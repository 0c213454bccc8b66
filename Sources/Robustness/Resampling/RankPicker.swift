/// The values of some ranks among many numbers, without sorting all of them.
///
/// Numbers are counted in even bins between the least and the greatest one; only those of the bins that hold a rank
/// are sorted. The values are exact: a bin that holds nearly everything only takes longer.
package enum RankPicker {
  private static let bins = 4096

  /// The values of ranks in ascending order, the least number's being 0.
  ///
  /// - Parameters:
  ///   - ranks: the ranks, below the count of the numbers, and ascending if there are 64 or more.
  ///   - values: the numbers, none of them missing or infinite.
  package static func values(ofRanks ranks: [Int], in values: UnsafeBufferPointer<Double>) -> [Double] {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values {
      low = value < low ? value : low
      high = value > high ? value : high
    }
    let scale = (Double(bins) - 0.5) / (high - low)
    guard values.count >= 64, scale.isFinite, scale > 0 else {
      // Few numbers, or all equal, or so near that no bin is between them.
      let sorted = values.sorted()
      return ranks.map { sorted[$0] }
    }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: bins) { counts in
      counts.initialize(repeating: 0)
      for value in values { counts[Int((value - low) * scale)] &+= 1 }
      // A bin with a rank becomes -1; `shifts` are the numbers before it that are not collected.
      var shifts: [Int] = []
      shifts.reserveCapacity(ranks.count)
      var (below, left, next) = (0, 0, 0)
      for bin in counts.indices where next < ranks.count {
        let count = Int(counts[bin])
        var isMarked = false
        while next < ranks.count, ranks[next] < below + count {
          shifts.append(left)
          isMarked = true
          next += 1
        }
        if isMarked { counts[bin] = -1 } else { left += count }
        below += count
      }
      var collected: [Double] = []
      for value in values where counts[Int((value - low) * scale)] < 0 { collected.append(value) }
      collected.sort()
      return zip(ranks, shifts).map { collected[$0 - $1] }
    }
  }
}
