import Calendar
import Columns
import Language
import Valuation

/// A valuation as it was on a day: what was assumed, where each number came from, and what came of it.
///
/// It is frozen: no later statement and no newer figures change it. What came about is held against it by
/// ``ForecastReview``.
struct Forecast: Sendable {
  var id: String
  var name: String
  var ticker: String
  /// The company's name, where its figures were loaded.
  var company: String?
  /// When it was saved, in ISO 8601.
  var savedAt: String
  /// What its author wrote about it.
  var note: String?
  /// The scenario that was in work.
  var scenario: String?
  /// The version of the program that computed it.
  var version: String
  /// What was assumed, with the sources.
  var assumptions: Assumptions
  /// What came of it.
  var outputs: ForecastOutputs

  /// The day it was saved.
  var day: String { String(savedAt.prefix(10)) }

  /// The name as one types it.
  var quotedName: String { name.contains { $0 == " " || $0 == "," } ? "\"\(name)\"" : name }

  /// The last day of the base year.
  var baseEnd: CivilDate? { outputs.baseEnd.flatMap(CivilDate.init(text:)) }
}

/// What a valuation came to, as a forecast keeps it.
struct ForecastOutputs: Sendable, Equatable {
  /// One year of the forecast.
  struct Year: Sendable, Equatable {
    /// The year of the forecast, from 1.
    var year: Int
    /// The last day of the fiscal year that it is about; nil where the base year's end was not known.
    var periodEnd: String?
    /// The figures, in the order of ``ForecastLine``; missing (NaN) where the model has no such line.
    var figures: [Double]

    /// Whether two years say the same; what is missing in both is the same.
    static func == (a: Year, b: Year) -> Bool {
      a.year == b.year && a.periodEnd == b.periodEnd
        && a.figures.elementsEqual(b.figures) { $0 == $1 || $0.isNaN && $1.isNaN }
    }
  }

  /// The value of a share at which so much of a simulation lies below.
  struct Percentile: Sendable, Equatable {
    /// In percent: 5 for the 5th.
    var percent: Double
    var value: Double
  }

  var valuePerShare: Double
  /// Nil for a model that values the equity itself.
  var enterpriseValue: Double?
  var equityValue: Double?
  var presentValueOfFlows: Double?
  var presentValueOfTerminal: Double?
  var terminalShare: Double?
  var price: Double?
  var upside: Double?
  var cagr: Double?
  /// The last day of the base year, `2025-09-27`.
  var baseEnd: String?
  /// The day that the value is meant for.
  var valuationDate: String?
  /// Revenue of the base year, where the model has one.
  var baseRevenue: Double?
  var years: [Year]
  /// Where a simulation of the same model saw the value; empty where none was made.
  var percentiles: [Percentile] = []
}

/// A line of the forecast that what came about is held against; the raw value is the name that programs see.
enum ForecastLine: String, Sendable, CaseIterable {
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

  /// Whether it is a rate and not an amount.
  var isRate: Bool {
    switch self {
    case .growth, .margin, .taxRate, .returnOnEquity: true
    case .revenue, .operatingIncome, .depreciation, .capex, .workingCapital, .reinvestment, .freeCashFlow, .netIncome,
      .dividends, .book:
      false
    }
  }

  /// The line of a year of a model of equity; missing (NaN) where it has none.
  func value(_ year: EquityYear) -> Double {
    switch self {
    case .growth: year.growth
    case .netIncome: year.netIncome ?? .nan
    case .returnOnEquity: year.returnOnEquity ?? .nan
    case .dividends: year.dividends ?? .nan
    case .book: year.book ?? .nan
    case .revenue, .margin, .operatingIncome, .taxRate, .depreciation, .capex, .workingCapital, .reinvestment,
      .freeCashFlow:
      .nan
    }
  }

  /// The line of a year of the forecast; missing (NaN) where it has none.
  func value(_ year: ForecastYear) -> Double {
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

extension ForecastOutputs {
  /// What a valuation came to.
  ///
  /// - Parameter baseEnd: the last day of the base year, which the years of the forecast are counted from.
  init(_ result: ValuationResult, baseEnd: CivilDate?) {
    valuePerShare = result.valuePerShare
    func known(_ value: Double) -> Double? { value.isFinite ? value : nil }
    enterpriseValue = known(result.enterpriseValue)
    equityValue = known(result.equityValue)
    presentValueOfFlows = known(result.presentValueOfFlows)
    presentValueOfTerminal = known(result.presentValueOfTerminal)
    terminalShare = result.terminalShare
    price = result.price
    upside = result.upside
    cagr = result.cagr
    self.baseEnd = baseEnd.map { "\($0)" }
    valuationDate = result.assumptions.dayText("date") ?? self.baseEnd
    baseRevenue = result.numbers(of: "revenue")?.first
    func end(_ year: Int) -> String? { baseEnd.map { "\($0.adding(months: 12 * year))" } }
    if result.years.isEmpty {
      years = result.equityYears.map { year in
        Year(year: year.year, periodEnd: end(year.year), figures: ForecastLine.allCases.map { $0.value(year) })
      }
    } else {
      years = result.years.map { year in
        Year(year: year.year, periodEnd: end(year.year), figures: ForecastLine.allCases.map { $0.value(year) })
      }
    }
  }
}

extension Assumptions {
  /// The day of an assumption as it is written; nil where it is not given.
  func dayText(_ name: String) -> String? {
    if case .word(let word)? = self[name]?.value { word } else { nil }
  }
}

extension CivilDate {
  /// The day of `2025-09-27`; nil for anything else.
  init?(text: String) {
    guard case .some(.day(year: let year, month: let month, day: let day)) = DateText.literal(text),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self = date
  }
}
