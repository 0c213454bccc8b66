import Indicators

extension Indicator {
  /// The measures of the size of moves.
  ///
  /// In the order of the documentation.
  static let volatilityIndicators: [Indicator] = [
    atr, natr, trange,
    hv, parkinson, garmanKlass, rogersSatchell, yangZhang, chop,
    adr, cvi, massi, rvi,
  ]
}
