import Valuation

/// The company and the assumptions that an intrinsic value history is made of.
public struct ValuedCompany: Sendable, Equatable {
  /// The company's symbol.
  public var company: String
  /// The title to show: `AAPL base`.
  public var title: String
  /// The assumptions, each with the source that it was first stated with.
  public var assumptions: Assumptions
  /// True if drivers of the assumptions were computed from later bars.
  public var driversLookAhead: Bool

  /// Makes a subject.
  public init(company: String, title: String, assumptions: Assumptions, driversLookAhead: Bool = false) {
    self.driversLookAhead = driversLookAhead
    self.company = company
    self.title = title
    self.assumptions = assumptions
  }
}

/// The reason why there is no valuation to follow through time.
public enum NoValuation: Error, Hashable, Sendable {
  /// No valuation is open.
  case noModel
  /// The open model is of another company.
  case modelOfOther(ticker: String, company: String)
  /// No company has a scenario of the name.
  case unknownScenario(String)
  /// Several companies have a scenario of the name, and none is preferred.
  case scenarioOfSeveral(String, tickers: [String])
  /// Other companies have a scenario of the name.
  case scenarioOfOthers(String, tickers: [String], company: String)
}

extension CompanyResearch {
  /// The valuation of a company by its scenario of a name, or by the open model if that is nil.
  public func valued(by scenario: String?, of company: String) throws(NoValuation) -> ValuedCompany {
    guard let scenario else {
      guard let model else { throw .noModel }
      guard model.ticker == company else { throw .modelOfOther(ticker: model.ticker, company: company) }
      return ValuedCompany(
        company: company, title: model.title, assumptions: statedAssumptions(of: model.model),
        driversLookAhead: model.model.drivers?.looksAhead ?? false)
    }
    let named = scenarios.named(scenario)
    if let own = named.first(where: { $0.ticker == company }) {
      return ValuedCompany(
        company: company, title: "\(company) \(scenario)", assumptions: statedAssumptions(of: own.model),
        driversLookAhead: own.model.drivers?.looksAhead ?? false)
    }
    guard !named.isEmpty else { throw .unknownScenario(scenario) }
    throw .scenarioOfOthers(scenario, tickers: named.map(\.ticker), company: company)
  }

  /// The company that is meant if none is named: the current one, else the only one with the scenario.
  public func company(of scenario: String?) throws(NoValuation) -> String {
    guard let scenario else {
      guard let model else { throw .noModel }
      return model.ticker
    }
    let companies = scenarios.named(scenario).map(\.ticker)
    if let model, companies.contains(model.ticker) { return model.ticker }
    guard let first = companies.first else { throw .unknownScenario(scenario) }
    guard companies.count == 1 else { throw .scenarioOfSeveral(scenario, tickers: companies) }
    return first
  }

  /// The assumptions of a model with the sources that they were first stated with.
  ///
  /// Inherited assumptions name only the parent as their source; a history must know which of them came from the
  /// company's reports.
  private func statedAssumptions(of model: ValuationModel, depth: Int = 0) -> Assumptions {
    // The depth ends a ring of scenarios.
    guard let inheritance = model.inheritance, depth < 100, let parent = scenario(id: inheritance.parent) else {
      return model.assumptions
    }
    let stated = try? statedAssumptions(of: parent.model, depth: depth + 1).with(inheritance.changes)
    return stated ?? model.assumptions
  }
}
