/// Rates as the percent numbers in which the Investor Tool keeps and changes them.
///
/// A sum of percent numbers is rounder than one of fractions: 9 + 1 is 10, and 0.09 + 0.01 is not 0.1.
enum PercentNumber {
  /// A rate in percent, without the digits that a multiplication by 100 would add: 0.07 is 7.
  static func of(_ rate: Double) -> Double {
    let text = rate.description
    return (text.contains("e") ? nil : Double(text + "e2")) ?? rate * 100
  }

  /// A percent number as a rate.
  static func rate(_ percent: Double) -> Double {
    let text = percent.description
    return (text.contains("e") ? nil : Double(text + "e-2")) ?? percent / 100
  }

  /// A rate moved by `points` percentage points.
  static func add(_ rate: Double, points: Double) -> Double { PercentNumber.rate(of(rate) + points) }
}
