import Valuation

/// The model of a valuation: assumptions as typed, or drivers of revenue.
public enum ValuationModel: Sendable {
  /// Plain assumptions, inherited ones among them, with the scenario that they come from; nil for a model without a
  /// parent.
  case plain(Assumptions, inheriting: Inheritance?)
  /// A driver model, with the plain model that says the same.
  case drivers(DriverWork, plain: Assumptions)

  /// The assumptions of the plain model; of a driver model those of the plain model that says the same.
  public var assumptions: Assumptions {
    switch self {
    case .plain(let assumptions, _), .drivers(_, let assumptions): assumptions
    }
  }

  /// The scenario that the model inherits from, with its changes; nil without a parent, as for driver models.
  public var inheritance: Inheritance? {
    if case .plain(_, let inheritance) = self { inheritance } else { nil }
  }

  /// The driver model; nil for a plain one.
  public var drivers: DriverWork? { if case .drivers(let work, _) = self { work } else { nil } }

  /// The same model with other plain assumptions.
  func with(_ assumptions: Assumptions) -> ValuationModel {
    switch self {
    case .plain(_, let inheritance): .plain(assumptions, inheriting: inheritance)
    case .drivers(let work, _): .drivers(work, plain: assumptions)
    }
  }
}
