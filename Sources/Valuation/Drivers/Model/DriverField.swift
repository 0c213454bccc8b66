import Text

/// An assumption of the driver model besides its drivers, with its usual range.
public enum DriverField: String, Sendable, Equatable, CaseIterable {
  /// Gross margin, the upper bound of the operating margin.
  case grossMargin = "gross_margin"
  /// Operating margin.
  case margin
  /// Tax on operating income.
  case tax
  /// Capital expenditure less depreciation.
  case capex
  /// Increase in working capital.
  case workingCapital = "working_capital"
  /// Discount rate.
  case discount
  /// Growth after the forecast.
  case terminalGrowth = "terminal"
  /// Multiple of free cash flow after the forecast.
  case exitMultiple = "exit_multiple"
  /// The part of the value that a buyer wants to keep in hand.
  case marginOfSafety = "margin_of_safety"

  /// The part of the model that an assumption belongs to.
  public enum Section: String, Sendable, Equatable, CaseIterable {
    /// The drivers of revenue.
    case drivers
    /// Margins, tax and reinvestment.
    case operating
    /// Discounting and the terminal value.
    case valuation
    /// Horizon, style and objective.
    case lens
  }

  /// The name in the language.
  public var name: String { rawValue }

  /// Other names that are understood; the first is the key in saved documents.
  public var aliases: [String] {
    switch self {
    case .grossMargin: ["grossMargin"]
    case .margin: ["operatingMargin", "operating_margin", "ebit_margin"]
    case .tax: ["taxRate", "tax_rate"]
    case .capex: ["capexPercent", "capital_expenditure"]
    case .workingCapital: ["workingCapitalPercent", "nwc", "nwc_change"]
    case .discount: ["discountRate", "discount_rate", "wacc", "cost_of_capital"]
    case .terminalGrowth: ["terminalGrowth", "terminal_growth"]
    case .exitMultiple: ["exitMultiple"]
    case .marginOfSafety: []
    }
  }

  /// The field called `name`, by its name or an alias; `nil` if there is none.
  public init?(named name: String) {
    guard let field = DriverField.allCases.first(where: { $0.rawValue == name || $0.aliases.contains(name) }) else {
      return nil
    }
    self = field
  }

  /// The name that people read.
  public var title: String {
    switch self {
    case .grossMargin: "Gross margin"
    case .margin: "Operating margin"
    case .tax: "Tax rate"
    case .capex: "Capital expenditure"
    case .workingCapital: "Working capital"
    case .discount: "Discount rate"
    case .terminalGrowth: "Terminal growth"
    case .exitMultiple: "Exit multiple"
    case .marginOfSafety: "Margin of safety"
    }
  }

  /// The part of the model it belongs to.
  public var section: Section {
    switch self {
    case .grossMargin, .margin, .tax, .capex, .workingCapital: .operating
    case .discount, .terminalGrowth, .exitMultiple, .marginOfSafety: .valuation
    }
  }

  /// The default value; the exit multiple is 15 if one is needed.
  public var defaultValue: Double {
    switch self {
    case .grossMargin: 0.55
    case .margin: 0.22
    case .tax: 0.21
    case .capex: 0.04
    case .workingCapital: 0.01
    case .discount: 0.09
    case .terminalGrowth: 0.025
    case .exitMultiple: 15
    case .marginOfSafety: 0
    }
  }

  /// The usual values; capital expenditure and working capital are shares of revenue.
  public var range: ClosedRange<Double> {
    switch self {
    case .grossMargin: 0.20...0.80
    case .margin: 0.05...0.50
    case .tax: 0.10...0.35
    case .capex: 0...0.15
    case .workingCapital: -0.02...0.05
    case .discount: 0.06...0.14
    case .terminalGrowth: 0...0.04
    case .exitMultiple: 0.1...Double.greatestFiniteMagnitude
    case .marginOfSafety: 0...0.30
    }
  }

  /// The step in which the value is usually moved.
  public var step: Double {
    switch self {
    case .grossMargin, .margin, .tax: 0.01
    case .capex, .workingCapital, .discount, .terminalGrowth: 0.005
    case .exitMultiple: 1
    case .marginOfSafety: 0.05
    }
  }

  /// A number of this field as people read it.
  public func text(_ number: Double) -> String {
    self == .exitMultiple ? Wording.number(number) + "x" : Wording.percent(number)
  }
}
