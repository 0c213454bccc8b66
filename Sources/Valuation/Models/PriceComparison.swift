import LibC

/// The value of a share compared with its price.
///
/// Both numbers are missing if there is no price or the value is not positive.
struct PriceComparison: Sendable, Equatable {
  /// `value / price - 1`.
  let upside: Double?
  /// `(value / price)^(1 / years) - 1`.
  let cagr: Double?

  /// - Parameter years: the years after which the price meets the value.
  init(value: Double, price: Double?, years: Int) {
    let ratio = price.flatMap { value > 0 ? value / $0 : nil }
    upside = ratio.map { $0 - 1 }
    cagr = ratio.map { pow($0, 1 / Double(years)) - 1 }
  }
}
