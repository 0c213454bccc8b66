import LibC
import Text

extension DriverModel {
  /// Values the model.
  ///
  /// With `revenue` and `shares` among the company's assumptions the value is money for one share, with its bridge
  /// to equity; without them it is an index of revenue 100, one share, no cash and no debt, and is not compared
  /// with a price except like the Investor Tool. Other assumptions of the company are ignored: the driver
  /// model has its own.
  ///
  /// - Parameters:
  ///   - company: the company's figures and price.
  ///   - symbol: the ticker, from which the Investor Tool invents a price if it has none.
  /// - Throws: the errors of ``DiscountedCashFlow/value(_:)`` and `revenue-index-not-positive`; none like the
  ///   Investor Tool.
  public func value(
    like convention: DriverConvention = .standard,
    method: DriverMethod = .discounted,
    on company: Assumptions = Assumptions(),
    symbol: String? = nil
  ) throws(ValuationError) -> DriverValuation {
    switch convention {
    case .standard: try standardValue(method, on: company, revenueFactor: 1)
    case .investor: investorValue(method, price: DriverModel.number(.price, company), symbol: symbol, revenueFactor: 1)
    }
  }

  /// The plain model that says the same: growth such that revenue reaches its index at the horizon.
  ///
  /// Growth is `(index / 100)^(1 / n) - 1` in every year, depreciation is 0 as capital expenditure is net of it here.
  /// The automatic constraints have acted.
  ///
  /// - Throws: `revenue-index-not-positive`.
  public func plainAssumptions(on company: Assumptions = Assumptions()) throws(ValuationError) -> Assumptions {
    try constrained().model.plain(on: company, revenueFactor: 1)
  }

  func plain(on company: Assumptions, revenueFactor: Double) throws(ValuationError) -> Assumptions {
    let index = revenueIndex() * revenueFactor
    guard index > 0 else {
      throw ValuationError(
        code: .revenueIndexNotPositive,
        message: "the drivers take revenue from 100 to \(Wording.number(index)), but revenue must stay above 0",
        assumptions: drivers.map(\.id)
      )
    }
    let growth = pow(index / 100, 1 / Double(lens.horizonYears)) - 1
    let origin = "drivers \(business?.rawValue ?? "of a document")"
    var all = [
      Assumption(.growth, growth, written: Wording.percent(growth) + " from \(origin)"),
      Assumption(.margin, margin, source: source(of: .margin)),
      Assumption(.tax, tax, source: source(of: .tax)),
      Assumption(.capex, capex, source: source(of: .capex)),
      Assumption(.depreciation, 0, source: .default),
      Assumption(.workingCapital, workingCapital, source: source(of: .workingCapital)),
      Assumption(.discount, discount, source: source(of: .discount)),
      Assumption(.horizon, Double(lens.horizonYears)),
    ]
    switch terminalMethod {
    case .perpetuity: all.append(Assumption(terminal: .growth(terminalGrowth), source: source(of: .terminalGrowth)))
    case .exitMultiple:
      let multiple = exitMultiple ?? DriverField.exitMultiple.defaultValue
      all.append(Assumption(terminal: .multiple(multiple, of: .freeCashFlow)))
    }
    if DriverModel.isComparable(company) {
      all += DriverModel.companyNames.compactMap { company[$0] }
    } else {
      all += [(AssumptionName.revenue, 100.0), (.shares, 1), (.cash, 0), (.debt, 0)].map {
        Assumption($0.0, $0.1, source: .default)
      }
    }
    return try Assumptions(all)
  }

  /// The assumptions that the driver model takes from the company: base, bridge to equity, shares, currency and dates.
  static let companyNames = [
    AssumptionName.allow, .baseEnd, .price, .revenue, .shares, .cash, .debt, .leases, .investments, .nonoperating,
    .preferred, .minority,
    .pension, .rsu, .options, .treasuryAt, .currency, .priceCurrency, .fx, .adrRatio, .split, .date,
    .balanceDate,
  ]

