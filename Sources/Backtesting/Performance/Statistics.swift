/// Sums over returns; every figure goes through these, whichever engine made the returns.
enum Statistics {
  /// The change from each value to the next as a fraction; 0 where there was nothing left to change.
  static func returns(
    of equity: UnsafeBufferPointer<Double>,
    into returns: UnsafeMutableBufferPointer<Double>
  ) {
    for index in 0..<max(equity.count - 1, 0) {
      let before = equity[index]
      let change = equity[index + 1] / before - 1
      returns[index] = before > 0 ? change : 0
    }
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
