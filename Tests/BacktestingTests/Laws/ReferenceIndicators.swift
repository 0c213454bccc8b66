import Columns

/// The averages, bands and strength index of TA-Lib, in plain loops; tests only.
enum ReferenceIndicators {
  static func sma(_ x: [Double], _ period: Int) -> [Double] {
    x.indices.map { index in
      index + 1 < period ? .nan : x[(index + 1 - period)...index].reduce(0, +) / Double(period)
    }
  }

  /// Seeded by the mean of the first `period` values.
  static func ema(_ x: [Double], _ period: Int) -> [Double] {
    var result = [Double](repeating: .nan, count: x.count)
    var value = x[..<period].reduce(0, +) / Double(period)
    result[period - 1] = value
    let weight = 2 / Double(period + 1)
    for index in period..<x.count {
      value += weight * (x[index] - value)
      result[index] = value
    }
    return result
  }

  static func bands(_ x: [Double], _ period: Int, _ width: Double) -> (lower: [Double], upper: [Double]) {
    let mean = sma(x, period)
    let deviation = x.indices.map { index -> Double in
      if index + 1 < period { return .nan }
      let window = x[(index + 1 - period)...index]
      return (window.reduce(0) { $0 + ($1 - mean[index]) * ($1 - mean[index]) } / Double(period)).squareRoot()
    }
    return (
      zip(mean, deviation).map { $0 - width * $1 }, zip(mean, deviation).map { $0 + width * $1 }
    )
  }

  /// Wilder's index, seeded by the means of the first `period` changes.
  static func rsi(_ x: [Double], _ period: Int) -> [Double] {
    var result = [Double](repeating: .nan, count: x.count)
    var gain = 0.0
    var loss = 0.0
    for index in 1..<x.count {
      let change = x[index] - x[index - 1]
      if index <= period {
        gain += max(change, 0) / Double(period)
        loss += max(-change, 0) / Double(period)
      } else {
        gain = (gain * Double(period - 1) + max(change, 0)) / Double(period)
        loss = (loss * Double(period - 1) + max(-change, 0)) / Double(period)
      }
      if index >= period { result[index] = 100 * gain / (gain + loss) }
    }
    return result
  }

  /// True if a is below b on the bar before and above on this one.
  static func strictCross(_ a: [Double], above b: [Double]) -> [Double] {
    a.indices.map { $0 > 0 && a[$0 - 1] < b[$0 - 1] && a[$0] > b[$0] ? 1 : 0 }
  }
}
