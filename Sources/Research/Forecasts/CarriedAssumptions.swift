import Calendar
import Valuation

/// The forecast assumptions of an earlier valuation on the company's reported figures of today.
///
/// Forecast assumptions are those of the earlier valuation. The base year, the bridge and the shares are today's if
/// known, else the earlier ones. Paths keep their fiscal years: values of years that have ended are dropped.
public struct CarriedAssumptions: Sendable {
  /// An earlier valuation.
  public struct Source: Sendable {
    /// The name of the scenario or forecast.
    public var name: String
    /// Its assumptions.
    public var assumptions: Assumptions
    /// The last day of its base year; nil if it was not known.
    public var baseEnd: String?
  }

  /// The model with the earlier assumptions.
  public var model: ModelInWork
  /// The number of fiscal years that have ended since.
  public var yearsPassed: Int
  /// The assumptions that were typed then and are taken from the figures now.
  public var fromFiguresOfToday: [String] = []
  /// The assumptions that today's figures do not state, and that are unchanged.
  public var fromFiguresOfThen: [String] = []

  /// Carries assumptions over.
  ///
  /// - Parameters:
  ///   - source: the earlier valuation.
  ///   - today: a new model of the company.
  ///   - newEnd: the last day of its base year; nil if it is not known.
  ///   - keepsEnd: whether the horizon keeps its last year; else it keeps its length.
  init(
    of source: Source, to today: ModelInWork, baseEnd newEnd: String?, keepsEnd: Bool
  ) throws(ValuationError) {
    yearsPassed = ValuationWalk.yearsPassed(from: source.baseEnd, to: newEnd)
    let old = try source.assumptions.rolled(by: yearsPassed, keepsEnd: keepsEnd)
    var taken: [Assumptions.Change] = old.parts.map { .part($0.name, $0.kind) }
    for assumption in old.flat {
      let own = today.assumptions[assumption.name]
      if ValuationWalk.group(of: assumption.name, from: assumption, to: own) == .opinions {
        if case .fundamentals = assumption.source, own != nil { continue }
      } else if own != nil {
        if assumption.source != own?.source, assumption.source.name != "fundamentals" {
          fromFiguresOfToday.append(assumption.name)
        }
        continue
      } else if [AssumptionName.date, .balanceDate, .baseEnd, .roll].contains(assumption.key) {
        if newEnd != nil { continue }
      } else {
        fromFiguresOfThen.append(assumption.name)
      }
      let stated: Assumption.Source =
        switch assumption.source {
        case .typed, .scenario: .scenario(source.name)
        case .fundamentals, .default, .outside: assumption.source
        }
      taken.append(.set(assumption.with(source: stated)))
    }
    var assumptions = try today.assumptions.with(taken)
    if assumptions.baseYear.isEmpty { assumptions.baseYear = source.assumptions.baseYear }
    model = ModelInWork(ticker: today.ticker, assumptions: assumptions)
  }
}

extension CompanyResearch {
  /// The earlier valuation of a name: a forecast, else a scenario.
  ///
  /// It is in the shares of today: figures not stated today keep the unit of those that are.
  public func carriedSource(named name: String) throws(ResearchError) -> CarriedAssumptions.Source {
    if !forecasts.contains(where: { $0.name == name }), !scenarios.named(name).isEmpty {
      let scenario = try scenario(named: name)
      let end = baseEnd(of: scenario.assumptions, scenario.ticker)
      return CarriedAssumptions.Source(
        name: name, assumptions: try inSharesOfToday(scenario.assumptions, scenario.ticker, end),
        baseEnd: end.map { "\($0)" })
    }
    let forecast = try forecast(named: name)
    return CarriedAssumptions.Source(
      name: name, assumptions: try inSharesOfToday(forecast.assumptions, forecast.ticker, forecast.baseEnd),
      baseEnd: forecast.outputs.baseEnd)
  }

  private func inSharesOfToday(
    _ assumptions: Assumptions, _ ticker: String, _ end: CivilDate?
  ) throws(ResearchError) -> Assumptions {
    do { return try assumptions.afterSplit(splits(since: assumptions, of: ticker, baseEnd: end).factor) } catch {
      throw .refused(error)
    }
  }

  /// The forecast assumptions of an earlier valuation on a new model of the company.
  public func carried(
    _ source: CarriedAssumptions.Source, to today: ModelInWork, keepsEnd: Bool
  ) throws(ValuationError) -> CarriedAssumptions {
    try CarriedAssumptions(
      of: source, to: today, baseEnd: baseEnd(of: today.assumptions, today.ticker).map { "\($0)" },
      keepsEnd: keepsEnd)
  }
}
