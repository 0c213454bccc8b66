import Calendar
import Valuation

/// The results of a valuation that a forecast keeps.
public struct ForecastOutputs: Sendable, Equatable {
  /// One year of the forecast.
  public struct Year: Sendable, Equatable {
    /// The year of the forecast, from 1.
    public var year: Int
    /// The last day of the fiscal year that it forecasts; nil if the base year's end was not known.
    public var periodEnd: String?
    /// The figures, in the order of ``ForecastLine``; NaN if the model has no such line.
    public var figures: [Double]

    /// Whether two years are equal; figures that are missing in both are.
    public static func == (a: Year, b: Year) -> Bool {
      a.year == b.year && a.periodEnd == b.periodEnd
        && a.figures.elementsEqual(b.figures) { $0 == $1 || $0.isNaN && $1.isNaN }
    }
  }

  /// A percentile of the value per share in a simulation.
  public struct Percentile: Sendable, Equatable {
    /// In percent: 5 for the 5th.
    public var percent: Double
    /// The value per share.
    public var value: Double

    /// Makes a percentile.
    public init(percent: Double, value: Double) {
      self.percent = percent
      self.value = value
    }
  }

  /// The value per share, in the currency of the figures.
  public var valuePerShare: Double
  /// The value of the firm; nil for a model that values the equity itself.
  public var enterpriseValue: Double?
  /// The value of the equity; nil if the model has none.
  public var equityValue: Double?
  /// The present value of the forecast's flows; nil if the model has none.
  public var presentValueOfFlows: Double?
  /// The present value of the terminal value; nil if the model has none.
  public var presentValueOfTerminal: Double?
  /// The terminal value's share of the value, as a fraction; nil if the model has none.
  public var terminalShare: Double?
  /// The price of a share; nil if the model has none.
  public var price: Double?
  /// The value over the price, less one; nil if the model has none.
  public var upside: Double?
  /// The yearly growth from the price to the value over the horizon, as a fraction; nil if the model has none.
  public var cagr: Double?
  /// The last day of the base year, `2025-09-27`; nil if it was not known.
  public var baseEnd: String?
  /// The day that the value is meant for; nil if it was not known.
  public var valuationDate: String?
  /// The revenue of the base year; nil if the model has none.
  public var baseRevenue: Double?
  /// The years of the forecast.
  public var years: [Year]
  /// The percentiles of the value in a simulation of the same model; empty if none was made.
  public var percentiles: [Percentile] = []
}

extension ForecastOutputs {
  /// Takes value, price and what follows from them from a driver model, whose plain model may be of an index.
  mutating func take(_ valuation: DriverValuation) {
    valuePerShare = valuation.intrinsicValue
    price = valuation.price
    upside = valuation.upside
    cagr = valuation.cagr
  }

  /// Makes the results of a valuation.
  ///
  /// - Parameter baseEnd: the last day of the base year, which the years of the forecast are counted from.
  public init(_ result: ValuationResult, baseEnd: CivilDate?) {
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
    valuationDate = result.assumptions.word(.date) ?? self.baseEnd
    baseRevenue = result.numbers(of: .revenue)?.first
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
