import Indicators

extension Indicator {
  /// The statistics over a window.
  ///
  /// In the order of the documentation.
  static let statistics: [Indicator] = [
    stdev, variance, zscore, avgdev, linearreg, linearregSlope, linearregIntercept, linearregAngle, tsf,
    correl, correlation, regression, median, rank, percentrank, beta, percentile,
    marketBeta, sharpe, hurst,
  ]
}
