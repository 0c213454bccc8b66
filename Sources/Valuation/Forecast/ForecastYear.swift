/// One year of a forecast.
///
/// Amounts are positive magnitudes in the currency of the accounts.
public struct ForecastYear: Sendable, Equatable {
  /// The year of the forecast, from 1.
  public internal(set) var year = 0
  /// Revenue.
  public internal(set) var revenue = 0.0
  /// Growth of revenue from the year before.
  public internal(set) var growth = 0.0
  /// Operating income as a share of revenue.
  public internal(set) var margin = 0.0
  /// Operating income (EBIT); negative in a year of loss.
  public internal(set) var operatingIncome = 0.0
  /// Operating income before depreciation.
  public internal(set) var ebitda = 0.0
  /// The tax rate assumed.
  public internal(set) var taxRate = 0.0
  /// Tax paid; 0 in a year of loss.
  public internal(set) var tax = 0.0
  /// Operating income after tax.
  public internal(set) var nopat = 0.0
  /// Depreciation and amortisation, added back.
  public internal(set) var depreciation = 0.0
  /// Capital expenditure (a cash outflow).
  public internal(set) var capex = 0.0
  /// Increase in net working capital (a cash outflow).
  public internal(set) var workingCapital = 0.0
  /// Capital expenditure and working capital less depreciation.
  public internal(set) var reinvestment = 0.0
  /// Free cash flow.
  public internal(set) var freeCashFlow = 0.0
  /// The discount rate of the year.
  public internal(set) var discountRate = 0.0
  /// The value today of one unit of this year's cash flow.
  public internal(set) var discountFactor = 0.0
  /// Free cash flow times discount factor.
  public internal(set) var presentValue = 0.0
  /// The part of the year that lies after the balance sheet, which alone counts; 1 for all years but the first.
  public internal(set) var portion = 1.0
  /// Profit of this year that losses carried forward shelter from tax.
  public internal(set) var nolUsed = 0.0
  /// Losses carried forward at the end of the year.
  public internal(set) var nol = 0.0
  /// The tax that losses carried forward save in this year.
  public var taxSaved: Double { taxRate * nolUsed }
  /// Capital in the business at the end of the year; `nil` if that at the start is not known.
  public internal(set) var investedCapital: Double?
  /// Operating income after tax over the capital at the start of the year; `nil` if that is not positive.
  public internal(set) var returnOnCapital: Double?
}
