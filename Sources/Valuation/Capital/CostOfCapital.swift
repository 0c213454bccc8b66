import Text

/// A cost of capital built from its parts.
public struct CostOfCapital: Sendable, Equatable {
  /// The beta of the equity; `nil` if the cost of equity was given.
  public let beta: Double?
  /// The cost of equity.
  public let costOfEquity: Double
  /// The cost of debt before tax; `nil` if there is none and it was not given.
  public let costOfDebt: Double?
  /// The rating that the cost of debt comes from, if any.
  public let rating: CreditRating?
  /// The share of debt in the capital.
  public let debtWeight: Double
  /// The tax that interest saves.
  public let marginalTax: Double
  /// The cost of the capital: both, by their weights, debt after tax.
  public let rate: Double

  /// Whether the assumptions ask for a cost of capital to be built.
  static func isWanted(_ all: Assumptions) -> Bool {
    switch all[.discount]?.value {
    case nil: break
    // A path that starts from the year before starts from the built rate.
    case .path(let path): guard path.startsFromBase else { return false }
    default: return false
    }
    return parts.contains { all[$0] != nil }
  }

  /// The assumptions that only a cost of capital is built from.
  static let parts = equityParts + [.costOfEquity, .debtWeight]

  /// The assumptions that only a cost of equity is built from.
  static let equityParts = [AssumptionName.beta, .unleveredBeta, .equityPremium]

  /// Builds it.
  ///
  /// - Parameter lastTax: the tax of the last year.
  /// - Throws: `missing-assumptions` with all parts that miss.
  init(_ all: Assumptions, lastTax: Double) throws(ValuationError) {
    if case .path = all[.costOfEquity]?.value {
      throw ValuationError(
        code: .wrongKind,
        message: "cost_of_equity differs from year to year only if equity is valued by itself",
        assumptions: [.costOfEquity],
        hint: "let discount differ, or give model = fcfe, ddm or residual_income"
      )
    }
    try self.init(Parts(all, lastTax: lastTax), rating: CostOfCapital.rating(all))
  }

  /// Builds it from numbers.
  init(_ parts: Parts, rating: CreditRating?) throws(ValuationError) {
    var missing: [AssumptionName] = []
    let marginal = parts.taxOnInterest
    let share = parts.weightOfDebt
    if share.isNaN { missing.append(.debtWeight) }
    guard !(share >= 1) else { throw CostOfCapital.outOfRange(share) }
    var levered: Double?
    var equity = parts.costOfEquity
    if equity.isNaN {
      let built = CostOfEquity(parts, debtWeight: share, marginalTax: marginal, missing: &missing)
      levered = built.beta
      equity = built.rate
    }
    let debtCost = parts.costOfDebt(rating)
    if debtCost.isNaN, share > 0 { missing.append(.costOfDebt) }
    guard missing.isEmpty else {
      throw ValuationError(
        code: .missingAssumptions,
        message:
          "\(Wording.list(missing)) \(Wording.plural(missing.count, "is", "are")) needed to build the cost of capital "
          + "and not given",
        assumptions: missing,
        hint: "or give discount itself: `discount = 9%`"
      )
    }
    beta = levered
    costOfEquity = equity
    costOfDebt = debtCost.isNaN ? nil : debtCost
    self.rating = rating
    debtWeight = share
    marginalTax = marginal
    rate = (1 - share) * equity + share * (debtCost.isNaN ? 0 : debtCost) * (1 - marginal)
  }

  /// The cost of debt before tax by the assumptions; `nil` if they do not say.
  static func costOfDebt(_ all: Assumptions) throws(ValuationError) -> Double? {
    let cost = try Parts(all, lastTax: .nan).costOfDebt(rating(all))
    return cost.isNaN ? nil : cost
  }

