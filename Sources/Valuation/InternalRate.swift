import LibC

extension Finance {
  /// Internal rate of return: the rate at which the net present value is 0.
  ///
  /// Where there are several, the nearest to 0. Missing where there is none, as when all values have one sign.
  public static func irr(_ values: [Double]) -> Double {
    guard values.contains(where: { $0 > 0 }), values.contains(where: { $0 < 0 }) else { return .nan }
    // Zeros in front only move the start, and a first value of 0 would put a root at an infinite rate.
    let flows = Array(values.drop { $0 == 0 })
    return nearestRate { rate in
      // Above 0 present values, below 0 future values: both have the same sign, and neither overflows.
      rate >= 0 ? npv(rate, flows) : flows.reduce(0) { $0 * (1 + rate) + $1 }
    }
  }

  /// Modified internal rate of return: what is paid is financed at one rate, what is received is invested at
  /// another.
  ///
  /// Missing where the values have one sign.
  public static func mirr(_ values: [Double], financeRate: Double, reinvestRate: Double) -> Double {
    guard values.contains(where: { $0 > 0 }), values.contains(where: { $0 < 0 }) else { return .nan }
    let received = npv(reinvestRate, values.lazy.map { max($0, 0) })
    let paid = npv(financeRate, values.lazy.map { min($0, 0) })
    return finite(pow(-received / paid, 1 / Double(values.count - 1)) * (1 + reinvestRate) - 1)
  }

  /// The root of `excess` above -100 % that is nearest to 0, found from a grid of growth factors that is even in
  /// their logarithm; missing where there is none.
  static func nearestRate(_ excess: (Double) -> Double) -> Double {
    let steps = 2000
    // Growth factors from 1 outwards, up to 10,000 and down to 1/10,000 a period.
    let ratio = log(1e4) / Double(steps)
    var best = Double.nan
    for direction in [1.0, -1.0] {
      var near = 0.0
      var valueNear = excess(near)
      if valueNear == 0 { return 0 }
      for step in 1...steps {
        let far = expm1(direction * ratio * Double(step))
        if abs(near) >= abs(best) { break }
        let valueFar = excess(far)
        if valueFar == 0 || (valueNear < 0) != (valueFar < 0), !valueNear.isNaN, !valueFar.isNaN {
          let root = bisected(near, valueNear, far, excess)
          if !(abs(root) >= abs(best)) { best = root }
          break
        }
        (near, valueNear) = (far, valueFar)
      }
    }
    return best
  }

  private static func bisected(
    _ start: Double,
    _ valueAtStart: Double,
    _ end: Double,
    _ excess: (Double) -> Double
  ) -> Double {
    var low = start
    var high = end
    while true {
      let middle = low + (high - low) / 2
      guard middle != low, middle != high else { break }
      let there = excess(middle)
      if there == 0 { return middle }
      if (there < 0) == (valueAtStart < 0) { low = middle } else { high = middle }
    }
    return abs(excess(low)) <= abs(excess(high)) ? low : high
  }
}
