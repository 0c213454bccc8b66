import Columns

/// A function of the values that several symbols have at one time.
///
/// A symbol without a value is left out; if none has one the result is missing, but for counts and sums of conditions,
/// which are 0. A condition that is missing counts as a symbol without a value.
public enum AcrossFunction: String, Hashable, Sendable, CaseIterable {
  case mean, sum, count, min, max, median, rank, zscore, percentrank, stdev

  /// True if the value of the bars in use is compared with those of the symbols.
  var comparesOwn: Bool { self == .rank || self == .zscore || self == .percentrank }

  /// The column of some columns that are equally long; `own` is the one that is compared.
  func column(of columns: [Column], own: Column?, count: Int) -> Column {
    var values = [Double](repeating: .nan, count: columns.count)
    return Column(count: count) { result in
      for index in 0..<count {
        var there = 0
        for column in columns where !column[index].isNaN {
          values[there] = column[index]
          there += 1
        }
        result[index] = value(of: &values, there, own: own?[index] ?? .nan).finiteOrMissing
      }
    }
  }

  private func value(of values: inout [Double], _ count: Int, own: Double) -> Double {
    if self == .count {
      var hits = 0.0
      for index in 0..<count where values[index] != 0 { hits += 1 }
      return hits
    }
    guard count > 0 else { return .nan }
    switch self {
    case .count, .sum: return sum(values, count)
    case .mean: return sum(values, count) / Double(count)
    case .min: return values[..<count].min() ?? .nan
    case .max: return values[..<count].max() ?? .nan
    case .stdev: return deviation(values, count)
    case .median:
      values[..<count].sort()
      let (lower, upper) = (values[(count - 1) / 2], values[count / 2])
      return lower == upper ? lower : lower / 2 + upper / 2
    case .zscore: return (own - sum(values, count) / Double(count)) / deviation(values, count)
    case .rank, .percentrank: return rank(of: own, values, count)
    }
  }

  private func sum(_ values: [Double], _ count: Int) -> Double {
    var sum = 0.0
    for index in 0..<count { sum += values[index] }
    return sum
  }

  /// The population's.
  private func deviation(_ values: [Double], _ count: Int) -> Double {
    let mean = sum(values, count) / Double(count)
    var squares = 0.0
    for index in 0..<count { squares += (values[index] - mean) * (values[index] - mean) }
    return (squares / Double(count)).squareRoot()
  }

  /// The rank among the values, 1 for the smallest, or in percent the share of the others that are not above.
  ///
  /// Equal values share the mean of their ranks. The own value is one of them, whether or not its symbol is.
  private func rank(of own: Double, _ values: [Double], _ count: Int) -> Double {
    if own.isNaN { return .nan }
    var smaller = 0.0
    var equal = 0.0
    for index in 0..<count {
      if values[index] < own { smaller += 1 }
      if values[index] == own { equal += 1 }
    }
    let others = Double(count) - (equal > 0 ? 1 : 0)
    let ties = Swift.max(0, equal - 1)
    if self == .rank { return 1 + smaller + ties / 2 }
    return others > 0 ? 100 * (smaller + ties) / others : .nan
  }
}
