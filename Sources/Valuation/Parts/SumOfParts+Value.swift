import LibC
import Text

/// The numbers that a sum of parts comes down to.
struct SumOfPartsModel {
  /// One part as it is valued.
  struct Part {
    let name: String
    /// The assumptions that hold in it.
    let assumptions: Assumptions
    /// The amount or the price that its value is given as; `nil` if it is a model.
    let given: Double?
    let pricing: SumOfParts.Pricing?
    let ownership: Double
    let currency: String?
    let fx: Double

    /// The company's share of the part, from the part's value in its own currency.
    func attributable(_ ownValue: Double) -> Double { ownership * (ownValue / fx) }
  }

  let outside: Assumptions
  let parts: [Part]
  let holdingDiscount: Double
  let corporateCosts: Double
  /// The value of the costs after tax.
  let corporateCostsValue: Double
  /// The assumptions of the model that the costs are valued by; `nil` without costs.
  let costs: Assumptions?
  let shares: Double
  let cash: Double
  let debt: Double
  let firm: FirmModel
  let price: Double?
  /// The names of the assumptions that the parts and the costs take from outside.
  private(set) var taken: Set<AssumptionName> = []

  /// Reads the assumptions.
  ///
  /// - Throws: `missing-assumptions` with the missing ones of all parts and outside them; the refusals of each part's
  ///   model, prefixed with the part's name.
  init(_ all: Assumptions) throws(ValuationError) {
    let outside = all.withoutParts
    self.outside = outside
    try Self.checkOutside(outside)
    firm = try FirmModel.read(outside)
    cash = try outside.number(.cash) ?? 0
    debt = try outside.number(.debt) ?? 0
    price = try outside.number(.price)
    holdingDiscount = try outside.number(.holdingDiscount) ?? 0
    let amount = try outside.number(.corporateCosts) ?? 0
    corporateCosts = amount
    var missing: [String] = []
    var parts: [Part] = []
    for part in all.parts {
      if let part = try Self.read(&missing, { () throws(ValuationError) in try Part(part, of: all, outside) }) {
        parts.append(part)
      }
    }
    var costs: Assumptions?
    if amount != 0 {
      costs = try Self.read(&missing) { () throws(ValuationError) in try Self.costs(amount, outside) }
    }
    shares = try Self.shares(outside, missing)
    self.parts = parts
    self.costs = costs
    corporateCostsValue = try costs.map { (costs) throws(ValuationError) in try Self.operations(costs) } ?? 0
    let inside = parts.filter { $0.given == nil }.map(\.assumptions) + [costs].compactMap(\.self)
    taken = Set(inside.flatMap(\.all).filter { $0.source == .outside }.compactMap(\.key))
  }

