import Text

extension SumOfParts {
  /// Values a company as the sum of its parts.
  ///
  /// Each part is valued by itself and ends at the value of its operations, or at the value of its equity if its model
  /// is one of equity; its value is converted at `fx` and counts by `ownership`. From the sum the holding discount is
  /// taken, which is a share of the sum, and the costs of the centre: those of the coming year after tax, growing at
  /// `terminal` forever, discounted like a part. Then comes one bridge and one share count.
  static func value(_ all: Assumptions) throws(ValuationError) -> ValuationResult {
    let model = try SumOfPartsModel(all)
    var valuations: [ValuationResult?] = []
    for part in model.parts { valuations.append(try part.valuation()) }
    let values = zip(model.parts, valuations).map { part, valuation in
      part.given ?? valuation.map { $0.method.isOfEquity ? $0.equityValue : $0.enterpriseValue } ?? .nan
    }
    let (sum, evaluation) = model.evaluate(values)
    var context = ResolvedModel.Context(assumptions: all)
    context.assumptions = try all.with(
      [AssumptionName.cash, .debt].filter { all[$0] == nil }.map { .set(Assumption($0, .scalar(0), source: .default)) })
    context.price = model.price
    var review = SumOfPartsReview(context: context, model: model, evaluation: evaluation)
    review.run()
    let said = Set(review.findings.filter { $0.code == .outsidePlausibleRange }.flatMap(\.assumptions))
    let parts = model.parts.indices.map { place in
      Part(model.parts[place], valuations[place], values[place], sum: sum, shares: model.shares, said: said)
    }
    let terminal = terminal(model, valuations, values)
    var costs: [ValuationResult] = []
    if let all = model.costs { costs.append(try DiscountedCashFlow.value(all)) }
    let result = SumOfParts(
      parts: parts,
      sum: sum,
      holdingDiscount: model.holdingDiscount,
      corporateCosts: model.corporateCosts,
      corporateCostsValue: model.corporateCostsValue,
      costs: costs,
      enterpriseValue: evaluation.enterpriseValue,
      terminalShare: sum > 0 ? terminal.map { $0 / sum } : nil
    )
    let horizon = try horizon(all, valuations)
    return result.valuation(
      of: model, evaluation, context, horizon: horizon, terminal: terminal,
      findings: parts.flatMap(\.findings) + review.findings)
  }

  /// The valuation of the company that the parts are of.
  private func valuation(
    of model: SumOfPartsModel, _ evaluation: FirmEvaluation, _ context: ResolvedModel.Context, horizon: Int,
    terminal: Double?, findings: [ValuationFinding]
  ) -> ValuationResult {
    let value = evaluation.valuePerShare
    let equity = evaluation.share.equityValue
    let held = PriceComparison(value: value, price: context.price, years: horizon)
    return ValuationResult(
      assumptions: context.assumptions,
      method: .fcff,
      horizon: horizon,
      model: nil,
      equity: nil,
      years: [],
      equityYears: [],
      terminal: TerminalValue(ofParts: terminal),
      presentValueOfFlows: terminal.map { sum - $0 } ?? .nan,
      presentValueOfTerminal: terminal ?? .nan,
      terminalShare: terminalShare,
      enterpriseValue: evaluation.enterpriseValue,
      equityValue: equity,
      valuePerShare: value,
      goingConcernValue: evaluation.enterpriseValue,
      valuePerOrdinary: evaluation.share.valuePerOrdinary,
      bridge: model.bridge(evaluation),
      shareCount: ShareCount(basic: model.shares, evaluation.share),
      implied: ImpliedMultiples(priceToBook: model.firm.book > 0 ? equity / model.firm.book : nil),
      costOfCapital: nil,
      costOfEquity: nil,
      price: context.price,
      upside: held.upside,
      cagr: held.cagr,
      findings: findings,
      sumOfParts: self
    )
  }

  /// The value after the forecasts of the parts, by the company's share of them; `nil` if a value is given.
  private static func terminal(_ model: SumOfPartsModel, _ valuations: [ValuationResult?], _ values: [Double])
    -> Double?
  {
    var sum = 0.0
    for ((part, valuation), value) in zip(zip(model.parts, valuations), values) {
      guard let valuation, let share = valuation.terminalShare else { return nil }
      sum += part.attributable(value) * share
    }
    return sum
  }

  /// The years after which the price would meet the value: those outside, else those of the longest part.
  private static func horizon(_ all: Assumptions, _ valuations: [ValuationResult?]) throws(ValuationError) -> Int {
    if let given = try all.withoutParts.number(.horizon) { return Int(given) }
    return valuations.compactMap { $0?.horizon }.max() ?? Int(AssumptionName.horizon.definition.defaultValue ?? 5)
  }
}

extension SumOfParts.Part {
  init(
    _ part: SumOfPartsModel.Part, _ valuation: ValuationResult?, _ ownValue: Double, sum: Double, shares: Double,
    said: Set<String>
  ) {
    name = part.name
    self.valuation = valuation
    priced = part.pricing
    currency = part.currency
    fx = part.fx
    self.ownValue = ownValue
    value = ownValue / part.fx
    ownership = part.ownership
    attributable = part.attributable(ownValue)
    share = sum > 0 ? attributable / sum : nil
    perShare = attributable / shares
    findings = SumOfParts.Part.findings(part, valuation, said)
  }