  /// The rating that the cost of debt comes from; `nil` if it comes from elsewhere.
  static func rating(_ all: Assumptions) throws(ValuationError) -> CreditRating? {
    if all[.costOfDebt] != nil || all[.defaultSpread] != nil { return nil }
    if let name = all.word(.rating) { return CreditRating.named(name) }
    return try all.number(.coverage).map { CreditRating.earned(by: $0) }
  }

  static func outOfRange(_ weight: Double) -> ValuationError {
    ValuationError(
      code: .outOfRange,
      message: "debt_weight is \(Wording.percent(weight)), but must be below 100%",
      assumptions: [.debtWeight]
    )
  }
}

extension CostOfCapital {
  /// The numbers that a cost of capital is built from; missing (NaN) if they are not given.
  struct Parts: Sendable {
    var debt = 0.0
    var leases = 0.0
    var price = Double.nan
    var shares = Double.nan
    var split = 1.0
    var fx = 1.0
    var adrRatio = 1.0
    var debtWeight = Double.nan
    var riskFree = Double.nan
    var beta = Double.nan
    var unleveredBeta = Double.nan
    var equityPremium = Double.nan
    var countryPremium = 0.0
    var sizePremium = 0.0
    var costOfEquity = Double.nan
    var costOfDebt = Double.nan
    var defaultSpread = Double.nan
    var marginalTax = Double.nan
    var terminalTax = Double.nan
    /// The tax of the last year.
    var lastTax = Double.nan

    init(_ all: Assumptions, lastTax: Double) throws(ValuationError) {
      self.lastTax = lastTax
      for name in Parts.names {
        if let place = Parts.place(of: name), let number = try all.number(name) { self[keyPath: place] = number }
      }
    }

    /// The tax that interest saves.
    var taxOnInterest: Double {
      if !marginalTax.isNaN { return marginalTax }
      return terminalTax.isNaN ? lastTax : terminalTax
    }

    /// The share of debt in the capital, as given or by the market; missing if neither says it.
    var weightOfDebt: Double {
      if !debtWeight.isNaN { return debtWeight }
      let debt = debt + leases
      if debt == 0 { return 0 }
      let equity = price * shares * split * fx / adrRatio
      return debt / (debt + equity)
    }

    /// The cost of debt before tax; missing if nothing says it.
    func costOfDebt(_ rating: CreditRating?) -> Double {
      if !costOfDebt.isNaN { return costOfDebt }
      if !defaultSpread.isNaN { return riskFree + defaultSpread }
      return rating.map { riskFree + $0.spread } ?? .nan
    }

    private static let names = [
      AssumptionName.debt, .leases, .price, .shares, .split, .fx, .adrRatio, .debtWeight, .riskFree, .beta,
      .unleveredBeta, .equityPremium, .countryPremium, .sizePremium, .costOfEquity, .costOfDebt,
      .defaultSpread, .marginalTax, .terminalTax,
    ]

    /// The number of an assumption; `nil` for one that has no say here.
    static func place(of name: AssumptionName) -> WritableKeyPath<Parts, Double>? {
      switch name {
      case .debt: \.debt
      case .leases: \.leases
      case .price: \.price
      case .shares: \.shares
      case .split: \.split
      case .fx: \.fx
      case .adrRatio: \.adrRatio
      case .debtWeight: \.debtWeight
      case .riskFree: \.riskFree
      case .beta: \.beta
      case .unleveredBeta: \.unleveredBeta
      case .equityPremium: \.equityPremium
      case .countryPremium: \.countryPremium
      case .sizePremium: \.sizePremium
      case .costOfEquity: \.costOfEquity
      case .costOfDebt: \.costOfDebt
      case .defaultSpread: \.defaultSpread
      case .marginalTax: \.marginalTax
      case .terminalTax: \.terminalTax
      default: nil
      }
    }
  }
}

extension YearPath {
  /// Whether the first phase starts from the year before.
  var startsFromBase: Bool {
    switch phases[0].shape {
    case .glide(.none, _), .approach(.none, _), .hold: true
    case .glide, .approach, .constant, .list, .amounts, .linked: false
    }
  }
}
