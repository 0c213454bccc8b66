/// A cost of capital built from its parts.
public struct CostOfCapital: Sendable, Equatable {
  /// The beta of the equity; `nil` where the cost of equity was given.
  public let beta: Double?
  /// What the equity costs.
  public let costOfEquity: Double
  /// What debt costs before tax; `nil` where there is none and it was not given.
  public let costOfDebt: Double?
  /// The rating that the cost of debt comes from, where it does.
  public let rating: CreditRating?
  /// The share of debt in the capital.
  public let debtWeight: Double
  /// The tax that interest saves.
  public let marginalTax: Double
  /// The cost of the capital: both, by their weights, debt after tax.
  public let rate: Double

  /// Whether the assumptions ask for a cost of capital to be built.
  static func isWanted(_ all: Assumptions) -> Bool {
    switch all["discount"]?.value {
    case nil: break
    // A path that starts from the year before starts from the built rate.
    case .path(let path): guard path.startsFromBase else { return false }
    default: return false
    }
    return parts.contains { all[$0] != nil }
  }

  /// What only a cost of capital is built from.
  static let parts = ["beta", "unlevered_beta", "equity_premium", "cost_of_equity", "debt_weight"]

  /// Builds it.
  ///
  /// - Parameter lastTax: the tax of the last year.
  /// - Throws: `missing-assumptions` with all parts that miss.
  init(_ all: Assumptions, lastTax: Double) throws(ValuationError) {
    var missing: [String] = []
    let stableTax = try all.number("terminal_tax")
    let marginal = try all.number("marginal_tax") ?? stableTax ?? lastTax
    let debt = try (all.number("debt") ?? 0) + (all.number("leases") ?? 0)
    var weight = try all.number("debt_weight")
    if weight == nil {
      if debt == 0 {
        weight = 0
      } else if let price = try all.number("price"), let shares = try all.number("shares") {
        let equity =
          try price * shares * (all.number("split") ?? 1) * (all.number("fx") ?? 1) / (all.number("adr_ratio") ?? 1)
        weight = debt / (debt + equity)
      } else {
        missing.append("debt_weight")
      }
    }
    let share = weight ?? 0
    guard share < 1 else { throw CostOfCapital.outOfRange(share) }
    let free = try all.number("risk_free")
    var levered: Double?
    var equity = try all.number("cost_of_equity")
    if equity == nil {
      if let own = try all.number("beta") {
        levered = own
      } else if let business = try all.number("unlevered_beta") {
        levered = business * (1 + (1 - marginal) * share / (1 - share))
      } else {
        missing.append("beta")
      }
      let premium = try all.number("equity_premium")
      if free == nil { missing.append("risk_free") }
      if premium == nil { missing.append("equity_premium") }
      if let free, let premium, let levered {
        equity = try free + levered * premium + (all.number("country_premium") ?? 0) + (all.number("size_premium") ?? 0)
      }
    }
    let debtCost = try CostOfCapital.costOfDebt(all)
    if debtCost == nil, share > 0 { missing.append("cost_of_debt") }
    guard missing.isEmpty, let equity else {
      throw ValuationError(
        code: "missing-assumptions",
        message: "\(Wording.list(missing)) \(missing.count == 1 ? "is" : "are") needed to build the cost of capital "
          + "and not given",
        assumptions: missing,
        hint: "or give discount itself: `discount = 9%`"
      )
    }
    beta = levered
    costOfEquity = equity
    costOfDebt = debtCost
    rating = try CostOfCapital.rating(all)
    debtWeight = share
    marginalTax = marginal
    rate = (1 - share) * equity + share * (debtCost ?? 0) * (1 - marginal)
  }

  /// What debt costs before tax by the assumptions; `nil` where they do not say.
  static func costOfDebt(_ all: Assumptions) throws(ValuationError) -> Double? {
    if let cost = try all.number("cost_of_debt") { return cost }
    guard let free = try all.number("risk_free") else { return nil }
    if let spread = try all.number("default_spread") { return free + spread }
    return try rating(all).map { free + $0.spread }
  }

  private static func rating(_ all: Assumptions) throws(ValuationError) -> CreditRating? {
    if all["cost_of_debt"] != nil || all["default_spread"] != nil { return nil }
    if let name = all.word("rating") { return CreditRating.named(name) }
    return try all.number("coverage").map { CreditRating.earned(by: $0) }
  }

  private static func outOfRange(_ weight: Double) -> ValuationError {
    ValuationError(
      code: "out-of-range",
      message: "debt_weight is \(Wording.percent(weight)), and must be below 100%",
      assumptions: ["debt_weight"]
    )
  }
}

extension YearPath {
  /// Whether the first phase starts from the year before.
  var startsFromBase: Bool {
    switch phases[0].shape {
    case .glide(.none, _), .hold: true
    case .glide, .constant, .list: false
    }
  }
}
