import Probability

/// Questions to numbers in ascending order.
public enum SortedSample {
  /// The numbers in ascending order; none of them may be missing.
  static func sorted(_ values: UnsafeBufferPointer<Double>) -> [Double] {
    var bits = values.map(\.orderedBits)
    OrderedBits.sort(&bits)
    return bits.map { Double(orderedBits: $0) }
  }

  /// The share of numbers below a value, those equal to it counted by half; missing without numbers.
  ///
  /// Numbers that differ from it by rounding only are equal to it: shuffled products are the same in another order.
  public static func percentile(of value: Double, in sorted: [Double]) -> Double {
    guard !sorted.isEmpty, !value.isNaN else { return .nan }
    let rounding = 1e-11 * max(1, value.magnitude)
    let below = firstIndex(in: sorted) { $0 >= value - rounding }
    let through = firstIndex(in: sorted) { $0 > value + rounding }
    return Double(below + through) / 2 / Double(sorted.count)
  }

  /// The share of numbers up to a value; missing without numbers.
  public static func share(upTo value: Double, in sorted: [Double]) -> Double {
    guard !sorted.isEmpty, !value.isNaN else { return .nan }
    return Double(firstIndex(in: sorted) { $0 > value }) / Double(sorted.count)
  }

  /// The quantile, linear between the two nearest numbers; missing without numbers.
  public static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    guard let last = sorted.last, share >= 0, share <= 1 else { return .nan }
    let position = share * Double(sorted.count - 1)
    let below = Int(position)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (position - Double(below)) * (sorted[below + 1] - sorted[below])
  }

  /// The number of elements before the first one that meets a condition, which all later ones also meet.
  private static func firstIndex(in sorted: [Double], where isMet: (Double) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if isMet(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
