import Text

/// The business model of a company, which decides the drivers of its revenue.
public enum BusinessModel: String, Sendable, Equatable, CaseIterable {
  /// Customers pay again and again.
  case subscription
  /// Revenue is a number of transactions times a price or a share of each.
  case transactional
  /// Plants, fleets or loans earn the revenue.
  case assetHeavy = "asset_heavy"
  /// Users on a platform, and what one of them brings in.
  case platform
  /// Advertisements shown, and their price.
  case advertising
  /// None of the others.
  case other

  /// The model called `name`; `nil` where there is none.
  ///
  /// `assetHeavy`, the spelling of saved documents, is understood as well.
  public init?(named name: String) {
    guard let model = BusinessModel(rawValue: name == "assetHeavy" ? "asset_heavy" : name) else { return nil }
    self = model
  }

  /// The model called `name`.
  ///
  /// - Throws: `unknown-business-model`, with the models there are.
  public static func find(_ name: String) throws(ValuationError) -> BusinessModel {
    if let model = BusinessModel(named: name) { return model }
    throw ValuationError(
      code: .unknownBusinessModel,
      message: "there is no business model called `\(name)`",
      assumptions: ["drivers"],
      hint: "the business models are \(Wording.list(allCases.map(\.rawValue)))"
    )
  }

  /// Whether a financial company has drivers of its own under this model.
  public var hasFinancialVariant: Bool { self == .transactional || self == .assetHeavy }

  /// The drivers with their default values.
  ///
  /// - Parameter isFinancial: whether the company's sector is financial, which matters for `transactional` and
  ///   `asset_heavy` only.
  public func drivers(isFinancial: Bool = false) -> [RevenueDriver] {
    typealias Driver = RevenueDriver
    switch (self, isFinancial) {
    case (.subscription, _):
      return [
        Driver("Customer Growth", "Growth of paying customers", 0.15, -0.05...0.40, 0.01),
        Driver("ARPU Growth", "Growth of revenue per customer", 0.08, -0.10...0.25, 0.01),
        Driver(
          "Net Revenue Retention", "Revenue kept and expanded with existing customers", 1.10, 0.85...1.40, 0.01,
          effect: .retention),
      ]
    case (.transactional, false):
      return [
        Driver("Volume Growth", "Growth of units or orders", 0.08, -0.15...0.30, 0.01),
        Driver("Pricing Power", "Price rises that hold", 0.04, -0.05...0.15, 0.005),
        Driver("New Channels", "Revenue from new ways to sell", 0.10, 0...0.30, 0.01),
      ]
    case (.transactional, true):
      return [
        Driver("Transaction Volume", "Growth of the number of transactions", 0.12, -0.10...0.35, 0.01),
        Driver("Average Transaction Size", "Growth of the amount of one transaction", 0.05, -0.05...0.20, 0.01),
        Driver(
          "Take Rate", "Share of the amount kept as revenue", 0.025, 0.015...0.04, 0.001,
          effect: .level(base: 0.025)),
      ]
    case (.assetHeavy, false):
      return [
        Driver(
          "Capacity Utilization", "Share of capacity in use", 0.75, 0.50...0.95, 0.01, effect: .level(base: 0.75)),
        Driver("Pricing Growth", "Growth of prices", 0.05, -0.10...0.20, 0.01),
        Driver("Asset Base Growth", "Growth of what earns the revenue", 0.08, 0...0.25, 0.01),
      ]
    case (.assetHeavy, true):
      return [
        Driver("Loan Growth", "Growth of loans", 0.06, -0.05...0.20, 0.01),
        Driver(
          "Net Interest Margin", "Interest earned less paid, as a share of assets", 0.032, 0.02...0.05, 0.001,
          effect: .level(base: 0.032)),
        Driver("Fee Income Growth", "Growth of fees", 0.08, -0.05...0.20, 0.01),
      ]
    case (.platform, _):
      return [
        Driver("Active Users", "Growth of active users", 0.18, -0.05...0.50, 0.01),
        Driver("Monetization Rate", "Growth of revenue per user", 0.12, -0.10...0.35, 0.01),
        Driver(
          "Network Effects", "Multiple that the network adds", 1.15, 0.90...1.40, 0.05, unit: .multiple,
          effect: .multiplier),
      ]
    case (.advertising, _):
      return [
        Driver("Impressions Growth", "Growth of advertisements shown", 0.14, -0.10...0.40, 0.01),
        Driver("CPM Growth", "Growth of the price of a thousand impressions", 0.06, -0.15...0.25, 0.01),
        Driver("Ad Load Increase", "More advertisements for the same use", 0.08, 0...0.20, 0.01),
      ]
    case (.other, _):
      return [
        Driver("Revenue Growth", "Growth of the market or of volume", 0.10, -0.10...0.40, 0.01),
        Driver("Market Share Gain", "Growth from a larger share of the market", 0.05, -0.05...0.20, 0.01),
        Driver("Product Mix Shift", "Growth from selling better products", 0.07, -0.10...0.25, 0.01),
      ]
    }
  }

  /// The model and variant that have a driver called `id`; `nil` where none has.
  static func owner(ofDriver id: String) -> (model: BusinessModel, isFinancial: Bool, driver: RevenueDriver)? {
    for model in allCases {
      for isFinancial in model.hasFinancialVariant ? [false, true] : [false] {
        if let driver = model.drivers(isFinancial: isFinancial).first(where: { $0.id == id }) {
          return (model, isFinancial, driver)
        }
      }
    }
    return nil
  }
}
