/// An assumption of the Investor Tool's templates, which are a separate, simpler model.
public struct TemplateAssumption: Sendable, Equatable {
  /// The section of the template with an assumption; raw values are those of the original.
  public enum Section: String, Sendable, Equatable, CaseIterable {
    case revenueDrivers, costAndMargins, investmentAndCapex, workingCapital, balanceSheetAndCapitalAllocation
    case valuationAndReturns, narrativeRerating
  }

  /// The unit of a number.
  public enum Unit: String, Sendable, Equatable, CaseIterable {
    /// A fraction.
    case percent
    /// A factor.
    case multiple
    /// Money for one share.
    case currency
    /// A number of things.
    case number
    /// 0 Low, 1 Medium, 2 High.
    case level
  }

  /// The stable name.
  public let key: String
  /// The part of the template.
  public let section: Section
  /// The default value.
  public let defaultValue: Double
  /// The usual values.
  public let range: ClosedRange<Double>
  /// The step in which the value is usually moved.
  public let step: Double
  /// The unit of the number.
  public let unit: Unit

  init(
    _ key: String, _ section: Section, _ value: Double, _ range: ClosedRange<Double>, _ step: Double, _ unit: Unit
  ) {
    self.key = key
    self.section = section
    defaultValue = value
    self.range = range
    self.step = step
    self.unit = unit
  }

  /// The template of a horizon.
  ///
  /// Like the Investor Tool, revenue growth is 8 % and one point more for every year of the horizon, so that a longer
  /// forecast grows faster; otherwise it is 8 %.
  public static func all(horizonYears: Int, like convention: DriverConvention = .standard) -> [TemplateAssumption] {
    let growth = convention == .investor ? Double(8 + horizonYears) / 100 : 0.08
    return [
      TemplateAssumption("revenue_growth", .revenueDrivers, growth, -0.10...0.30, 0.005, .percent),
      TemplateAssumption("volume_growth", .revenueDrivers, 0.05, -0.15...0.25, 0.005, .percent),
      TemplateAssumption("price_asp_change", .revenueDrivers, 0.02, -0.10...0.15, 0.005, .percent),
      TemplateAssumption("mix_shift", .revenueDrivers, 0.01, -0.05...0.10, 0.0025, .percent),
      TemplateAssumption("gross_margin", .costAndMargins, 0.35, 0.05...0.70, 0.005, .percent),
      TemplateAssumption("operating_margin", .costAndMargins, 0.18, 0...0.40, 0.005, .percent),
      TemplateAssumption("rd_pct_revenue", .costAndMargins, 0.05, 0...0.25, 0.005, .percent),
      TemplateAssumption("capex_pct_revenue", .investmentAndCapex, 0.04, 0...0.20, 0.0025, .percent),
      TemplateAssumption("maintenance_capex_split", .investmentAndCapex, 0.60, 0.20...1, 0.05, .percent),
      TemplateAssumption("nwc_change_pct_revenue", .workingCapital, 0.02, -0.05...0.10, 0.0025, .percent),
      TemplateAssumption("inventory_turns", .workingCapital, 8, 2...25, 0.5, .multiple),
      TemplateAssumption("net_debt_ebitda", .balanceSheetAndCapitalAllocation, 1.5, -3...5, 0.25, .multiple),
      TemplateAssumption(
        "buyback_pct_share_count", .balanceSheetAndCapitalAllocation, 0.02, -0.03...0.05, 0.0025, .percent),
      TemplateAssumption("sbc_dilution", .balanceSheetAndCapitalAllocation, 0.015, 0...0.05, 0.001, .percent),
      TemplateAssumption("starting_share_price", .valuationAndReturns, 100, 10...500, 5, .currency),
      TemplateAssumption(
        "starting_shares_outstanding", .balanceSheetAndCapitalAllocation, 1000e6, 100e6...20_000e6, 100e6, .number),
      TemplateAssumption("terminal_pe_multiple", .valuationAndReturns, 18, 5...40, 0.5, .multiple),
      TemplateAssumption("discount_rate", .valuationAndReturns, 0.10, 0.06...0.18, 0.0025, .percent),
      TemplateAssumption("fcf_conversion_rate", .costAndMargins, 0.75, 0.20...1, 0.01, .percent),
      TemplateAssumption("dividend_yield", .valuationAndReturns, 0.015, 0...0.08, 0.0025, .percent),
      TemplateAssumption("regulatory_risk", .narrativeRerating, 1, 0...2, 1, .level),
      TemplateAssumption("competitive_intensity", .narrativeRerating, 1, 0...2, 1, .level),
    ]
  }
}
