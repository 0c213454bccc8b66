/// Sums and quantiles of returns; every figure goes through these, whichever engine made the returns.
package enum Statistics {
  /// A sum to which the same value is added some times, one after the other.
  ///
  /// As long as the sum has the same exponent each addition is rounded alike, so that all of them are one multiplication.
  package static func sum(_ sum: Double, adding value: Double, times: Int) -> Double {
    var (total, left) = (sum, times)
    while left > 0 {
      let before = total + value
      guard left > 8 else {
        (total, left) = (before, left - 1)
        continue
      }
      // A value half-way between two sums is rounded to an even one, from which on all steps are equal.
      let even = before + value
      let all = even + Double(left - 2) * (even + value - even)
      if all.isFinite, all.exponentBitPattern == before.exponentBitPattern { return all }
      (total, left) = (even, left - 2)
    }
    return total
  }

  /// The sum of the squared distances from the mean, from the sums of the same values if these determine it.
  static func squares(_ values: UnsafeBufferPointer<Double>, _ sums: ReturnSums) -> Double {
    let count = Double(values.count)
    return sums.squaresAroundMean(of: count) ?? squares(values, around: sums.sum / count)
  }

  /// The sum of the squared distances from a centre, in four strands so that the additions overlap.
  private static func squares(_ values: UnsafeBufferPointer<Double>, around centre: Double) -> Double {
    var strands = SIMD4<Double>.zero
    let whole = values.count & ~3
    for index in stride(from: 0, to: whole, by: 4) {
      let distance = SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3]) - centre
      strands += distance * distance
    }
    return values[whole...].reduce(strands.sum()) { $0 + ($1 - centre) * ($1 - centre) }
  }

  /// The quantile of sorted values, linear between the two nearest ones; missing without values.
  static func quantile(_ share: Double, ofSorted values: [Double]) -> Double {
    guard let last = values.last else { return .nan }
    let position = share * Double(values.count - 1)
    let below = Int(position)
    guard below + 1 < values.count else { return last }
    return values[below] + (position - Double(below)) * (values[below + 1] - values[below])
  }
}
