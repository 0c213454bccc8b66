/// One step from the value of operations to equity.
public struct BridgeItem: Sendable, Equatable {
  /// What it is: the name of an assumption, `enterprise_value`, `options` or `equity_value`.
  public let item: String
  /// The amount, negative for what is taken.
  public let value: Double
}

/// The shares that equity is divided by.
public struct ShareCount: Sendable, Equatable {
  /// Shares outstanding, as given.
  public let basic: Double
  /// What restricted shares and options add by the treasury-stock method.
  public let dilution: Double
  /// Both.
  public let diluted: Double
  /// What options with time left are worth, which is taken from the equity.
  public let optionsValue: Double
}

/// The value as multiples of the first forecast year's figures, all of the same year.
public struct ImpliedMultiples: Sendable, Equatable {
  /// Enterprise value over revenue.
  public let enterpriseToRevenue: Double
  /// Enterprise value over EBITDA; `nil` where that is not positive.
  public let enterpriseToEBITDA: Double?
  /// Enterprise value over EBIT; `nil` where that is not positive.
  public let enterpriseToEBIT: Double?
  /// Equity value over earnings after interest and tax.
  ///
  /// `nil` where they are not positive, and where there is debt of unknown cost.
  public let priceToEarnings: Double?

  init(_ model: ResolvedModel, _ evaluation: Evaluation, first: ForecastYear) {
    let value = evaluation.enterpriseValue
    enterpriseToRevenue = value / first.revenue
    enterpriseToEBITDA = first.ebitda > 0 ? value / first.ebitda : nil
    enterpriseToEBIT = first.operatingIncome > 0 ? value / first.operatingIncome : nil
    let interest = model.debt == 0 ? 0 : (model.firm?.costOfDebt ?? .nan) * model.debt
    let earnings = (first.operatingIncome - interest) * (1 - first.taxRate)
    priceToEarnings = earnings > 0 ? evaluation.equityValue / earnings : nil
  }
}

extension ValuationResult {
  static func bridge(_ model: ResolvedModel, _ evaluation: Evaluation) -> [BridgeItem] {
    var items = [BridgeItem(item: "enterprise_value", value: evaluation.enterpriseValue)]
    func add(_ item: String, _ value: Double, always: Bool = false) {
      if always || value != 0 { items.append(BridgeItem(item: item, value: value)) }
    }
    add("cash", model.cash, always: true)
    add("investments", model.firm?.investments ?? 0)
    add("nonoperating", model.firm?.nonoperating ?? 0)
    add("debt", -model.debt, always: true)
    add("leases", -(model.firm?.leases ?? 0))
    add("preferred", -(model.firm?.preferred ?? 0))
    add("minority", -(model.firm?.minority ?? 0))
    add("pension", -(model.firm?.pension ?? 0))
    add("options", -evaluation.optionsValue)
    add("equity_value", evaluation.equityValue, always: true)
    return items
  }

  static func shareCount(_ model: ResolvedModel, _ evaluation: Evaluation) -> ShareCount {
    let diluted = model.firm == nil ? model.shares : evaluation.dilutedShares
    return ShareCount(
      basic: model.shares, dilution: diluted - model.shares, diluted: diluted, optionsValue: evaluation.optionsValue)
  }
}
