import Indicators

extension Indicator {
  /// One price made of the prices of a bar.
  ///
  /// In the order of the documentation.
  static let priceTransforms: [Indicator] = [
    avgprice, medprice, typprice, wclprice, ha,
  ]
}
