import Valuation

/// A driver model in work: the model beside its base, whose rules it follows, and the company it is of.
struct DriverWork: Sendable, Equatable {
  /// The model and the base that its drift is measured from.
  var study: DriverStudy
  /// Whose rules hold.
  var convention = DriverConvention.standard
  /// How the indices become a value.
  var method = DriverMethod.discounted
  /// What the company gives: revenue and shares, the price, the bridge to equity.
  var company = Assumptions()

  /// The model as it is now.
  var model: DriverModel { study.current }

  /// The valuation of the model as it is now.
  func valuation(of ticker: String) throws(ValuationError) -> DriverValuation {
    try valuation(of: model, ticker)
  }

  /// The valuation of another model by the same rules on the same company.
  func valuation(of model: DriverModel, _ ticker: String) throws(ValuationError) -> DriverValuation {
    try model.value(like: convention, method: method, on: company, symbol: ticker)
  }

  /// The plain model that says the same; for a model that only the Investor Tool's rules can value, the company
  /// alone.
  func plainAssumptions() throws(ValuationError) -> Assumptions {
    switch convention {
    case .standard: try model.plainAssumptions(on: company)
    case .investor: (try? model.plainAssumptions(on: company)) ?? company
    }
  }

  /// What other commands than those of driver models work on, where that has another value; nil where it has not.
  var plainRemark: String? {
    if convention == .investor { return "the plain model of the same drivers, and not the Investor Tool's formulas" }
    return method == .approximation ? "the plain model of the same drivers, and not the approximation" : nil
  }

  /// One assumption that differs from an earlier model, and what taking it back alone would change.
  struct Move: Sendable {
    var change: DriverDrift.Change
    /// The value now less the value with this change alone taken back; nil where either is refused.
    var effect: Double?
  }

  /// What differs from an earlier model.
  ///
  /// - Parameter noticing: like the Investor Tool, some changes are not noticed.
  func moves(from old: DriverModel, noticing convention: DriverConvention = .standard, _ ticker: String) -> [Move] {
    let now = try? valuation(of: ticker).intrinsicValue
    return DriverDrift(from: old, to: model, like: convention, on: company).changes.map { change in
      guard let now, let back = try? model.reverting(change.name, to: old),
        let value = try? valuation(of: back, ticker).intrinsicValue
      else { return Move(change: change, effect: nil) }
      return Move(change: change, effect: now - value)
    }
  }

  /// What kind of drivers it has, as it is typed: `drivers platform`, `drivers asset_heavy financial`.
  var title: String {
    guard let business = model.business else { return "drivers of its own" }
    return "drivers \(business.rawValue)\(model.isFinancial ? " financial" : "")"
  }
}
