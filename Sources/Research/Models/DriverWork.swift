import Valuation

/// A driver model with its base, its conventions and its company.
public struct DriverWork: Sendable, Equatable {
  /// The model and the base that its drift is measured from.
  public var study: DriverStudy
  /// The conventions that it is valued by.
  public var convention: DriverConvention
  /// The way from the indices to a value.
  public var method: DriverMethod
  /// The company's assumptions: revenue and shares, the price, the bridge to equity.
  public var company: Assumptions
  /// True if a driver was ever set to a value that was computed from later bars.
  public var looksAhead: Bool

  /// Makes a driver model.
  public init(
    study: DriverStudy, convention: DriverConvention = .standard, method: DriverMethod = .discounted,
    company: Assumptions = Assumptions(), looksAhead: Bool = false
  ) {
    self.looksAhead = looksAhead
    self.study = study
    self.convention = convention
    self.method = method
    self.company = company
  }

  /// The current model.
  public var model: DriverModel { study.current }

  /// The valuation of the current model.
  public func valuation(of ticker: String) throws(ValuationError) -> DriverValuation {
    try valuation(of: model, ticker)
  }

  /// The valuation of another model by the same conventions on the same company.
  public func valuation(of model: DriverModel, _ ticker: String) throws(ValuationError) -> DriverValuation {
    try model.value(like: convention, method: method, on: company, symbol: ticker)
  }

  /// The equivalent plain model; the company alone for a model that only the Investor Tool's rules can value.
  public func plainAssumptions() throws(ValuationError) -> Assumptions {
    switch convention {
    case .standard: try model.plainAssumptions(on: company)
    case .investor: (try? model.plainAssumptions(on: company)) ?? company
    }
  }

  /// The model that commands for plain models work on, in words; nil if its value is the same.
  package var plainRemark: String? {
    if convention == .investor { return "the plain model of the same drivers, and not the Investor Tool's formulas" }
    return method == .approximation ? "the plain model of the same drivers, and not the approximation" : nil
  }

  /// One assumption that differs from an earlier model, and the effect of that difference alone.
  public struct Move: Sendable {
    /// The assumption with both of its values.
    public var change: DriverDrift.Change
    /// The value now less the value with this change alone reverted; nil if either is refused.
    public var effect: Double?
  }

  /// The assumptions that differ from an earlier model.
  ///
  /// - Parameter convention: the conventions of the comparison: like the Investor Tool, some changes go unnoticed.
  public func moves(from old: DriverModel, noticing convention: DriverConvention = .standard, _ ticker: String)
    -> [Move]
  {
    let now = try? valuation(of: ticker).intrinsicValue
    return DriverDrift(from: old, to: model, like: convention, on: company).changes.map { change in
      guard let now, let back = try? model.reverting(change.name, to: old),
        let value = try? valuation(of: back, ticker).intrinsicValue
      else { return Move(change: change, effect: nil) }
      return Move(change: change, effect: now - value)
    }
  }

  /// An earlier model compared with this one.
  public struct Comparison: Sendable {
    /// The value of the earlier model; nil if it is refused.
    public var value: Double?
    /// The assumptions that differ.
    public var moves: [Move]
  }

  /// The comparison with an earlier model.
  public func comparison(with before: DriverWork, _ ticker: String) -> Comparison {
    Comparison(
      value: try? before.valuation(of: ticker).intrinsicValue, moves: moves(from: before.model, ticker))
  }

  /// The bear, base and bull cases of its base, on the current horizon and style.
  public func cards(_ ticker: String) -> [DriverScenarios.Card] {
    DriverScenarios(
      of: study.base.reverting(.lens, to: model), like: convention, method: method, on: company, symbol: ticker
    ).cards
  }

  /// The kind of its drivers, as typed: `drivers platform`, `drivers asset_heavy financial`.
  public var title: String {
    guard let business = model.business else { return "drivers of its own" }
    return "drivers \(business.rawValue)\(model.isFinancial ? " financial" : "")"
  }
}
