import Indicators

extension CandlestickPattern {
  /// All patterns, in the order of their names, which is TA-Lib's.
  static let all: [CandlestickPattern] =
    (dojis + singleBars + hammers + twoBarReversals + twoBarContinuations + stars + soldiers + threeBarReversals
    + gaps + longPatterns + hikkakes).sorted { $0.name < $1.name }
}

extension Indicator {
  /// The shapes that candlesticks make.
  ///
  /// In the order of the documentation, by name.
  static let patternIndicators: [Indicator] = CandlestickPattern.all.map(\.indicator)
}
