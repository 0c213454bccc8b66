import Text

/// The business model of a company, which decides the drivers of its revenue.
public enum BusinessModel: String, Sendable, Equatable, CaseIterable {
  /// Customers pay again and again.
  case subscription
  /// Revenue is a number of transactions times a price or a share of each.
  case transactional
  /// Plants, fleets or loans earn the revenue.
  case assetHeavy = "asset_heavy"
  /// Users of a platform, and the revenue per user.
  case platform
  /// Advertisements shown, and their price.
  case advertising
  /// None of the others.
  case other

  /// The model called `name`; `nil` if there is none.
  ///
  /// `assetHeavy`, the spelling of saved documents, is also understood.
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
    switch (self, isFinancial) {
    case (.subscription, _): Self.driversOfSubscription
    case (.transactional, false): Self.driversOfTransactions
    case (.transactional, true): Self.driversOfPayments
    case (.assetHeavy, false): Self.driversOfAssets
    case (.assetHeavy, true): Self.driversOfLoans
    case (.platform, _): Self.driversOfPlatform
    case (.advertising, _): Self.driversOfAdvertising
    case (.other, _): Self.driversOfOther
    }
  }

  /// The model and variant that have a driver called `id`; `nil` if none has.
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

extension BusinessModel {
  /// Customers and the revenue per customer.
  private static var driversOfSubscription: [RevenueDriver] {
    [
      RevenueDriver("Customer Growth", "Growth of paying customers", 0.15, -0.05...0.40, 0.01),
      RevenueDriver("ARPU Growth", "Growth of revenue per customer", 0.08, -0.10...0.25, 0.01),
      RevenueDriver(
        "Net Revenue Retention", "Revenue kept and expanded with existing customers", 1.10, 0.85...1.40, 0.01,
        effect: .retention),
    ]
  }

  /// Orders and their prices.
  private static var driversOfTransactions: [RevenueDriver] {
    [
      RevenueDriver("Volume Growth", "Growth of units or orders", 0.08, -0.15...0.30, 0.01),
      RevenueDriver("Pricing Power", "Lasting price rises", 0.04, -0.05...0.15, 0.005),
      RevenueDriver("New Channels", "Revenue from new ways to sell", 0.10, 0...0.30, 0.01),
    ]
  }

  /// The payments that a financial company handles.
  private static var driversOfPayments: [RevenueDriver] {
    [
      RevenueDriver("Transaction Volume", "Growth of the number of transactions", 0.12, -0.10...0.35, 0.01),
      RevenueDriver("Average Transaction Size", "Growth of the amount of one transaction", 0.05, -0.05...0.20, 0.01),
      RevenueDriver(
        "Take Rate", "Share of the amount kept as revenue", 0.025, 0.015...0.04, 0.001,
        effect: .level(base: 0.025)),
    ]
  }

  /// Plants and fleets in use.
  private static var driversOfAssets: [RevenueDriver] {
    [
      RevenueDriver(
        "Capacity Utilization", "Share of capacity in use", 0.75, 0.50...0.95, 0.01, effect: .level(base: 0.75)),
      RevenueDriver("Pricing Growth", "Growth of prices", 0.05, -0.10...0.20, 0.01),
      RevenueDriver("Asset Base Growth", "Growth of the revenue-earning assets", 0.08, 0...0.25, 0.01),
    ]
  }

  /// The loans of a bank.
  private static var driversOfLoans: [RevenueDriver] {
    [
      RevenueDriver("Loan Growth", "Growth of loans", 0.06, -0.05...0.20, 0.01),
      RevenueDriver(
        "Net Interest Margin", "Interest earned less paid, as a share of assets", 0.032, 0.02...0.05, 0.001,
        effect: .level(base: 0.032)),
      RevenueDriver("Fee Income Growth", "Growth of fees", 0.08, -0.05...0.20, 0.01),
    ]
  }

  /// Users and the revenue per user.
  private static var driversOfPlatform: [RevenueDriver] {
    [
      RevenueDriver("Active Users", "Growth of active users", 0.18, -0.05...0.50, 0.01),
      RevenueDriver("Monetization Rate", "Growth of revenue per user", 0.12, -0.10...0.35, 0.01),
      RevenueDriver(
        "Network Effects", "Multiple that the network adds", 1.15, 0.90...1.40, 0.05, unit: .multiple,
        effect: .multiplier),
    ]
  }

  /// Advertisements shown, and their price.
  private static var driversOfAdvertising: [RevenueDriver] {
    [
      RevenueDriver("Impressions Growth", "Growth of advertisements shown", 0.14, -0.10...0.40, 0.01),
      RevenueDriver("CPM Growth", "Growth of the price of a thousand impressions", 0.06, -0.15...0.25, 0.01),
      RevenueDriver("Ad Load Increase", "More advertisements for the same use", 0.08, 0...0.20, 0.01),
    ]
  }

  /// Growth of any business.
  private static var driversOfOther: [RevenueDriver] {
    [
      RevenueDriver("Revenue Growth", "Growth of the market or of volume", 0.10, -0.10...0.40, 0.01),
      RevenueDriver("Market Share Gain", "Growth from a larger share of the market", 0.05, -0.05...0.20, 0.01),
      RevenueDriver("Product Mix Shift", "Growth from selling better products", 0.07, -0.10...0.25, 0.01),
    ]
  }
}
