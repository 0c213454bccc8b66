extension Indicator {
  /// The measures of speed and strength of a move.
  ///
  /// They stand in the order of the documentation.
  static let momentumIndicators: [Indicator] = [
    rsi, macd, macdext, apo, ppo, adx, adxr, dx, plusDI, minusDI, plusDM, minusDM, stoch, stochf, willr, cci,
    cmo, mom, roc, rocp, rocr, rocr100, aroon, aroonosc, trix, bop,
    connorsRSI, fisher, kst, squeeze,
  ]
}
