import Text

/// How uncertain numbers go together: a Gaussian copula.
///
/// A coefficient is Pearson's correlation of the normally distributed numbers underlying two draws.
package struct CorrelationMatrix: Sendable {
  /// The lower triangle of the factor, row by row, `size` numbers each.
  let factor: [Double]
  let size: Int

  /// The factor of a matrix with these coefficients; the others are 0.
  ///
  /// - Throws: `correlation` if a coefficient is not between -1 and 1 or if the coefficients are inconsistent, naming
  ///   the offending pair.
  package init(_ names: [String], _ pairs: [(first: Int, second: Int, coefficient: Double)]) throws(ValuationError) {
    size = names.count
    for pair in pairs where !(pair.coefficient.magnitude < 1) {
      throw ValuationError(
        code: .correlation,
        message: "the correlation of \(names[pair.first]) and \(names[pair.second]) is "
          + "\(Wording.number(pair.coefficient)), but must be between -1 and 1",
        assumptions: [names[pair.first], names[pair.second]]
      )
    }
    guard let factor = Self.factor(size, pairs) else { throw Self.refusal(names, pairs) }
    self.factor = factor
  }

  /// Makes independent numbers of some runs correlated.
  func mix(_ numbers: UnsafeMutablePointer<UnsafeMutablePointer<Double>>, _ count: Int) {
    // From the last down, so that those it is mixed from are still independent.
    for row in (0..<size).reversed() {
      let values = numbers[row]
      let own = factor[row * size + row]
      for index in 0..<count { values[index] *= own }
      for column in 0..<row where factor[row * size + column] != 0 {
        let other = numbers[column]
        let weight = factor[row * size + column]
        for index in 0..<count { values[index] += weight * other[index] }
      }
    }
  }

  /// Whether `index` is correlated with another.
  func isCorrelated(_ index: Int) -> Bool {
    (0..<size).contains { $0 < index ? factor[index * size + $0] != 0 : $0 > index && factor[$0 * size + index] != 0 }
  }

  /// Cholesky's factor; `nil` if the matrix is not positive definite.
  private static func factor(_ size: Int, _ pairs: [(first: Int, second: Int, coefficient: Double)]) -> [Double]? {
    var matrix = [Double](repeating: 0, count: size * size)
    for index in 0..<size { matrix[index * size + index] = 1 }
    for pair in pairs {
      matrix[pair.first * size + pair.second] = pair.coefficient
      matrix[pair.second * size + pair.first] = pair.coefficient
    }
    var factor = [Double](repeating: 0, count: size * size)
    for row in 0..<size {
      for column in 0...row {
        var sum = matrix[row * size + column]
        for k in 0..<column { sum -= factor[row * size + k] * factor[column * size + k] }
        if row == column {
          guard sum > 1e-12 else { return nil }
          factor[row * size + row] = sum.squareRoot()
        } else {
          factor[row * size + column] = sum / factor[column * size + column]
        }
      }
    }
    return factor
  }

  /// Names the pair that has to move least, the others being as they are.
  private static func refusal(_ names: [String], _ pairs: [(first: Int, second: Int, coefficient: Double)])
    -> ValuationError
  {
    var best: (pair: Int, low: Double, high: Double, distance: Double)?
    for place in pairs.indices {
      let possible = (-999...999).map { Double($0) / 1000 }.filter { coefficient in
        var tried = pairs
        tried[place].coefficient = coefficient
        return factor(names.count, tried) != nil
      }
      guard let low = possible.first, let high = possible.last else { continue }
      let given = pairs[place].coefficient
      let distance = max(low - given, given - high)
      if distance < best?.distance ?? .infinity { best = (place, low, high, distance) }
    }
    let pair = pairs[best?.pair ?? pairs.count - 1]
    let two = [names[pair.first], names[pair.second]]
    return ValuationError(
      code: .correlation,
      message: "\(Wording.list(names)) are inconsistent: the correlation of \(two[0]) and \(two[1]), "
        + "\(Wording.number(pair.coefficient)), contradicts the others",
      assumptions: two,
      hint: best.map {
        "given the others it can be \(Wording.number($0.low, places: 3)).."
          + "\(Wording.number($0.high, places: 3))"
      } ?? "the others contradict each other too"
    )
  }
}
