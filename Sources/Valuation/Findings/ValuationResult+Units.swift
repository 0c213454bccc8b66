import Text

extension ValuationResult {
  /// Why the value and its price cannot be in the same units: an upside above 1000 % is a mistake (thousands, a split,
  /// a currency, an ADR) and no opinion; `nil` where they can, and where `allow unit-mistake` insists.
  public var unitMistake: ValuationError? {
    guard let price, valuePerShare / price > 1 + PriceComparison.highestUpside,
      !assumptions.allowed.contains(.unitMistake)
    else { return nil }
    let figures = [AssumptionName.price, .shares, .fx, .adrRatio, .split].filter { assumptions[$0] != nil }
    return ValuationError(
      code: .unitMistake,
      message: "the value of \(Wording.number(valuePerShare, places: 2)) a share is "
        + "\(Wording.number(valuePerShare / price, places: 1)) times the price of \(Wording.number(price, places: 2)); "
        + "an upside above 1000% is a mistake of units",
      assumptions: figures,
      hint: "look for thousands, a split, fx upside down or an ADR ratio among \(Wording.list(figures)); "
        + "`allow unit-mistake` values it all the same")
  }
}
