/// One step from the value of operations to equity.
public struct BridgeItem: Sendable, Equatable {
  /// The name: that of an assumption, `enterprise_value`, `equity_flows`, `dividends`, `dividends_and_buybacks`,
  /// `residual_income`, `terminal_residual_income`, `options` or `equity_value`.
  public let item: String
  /// The amount, negative if it is subtracted.
  public let value: Double
}

extension BridgeItem {
  /// The step that an assumption is.
  init(_ name: AssumptionName, _ value: Double) { self.init(item: name.rawValue, value: value) }
}

/// The shares that equity is divided by.
public struct ShareCount: Sendable, Equatable {
  /// Shares outstanding, as given.
  public let basic: Double
  /// The shares that restricted shares and options add by the treasury-stock method.
  public let dilution: Double
  /// Both.
  public let diluted: Double
  /// The value of options with time left, which is subtracted from the equity.
  public let optionsValue: Double

  init(basic: Double, _ share: ShareValue) {
    self.basic = basic
    dilution = share.dilutedShares - basic
    diluted = share.dilutedShares
    optionsValue = share.optionsValue
  }
}

/// The value as multiples of the first forecast year's figures, all of the same year.
public struct ImpliedMultiples: Sendable, Equatable {
  /// Enterprise value over revenue; `nil` if equity is valued without operations.
  public let enterpriseToRevenue: Double?
  /// Enterprise value over EBITDA; `nil` if that is not positive.
  public let enterpriseToEBITDA: Double?
  /// Enterprise value over EBIT; `nil` if that is not positive.
  public let enterpriseToEBIT: Double?
  /// Equity value over earnings after interest and tax.
  ///
  /// `nil` if they are not positive, or if there is debt of unknown cost.
  public let priceToEarnings: Double?
  /// Equity value over its book value at the start; `nil` if that is not given or not positive.
  public let priceToBook: Double?
  /// Equity value over its tangible book value at the start; `nil` if that is not known or not positive.
  public let priceToTangibleBook: Double?
  /// The first year's flow to shareholders over the equity value: dividends and buybacks, or free cash flow to equity.
  ///
  /// `nil` in a valuation of the firm, or if the equity is not positive.
  public let yield: Double?

  init(_ model: ResolvedModel, _ evaluation: FirmEvaluation, first: ForecastYear) {
    let value = evaluation.enterpriseValue
    enterpriseToRevenue = value / first.revenue
    enterpriseToEBITDA = first.ebitda > 0 ? value / first.ebitda : nil
    enterpriseToEBIT = first.operatingIncome > 0 ? value / first.operatingIncome : nil
    let interest = model.debt == 0 ? 0 : (model.firm?.costOfDebt ?? .nan) * model.debt
    let earnings = (first.operatingIncome - interest) * (1 - first.taxRate)
    priceToEarnings = earnings > 0 ? evaluation.share.equityValue / earnings : nil
    let book = model.firm?.book ?? .nan
    priceToBook = book > 0 ? evaluation.share.equityValue / book : nil
    priceToTangibleBook = nil
    yield = nil
  }

  init(_ model: EquityModel, _ evaluation: EquityEvaluation, first: EquityYear?, operating: ForecastYear?) {
    let equity = evaluation.share.equityValue
    let value = model.enterpriseValue(evaluation)
    enterpriseToRevenue = operating.map { value / $0.revenue }
    enterpriseToEBITDA = operating.flatMap { $0.ebitda > 0 ? value / $0.ebitda : nil }
    enterpriseToEBIT = operating.flatMap { $0.operatingIncome > 0 ? value / $0.operatingIncome : nil }
    priceToEarnings = first?.netIncome.flatMap { $0 > 0 ? equity / $0 : nil }
    let book = model.bookValues
    priceToBook = book.common > 0 ? equity / book.common : nil
    priceToTangibleBook = book.tangible > 0 ? equity / book.tangible : nil
    yield = equity > 0 ? (first?.paidOut ?? first?.flow).map { $0 / equity } : nil
  }
}

extension EquityModel {
  /// Book value of the common equity, and the tangible part of it; missing if it is not known.
  fileprivate var bookValues: (common: Double, tangible: Double) {
    guard case .book(let start) = basis else { return (claims.book, .nan) }
    guard start.isTangible else { return (start.common, .nan) }
    return (start.isGivenTangible ? .nan : start.stated - start.preferred, start.common)
  }

  /// Whether shareholders get more than dividends.
  var paysBuybacks: Bool {
    switch basis {
    case .operations: false
    case .book(let start): !start.buybacks.isEmpty
    case .dividend(let start): !start.buybacks.isEmpty
    }
  }
}

extension ValuationResult {
  static func bridge(_ model: ResolvedModel, _ evaluation: FirmEvaluation) -> [BridgeItem] {
    var items = [BridgeItem(item: "enterprise_value", value: evaluation.enterpriseValue)]
    func add(_ name: AssumptionName, _ value: Double, always: Bool = false) {
      if always || value != 0 { items.append(BridgeItem(name, value)) }
    }
    add(.cash, model.cash, always: true)
    add(.investments, model.firm?.investments ?? 0)
    add(.nonoperating, model.firm?.nonoperating ?? 0)
    add(.debt, -model.debt, always: true)
    add(.leases, -(model.firm?.leases ?? 0))
    add(.preferred, -(model.firm?.preferred ?? 0))
    add(.minority, -(model.firm?.minority ?? 0))
    add(.pension, -(model.firm?.pension ?? 0))
    add(.options, -evaluation.share.optionsValue)
    items.append(BridgeItem(item: "equity_value", value: evaluation.share.equityValue))
    return items
  }

  static func bridge(_ model: EquityModel, _ evaluation: EquityEvaluation) -> [BridgeItem] {
    var items: [BridgeItem] = []
    func add(_ name: AssumptionName, _ value: Double, always: Bool = false) {
      if always || value != 0 { items.append(BridgeItem(name, value)) }
    }
    func add(_ item: String, _ value: Double) { items.append(BridgeItem(item: item, value: value)) }
    switch model.basis {
    case .operations(let operations, let financing):
      add("equity_flows", evaluation.value)
      add(.cash, operations.cash, always: true)
      add(.operatingCash, -financing.operatingCash)
      add(.investments, model.claims.investments)
      add(.nonoperating, model.claims.nonoperating)
      add(.preferred, -model.claims.preferred)
      add(.minority, -model.claims.minority)
      add(.pension, -model.claims.pension)
    case .book(let start) where model.method == .residualIncome:
      let accrual = evaluation.accrual
      add(start.isGivenTangible ? .tangibleBook : .book, start.stated * accrual, always: true)
      add(.preferred, -start.preferred * accrual)
      add(.goodwill, -start.goodwill * accrual)
      add("residual_income", evaluation.presentValueOfFlows)
      if evaluation.presentValueOfTerminal != 0 {
        add("terminal_residual_income", evaluation.presentValueOfTerminal)
      }
    case .book, .dividend:
      add(model.paysBuybacks ? "dividends_and_buybacks" : "dividends", evaluation.value)
      add(.excessCapital, evaluation.excess)
    }
    add(.options, -evaluation.share.optionsValue)
    add("equity_value", evaluation.share.equityValue)
    return items
  }

  static func shareCount(_ model: ResolvedModel, _ evaluation: FirmEvaluation) -> ShareCount {
    ShareCount(basic: model.shares, evaluation.share)
  }
}
