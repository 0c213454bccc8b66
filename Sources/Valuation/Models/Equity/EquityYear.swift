/// One year of the forecast of the flows to shareholders.
///
/// Amounts are in the currency of the accounts. An amount unknown to the method is `nil`: there is no book value in a
/// forecast of dividends alone, and no interest in one of returns on book.
public struct EquityYear: Sendable, Equatable {
  /// The year of the forecast, from 1.
  public internal(set) var year = 0
  /// Growth from the year before: of revenue, of the dividend, or of book value.
  public internal(set) var growth = 0.0
  /// Earnings after interest and tax.
  public internal(set) var netIncome: Double?
  /// Net income over the book value at the start of the year.
  public internal(set) var returnOnEquity: Double?
  /// The share of net income that is paid as dividends; of free cash flow to equity, the share that is cash.
  public internal(set) var payout: Double?
  /// Dividends.
  public internal(set) var dividends: Double?
  /// Buybacks less issues of shares, at fair value; `nil` if none are assumed.
  public internal(set) var buybacks: Double?
  /// Book value of the common equity at the end of the year, tangible if returns are on tangible equity.
  public internal(set) var book: Double?
  /// Shareholders' equity as a balance sheet would state it then, with preferred and goodwill, which stay as they are;
  /// `nil` if they are not known.
  public internal(set) var statedBook: Double?
  /// Net income less the cost of the equity that was there at the start of the year.
  public internal(set) var residualIncome: Double?
  /// Interest on the debt at the start of the year.
  public internal(set) var interest: Double?
  /// New debt of the year.
  public internal(set) var borrowing: Double?
  /// Debt at the end of the year.
  public internal(set) var debt: Double?
  /// The discounted flow: free cash flow to equity, dividends and buybacks, or residual income.
  public internal(set) var flow = 0.0
  /// The cost of equity of the year.
  public internal(set) var costOfEquity = 0.0
  /// The value of one unit of the flow on the day of the valuation.
  public internal(set) var discountFactor = 0.0
  /// The flow times its factor.
  public internal(set) var presentValue = 0.0

  /// Dividends and buybacks together; `nil` if the method knows none.
  public var paidOut: Double? { dividends.map { $0 + (buybacks ?? 0) } }
}
