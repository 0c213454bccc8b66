/// The steps that all splits of a gap by Shapley values have in common.
enum Shapley {
  /// The share of orders in which a given set of others goes before, by its size: size! (n - size - 1)! / n!.
  static func weights(_ count: Int) -> [Double] {
    guard count > 0 else { return [] }
    var weights = [Double](repeating: 1 / Double(count), count: count)
    for size in 1..<max(1, count) { weights[size] = weights[size - 1] * Double(size) / Double(count - size) }
    return weights
  }

  /// Gives the rounding difference to the largest amount, until the amounts added in order are the sum.
  static func round(_ amounts: inout [Double], to sum: Double) {
    guard let largest = amounts.indices.max(by: { abs(amounts[$0]) < abs(amounts[$1]) }) else { return }
    for _ in 0..<64 {
      let now = amounts.reduce(0, +)
      if now == sum { return }
      let moved = amounts[largest] + (sum - now)
      amounts[largest] = moved != amounts[largest] ? moved : sum > now ? moved.nextUp : moved.nextDown
    }
    // Next to parts larger than the gap its last bit is too small; the parts that are added last still have it.
    for place in amounts.indices.reversed() {
      let now = amounts.reduce(0, +)
      if now == sum { return }
      amounts[place] += sum - now
    }
  }
}
