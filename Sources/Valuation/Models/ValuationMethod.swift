/// The method of a valuation: the flow that is discounted, the rate, and whose value it is.
public enum ValuationMethod: String, Sendable, Equatable, CaseIterable {
  /// Free cash flow to the firm at the cost of capital: operations first, then the claims on them.
  case fcff
  /// Free cash flow to equity at the cost of equity: the flow after interest, investment and borrowing.
  case fcfe
  /// Dividends at the cost of equity.
  case ddm
  /// Book value and the equity's earnings above its cost.
  case residualIncome = "residual_income"

  /// The method in words.
  public var title: String {
    switch self {
    case .fcff: "free cash flow to the firm"
    case .fcfe: "free cash flow to equity"
    case .ddm: "dividends"
    case .residualIncome: "residual income"
    }
  }

  /// The discounted flow in words, as the column of a table is called.
  public var flowTitle: String {
    switch self {
    case .fcff: "free cash flow"
    case .fcfe: "free cash flow to equity"
    case .ddm: "dividends"
    case .residualIncome: "residual income"
    }
  }

  /// Whether equity is valued by itself, without the value of operations.
  public var isOfEquity: Bool { self != .fcff }

  /// The name of the assumption that says the discount rate.
  public var rateName: AssumptionName { isOfEquity ? .costOfEquity : .discount }
}

extension Assumptions {
  /// The method that `model` names.
  public var method: ValuationMethod { word(.model).flatMap(ValuationMethod.init) ?? .fcff }

  /// Whether somebody said so: by hand or in a scenario, and not a file of company figures.
  func isSaid(_ name: AssumptionName) -> Bool {
    switch self[name]?.source {
    case .typed, .scenario: true
    default: false
    }
  }

  /// Whether a cost of equity is given or can be built.
  var hasCostOfEquity: Bool { self[.costOfEquity] != nil || CostOfCapital.equityParts.contains { self[$0] != nil } }
}
