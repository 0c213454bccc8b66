import LibC

/// The mean block length of the stationary bootstrap that suits the dependence in a series.
///
/// Politis and White (2004), "Automatic block-length selection for the dependent bootstrap", with the constant that
/// Patton, Politis and White (2009) corrected.
public enum AutomaticBlockLength {
  /// The length in values of the series, 1 or more; missing values are left out.
  ///
  /// It is 1 for a series of fewer than ten values or without any change, and at most `min(3 sqrt(n), n / 3)`.
  public static func of(_ series: [Double]) -> Double {
    let present = series.filter(\.isFinite)
    let count = Double(present.count)
    guard present.count >= 10 else { return 1 }
    let mean = present.reduce(0, +) / count
    let distances = present.map { $0 - mean }
    // A flat top window over the lags that matter: those before a run of autocorrelations that chance explains.
    let run = max(5, Int(log10(count).rounded(.up)))
    let most = min(Int(count.squareRoot().rounded(.up)) + run, present.count - 1)
    let covariances = (0...most).map { autocovariance(distances, lag: $0) }
    guard covariances[0] > 0 else { return 1 }
    let limit = 2 * (log10(count) / count).squareRoot()
    let isSmall = covariances.map { ($0 / covariances[0]).magnitude < limit }
    // The first lag of the quiet run, as the programs in use take it (np in R, arch in Python); the paper's formula
    // stops a lag before.
    let quiet = (1...max(1, most - run)).first { start in
      isSmall[start..<min(start + run, most + 1)].allSatisfy { $0 }
    }
    let width = min(2 * (quiet ?? most), most)
    var (slope, density) = (0.0, covariances[0])
    for lag in 1...width {
      let place = Double(lag) / Double(width)
      let weight = place <= 0.5 ? 1 : 2 * (1 - place)
      slope += 2 * weight * Double(lag) * covariances[lag]
      density += 2 * weight * covariances[lag]
    }
    guard density != 0 else { return 1 }
    // (2 G^2 / D)^(1/3) n^(1/3) with D = 2 g(0)^2.
    let length = cbrt(slope * slope / (density * density) * count)
    return max(1, min(length, min(3 * count.squareRoot(), count / 3).rounded(.up)))
  }

  private static func autocovariance(_ distances: [Double], lag: Int) -> Double {
    var sum = 0.0
    for index in lag..<distances.count { sum += distances[index] * distances[index - lag] }
    return sum / Double(distances.count)
  }
}
