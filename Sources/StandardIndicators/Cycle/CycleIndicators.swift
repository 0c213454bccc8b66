import Indicators

extension Indicator {
  /// The measures of cycles.
  ///
  /// In the order of the documentation.
  static let cycleIndicators: [Indicator] = [
    htDCPeriod, htDCPhase, htPhasor, htSine, htTrendMode,
  ]
}
