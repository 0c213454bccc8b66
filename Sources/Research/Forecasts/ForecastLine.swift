import Valuation

/// A line of the forecast that is compared with reports; the raw value is the name in documents.
public enum ForecastLine: String, Sendable, CaseIterable {
  /// A line as its name says: amounts in the currency of the figures, rates as fractions.
  case revenue, growth, margin
  case operatingIncome = "operating_income"
  case taxRate = "tax_rate"
  case depreciation, capex
  case workingCapital = "working_capital"
  case reinvestment
  case freeCashFlow = "free_cash_flow"
  case netIncome = "net_income"
  case returnOnEquity = "return_on_equity"
  case dividends, book

  /// The name in words: `operating income`.
  package var title: String { rawValue.replacing("_", with: " ") }

  /// Whether it is a rate, and not an amount.
  public var isRate: Bool {
    switch self {
    case .growth, .margin, .taxRate, .returnOnEquity: true
    case .revenue, .operatingIncome, .depreciation, .capex, .workingCapital, .reinvestment, .freeCashFlow, .netIncome,
      .dividends, .book:
      false
    }
  }

  /// The line of a year of a model of equity; NaN if it has none.
  public func value(_ year: EquityYear) -> Double {
    switch self {
    case .growth: year.growth
    case .netIncome: year.netIncome ?? .nan
    // Compared with the reported return, which is on the common equity as stated.
    case .returnOnEquity: year.book == year.statedBook ? year.returnOnEquity ?? .nan : .nan
    case .dividends: year.dividends ?? .nan
    case .book: year.statedBook ?? .nan
    case .revenue, .margin, .operatingIncome, .taxRate, .depreciation, .capex, .workingCapital, .reinvestment,
      .freeCashFlow:
      .nan
    }
  }

  /// The line of a year of the forecast; NaN if it has none.
  public func value(_ year: ForecastYear) -> Double {
    switch self {
    case .netIncome, .returnOnEquity, .dividends, .book: .nan
    case .revenue: year.revenue
    case .growth: year.growth
    case .margin: year.margin
    case .operatingIncome: year.operatingIncome
    case .taxRate: year.taxRate
    case .depreciation: year.depreciation
    case .capex: year.capex
    case .workingCapital: year.workingCapital
    case .reinvestment: year.reinvestment
    case .freeCashFlow: year.freeCashFlow
    }
  }
}

extension ForecastLine {
  /// The line of a past year; nil if the reports do not state it.
  public func actual(in year: PastYear) -> Double? {
    switch self {
    case .revenue: year[.revenue]
    case .growth: year[.growth]
    case .margin: year[.margin]
    case .operatingIncome: year[.operatingIncome]
    case .taxRate: year[.tax]
    case .depreciation: year[.depreciation]
    case .capex: year[.capex]
    case .workingCapital: year[.workingCapital]
    case .reinvestment: year.reinvestment
    case .freeCashFlow: year.freeCashFlow
    case .netIncome: year[.netIncome]
    case .returnOnEquity: year[.roe]
    case .dividends: year[.dividends]
    case .book: year[.equity]
    }
  }
}
