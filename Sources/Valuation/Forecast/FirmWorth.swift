/// The worth of a firm's operations and of its equity, from its cash flow and its terminal.
struct FirmWorth<Number: ForecastNumber> {
  /// The value of operations if the company does not fail.
  let goingConcern: Number
  /// The value of operations.
  let enterprise: Number
  /// The value of the common equity.
  let equity: Number
}

extension ForecastSource {
  /// The worth of the forecast and the terminal, after a possible failure and the claims on the firm.
  @inline(__always)
  func worth(_ flow: FirmCashFlow<Number>, _ terminal: FirmTerminal<Number>) -> FirmWorth<Number> {
    let goingConcern = flow.presentValue + terminal.presentValue
    var enterprise = goingConcern
    if mayFail {
      let proceeds = self[.failureProceeds] * (terms.failureOfBook ? openingCapital : goingConcern)
      enterprise = (Number.one - self[.failure]) * goingConcern + self[.failure] * proceeds
    }
    let claims = self[.leases] + self[.preferred] + self[.minority] + self[.pension]
    let assets = self[.cash] + self[.investments] + self[.nonoperating]
    return FirmWorth(
      goingConcern: goingConcern, enterprise: enterprise, equity: enterprise + assets - self[.debt] - claims)
  }
}
