import Indicators

extension Indicator {
  /// One price made of the prices of a bar.
  ///
  /// They stand in the order of the documentation.
  static let priceTransforms: [Indicator] = [
    avgprice, medprice, typprice, wclprice, ha,
  ]
}
