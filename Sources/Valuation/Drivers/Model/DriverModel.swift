/// A valuation based on revenue drivers: drivers, operating and valuation assumptions, and a lens.
///
/// It is the Investor Tool's model. Its drivers give one number, the index of revenue at the end of the horizon with
/// today as 100, which is equivalent to growth: ``plainAssumptions(on:)`` turns it into the plain model.
public struct DriverModel: Sendable, Equatable {
  /// The terminal value.
  public enum TerminalMethod: String, Sendable, Equatable, CaseIterable {
    /// Growth forever.
    case perpetuity = "Perpetuity Growth"
    /// A multiple of the last year's free cash flow.
    case exitMultiple = "Exit Multiple"

    /// The name of the choice between them, as changes of a model call it.
    static let name = "terminal_method"
  }

  /// The business model; `nil` if a saved document has drivers of its own.
  public let business: BusinessModel?
  /// Whether the drivers are those of a financial company.
  public let isFinancial: Bool
  /// The causes of revenue.
  public internal(set) var drivers: [RevenueDriver]
  /// Gross margin, the upper bound of the operating margin.
  public internal(set) var grossMargin = DriverField.grossMargin.defaultValue
  /// Operating margin.
  public internal(set) var margin = DriverField.margin.defaultValue
  /// Tax on operating income.
  public internal(set) var tax = DriverField.tax.defaultValue
  /// Capital expenditure less depreciation, as a share of revenue.
  public internal(set) var capex = DriverField.capex.defaultValue
  /// Increase in working capital as a share of revenue.
  public internal(set) var workingCapital = DriverField.workingCapital.defaultValue
  /// Discount rate.
  public internal(set) var discount = DriverField.discount.defaultValue
  /// Growth after the forecast.
  public internal(set) var terminalGrowth = DriverField.terminalGrowth.defaultValue
  /// The terminal value.
  public internal(set) var terminalMethod = TerminalMethod.perpetuity
  /// Multiple of free cash flow, used if ``terminalMethod`` says so; `nil` if it was not given.
  public internal(set) var exitMultiple: Double?
  /// The part of the value that a buyer wants to keep in hand.
  public internal(set) var marginOfSafety = DriverField.marginOfSafety.defaultValue
  /// The investor's view of the company.
  public internal(set) var lens: InvestmentLens

  /// The model of a kind of business with its default values.
  public init(_ business: BusinessModel, isFinancial: Bool = false, lens: InvestmentLens = InvestmentLens()) {
    self.business = business
    self.isFinancial = isFinancial && business.hasFinancialVariant
    drivers = business.drivers(isFinancial: isFinancial)
    self.lens = lens
  }

  /// A model with drivers of its own.
  public init(drivers: [RevenueDriver], lens: InvestmentLens = InvestmentLens()) {
    business = nil
    isFinancial = false
    self.drivers = drivers
    self.lens = lens
  }

  init(business: BusinessModel?, isFinancial: Bool, drivers: [RevenueDriver], lens: InvestmentLens) {
    self.business = business
    self.isFinancial = isFinancial
    self.drivers = drivers
    self.lens = lens
  }

  /// The number of a field; `nil` for an exit multiple that was not given.
  public subscript(_ field: DriverField) -> Double? {
    switch field {
    case .grossMargin: grossMargin
    case .margin: margin
    case .tax: tax
    case .capex: capex
    case .workingCapital: workingCapital
    case .discount: discount
    case .terminalGrowth: terminalGrowth
    case .exitMultiple: exitMultiple
    case .marginOfSafety: marginOfSafety
    }
  }

  /// Replaces the number of a field.
  mutating func set(_ field: DriverField, _ number: Double) {
    switch field {
    case .grossMargin: grossMargin = number
    case .margin: margin = number
    case .tax: tax = number
    case .capex: capex = number
    case .workingCapital: workingCapital = number
    case .discount: discount = number
    case .terminalGrowth: terminalGrowth = number
    case .exitMultiple: exitMultiple = number
    case .marginOfSafety: marginOfSafety = number
    }
  }

  /// Revenue at the end of the horizon, with today's as 100: the product of the drivers' multipliers.
  ///
  /// Nothing is cut off; like the Investor Tool it is later held between 30 and 300.
  public func revenueIndex(like convention: DriverConvention = .standard) -> Double {
    drivers.reduce(100) { $0 * $1.multiplier(like: convention) }
  }

  /// Free cash flow as a share of revenue; a loss pays no tax.
  ///
  /// Nothing is cut off; like the Investor Tool it is later held between 0 and 35 %.
  public var flowMargin: Double {
    (margin > 0 ? margin * (1 - tax) : margin) - capex - workingCapital
  }
}
