/// A price as a multiple of one of a company's reported figures.
public enum PeerMultiple: String, Sendable, Equatable, CaseIterable {
  /// Enterprise value over revenue.
  case enterpriseToRevenue = "ev_revenue"
  /// Enterprise value over operating income before depreciation.
  case enterpriseToEBITDA = "ev_ebitda"
  /// Enterprise value over operating income.
  case enterpriseToEBIT = "ev_ebit"
  /// Enterprise value over operating cash flow less capital expenditure.
  case enterpriseToCashFlow = "ev_fcf"
  /// Market value of the equity over net income.
  case priceToEarnings = "pe"
  /// Market value of the equity over its book value.
  case priceToBook = "pb"

  /// The multiple denoted by `name`; `nil` for any other word.
  public init?(named name: String) {
    switch name {
    case "ev_sales": self = .enterpriseToRevenue
    case "p_e", "price_earnings": self = .priceToEarnings
    case "p_b", "price_book": self = .priceToBook
    default: self.init(rawValue: name)
    }
  }

  /// Whether it is of the entire business and not of its equity.
  public var isOfEnterprise: Bool {
    switch self {
    case .enterpriseToRevenue, .enterpriseToEBITDA, .enterpriseToEBIT, .enterpriseToCashFlow: true
    case .priceToEarnings, .priceToBook: false
    }
  }
}

/// The amounts that a company's multiples are computed from, all of one base period and in one currency.
public struct PeerFigures: Sendable, Equatable {
  /// The company's symbol.
  public let ticker: String
  /// Price of one share.
  public let price: Double?
  /// Shares outstanding.
  public let shares: Double?
  /// The claims on the enterprise besides its equity: debt, minority and preferred less cash.
  ///
  /// An amount that is not reported counts as 0.
  public let netClaims: Double
  /// The reported figures, by multiple; those that are not reported are left out.
  public let figures: [PeerMultiple: Double]

  /// Creates the amounts of a company.
  public init(
    ticker: String, price: Double?, shares: Double?, netClaims: Double, figures: [PeerMultiple: Double]
  ) {
    self.ticker = ticker
    self.price = price
    self.shares = shares
    self.netClaims = netClaims
    self.figures = figures
  }

  /// Market value of the equity; `nil` if price or shares are missing.
  public var marketValue: Double? {
    guard let price, let shares, price > 0, shares > 0 else { return nil }
    return price * shares
  }

  /// The price that the market pays for a figure.
  ///
  /// `nil` if something is missing, or if the figure or the price paid is not positive, since such a multiple is
  /// meaningless.
  public subscript(_ multiple: PeerMultiple) -> Double? {
    guard let marketValue, let figure = figures[multiple], figure > 0 else { return nil }
    let paid = multiple.isOfEnterprise ? marketValue + netClaims : marketValue
    return paid > 0 ? paid / figure : nil
  }

  /// The value of one share at a multiple; `nil` if something is missing or the figure is not positive.
  public func value(at multiple: Double, of kind: PeerMultiple) -> Double? {
    guard let shares, shares > 0, let figure = figures[kind], figure > 0 else { return nil }
    return (multiple * figure - (kind.isOfEnterprise ? netClaims : 0)) / shares
  }
}