  /// True if a company has the figures that make its value an amount per share.
  static func isComparable(_ company: Assumptions) -> Bool {
    company[.revenue] != nil && company[.shares] != nil
  }

  /// The source of a number: one that equals the default counts as the default.
  private func source(of field: DriverField) -> Assumption.Source {
    self[field] == field.defaultValue ? .default : .typed
  }

  static func number(_ name: AssumptionName, _ company: Assumptions) -> Double? {
    guard let assumption = company[name], case .scalar(let number) = assumption.value else { return nil }
    return assumption.afterShifts(number)
  }

  func standardValue(_ method: DriverMethod, on company: Assumptions, revenueFactor: Double) throws(ValuationError)
    -> DriverValuation
  {
    var (model, findings) = constrained()
    let index = model.revenueIndex() * revenueFactor
    let flowMargin = model.flowMargin
    findings += rangeFindings() + model.resultFindings(index: index)
    if terminalMethod == .exitMultiple, exitMultiple == nil {
      let multiple = DriverField.exitMultiple.defaultValue
      findings.append(
        .driver(
          .defaultExitMultiple, .note, "no exit multiple is given: \(Wording.number(multiple))x free cash flow",
          value: multiple, [DriverField.exitMultiple.name]))
    }
    let price = DriverModel.number(.price, company)
    let isComparable = DriverModel.isComparable(company) && method == .discounted
    if price != nil, !isComparable {
      findings.append(
        .driver(
          .indexNotComparable, .note,
          "the value is an index, which cannot be compared with a price; give revenue and shares",
          [.price, .revenue, .shares]))
    }
    let plain = try DiscountedCashFlow.value(model.plain(on: company, revenueFactor: revenueFactor))
    let intrinsic =
      switch method {
      case .discounted: plain.valuePerShare
      case .approximation: model.approximation(flowIndex: index * flowMargin)
      }
    return DriverValuation(
      convention: .standard,
      method: method,
      basis: isComparable ? .perShare : .index,
      model: model,
      revenueIndex: index,
      flowMargin: flowMargin,
      flowIndex: index * flowMargin,
      intrinsicValue: intrinsic,
      buyBelow: intrinsic * (1 - model.marginOfSafety),
      presentValueOfFlows: method == .discounted ? plain.presentValueOfFlows : nil,
      presentValueOfTerminal: method == .discounted ? plain.presentValueOfTerminal : nil,
      terminalShare: method == .discounted ? plain.terminalShare : nil,
      price: price,
      upside: isComparable ? plain.upside : nil,
      cagr: isComparable ? plain.cagr : nil,
      plain: method == .discounted ? plain : nil,
      findings: findings + (method == .discounted ? DriverModel.findings(of: plain, on: company) : [])
    )
  }

  /// The findings of the plain model that the driver model does not make itself.
  ///
  /// The driver model has a value of its own for everything that the plain one fills in but cash and debt, and
  /// usual ranges of its own.
  private static func findings(of plain: ValuationResult, on company: Assumptions) -> [ValuationFinding] {
    let own = Set(
      [AssumptionName.capex, .depreciation, .workingCapital, .tax, .horizon, .cash, .debt].map(\.rawValue))
    var findings = plain.findings.filter {
      if $0.code == .outsidePlausibleRange { return !$0.assumptions.contains { DriverField(named: $0) != nil } }
      return $0.code != .capexReadAsNet && !($0.code == .defaultUsed && !own.isDisjoint(with: $0.assumptions))
    }
    let missing = isComparable(company) ? [AssumptionName.cash, .debt].filter { company[$0] == nil } : []
    if !missing.isEmpty {
      findings.append(
        .driver(
          .defaultUsed, .note,
          "\(Wording.list(missing)) \(Wording.plural(missing.count, "is", "are")) not given and "
            + "\(Wording.plural(missing.count, "counts", "count")) as 0",
          value: 0, missing))
    }
    return findings
  }

  /// The first version's formula, without its limits.
  func approximation(flowIndex: Double) -> Double {
    1.2 * flowIndex * (0.9 / max(0.01, discount) + 0.6 / max(0.01, discount - terminalGrowth))
  }
}
