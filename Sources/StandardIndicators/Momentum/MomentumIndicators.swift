import Indicators

extension Indicator {
  /// The measures of speed and strength of a move.
  ///
  /// In the order of the documentation.
  static let momentumIndicators: [Indicator] = [
    rsi, macd, macdext, apo, ppo, adx, adxr, dx, plusDI, minusDI, plusDM, minusDM, stoch, stochf, willr, cci,
    cmo, mom, roc, rocp, rocr, rocr100, aroon, aroonosc, trix, bop,
    connorsRSI, fisher, kst, squeeze,
    ao, ac, cmou, coppock, dpo, er, eri, fosc, fractal, imi, kdj, macdfix, qstick, smi, stochrsi, tsi, ultosc, vhf,
    vortex, wad,
  ]
}
