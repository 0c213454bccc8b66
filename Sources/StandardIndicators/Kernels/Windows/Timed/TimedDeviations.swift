import Indicators

/// The mean of a column over windows of different lengths, whose beginnings never go back, and the mean distance of their
/// values from it.
///
/// A bar costs steps of the logarithm of the longest window, as one of a window of a fixed length does.
enum TimedDeviations {
  /// Writes both for each bar.
  static func write(_ source: Source, _ count: Int, _ lengths: Lengths, mean: Target, _ deviation: Target) {
    var longest = 1
    for index in 0..<count { longest = max(longest, Int(lengths[index])) }
    forEachTimedWindow(count, lengths) {
      WindowTotal(source[$0])
    } body: { index, length, total in
      mean[index] = total.values.x / Double(length)
    }
    SortedBlocks.forEach(source, count, longest) { block, start, sorted in
      var window = SplitWindow(sorted, origin: source[block.lowerBound])
      var first = block.lowerBound &+ 1 &- Int(lengths[block.lowerBound])
      for bar in first..<block.lowerBound { window.insert(bar &- start) }
      for index in block {
        window.insert(index &- start)
        while first < index &+ 1 &- Int(lengths[index]) {
          window.remove(first &- start)
          first &+= 1
        }
        let total = (mean[index] - source[block.lowerBound]) * Double(index &+ 1 &- first)
        var sum = window.sumOfDistances(from: mean[index], sum: total, index &+ 1 &- first)
        if sum == nil {
          // Values of very different size, or an overflow.
          sum = sumOfDistances(source + first, index &+ 1 &- first, from: mean[index])
          window.forget()
        }
        deviation[index] = (sum ?? 0) / Double(index &+ 1 &- first)
      }
      window.free()
    }
  }
}
