import LibC

/// The value of a share held against its price.
///
/// Both numbers are missing where there is no price, where the value is not positive, and where the value is more than
/// eleven times the price: such an upside is a mistake of units (thousands, a split, a currency), and no opinion.
struct PriceComparison: Sendable, Equatable {
  /// The highest upside that counts: 1000 %.
  static let highestUpside = 10.0

  /// `value / price - 1`.
  let upside: Double?
  /// `(value / price)^(1 / years) - 1`.
  let cagr: Double?

  /// - Parameter years: the years after which the price meets the value.
  init(value: Double, price: Double?, years: Int) {
    let ratio = price.flatMap { value > 0 && value / $0 <= 1 + Self.highestUpside ? value / $0 : nil }
    upside = ratio.map { $0 - 1 }
    cagr = ratio.map { pow($0, 1 / Double(years)) - 1 }
  }
}
