import Valuation

/// The valuation that is being worked on.
public struct ModelInWork: Sendable {
  /// The company's symbol.
  public var ticker: String
  /// The name of the scenario that it was taken from or saved as; nil if there is none.
  public var scenario: String?
  /// True if something was changed since it was taken from the scenario, or saved as it.
  public var isChanged: Bool
  /// The model itself.
  public var model: ValuationModel

  /// Makes an open model.
  public init(ticker: String, scenario: String?, isChanged: Bool = false, _ model: ValuationModel) {
    self.ticker = ticker
    self.scenario = scenario
    self.isChanged = isChanged
    self.model = model
  }

  /// Makes a plain model without a parent.
  public init(ticker: String, scenario: String? = nil, assumptions: Assumptions) {
    self.init(ticker: ticker, scenario: scenario, .plain(assumptions, inheriting: nil))
  }

  /// Makes a model that starts from a scenario: a plain one as its child, a driver model as a copy.
  public init(childOf scenario: Scenario) {
    let model: ValuationModel =
      if let work = scenario.drivers {
        .drivers(work, plain: scenario.inheritedAssumptions)
      } else {
        .plain(scenario.inheritedAssumptions, inheriting: Inheritance(parent: scenario.id, changes: []))
      }
    self.init(ticker: scenario.ticker, scenario: scenario.name, model)
  }

  /// Makes a scenario the open model, as saved.
  public init(_ scenario: Scenario) {
    self.init(ticker: scenario.ticker, scenario: scenario.name, scenario.model)
  }

  /// The plain assumptions, inherited ones among them; see ``ValuationModel/assumptions``.
  public var assumptions: Assumptions {
    get { model.assumptions }
    set { model = model.with(newValue) }
  }

  /// The scenario that it inherits from; nil without a parent.
  public var inheritance: Inheritance? { model.inheritance }

  /// The driver model; nil for a plain one.
  public var drivers: DriverWork? { model.drivers }

  /// The name to show: `AAPL base`, `AAPL base, changed`.
  public var title: String { ticker + (scenario.map { " \($0)" } ?? "") + (isChanged ? ", changed" : "") }

  /// Applies changes to the plain assumptions; a child remembers them as changes of its parent.
  ///
  /// - Throws: the engine's refusal; the model is then unchanged.
  public mutating func apply(_ changes: [Assumptions.Change]) throws(ValuationError) {
    let changed = try assumptions.with(changes)
    switch model {
    case .plain(_, let inheritance):
      let inheritance = inheritance.map { Inheritance(parent: $0.parent, changes: $0.changes + changes) }
      model = .plain(changed, inheriting: inheritance)
    case .drivers(let work, _): model = .drivers(work, plain: changed)
    }
  }
}
