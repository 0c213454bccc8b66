import LibC

/// The valuation of a company by its driver model.
public struct DriverValuation: Sendable, Equatable {
  /// The basis of the value: an index, or one share.
  public enum Basis: String, Sendable, Equatable {
    /// An index: revenue of 100, one share, no cash and no debt. It cannot be compared with a price.
    case index
    /// Money for one share.
    case perShare = "per_share"
  }

  /// Whose rules were followed.
  public let convention: DriverConvention
  /// The method by which indices became a value.
  public let method: DriverMethod
  /// The basis of the value: an index, or one share.
  public let basis: Basis
  /// The model that was valued, after its automatic constraints.
  public let model: DriverModel
  /// Revenue at the end of the horizon, with today's as 100.
  public let revenueIndex: Double
  /// Free cash flow as a share of revenue.
  public let flowMargin: Double
  /// Free cash flow at the end of the horizon, with revenue of today at 100.
  public let flowIndex: Double
  /// The value.
  public let intrinsicValue: Double
  /// The value less the margin of safety; the value itself like the Investor Tool, if that margin has no effect.
  public let buyBelow: Double
  /// Present value of the flows of the horizon; `nil` for the approximation.
  public let presentValueOfFlows: Double?
  /// Present value of the years after the horizon; `nil` for the approximation.
  public let presentValueOfTerminal: Double?
  /// The terminal's share of the value; `nil` if there is none to be had.
  public let terminalShare: Double?
  /// Price of a share; `nil` if none is known.
  public let price: Double?
  /// `value / price - 1`; `nil` if value and price cannot be compared.
  public let upside: Double?
  /// Yearly return if the price meets the value at the horizon; `nil` if value and price cannot be compared.
  public let cagr: Double?
  /// The plain model's result after it; `nil` for the approximation and like the Investor Tool.
  public let plain: ValuationResult?
  /// The findings: constraints that acted, values that were cut off, and unusual values.
  public let findings: [ValuationFinding]

  /// Six points from today's revenue of 100 to the index of the horizon's end, for a small chart.
  public var revenueLine: [Double] {
    (0...5).map { 100 + (revenueIndex - 100) * pow(Double($0) / 5, 0.9) }
  }

  /// Six points from the price to the value, for a small chart; `nil` if the two cannot be compared.
  public var valueLine: [Double]? {
    guard let price, upside != nil else { return nil }
    return (0...5).map {
      price + (intrinsicValue - price) * pow(Double($0) / 5, 1 + 0.5 * model.discount)
    }
  }
}
