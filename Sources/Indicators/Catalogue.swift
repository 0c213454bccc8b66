extension Indicator {
  /// All indicators and functions over bars, in the order of the documentation.
  public static let all: [Indicator] = [
    sma, ema, wma, dema, tema, trima, kama, t3, hma, zlema, rma, ma, bbands, midpoint, midprice, donchian,
    rsi, macd, macdext, apo, ppo, adx, adxr, dx, plusDI, minusDI, plusDM, minusDM, stoch, stochf, willr, cci,
    cmo,
    mom, roc, rocp, rocr, rocr100, aroon, aroonosc, trix, bop,
    obv, ad, mfi,
    atr, natr, trange,
    stdev, variance, zscore, avgdev, linearreg, linearregSlope, linearregIntercept, linearregAngle, tsf,
    correl,
    correlation, regression, median, rank, percentrank,
    avgprice, medprice, typprice, wclprice,
    highest, lowest, sum, mean, cumulative, count, change, returns, rising, falling, barssince, valuewhen,
  ]

  /// The indicator with a name or alias, in lower case; nil where there is none.
  public static func named(_ name: String) -> Indicator? {
    places[name].map { all[$0] }
  }

  private static let places: [String: Int] = {
    var places: [String: Int] = [:]
    for (place, indicator) in all.enumerated() {
      for name in [indicator.name] + indicator.aliases { places[name] = place }
    }
    return places
  }()
}
