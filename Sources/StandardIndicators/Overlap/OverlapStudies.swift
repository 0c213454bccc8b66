import Indicators

extension Indicator {
  /// The averages, bands and lines in the scale of the price.
  ///
  /// In the order of the documentation.
  static let overlapStudies: [Indicator] = [
    sma, ema, wma, dema, tema, trima, kama, t3, hma, zlema, rma, ma, bbands, midpoint, midprice, donchian,
    accbands, kc, htTrendline, mama, mavp, sar, sarext, supertrend, vwma,
    alma, linregChannel, ichimoku, chandelier, pivots,
  ]
}
