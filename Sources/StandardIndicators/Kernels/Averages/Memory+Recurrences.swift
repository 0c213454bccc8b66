import Indicators

extension Optional<Int> {
  /// The sum of two counts of bars; nil if one of them is unknown.
  static func sum(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return nil }
    return first + second
  }
}

/// The bars after which recurrences have forgotten how they began.
extension Memory {
  /// The number of bars after which a first-order recurrence y = (1 - gain) * y[1] + gain * x has forgotten its seed.
  ///
  /// - Parameter stages: how many such recurrences are chained, each fed by the one before. The last of them gives the
  ///   beginning the chance of fewer than `stages` hits in that many draws of probability `gain`.
  static func bars(gain: Double, stages: Int = 1) -> Int {
    if gain >= 1 { return 0 }
    if stages == 1 { return Int((logarithm(settled) / logarithm(1 - gain)).rounded(.up)) }
    let keep = logarithm(1 - gain)
    return firstSettled { count in
      var term = naturalExponential(keep * Double(count))
      var weight = term
      for hit in 1..<stages {
        term *= Double(count - hit + 1) / Double(hit) * gain / (1 - gain)
        weight += max(term, 0)
      }
      return weight
    }
  }

  /// The number of bars after which two recurrences in a row with gains of their own have forgotten how they began.
  static func bars(gain first: Double, then second: Double) -> Int {
    if first >= 1 { return bars(gain: second) }
    if second >= 1 { return bars(gain: first) }
    if first == second { return bars(gain: first, stages: 2) }
    let (slow, fast) = (logarithm(1 - min(first, second)), logarithm(1 - max(first, second)))
    let share = second * (1 - first) / (second - first)
    return firstSettled { count in
      let (late, early) = (naturalExponential(slow * Double(count)), naturalExponential(fast * Double(count)))
      let (one, two) = first < second ? (late, early) : (early, late)
      return two + share * (one - two)
    }
  }

  /// The bars of an exponential average: its gain is 2 / (period + 1).
  static func exponential(_ period: Int, stages: Int = 1) -> Int {
    bars(gain: 2 / Double(period + 1), stages: stages)
  }

  /// The bars of Wilder's average: its gain is 1 / period.
  static func wilder(_ period: Int, stages: Int = 1) -> Int { bars(gain: 1 / Double(period), stages: stages) }

  /// The first count from which on a weight that only falls is below `settled`.
  private static func firstSettled(_ weight: (Int) -> Double) -> Int {
    var beyond = 1
    while weight(beyond) >= settled { beyond *= 2 }
    var before = beyond / 2
    while beyond - before > 1 {
      let middle = before + (beyond - before) / 2
      if weight(middle) >= settled { before = middle } else { beyond = middle }
    }
    return beyond
  }
}
