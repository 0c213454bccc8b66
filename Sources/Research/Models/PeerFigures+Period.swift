import Valuation

extension PeerFigures {
  /// Makes the figures of a company's multiples from a reported period.
  ///
  /// - Parameter price: the price of a share; nil if it is not known.
  public init(_ ticker: String, _ period: Fundamentals.BasePeriod, price: Double?) {
    var figures: [PeerMultiple: Double] = [:]
    figures[.enterpriseToRevenue] = period[.revenue]?.value
    figures[.enterpriseToEBITDA] = period.figures.ebitda
    figures[.enterpriseToEBIT] = period[.operatingIncome]?.value
    if let cash = period[.operatingCashFlow]?.value, let capex = period[.capex]?.value {
      figures[.enterpriseToCashFlow] = cash - capex
    }
    figures[.priceToEarnings] = period[.netIncome]?.value
    figures[.priceToBook] = period[.equity]?.value
    let claims =
      (period.figures.totalDebt ?? 0) + (period[.minority]?.value ?? 0) + (period[.preferred]?.value ?? 0)
      - (period.figures.cashAndSecurities ?? 0)
    self.init(ticker: ticker, price: price, shares: period.shares?.value, netClaims: claims, figures: figures)
  }
}
