/// The moments of a series of returns that determine the significance of a Sharpe ratio.
///
/// Returns are fractions of one period each, 0.01 for 1 %, and so the Sharpe ratio is one of a period: a daily one is
/// `sqrt(252)` times smaller than a year's.
public struct ReturnMoments: Sendable, Hashable {
  /// The number of returns that are there.
  public var count: Int
  /// The number of returns that are missing, which nothing here counts.
  public var missing: Int
  /// The mean; missing without returns.
  public var mean: Double
  /// The standard deviation of the sample (n - 1); missing below two returns.
  public var deviation: Double
  /// The third central moment over the deviation's third power, both of the population; missing without deviation.
  public var skewness: Double
  /// The fourth central moment over the deviation's fourth power, 3 for the normal distribution; missing without
  /// deviation.
  public var kurtosis: Double

  /// Takes moments that are known already, as published ones are.
  public init(count: Int, mean: Double, deviation: Double, skewness: Double = 0, kurtosis: Double = 3) {
    self.count = count
    missing = 0
    self.mean = mean
    self.deviation = deviation
    self.skewness = skewness
    self.kurtosis = kurtosis
  }

  /// The moments of some returns; missing and infinite ones are left out and counted as missing.
  public init(of returns: [Double]) {
    var present = 0
    var sum = 0.0
    // Distances from the first return: a series that never changes has a deviation of exactly 0.
    let origin = returns.first { $0.isFinite } ?? .nan
    for value in returns where value.isFinite {
      present += 1
      sum += value - origin
    }
    count = present
    missing = returns.count - present
    let size = Double(present)
    let shift = sum / size
    mean = origin + shift
    var (second, third, fourth) = (0.0, 0.0, 0.0)
    for value in returns where value.isFinite {
      let distance = value - origin - shift
      let square = distance * distance
      second += square
      third += square * distance
      fourth += square * square
    }
    deviation = present > 1 ? (second / (size - 1)).squareRoot() : .nan
    let variance = second / size
    skewness = variance > 0 ? third / size / (variance * variance.squareRoot()) : .nan
    kurtosis = variance > 0 ? fourth / size / (variance * variance) : .nan
  }

  /// The mean over the deviation, of one period; missing below two returns or if they do not vary.
  public var sharpeRatio: Double { deviation > 0 ? mean / deviation : .nan }
}
