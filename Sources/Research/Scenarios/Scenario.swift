import Valuation

/// A saved valuation; scenarios belong to their company.
public struct Scenario: Sendable {
  /// The identifier, a UUID, which stays the same when the scenario is renamed or saved again.
  public var id: String
  /// The name, unique among the company's scenarios.
  public var name: String
  /// The company's symbol.
  public var ticker: String
  /// The model, with inherited assumptions as of the last change of any scenario that it descends from.
  public var model: ValuationModel
  /// The time of the last save, in ISO 8601.
  public var savedAt: String
  /// The time of the first save, in ISO 8601; nil if that was the only one.
  public var createdAt: String?
  /// The author's note.
  public var note: String?

  /// The warnings about the company's filings when it was saved, used if the filings are not available.
  public var filingWarnings: [ValuationFinding] = []

  /// Makes a scenario.
  public init(
    id: String, name: String, ticker: String, model: ValuationModel, savedAt: String, createdAt: String? = nil,
    note: String? = nil
  ) {
    self.id = id
    self.name = name
    self.ticker = ticker
    self.model = model
    self.savedAt = savedAt
    self.createdAt = createdAt
    self.note = note
  }

  /// The plain assumptions; see ``ValuationModel/assumptions``.
  public var assumptions: Assumptions { model.assumptions }

  /// The scenario that it inherits from; nil without a parent.
  public var inheritance: Inheritance? { model.inheritance }

  /// The driver model; nil for a plain one.
  public var drivers: DriverWork? { model.drivers }
}

extension Scenario {
  /// The assumptions that a child begins with: those that this scenario states itself have it as their source.
  ///
  /// Assumptions from the company's reports keep that source, and those inherited from further up name the scenario
  /// that states them.
  public var inheritedAssumptions: Assumptions {
    let own = Set(inheritance?.changes.compactMap(\.name) ?? [])
    return assumptions.mapSources { assumption in
      switch assumption.source {
      case .typed: .scenario(name)
      case .scenario where own.contains(assumption.name): .scenario(name)
      case .scenario, .fundamentals, .default, .outside: assumption.source
      }
    }
  }
}

extension Assumptions {
  /// The same assumptions, each with the source that `source` gives it.
  fileprivate func mapSources(_ source: (Assumption) -> Assumption.Source) -> Assumptions {
    let mapped = flat.map { $0.with(source: source($0)) }
    // Assumptions that were valid are not refused for their source.
    return (try? Assumptions(mapped, parts: parts.map { ($0.name, $0.kind) }, baseYear: baseYear)) ?? self
  }
}
