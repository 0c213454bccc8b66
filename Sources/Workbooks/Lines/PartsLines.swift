import FileFormats
import Valuation

/// A sum of parts: a model for each, the share of it that counts, and one bridge and one share count for all.
enum PartsLines {
  /// One part, as far as its formulas depend on it.
  struct Part: Equatable {
    let name: String
    /// Its model; `nil` if its value is given.
    var model: ModelLines?
    /// Whether its value is given as a multiple of a figure.
    let isPriced: Bool
    /// The years of its forecast.
    let horizon: Int
    /// The assumptions that it takes from outside.
    var taken: Set<AssumptionName>
    /// The assumptions that are its own.
    var own: Set<AssumptionName>
    /// Whether its weight of debt is that of the company.
    let hasWeightOfCompany: Bool
  }

  /// The costs of the centre, as far as their formulas depend on them.
  struct Costs: Equatable {
    /// The years of their forecast.
    let horizon: Int
    /// The assumptions that they take from outside.
    let taken: Set<AssumptionName>
    /// The numbers in place of assumptions that are not given for the company.
    let constants: [AssumptionName: Double]
    /// Whether their weight of debt is that of the company.
    let hasWeightOfCompany: Bool
  }

  /// The total.
  struct Shape: Equatable {
    var parts: [Part]
    let costs: Costs?
    var tranches: OptionLines.Tranches

    /// Reads a valuation; the error names the feature that has no formulas.
    init(_ sum: SumOfParts, _ result: ValuationResult, tranches: OptionLines.Tranches) throws(WorkbookError) {
      var parts: [Part] = []
      for part in sum.parts { parts.append(try Part(part, result.assumptions)) }
      self.parts = parts
      costs = sum.corporateCostsModel.map { Costs($0, result.assumptions) }
      self.tranches = tranches
    }

    /// The shape that also serves another scenario; `nil` if the two differ.
    func joined(with other: Shape) -> Shape? {
      guard parts.count == other.parts.count, costs == other.costs else { return nil }
      var result = self
      result.tranches = tranches.joined(with: other.tranches)
      for (place, (a, b)) in zip(parts, other.parts).enumerated() {
        guard let joined = a.joined(with: b) else { return nil }
        result.parts[place] = joined
      }
      return result
    }

    /// Whether a change outside the parts moves the value alike in all scenarios.
    func moves(_ name: AssumptionName) -> Bool {
      let users = parts.filter { $0.taken.contains(name) }
      return (!users.isEmpty || costs?.taken.contains(name) == true) && users.allSatisfy { !$0.own.contains(name) }
    }
  }

  // MARK: Writing

  /// Writes the forecasts of all parts; the returned closure writes their values and their sum.
  static func write(
    _ shape: Shape, _ inputs: ModelInputs, forecast: inout LineSheet
  ) -> (inout LineSheet) -> ModelLines.Result {
    let horizon = forecast.horizon
    let weight = companyWeight(shape, inputs, &forecast)
    var finishes: [((inout LineSheet) -> ModelLines.Result)?] = []
    for part in shape.parts {
      guard let model = part.model else {
        finishes.append(nil)
        continue
      }
      forecast.title("Part \(part.name)", purpose: .title)
      forecast.horizon = part.horizon
      let own = self.inputs(of: part, inputs, weight: weight)
      finishes.append(model.write(own, forecast: &forecast, endsAtOperations: true))
    }
    var costs: ((inout LineSheet) -> ModelLines.Result)?
    if let shape = shape.costs {
      forecast.title("Costs of the centre", purpose: .title)
      forecast.horizon = shape.horizon
      costs = ModelLines.firm(tranches: .init()).write(
        self.inputs(of: shape, inputs, weight: weight), forecast: &forecast, endsAtOperations: true)
    }
    forecast.horizon = horizon
    return { sheet in
      var attributable: [Formula] = []
      for (part, finish) in zip(shape.parts, finishes) {
        sheet.title("Part \(part.name)", purpose: .title)
        let result = finish.map { $0(&sheet) }
        attributable.append(self.attributable(part, result, inputs, &sheet))
      }
      var costsValue: Formula?
      if let costs {
        sheet.title("Costs of the centre", purpose: .title)
        costsValue = costs(&sheet).enterpriseValue
      }
      return total(shape, attributable, costsValue, inputs, &sheet)
    }
  }

  /// The weight of debt in the company's capital, if parts build their rate with it.
  private static func companyWeight(
    _ shape: Shape, _ inputs: ModelInputs, _ sheet: inout LineSheet
  ) -> Formula? {
    guard shape.parts.contains(where: \.hasWeightOfCompany) || shape.costs?.hasWeightOfCompany == true else {
      return nil
    }
    return sheet.item("weight of debt of the company", CapitalLines.weightByMarket(inputs), .percent)
  }

  private static func inputs(of part: Part, _ inputs: ModelInputs, weight: Formula?) -> ModelInputs {
    var own = inputs
    own.block = inputs.block.view(of: part.name, taking: part.taken)
    for name in ScenarioInputs.besideModels { own.block.hide(name) }
    own.horizon = part.horizon
    own.replaced = inputs.replaced.filter { part.taken.contains($0.key) }
    if part.hasWeightOfCompany, let weight { own.computed[.debtWeight] = { _ in weight } }
    return own
  }