  /// Findings about a part; those about the company's own assumptions are reported once, and not for each part.
  private static func findings(_ part: SumOfPartsModel.Part, _ valuation: ValuationResult?, _ said: Set<String>)
    -> [ValuationFinding]
  {
    var findings: [ValuationFinding] = []
    for finding in valuation?.findings ?? [] {
      if finding.code.isOfAllowedRefusal { continue }
      if finding.code == .outsidePlausibleRange,
        finding.assumptions.allSatisfy({ !part.isOwn($0) && said.contains($0) })
      {
        continue
      }
      findings.append(
        ValuationFinding(
          code: finding.code,
          severity: finding.severity,
          message: "\(part.name): \(finding.message)",
          value: finding.value,
          threshold: finding.threshold,
          assumptions: finding.assumptions.map { part.isOwn($0) ? "\(part.name).\($0)" : $0 },
          part: part.name
        ))
    }
    func add(_ code: ValuationCode, _ message: String, value: Double?, _ name: AssumptionName) {
      findings.append(
        ValuationFinding(
          code: code, message: "\(part.name): \(message)", value: value, assumptions: [name.of(part.name)],
          part: part.name))
    }
    if let valuation, valuation.method.isOfEquity {
      add(
        .partIsEquity,
        "\(valuation.method.title) give the value of its equity, so its debt must not be in the debt outside",
        value: valuation.equityValue, .model)
    }
    if let pricing = part.pricing, pricing.metric == .earnings {
      add(
        .partIsEquity, "a multiple of earnings is a price of its equity, so its debt must not be in the debt outside",
        value: part.given, .value)
    }
    if let value = part.given ?? valuation?.enterpriseValue, value < 0 {
      add(.partBelowZero, "it reduces the others by \(Wording.amount(-value))", value: value, .value)
    }
    return findings
  }
}

extension SumOfPartsModel {
  func bridge(_ evaluation: FirmEvaluation) -> [BridgeItem] {
    var items = [BridgeItem(item: "enterprise_value", value: evaluation.enterpriseValue)]
    let steps: [(AssumptionName, Double, isShown: Bool)] = [
      (.cash, cash, true), (.investments, firm.investments, false), (.nonoperating, firm.nonoperating, false),
      (.debt, -debt, true), (.leases, -firm.leases, false), (.preferred, -firm.preferred, false),
      (.minority, -firm.minority, false), (.pension, -firm.pension, false),
      (.options, -evaluation.share.optionsValue, false),
    ]
    for (name, value, isShown) in steps where isShown || value != 0 { items.append(BridgeItem(name, value)) }
    items.append(BridgeItem(item: "equity_value", value: evaluation.share.equityValue))
    return items
  }

  /// Whether the price is part of the value.
  var dependsOnPrice: Bool {
    if outside.word(.treasuryAt) == "price" { return true }
    return parts.contains { part in
      part.given == nil && part.assumptions[.debtWeight]?.source == .outside && outside[.debtWeight] == nil
    }
  }
}

extension TerminalValue {
  /// The value after the forecasts of parts, which have terminals of their own; missing if it is not known.
  init(ofParts presentValue: Double?) {
    assumption = nil
    flow = .nan
    discountRate = .nan
    value = .nan
    self.presentValue = presentValue ?? .nan
    impliedFlowMultiple = nil
    impliedEBITDAMultiple = nil
    impliedGrowth = nil
    impliedReturnOnNewCapital = nil
    stable = nil
    impliedPriceToEarnings = nil
    impliedPriceToBook = nil
    payout = nil
  }
}

extension ImpliedMultiples {
  /// Those of a sum of parts, without added figures.
  init(priceToBook: Double?) {
    enterpriseToRevenue = nil
    enterpriseToEBITDA = nil
    enterpriseToEBIT = nil
    priceToEarnings = nil
    self.priceToBook = priceToBook
    priceToTangibleBook = nil
    yield = nil
  }
}

/// The review of an entire sum of parts.
struct SumOfPartsReview: ReviewRules {
  let context: ResolvedModel.Context
  let model: SumOfPartsModel
  let evaluation: FirmEvaluation
  var findings: [ValuationFinding] = []

  mutating func run() {
    let all = model.outside
    let zeros = [AssumptionName.cash, .debt].filter(isDefault)
    if !zeros.isEmpty {
      add(
        .defaultUsed,
        "\(Wording.list(zeros)) \(Wording.plural(zeros.count, "is", "are")) not given and \(Wording.plural(zeros.count, "counts", "count")) as 0",
        value: 0, zeros)
    }
    if model.corporateCosts != 0, all[.tax] == nil {
      add(.defaultUsed, "tax is not given and counts as 21% for corporate_costs", value: 0.21, [.tax])
    }
    ranges(terminal: nil) { _ in nil }
    unused()
    claims(debt: model.debt, cash: model.cash, on: evaluation.enterpriseValue)
    if exceeds(model.firm.minority, 0), let part = model.parts.first(where: { exceeds(1, $0.ownership) }) {
      add(
        .minorityAndOwnership,
        "ownership of \(part.name) is \(Wording.percent(part.ownership)), and minority is deducted too; it must be for "
          + "other parts", value: part.ownership,
        [AssumptionName.minority.rawValue, AssumptionName.ownership.of(part.name)])
    }
    allowedRefusals()
    share(evaluation.valuePerShare, claims: [.debt, .cash], figures: [.price, .shares])
  }

  /// Assumptions outside the parts without effect, because amounts of the company belong to no part.
  private mutating func unused() {
    let all = model.outside
    let read = ValuationPart.outsideOnly.subtracting([.leaseRate, .dividend, .method, .operatingCash])
    let unused = all.all.compactMap(\.key).filter { name in
      all.isSaid(name) && !read.contains(name) && !model.taken.contains(name)
        && ![AssumptionName.book, .riskFree, .model, .currency, .horizon, .debtWeight, .sector].contains(name)
    }
    guard !unused.isEmpty else { return }
    add(
      .notUsed,
      "\(Wording.list(unused)) outside the parts \(Wording.plural(unused.count, "has", "have")) no effect on any part",
      unused)
  }
}
