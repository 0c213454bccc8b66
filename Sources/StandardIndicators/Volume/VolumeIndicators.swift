import Indicators

extension Indicator {
  /// Readings of the volume traded.
  ///
  /// In the order of the documentation.
  static let volumeIndicators: [Indicator] = [
    obv, ad, mfi,
    vwap, vwapBands, eom,
    adosc, cmf, efi, marketfi, nvi, pvi, pvo, pvt, rvol,
  ]
}
