import CLanes

/// Sums over returns; every figure goes through these, whichever engine made the returns.
enum Statistics {
  /// Sums over returns that are made in one pass with them, in the strands of ``sum(_:)`` and ``negativeSquares(_:)``.
  struct ReturnSums {
    var sum = 0.0
    var negativeSquares = 0.0
  }

  /// The change from each value to the next as a fraction, 0 where there was nothing left to change, and the sums of these.
  static func summedReturns(
    of equity: UnsafeBufferPointer<Double>,
    into returns: UnsafeMutableBufferPointer<Double>
  ) -> ReturnSums {
    let count = max(equity.count - 1, 0)
    guard let from = UnsafeRawPointer(equity.baseAddress), let into = UnsafeMutableRawPointer(returns.baseAddress)
    else {
      return ReturnSums()
    }
    var (sums, squares) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    var index = 0
    while index &+ 4 <= count {
      let before = (from + index &* 8).loadUnaligned(as: SIMD4<Double>.self)
      let after = (from + (index &* 8 &+ 8)).loadUnaligned(as: SIMD4<Double>.self)
      let changes = lanes_if_above(before, .zero, after / before - 1, .zero)
      (into + index &* 8).storeBytes(of: changes, as: SIMD4<Double>.self)
      sums += changes
      let falls = lanes_smaller(changes, .zero)
      squares += falls * falls
      index &+= 4
    }
    var totals = ReturnSums(sum: sums.sum(), negativeSquares: squares.sum())
    while index < count {
      let before = equity[index]
      let change = before > 0 ? equity[index + 1] / before - 1 : 0
      returns[index] = change
      totals.sum += change
      let fall = min(change, 0)
      totals.negativeSquares += fall * fall
      index &+= 1
    }
    return totals
  }

  /// A sum to which the same value is added some times, one after the other.
  ///
  /// As long as the sum has the same exponent each addition is rounded alike, so that all of them are one multiplication.
  static func sum(_ sum: Double, adding value: Double, times: Int) -> Double {
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

  /// The sum, in four strands so that the additions overlap.
  static func sum(_ values: UnsafeBufferPointer<Double>) -> Double {
    fold(values, 0, { $0 }, { $0 })
  }

  /// The mean; missing without values.
  static func mean(_ values: UnsafeBufferPointer<Double>) -> Double { sum(values) / Double(values.count) }

  /// The sum of the squared distances from a centre.
  static func squares(_ values: UnsafeBufferPointer<Double>, around centre: Double) -> Double {
    fold(
      values,
      centre,
      {
        let distance = $0 - centre; return distance * distance
      },
      {
        let distance = $0 - SIMD4(repeating: centre); return distance * distance
      }
    )
  }

  /// The sum of the squares of the negative values.
  static func negativeSquares(_ values: UnsafeBufferPointer<Double>) -> Double {
    fold(
      values,
      0,
      {
        let low = min($0, 0); return low * low
      },
      {
        let low = pointwiseMin($0, SIMD4.zero); return low * low
      }
    )
  }

  @inline(__always)
  private static func fold(
    _ values: UnsafeBufferPointer<Double>,
    _ centre: Double,
    _ one: (Double) -> Double,
    _ four: (SIMD4<Double>) -> SIMD4<Double>
  ) -> Double {
    var strands = SIMD4<Double>.zero
    var index = 0
    while index + 4 <= values.count {
      strands += four(SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3]))
      index += 4
    }
    var total = strands.sum()
    while index < values.count {
      total += one(values[index])
      index += 1
    }
    return total
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
