/// A model of equity as plain numbers.
///
/// The flows that are discounted at the cost of equity come from one of three sources: operations after interest (free cash
/// flow to equity), returns on book value (dividends and residual income of a bank), or a dividend that grows.
struct EquityModel: Sendable, Equatable {
  /// The source of the flows.
  enum Basis: Sendable, Equatable {
    /// Operations, less interest and reinvestment, plus net borrowing.
    case operations(ResolvedModel, Financing)
    /// Returns on book value: `book_t = book_(t-1) + net_income_t - dividend_t - buybacks_t`.
    case book(BookValue)
    /// A dividend of one share.
    case dividend(GrowingDividend)
  }

  /// How operations are financed.
  struct Financing: Sendable, Equatable {
    var costOfDebt = 0.0
    /// The share of reinvestment that is borrowed.
    var borrowed = 0.0
    /// Cash that operations need.
    var operatingCash = 0.0
  }

  /// A dividend and its growth.
  struct GrowingDividend: Sendable, Equatable {
    var dividend: Double
    var growth: [Double]
    /// The last year's payout, if it is known.
    var payout: Double?
    /// Buybacks of each year for each unit of dividends; empty if none are assumed.
    var buybacks: [Double] = []
    /// Whether growth fades by the H-model and not year by year.
    var isFading = false
  }

  let method: ValuationMethod
  let basis: Basis
  let horizon: Int
  let isMidYear: Bool
  /// The cost of equity of each year.
  let rates: [Double]
  /// The terminal, which follows the forecast; `nil` if none is assumed.
  let terminal: TerminalAssumption?
  /// The cost of equity after the forecast; `nil` for the last year's.
  let terminalRate: Double?
  let terminalROE: Double?
  let shares: Double
  /// The claims between the value of the equity and that of one priced share.
  let claims: FirmModel

  /// The cost of equity after the forecast.
  var lastingRate: Double { terminalRate ?? rates[horizon - 1] }

  /// The yearly numbers of an assumption; `nil` if the model has none.
  func values(of name: AssumptionName) -> [Double]? {
    switch (name, basis) {
    case (.costOfEquity, _): rates
    case (.roe, .book(let book)): book.isTangible ? nil : book.returns
    case (.rote, .book(let book)): book.isTangible ? book.returns : nil
    case (.payout, .book(let book)): book.payout
    case (.buybacks, .book(let book)): book.buybacks.isEmpty ? nil : book.buybacks
    case (.growth, .dividend(let dividend)): dividend.growth
    case (.discount, _): nil
    case (_, .operations(let model, _)): model.values(of: name)
    default: nil
    }
  }
}
