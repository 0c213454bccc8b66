import Calendar
import Filings
import OrderedCollections
import Valuation

/// A past year of a company, or its latest twelve months, in the lines that a valuation forecasts.
public struct PastYear: Sendable, Equatable {
  /// The fiscal year's number; nil for twelve months that are no fiscal year.
  public let number: Int?
  /// The last day.
  public let end: CivilDate
  /// Revenue, nil where the reports do not state it, as all amounts here; in the currency of the accounts.
  public let revenue: Double?
  /// Operating income.
  public let operatingIncome: Double?
  /// Depreciation and amortisation.
  public let depreciation: Double?
  /// Capital expenditure.
  public let capex: Double?
  /// The increase in working capital.
  public let workingCapital: Double?
  /// The earnings that remain for the shareholders.
  public let netIncome: Double?
  /// Dividends paid.
  public let dividends: Double?
  /// Book value of the equity at the end.
  public let book: Double?
  /// Tax as a share of the earnings before tax; nil where these are not positive.
  public let taxRate: Double?
  /// Growth of revenue from the twelve months before.
  public let growth: Double?
  /// Net income over the equity at the start; nil where that is not known or not positive.
  public let returnOnEquity: Double?

  /// The figures of a fiscal year or of twelve months, with the twelve months before.
  init(_ year: Fundamentals.FiscalYear, number: Int?, before: Fundamentals.FiscalYear?) {
    self.number = number
    end = year.end
    revenue = year[.revenue]?.value
    operatingIncome = year[.operatingIncome]?.value
    depreciation = year[.depreciation]?.value
    capex = year[.capex]?.value
    workingCapital = year[.workingCapital]?.value
    netIncome = year[.netIncome]?.value
    dividends = year[.dividendsPaid]?.value
    book = year[.equity]?.value
    taxRate = year.effectiveTaxRate
    let former = before?[.revenue]?.value ?? 0
    growth = former > 0 ? year[.revenue].map { $0.value / former - 1 } : nil
    let opening = before?[.equity]?.value ?? 0
    returnOnEquity = opening > 0 ? year[.netIncome].map { $0.value / opening } : nil
  }

  /// The rate of the year that an assumption states of the forecast; nil for an assumption that is no such rate.
  ///
  /// - Parameter basis: what the assumption is a share of; there are no rates of the past for any but revenue.
  public func rate(of name: AssumptionName, basis: Assumption.Basis? = nil) -> Double? {
    guard basis == nil else { return nil }
    func share(_ amount: Double?) -> Double? {
      guard let revenue, revenue > 0 else { return nil }
      return amount.map { $0 / revenue }
    }
    switch name {
    case .growth: return growth
    case .margin, .terminalMargin: return share(operatingIncome)
    case .tax, .terminalTax: return taxRate
    case .capex: return share(capex)
    case .depreciation: return share(depreciation)
    case .workingCapital: return share(workingCapital)
    case .roe: return returnOnEquity
    case .payout:
      guard let dividends, let netIncome, netIncome > 0 else { return nil }
      return dividends / netIncome
    default: return nil
    }
  }
}

extension CompanyResearch {
  /// The past years of a company up to a model's base year, oldest first; empty where no reports are loaded.
  ///
  /// Where the base year is the latest twelve months, these stand last, behind the fiscal years.
  ///
  /// - Parameter count: the most fiscal years.
  public func pastYears(of ticker: String, for assumptions: Assumptions, count: Int = 5) -> [PastYear] {
    guard let fundamentals = fundamentals[ticker], let base = Fundamentals.Base(assumptions.word(.base) ?? "ltm"),
      let period = fundamentals.period(base, mixing: assumptions.allowed.contains(.mixedPeriods))
    else { return [] }
    let known = fundamentals.years
    var years = known.indices.filter { known[$0].end <= period.end }.suffix(count).map { place in
      PastYear(known[place], number: known[place].year, before: place > 0 ? known[place - 1] : nil)
    }
    if period.isTrailing { years.append(PastYear(period.figures, number: nil, before: period.previous)) }
    return years
  }
}
