import Text

/// The name of an assumption.
///
/// The cases are in the order of the table ``AssumptionDefinition/all``, which gives the meaning of each. The raw value
/// is the name that results show; ``AssumptionDefinition/find(_:)`` turns user input, including aliases and
/// misspellings, into a row of the table or an error.
///
/// ```swift
/// let assumptions = try Assumptions([Assumption(.revenue, 383.3e9), Assumption(.growth, 0.06)])
/// assumptions[.growth]?.text  // "6%"
/// ```
public enum AssumptionName: String, Sendable, Hashable, CaseIterable {
  // The plain model.
  case price
  case shares
  case revenue
  case growth
  case margin
  case baseMargin = "base_margin"
  case tax
  case capex
  case depreciation
  case workingCapital = "working_capital"
  case discount
  case terminal
  case horizon
  case discounting
  case cash
  case debt
  // Operations and reinvestment.
  case grossMargin = "gross_margin"
  case nol
  case nolLimit = "nol_limit"
  case salesToCapital = "sales_to_capital"
  case reinvestmentLag = "reinvestment_lag"
  case investedCapital = "invested_capital"
  case book
  case stockCompensation = "stock_compensation"
  case research
  case researchLife = "research_life"
  // The stable phase, the dates, and failure.
  case terminalTax = "terminal_tax"
  case terminalMargin = "terminal_margin"
  case terminalCapex = "terminal_capex"
  case terminalDepreciation = "terminal_depreciation"
  case terminalWorkingCapital = "terminal_working_capital"
  case terminalDiscount = "terminal_discount"
  case terminalROIC = "terminal_roic"
  case failure
  case failureProceeds = "failure_proceeds"
  case baseEnd = "base_end"
  case date
  case balanceDate = "balance_date"
  // The cost of capital.
  case riskFree = "risk_free"
  case beta
  case unleveredBeta = "unlevered_beta"
  case equityPremium = "equity_premium"
  case countryPremium = "country_premium"
  case sizePremium = "size_premium"
  case costOfEquity = "cost_of_equity"
  case costOfDebt = "cost_of_debt"
  case defaultSpread = "default_spread"
  case rating
  case coverage
  case debtWeight = "debt_weight"
  case marginalTax = "marginal_tax"
  // From operations to one share.
  case leases
  case leaseRate = "lease_rate"
  case investments
  case nonoperating
  case preferred
  case minority
  case pension
  case rsu
  case options
  case treasuryAt = "treasury_at"
  case currency
  case priceCurrency = "price_currency"
  case fx
  case adrRatio = "adr_ratio"
  case split
  case sector
  case allow
  // The models of equity.
  case model
  case dividend
  case method
  case goodwill
  case tangibleBook = "tangible_book"
  case excessCapital = "excess_capital"
  case roe
  case rote
  case payout
  case buybacks
  case terminalROE = "terminal_roe"
  case persistence
  case debtFinancing = "debt_financing"
  case operatingCash = "operating_cash"
  // A sum of parts.
  case value
  case ownership
  case corporateCosts = "corporate_costs"
  case holdingDiscount = "holding_discount"
  // Descriptions of a model.
  case base
  case roll
  case market
  case marketGrowth = "market_growth"
}

extension AssumptionName: CustomStringConvertible {
  /// The raw value: `sales_to_capital`.
  public var description: String { rawValue }
}

extension AssumptionName {
  /// The row of the table about this assumption.
  public var definition: AssumptionDefinition { AssumptionDefinition.all[index] }

  /// The name of this assumption in a part: `aero.margin`.
  public func of(_ part: String) -> String { "\(part).\(rawValue)" }

  /// The index of the assumption in the table.
  var index: Int { Self.indices[ordinal] }

  /// The number of the case, from 0.
  ///
  /// Assumptions are looked up thousands of times in a grid or an attribution, and an enumeration of strings is hashed by
  /// its string unless it says otherwise.
  private var ordinal: Int { withUnsafeBytes(of: self) { Int($0[0]) } }

  private static let indices: [Int] = {
    var indices = [Int](repeating: 0, count: 256)
    for (index, definition) in AssumptionDefinition.all.enumerated() { indices[definition.key.ordinal] = index }
    return indices
  }()

  /// True if both are the same case.
  public static func == (left: AssumptionName, right: AssumptionName) -> Bool { left.ordinal == right.ordinal }

  /// Hashes the number of the case.
  public func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }
}

extension Wording {
  /// The names of assumptions joined as in a sentence.
  static func list(_ names: [AssumptionName], or: Bool = false) -> String { list(names.map(\.rawValue), or: or) }
}
