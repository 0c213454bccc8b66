import OrderedCollections
import Valuation

/// The research of a session: the companies' reported figures, the open model, scenarios and forecasts.
///
/// It is a value: a copy can be changed and thrown away, and nothing of the original changes. It knows no files and
/// no clock; times and identifiers are given to it.
///
///     var research = CompanyResearch()
///     research.model = ModelInWork(ticker: "ACME", assumptions: assumptions)
///     try research.save(model, as: "base", id: "…", at: "2026-01-30T12:00:00Z")
public struct CompanyResearch: Sendable {
  /// The companies' reported figures, by symbol.
  public var fundamentals: OrderedDictionary<String, Fundamentals> = [:]
  /// The files that reported figures came from, by symbol; figures of samples have none.
  public var fundamentalsFiles: OrderedDictionary<String, FiguresFile> = [:]
  /// The open valuation; nil if there is none.
  public var model: ModelInWork?
  /// Saved valuations, in the order of saving.
  public var scenarios = ScenarioList()
  /// Dated forecasts, in the order of saving.
  public var forecasts: [Forecast] = []
  /// The last simulation, for a forecast of the same model; nil if there was none.
  public var simulated: SimulatedModel?

  /// The valuations requested last, of models that others were made from.
  private var valued: [(assumptions: Assumptions, result: ValuationResult)] = []

  /// Makes research of nothing yet.
  public init() {}

  /// True if there is nothing that a saved session would lose.
  public var isEmpty: Bool { scenarios.isEmpty && forecasts.isEmpty && fundamentals.isEmpty && model == nil }
}

/// The assumptions of a simulation, and the distribution of their value: a forecast of the same model keeps it.
public struct SimulatedModel: Sendable {
  /// The assumptions that were simulated.
  public var assumptions: Assumptions
  /// The percentiles of the value per share.
  public var percentiles: [ForecastOutputs.Percentile]

  /// Makes a record of a simulation.
  public init(assumptions: Assumptions, percentiles: [ForecastOutputs.Percentile]) {
    self.assumptions = assumptions
    self.percentiles = percentiles
  }
}

extension CompanyResearch {
  /// The percentiles of the last simulation; empty if that was of other assumptions.
  func percentiles(of model: ModelInWork) -> [ForecastOutputs.Percentile] {
    guard let simulated, simulated.assumptions == model.assumptions else { return [] }
    return simulated.percentiles
  }
}

extension CompanyResearch {
  /// The most valuations that are kept.
  private static let mostValued = 4

  /// The valuation of assumptions, nil if they are refused: children of one scenario ask for it again and again.
  public mutating func valuation(of assumptions: Assumptions) -> ValuationResult? {
    if let known = valued.last(where: { $0.assumptions == assumptions }) { return known.result }
    guard let result = try? DiscountedCashFlow.value(assumptions) else { return nil }
    if valued.count == Self.mostValued { valued.removeFirst() }
    valued.append((assumptions, result))
    return result
  }
}
