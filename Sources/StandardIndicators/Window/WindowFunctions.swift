import Indicators

extension Indicator {
  /// The functions that look back over bars.
  ///
  /// In the order of the documentation.
  static let windowFunctions: [Indicator] = [
    highest, lowest, sum, mean, cumulative, count, change, returns, logReturns, rising, falling, barssince, valuewhen,
    maxindex, minindex, minmax, minmaxindex,
  ]
}
