/// One row of a company's history: a reported line, or a figure that follows from several.
///
/// The raw value is the name that people and programs type, as in `explain figures.roic.2023`.
public enum FigureLine: String, Sendable, Hashable, CaseIterable {
  // Income
  case revenue
  case netInterestIncome = "net_interest_income"
  case costOfRevenue = "cost_of_revenue"
  case grossProfit = "gross_profit"
  case research
  case operatingIncome = "operating_income"
  case interestExpense = "interest_expense"
  case pretaxIncome = "pretax_income"
  case incomeTax = "income_tax"
  case netIncome = "net_income"
  // Balance sheet
  case cash
  case assets
  case goodwill
  case deposits
  case debt
  case minority
  case preferred
  case equity
  case netDebt = "net_debt"
  // Cash flow
  case operatingCashFlow = "operating_cash_flow"
  case depreciation
  case stockCompensation = "stock_compensation"
  case workingCapital = "working_capital"
  case capex
  case freeCashFlow = "free_cash_flow"
  case dividends
  case buybacks
  // Per share
  case earningsPerShare = "eps"
  case dividendPerShare = "dividend_per_share"
  case bookPerShare = "book_per_share"
  case cashFlowPerShare = "free_cash_flow_per_share"
  case shares
  // Growth
  case growth
  case operatingIncomeGrowth = "operating_income_growth"
  case earningsPerShareGrowth = "eps_growth"
  // Margins and shares of revenue
  case grossMargin = "gross_margin"
  case margin
  case netMargin = "net_margin"
  case cashFlowMargin = "free_cash_flow_margin"
  case tax
  case capexShare = "capex_to_revenue"
  case depreciationShare = "depreciation_to_revenue"
  case workingCapitalShare = "working_capital_to_revenue"
  case stockCompensationShare = "stock_compensation_to_revenue"
  // Returns and the use of earnings
  case roic
  case roe
  case payout
  case totalPayout = "total_payout"
  case netDebtToEBITDA = "net_debt_to_ebitda"
  case dilution
  case shareGrowth = "share_growth"

  /// The part of the table with a line, in the order of the table.
  public enum Section: String, Sendable, Hashable, CaseIterable {
    case income
    case balance = "balance sheet"
    case cashFlow = "cash flow"
    case perShare = "per share"
    case growth
    case margins
    case returns
  }

  /// The unit of a value.
  public enum Unit: String, Sendable, Hashable {
    /// An amount in the currency of the reports.
    case money
    /// An amount in that currency for one share.
    case perShare = "per_share"
    /// A number of shares.
    case shares
    /// A share of one: 0.25 for 25 %.
    case rate
    /// A multiple.
    case times
  }

  /// Its part of the table.
  public var section: Section {
    switch self {
    case .revenue, .netInterestIncome, .costOfRevenue, .grossProfit, .research, .operatingIncome, .interestExpense,
      .pretaxIncome, .incomeTax, .netIncome:
      .income
    case .cash, .assets, .goodwill, .deposits, .debt, .minority, .preferred, .equity, .netDebt: .balance
    case .operatingCashFlow, .depreciation, .stockCompensation, .workingCapital, .capex, .freeCashFlow, .dividends,
      .buybacks:
      .cashFlow
    case .earningsPerShare, .dividendPerShare, .bookPerShare, .cashFlowPerShare, .shares: .perShare
    case .growth, .operatingIncomeGrowth, .earningsPerShareGrowth: .growth
    case .grossMargin, .margin, .netMargin, .cashFlowMargin, .tax, .capexShare, .depreciationShare,
      .workingCapitalShare, .stockCompensationShare:
      .margins
    case .roic, .roe, .payout, .totalPayout, .netDebtToEBITDA, .dilution, .shareGrowth: .returns
    }
  }

  /// The unit of its values.
  public var unit: Unit {
    switch section {
    case .income, .balance, .cashFlow: .money
    case .perShare: self == .shares ? .shares : .perShare
    case .growth, .margins: .rate
    case .returns: self == .netDebtToEBITDA ? .times : .rate
    }
  }

  /// The line in words, as a table shows it.
  public var title: String {
    switch self {
    case .research: "research and development"
    case .cash: "cash and securities"
    case .minority: "minority interests"
    case .preferred: "preferred equity"
    case .workingCapital: "increase in working capital"
    case .earningsPerShare: "earnings"
    case .dividendPerShare: "dividend"
    case .bookPerShare: "book value"
    case .cashFlowPerShare: "free cash flow"
    case .shares: "diluted shares"
    case .growth: "revenue growth"
    case .operatingIncomeGrowth: "operating income growth"
    case .earningsPerShareGrowth: "earnings per share growth"
    case .margin: "operating margin"
    case .tax: "tax rate"
    case .roic: "return on invested capital"
    case .roe: "return on equity"
    case .payout: "dividends / net income"
    case .totalPayout: "dividends and buybacks / net income"
    case .netDebtToEBITDA: "net debt / EBITDA"
    case .dilution: "diluted over basic shares"
    case .shareGrowth: "growth of diluted shares"
    case .capexShare, .depreciationShare, .workingCapitalShare, .stockCompensationShare:
      String(rawValue.dropLast("_to_revenue".count)).spaced + " / revenue"
    default: rawValue.spaced
    }
  }
}

extension FigureLine {
  /// The reported line that it is; nil for one that follows from several.
  var item: Fundamentals.Item? {
    switch self {
    case .dividends: .dividendsPaid
    case .cash, .debt, .shares: nil
    default: Fundamentals.Item(rawValue: rawValue)
    }
  }
}

extension Fundamentals.Item {
  /// The line in words, as a table names it.
  package var title: String { self == .workingCapital ? "increase in working capital" : words }

  /// The line in words, as a sentence names it.
  var words: String {
    switch self {
    case .longTermDebt: "long-term debt"
    case .shortTermDebt: "short-term debt"
    case .nonCurrentSecurities: "non-current securities"
    case .coverShares: "shares on the cover"
    case .research: "research and development"
    case .minority: "minority interests"
    case .preferred: "preferred equity"
    case .equity: "equity at book value"
    case .dilutedEarningsPerShare: "diluted earnings per share"
    case .basicEarningsPerShare: "basic earnings per share"
    case .workingCapital: "the increase in working capital"
    default: rawValue.spaced
    }
  }
}

extension String {
  fileprivate var spaced: String { String(decoding: utf8.map { $0 == UInt8(ascii: "_") ? 32 : $0 }, as: UTF8.self) }
}
