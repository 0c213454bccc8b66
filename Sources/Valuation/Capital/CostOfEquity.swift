import Text

/// A cost of equity built from a riskless rate and premiums.
public struct CostOfEquity: Sendable, Equatable {
  /// The beta of the equity, with its debt; `nil` if neither it nor that of the business is given.
  public let beta: Double?
  /// `risk_free + beta * equity_premium + country_premium + size_premium`; missing if one of them is.
  public let rate: Double

  /// Builds it.
  ///
  /// - Parameters:
  ///   - share: the share of debt in the capital, by which the beta of a business is levered.
  ///   - marginalTax: the tax that interest saves.
  ///   - missing: the names of the parts that miss are added to it.
  init(_ parts: CostOfCapital.Parts, debtWeight share: Double, marginalTax: Double, missing: inout [AssumptionName]) {
    var levered = parts.beta
    if levered.isNaN, !parts.unleveredBeta.isNaN {
      levered = parts.unleveredBeta * (1 + (1 - marginalTax) * share / (1 - share))
    } else if levered.isNaN {
      missing.append(.beta)
    }
    if parts.riskFree.isNaN { missing.append(.riskFree) }
    if parts.equityPremium.isNaN { missing.append(.equityPremium) }
    beta = parts.beta.isNaN && parts.unleveredBeta.isNaN ? nil : levered
    rate = parts.riskFree + levered * parts.equityPremium + parts.countryPremium + parts.sizePremium
  }

  /// Builds it for a model of equity by itself; `nil` if nothing of it is given.
  ///
  /// - Parameter lastTax: the tax of the last year, if the model has one.
  /// - Throws: `missing-assumptions` with all parts that miss.
  static func built(_ all: Assumptions, lastTax: Double?) throws(ValuationError) -> CostOfEquity? {
    guard CostOfCapital.equityParts.contains(where: { all[$0] != nil }) else { return nil }
    let parts = try CostOfCapital.Parts(all, lastTax: lastTax ?? .nan)
    var missing: [AssumptionName] = []
    var share = 0.0
    var marginal = 0.0
    if parts.beta.isNaN, !parts.unleveredBeta.isNaN {
      share = parts.weightOfDebt
      marginal = parts.taxOnInterest
      if share.isNaN { missing.append(.debtWeight) }
      guard !(share >= 1) else { throw CostOfCapital.outOfRange(share) }
      if marginal.isNaN, share > 0 { missing.append(.marginalTax) }
      if share == 0 { marginal = 0 }
    }
    let cost = CostOfEquity(parts, debtWeight: share, marginalTax: marginal, missing: &missing)
    guard missing.isEmpty else {
      throw ValuationError(
        code: .missingAssumptions,
        message:
          "\(Wording.list(missing)) \(Wording.plural(missing.count, "is", "are")) needed to build the cost of equity "
          + "and not given",
        assumptions: missing,
        hint: "or give it itself: `cost_of_equity = 10%`"
      )
    }
    return cost
  }
}