  /// Refuses a model of the company, and a horizon that no part could have.
  private static func checkOutside(_ outside: Assumptions) throws(ValuationError) {
    guard outside.method == .fcff else {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message:
          "a sum of parts ends at the value of operations, but model = \(outside.method.rawValue) starts from equity",
        assumptions: [.model],
        hint: "give model inside the part it is meant for"
      )
    }
    // No part may take it, and a part of a year is refused all the same.
    if outside[.horizon] != nil { _ = try outside.forecastYears() }
  }

  /// The result of `body`; `nil` if assumptions are missing, whose names are appended to `missing` so that one error
  /// lists them all.
  private static func read<Value>(
    _ missing: inout [String], _ body: () throws(ValuationError) -> Value
  ) throws(ValuationError) -> Value? {
    do throws(ValuationError) {
      return try body()
    } catch {
      guard error.code == .missingAssumptions else { throw error }
      missing += error.assumptions.filter { !missing.contains($0) }
      return nil
    }
  }

  /// The shares outside the parts; refuses a model from which they or other assumptions miss, all at once.
  private static func shares(_ outside: Assumptions, _ missing: [String]) throws(ValuationError) -> Double {
    let given = try outside.number(.shares)
    let missing = missing + (given == nil ? [AssumptionName.shares.rawValue] : [])
    guard missing.isEmpty, let given else {
      throw ValuationError(
        code: .missingAssumptions,
        message: "\(Wording.list(missing)) \(Wording.plural(missing.count, "is", "are")) needed but not given",
        assumptions: missing,
        hint: "growth, margin, discount and other rates may be given in a part, or outside for all parts"
      )
    }
    return given
  }

  /// The value of operations of assumptions by free cash flow to the firm.
  static func operations(_ assumptions: Assumptions) throws(ValuationError) -> Double {
    let model = try ResolvedModel(assumptions)
    let evaluation = model.evaluate()
    if let refusal = evaluation.refusal { throw refusal.error(model, evaluation) }
    return evaluation.enterpriseValue
  }

  /// Growth forever outside the parts, after its shifts; `nil` for a multiple.
  private static func growthForEver(_ terminal: Assumption, _ outside: Assumptions) throws(ValuationError) -> Double? {
    switch terminal.value {
    case .terminal(.growth(let rate)): terminal.afterShifts(rate)
    case .path: try outside.derivedYears(of: terminal.name, horizon: outside.forecastYears())?.last
    case .terminal, .scalar, .word, .priced: nil
    }
  }

  /// The costs of the centre as a model of their own: they grow at terminal from the coming year on.
  private static func costs(_ amount: Double, _ outside: Assumptions) throws(ValuationError) -> Assumptions {
    guard let terminal = outside[.terminal] else {
      let missing =
        [AssumptionName.terminal] + (outside[.discount] == nil && !CostOfCapital.isWanted(outside) ? [.discount] : [])
      throw ValuationError(code: .missingAssumptions, message: "", assumptions: missing)
    }
    guard let rate = try growthForEver(terminal, outside) else {
      throw ValuationError(
        code: .wrongKind,
        message: "corporate_costs are perpetual, so terminal outside the parts must be a growth rate and not "
          + terminal.text,
        assumptions: [.corporateCosts, .terminal],
        hint: "give a multiple to the parts that end with one"
      )
    }
    let growth = rate
    var part = ValuationPart(AssumptionName.corporateCosts.rawValue, .part)
    let zero = [AssumptionName.capex, .depreciation, .workingCapital].map { Assumption($0, 0) }
    part.assumptions = try Assumptions(
      [Assumption(.revenue, amount / (1 + growth)), Assumption(.growth, growth), Assumption(.margin, 1)] + zero)
    var all = outside.effective(in: part)
    // Nothing is invested in them, and they end with the company.
    for name in [AssumptionName.terminalROIC] + FirmModel.stableLines { try all.remove(name.rawValue) }
    if all[.failureProceeds]?.basis == .book { try all.set(Assumption(.failureProceeds, 0)) }
    return try all.standing(for: outside)
  }

  /// From the values of the parts in their own currencies to one share.
  func evaluate(_ ownValues: [Double]) -> (sum: Double, evaluation: FirmEvaluation) {
    var sum = 0.0
    for (part, value) in zip(parts, ownValues) { sum += part.attributable(value) }
    var evaluation = FirmEvaluation()
    evaluation.enterpriseValue = sum
    // If nothing is taken, the sum keeps its exact double.
    if holdingDiscount != 0 { evaluation.enterpriseValue -= holdingDiscount * max(0, sum) }
    if corporateCosts != 0 { evaluation.enterpriseValue -= corporateCostsValue }
    evaluation.goingConcern = evaluation.enterpriseValue
    let claims = firm.leases + firm.preferred + firm.minority + firm.pension
    let assets = cash + firm.investments + firm.nonoperating
    evaluation.share = firm.divided(evaluation.enterpriseValue + assets - debt - claims, among: shares)
    return (sum, evaluation)
  }

  /// The value of one share without the rest.
  func valuePerShare() throws(ValuationError) -> Double {
    var values: [Double] = []
    for part in parts { values.append(try part.ownValue()) }
    return evaluate(values).evaluation.valuePerShare
  }
}

extension SumOfPartsModel.Part {
  init(_ part: ValuationPart, of all: Assumptions, _ outside: Assumptions) throws(ValuationError) {
    let own = part.assumptions
    func inside<Value>(_ body: () throws(ValuationError) -> Value) throws(ValuationError) -> Value {
      do throws(ValuationError) { return try body() } catch { throw error.inside(part.name) { own[$0] != nil } }
    }
    name = part.name
    ownership = try inside { () throws(ValuationError) in try own.number(.ownership) } ?? 1
    fx = try inside { () throws(ValuationError) in try own.number(.fx) } ?? 1
    currency = own.word(.currency) ?? outside.word(.currency)
    try Self.checkCurrency(part, fx, outside)
    (given, pricing) = Self.given(own)
    if given != nil {
      try Self.checkGiven(part)
      assumptions = own
    } else {
      assumptions = try inside { () throws(ValuationError) in try all.effective(in: part).standing(for: outside) }
      try Self.check(assumptions, part)
      try Self.checkTerminal(assumptions, part)
    }
  }

  /// The amount or the price that the value of a part is given as; `nil` if it is a model.
  private static func given(_ own: Assumptions) -> (amount: Double?, pricing: SumOfParts.Pricing?) {
    switch own[.value]?.value {
    case .scalar(let number): (own[.value]?.afterShifts(number), nil)
    case .priced(let multiple, let metric, let figure):
      (
        own[.value]?.afterShifts(multiple * figure),
        SumOfParts.Pricing(multiple: multiple, metric: metric, figure: figure)
      )
    default: (nil, nil)
    }
  }

