import LibC

/// The search for rates at which a value is 0.
enum RateSearch {
  /// Growth factors reach from 1 / 10,000 to 10,000 a period.
  private static let bound = log(1e4)
  private static let steps = 4000

  /// The rates at which `excess` of the logarithm of the growth factor changes its sign or is 0, ascending.
  ///
  /// They are found between the points of a grid that is even in the logarithm; two that are closer than 0.5 % may
  /// escape.
  static func roots(_ excess: (Double) -> Double) -> [Double] {
    var roots: [Double] = []
    var near = -bound
    var valueNear = excess(near)
    for step in 1...steps {
      // The middle of the grid is a growth of exactly 1.
      let far = bound * (Double(2 * step - steps) / Double(steps))
      let valueFar = excess(far)
      if valueFar == 0 {
        roots.append(expm1(far))
      } else if valueNear != 0, (valueNear < 0) != (valueFar < 0), !valueNear.isNaN, !valueFar.isNaN {
        roots.append(expm1(bisected(near, valueNear, far, excess)))
      }
      (near, valueNear) = (far, valueFar)
    }
    return roots
  }

  private static func bisected(
    _ start: Double, _ valueAtStart: Double, _ end: Double, _ excess: (Double) -> Double
  ) -> Double {
    var (low, high) = (start, end)
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