  /// The costs as a revenue that is all profit, and grows forever.
  private static func inputs(of costs: Costs, _ inputs: ModelInputs, weight: Formula?) -> ModelInputs {
    var own = inputs
    own.block = inputs.block.view(of: "", taking: costs.taken)
    own.horizon = costs.horizon
    own.replaced = inputs.replaced.filter { costs.taken.contains($0.key) }
    for (name, number) in costs.constants { own.computed[name] = { _ in .number(number) } }
    let growth = inputs.cell(.terminal)
    let amount = inputs.number(.corporateCosts)
    own.computed[.growth] = { _ in growth }
    own.computed[.revenue] = { _ in amount / (1 + growth) }
    own.computed[.margin] = { _ in 1 }
    for name in [AssumptionName.capex, .depreciation, .workingCapital] { own.computed[name] = { _ in 0 } }
    if costs.hasWeightOfCompany, let weight { own.computed[.debtWeight] = { _ in weight } }
    return own
  }

  // MARK: Sum

  /// The company's share of a part, in the company's currency.
  private static func attributable(
    _ part: Part, _ result: ModelLines.Result?, _ inputs: ModelInputs, _ sheet: inout LineSheet
  ) -> Formula {
    let row = { (name: AssumptionName) in InputRow(name, of: part.name) }
    var value = result.map { $0.enterpriseValue ?? $0.equityValue } ?? inputs.block.cell(row(.value))
    if part.isPriced { value = value * inputs.block.cell(row(.value), 1) }
    value = sheet.item("value of the part", value)
    for (name, isShare) in [(AssumptionName.ownership, true), (.fx, false)] where inputs.block.has(row(name)) {
      let cell = inputs.block.cell(row(name)).given(else: 1)
      value = sheet.item(
        isShare ? "the company's share" : "in the company's currency", isShare ? cell * value : value / cell)
    }
    return value
  }

  private static func total(
    _ shape: Shape, _ values: [Formula], _ costs: Formula?, _ inputs: ModelInputs, _ sheet: inout LineSheet
  ) -> ModelLines.Result {
    sheet.title("Sum of the parts", purpose: .title)
    var sum: Formula = 0
    for (part, value) in zip(shape.parts, values) { sum = sum + sheet.item(part.name, value) }
    sum = sheet.item("sum of the parts", sum, purpose: .total)
    var enterprise = sum
    if inputs.has(.holdingDiscount) {
      let discount = inputs.number(.holdingDiscount) * .largest(0, sum)
      enterprise = enterprise - sheet.item("- holding discount", discount)
    }
    if let costs { enterprise = enterprise - sheet.item("- costs of the centre", costs) }
    sheet.title("Bridge to equity")
    enterprise = sheet.item("enterprise value", enterprise)
    let equity = ValueLines.bridge(from: enterprise, taking: ValueLines.taken, inputs, into: &sheet)
    return ValueLines.result(equity, enterprise: enterprise, inputs, tranches: shape.tranches, into: &sheet)
  }
}

extension PartsLines.Part {
  init(_ part: SumOfParts.Part, _ all: Assumptions) throws(WorkbookError) {
    name = part.name
    isPriced = part.priced != nil && all.part(part.name)?.assumptions[.value]?.shifts.isEmpty == true
    let own = Set((all.part(part.name)?.assumptions.all ?? []).compactMap(\.key))
    self.own = own
    guard let valuation = part.valuation else {
      (model, horizon, taken, hasWeightOfCompany) = (nil, 1, [], false)
      return
    }
    do throws(WorkbookError) { model = try ModelLines(valuation) } catch {
      throw WorkbookError("\(part.name): \(error.message)", hint: error.hint)
    }
    horizon = valuation.horizon
    (taken, hasWeightOfCompany) = Self.taken(valuation, all)
  }

  /// The assumptions that a model inherits, and whether the weight of debt is computed from the company's numbers.
  static func taken(_ valuation: ValuationResult, _ all: Assumptions) -> (Set<AssumptionName>, Bool) {
    let outside = valuation.assumptions.all.filter { $0.source == .outside }.compactMap(\.key)
    let isByMarket = outside.contains(.debtWeight) && all[.debtWeight] == nil
    let taken = Set(outside).subtracting([.cash, .debt, .allow]).filter { all[$0] != nil }
    return (taken, isByMarket)
  }

  func joined(with other: Self) -> Self? {
    guard name == other.name, isPriced == other.isPriced, horizon == other.horizon,
      hasWeightOfCompany == other.hasWeightOfCompany
    else { return nil }
    var result = self
    switch (model, other.model) {
    case (nil, nil): break
    case (let a?, let b?):
      guard let joined = a.joined(with: b) else { return nil }
      result.model = joined
    default: return nil
    }
    result.taken.formUnion(other.taken)
    result.own.formUnion(other.own)
    return result
  }
}

extension PartsLines.Costs {
  init(_ costs: ValuationResult, _ all: Assumptions) {
    horizon = costs.horizon
    let (taken, isByMarket) = PartsLines.Part.taken(costs, all)
    self.taken = taken
    hasWeightOfCompany = isByMarket
    var constants: [AssumptionName: Double] = [:]
    for assumption in costs.assumptions.all where assumption.source != .outside {
      if let key = assumption.key, case .scalar(let number) = assumption.value { constants[key] = number }
    }
    self.constants = constants
  }
}