  /// Refuses a currency without an exchange rate, and an exchange rate without another currency.
  private static func checkCurrency(_ part: ValuationPart, _ fx: Double, _ outside: Assumptions) throws(ValuationError)
  {
    let mine = part.assumptions.word(.currency)
    let whole = outside.word(.currency)
    if let mine, mine != whole, part.assumptions[.fx] == nil {
      throw ValuationError(
        code: .currencyWithoutFx,
        message: "\(part.name) is in \(mine), but the company in \(whole ?? "no currency that is given")",
        assumptions: [
          AssumptionName.fx.of(part.name), AssumptionName.currency.of(part.name), AssumptionName.currency.rawValue,
        ],
        hint: "give \(part.name).fx, the units of \(mine) for one of the company's"
      )
    }
    if fx != 1, let currency = mine ?? whole, mine == nil || mine == whole {
      throw ValuationError(
        code: .fxWithoutCurrencies,
        message: "\(part.name).fx is \(Wording.number(fx)), but the part and the company are both in \(currency)",
        assumptions: [AssumptionName.fx.of(part.name), AssumptionName.currency.rawValue],
        hint:
          "`\(AssumptionName.currency.of(part.name))` sets the currency of the part; without its fx both are in \(currency)"
      )
    }
  }

  /// Refuses a model in addition to the value that would follow from it.
  private static func checkGiven(_ part: ValuationPart) throws(ValuationError) {
    let others = part.assumptions.all.compactMap(\.key).filter {
      ![AssumptionName.value, .ownership, .currency, .fx].contains($0)
    }
    guard !others.isEmpty else { return }
    throw ValuationError(
      code: .contradictoryAssumptions,
      message:
        "the value of \(part.name) is given, and so \(Wording.plural(others.count, "is", "are")) \(Wording.list(others)), "
        + "from which it would be computed",
      assumptions: ([.value] + others).map { $0.of(part.name) },
      hint: "give one or the other"
    )
  }

  /// Refuses a price of earnings, which is not one of operations.
  private static func checkTerminal(_ assumptions: Assumptions, _ part: ValuationPart) throws(ValuationError) {
    guard case .terminal(.multiple(_, of: .earnings)) = assumptions[.terminal]?.value, !assumptions.method.isOfEquity
    else { return }
    let isOwn = part.assumptions[.terminal] != nil
    throw ValuationError(
      code: .wrongKind,
      message:
        "\(part.name) ends with a multiple of earnings, which come after interest, but debt is outside the parts",
      assumptions: [isOwn ? AssumptionName.terminal.of(part.name) : AssumptionName.terminal.rawValue],
      hint: "use a multiple of ebit or ebitda"
    )
  }

  /// Refuses a part with missing assumptions, with the names as they would be typed.
  private static func check(_ assumptions: Assumptions, _ part: ValuationPart) throws(ValuationError) {
    guard !assumptions.method.isOfEquity else { return }
    let isBuilt = CostOfCapital.isWanted(assumptions)
    let missing = AssumptionDefinition.required.filter { !assumptions.has($0) && !($0 == .discount && isBuilt) }
      .map { $0.of(part.name) }
    guard !missing.isEmpty else { return }
    throw ValuationError(code: .missingAssumptions, message: Wording.list(missing), assumptions: missing)
  }

  /// The value of the entire part in its own currency.
  func ownValue() throws(ValuationError) -> Double {
    if let given { return given }
    do throws(ValuationError) {
      if assumptions.method.isOfEquity { return try DiscountedCashFlow.value(assumptions).equityValue }
      return try SumOfPartsModel.operations(assumptions)
    } catch {
      throw inside(error)
    }
  }

  /// The full valuation; `nil` if the value is given.
  func valuation() throws(ValuationError) -> ValuationResult? {
    guard given == nil else { return nil }
    do throws(ValuationError) {
      return try DiscountedCashFlow.value(assumptions)
    } catch {
      throw inside(error)
    }
  }

  private func inside(_ error: ValuationError) -> ValuationError {
    error.inside(name) { isOwn($0) }
  }

  /// True unless the part takes the assumption from outside; a missing one counts as its own.
  func isOwn(_ name: String) -> Bool { assumptions[name]?.source != .outside }
}

extension Assumptions {
  /// The assumptions of a part with those that complete a model of its operations: the shares of the company, and
  /// neither cash nor debt, but the weight of debt that the company has if a cost of capital is built.
  fileprivate func standing(for outside: Assumptions) throws(ValuationError) -> Assumptions {
    var result = self
    // The part's exchange rate and how much of it counts do not enter its model.
    for name in [AssumptionName.fx, .ownership] { try result.remove(name.rawValue) }
    if let allowed = outside[.allow] { try result.set(allowed.with(source: .outside)) }
    for name in [AssumptionName.cash, .debt] {
      try result.set(Assumption(name, .scalar(0), written: "outside the part", source: .outside))
    }
    if let shares = outside[.shares] {
      try result.set(shares.with(source: .outside))
    } else {
      try result.set(Assumption(.shares, .scalar(1), source: .outside))
    }
    if result[.debtWeight] == nil, CostOfCapital.isWanted(result) {
      let weight = try CostOfCapital.Parts(outside, lastTax: .nan).weightOfDebt
      if !weight.isNaN {
        try result.set(
          Assumption(
            .debtWeight, .scalar(weight), written: Wording.percent(weight) + " of the company", source: .outside)
        )
      }
    }
    return result
  }
}
