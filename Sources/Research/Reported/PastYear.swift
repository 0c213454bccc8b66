import Calendar
import OrderedCollections
import Valuation

/// A past year of a company, or its latest twelve months, in the lines that a valuation forecasts.
///
/// The values are those of the company's ``FigureHistory``, which `figures` lists: a year has one set of numbers.
public struct PastYear: Sendable {
  /// The fiscal year's number; nil for twelve months that are not a fiscal year.
  public let number: Int?
  private let history: FigureHistory
  private let place: Int

  /// The year at a place of a history.
  init(_ history: FigureHistory, _ place: Int, number: Int? = nil) {
    self.history = history
    self.place = place
    self.number = number
  }

  /// The last day.
  public var end: CivilDate { history.periods[place].end }

  /// The value of a line; nil if the reports do not give it.
  public subscript(line: FigureLine) -> Double? { history[line, place].value }

  /// The day of the filing that a line's value is of; nil if the reports do not give it.
  public func filed(_ line: FigureLine) -> CivilDate? { history[line, place].figures.map(\.filed).max() }

  /// The past year's rate that corresponds to an assumption of the forecast; nil for an assumption without such a rate.
  ///
  /// - Parameter basis: the base of the rate; past rates exist for revenue only.
  public func rate(of name: AssumptionName, basis: Assumption.Basis? = nil) -> Double? {
    guard basis == nil, let line = name.pastLine, let rate = self[line] else { return nil }
    return line == .tax && abs(rate) > 1 ? nil : rate
  }
}

extension PastYear {
  /// Tax on operating income at the year's effective rate; a loss pays none.
  ///
  /// A rate of more than all income, as a nearly even year has it, says nothing of operations.
  public var taxOnOperations: Double? {
    guard let income = self[.operatingIncome] else { return nil }
    guard income > 0 else { return 0 }
    return self[.tax].flatMap { abs($0) > 1 ? nil : $0 * income }
  }

  /// Dividends and buybacks, if both are stated.
  public var paidOut: Double? {
    guard let dividends = self[.dividends], let buybacks = self[.buybacks] else { return nil }
    return dividends + buybacks
  }

  /// Operating income less that tax.
  public var incomeAfterTax: Double? {
    guard let income = self[.operatingIncome], let tax = taxOnOperations else { return nil }
    return income - tax
  }

  /// Capex and the increase in working capital less depreciation, if all are stated.
  public var reinvestment: Double? {
    guard let depreciation = self[.depreciation], let capex = self[.capex], let capital = self[.workingCapital]
    else { return nil }
    return capex + capital - depreciation
  }

  /// The flow that a forecast of the firm is compared with: of operations after tax, before interest.
  public var freeCashFlow: Double? {
    guard let income = incomeAfterTax, let reinvestment else { return nil }
    return income - reinvestment
  }
}

extension AssumptionName {
  /// The line of a company's figures that corresponds, for a past year, to the assumption for a coming one.
  fileprivate var pastLine: FigureLine? {
    switch self {
    case .growth: .growth
    case .margin, .terminalMargin: .margin
    case .tax, .terminalTax: .tax
    case .capex: .capexShare
    case .depreciation: .depreciationShare
    case .workingCapital: .workingCapitalShare
    case .roe: .roe
    case .payout: .payout
    default: nil
    }
  }
}

extension CompanyResearch {
  /// The past years of a company up to a model's base year, oldest first; empty if no reports are loaded.
  ///
  /// If the base year is the latest twelve months, these come last, after the fiscal years.
  ///
  /// - Parameter count: the most fiscal years.
  public func pastYears(of ticker: String, for assumptions: Assumptions, count: Int = 5) -> [PastYear] {
    guard let fundamentals = fundamentals[ticker], let base = Fundamentals.Base(assumptions.word(.base) ?? "ltm"),
      let period = fundamentals.period(base, mixing: assumptions.allowed.contains(.mixedPeriods))
    else { return [] }
    let history = fundamentals.history(to: period, last: count)
    return history.periods.indices.map { place in
      let isTrailing = period.isTrailing && place == history.periods.count - 1
      return PastYear(history, place, number: isTrailing ? nil : history.periods[place].figures.year)
    }
  }
}
