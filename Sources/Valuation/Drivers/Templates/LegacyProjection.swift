import LibC

/// The Investor Tool's oldest engine: revenue grows, and a multiple of revenue gives a price at the horizon.
///
/// Nothing is discounted, so it is a projection of price and not a discounted cash flow.
public struct LegacyProjection: Sendable, Equatable {
  /// Price of a share today.
  public var price = 100.0
  /// Revenue today.
  public var revenue = 1000.0
  /// Yearly growth of revenue, a fraction.
  public var growth = 0.08
  /// Operating margin, a fraction; it has no effect on the price.
  public var margin = 0.22
  /// Tax rate, a fraction; it has no effect on the price.
  public var tax = 0.21
  /// Shares outstanding.
  public var shares = 1000.0
  /// Debt less cash.
  public var netDebt = 0.0
  /// Enterprise value at the horizon as a multiple of revenue.
  public var exitMultiple = 4.0
  /// Years.
  public var horizonYears = 5

  /// The defaults of the original.
  public init() {}

  /// Price of a share after some years.
  public func price(year: Int) -> Double {
    (revenue * pow(1 + growth, Double(year)) * exitMultiple - netDebt) / shares
  }

  /// Return over the whole horizon.
  public var totalReturn: Double { price(year: horizonYears) / price - 1 }

  /// Return a year; missing where the price at the horizon is negative.
  public var annualisedReturn: Double {
    pow(price(year: horizonYears) / price, 1 / Double(horizonYears)) - 1
  }

  /// Yearly returns by offset of growth (rows) and of the multiple (columns), which stays at 0.1 or more.
  public func grid(
    growth growthOffsets: [Double] = [-0.02, -0.01, 0, 0.01, 0.02],
    multiple multipleOffsets: [Double] = [-2, -1, 0, 1, 2]
  ) -> [[Double]] {
    growthOffsets.map { growthOffset in
      multipleOffsets.map { multipleOffset in
        var moved = self
        moved.growth += growthOffset
        moved.exitMultiple = max(0.1, exitMultiple + multipleOffset)
        return moved.annualisedReturn
      }
    }
  }
}
