/// Values a model with some assumptions varied, without resolving it anew each time where that can be.
///
/// A model of free cash flow to the firm in one piece is changed in place. Every other model, and a change of more
/// than numbers, is resolved anew with each value; both give the same doubles.
struct VariedModel: Sendable {
  /// The number or numbers of the model that a variation writes to.
  private enum Target {
    case row(ResolvedModel.Row)
    case revenue, shares, cash, debt, terminal
    case firm(FirmPlace)
    /// A number from which only the cost of capital is built.
    case cost
    /// A change of more than numbers.
    case assumption

    init(_ name: String) {
      switch name {
      case "revenue": self = .revenue
      case "shares": self = .shares
      case "cash": self = .cash
      case "debt": self = .debt
      case "terminal": self = .terminal
      default:
        if let row = ResolvedModel.Row(named: name) {
          self = .row(row)
        } else if let place = FirmModel.place(of: name) {
          self = .firm(FirmPlace(path: place))
        } else {
          self = CostOfCapital.Parts.place(of: name) == nil ? .assumption : .cost
        }
      }
    }

    /// Whether the model in place has what this writes to.
    func isIn(_ model: ResolvedModel, builtCost: Bool) -> Bool {
      switch self {
      case .row(let row): model.has(row)
      case .firm: model.firm != nil
      case .cost: builtCost
      case .assumption: false
      case .revenue, .shares, .cash, .debt, .terminal: true
      }
    }
  }

  /// A stored number of a firm's model.
  ///
  /// The path captures nothing, so threads may share it.
  private struct FirmPlace: @unchecked Sendable {
    let path: WritableKeyPath<FirmModel, Double>
  }

  private struct Slot {
    let variation: Variation
    let name: String
    let target: Target
    let bounds: AssumptionDefinition.Bounds

    @inline(__always)
    func moved(_ number: Double, to value: Double) -> Double {
      switch variation.mode {
      case .set, .multiple, .path: value
      case .shift(.add): number + value
      case .shift(.subtract): number - value
      case .shift(.multiply): number * value
      case .shift(.divide): number / value
      }
    }
  }

  private let assumptions: Assumptions
  private var slots: [Slot]
  /// The model before any shift; `nil` where each value is resolved anew.
  let origin: ResolvedModel?
  private var model: ResolvedModel?
  /// The cost of capital that varies with what is put in; `nil` where it does not.
  private var cost: BuiltDiscount?

  /// - Parameter placeholders: a possible value for each variation that replaces its assumption.
  init(_ assumptions: Assumptions, _ variations: [Variation], placeholders: [Double]) throws(ValuationError) {
    var changes: [Assumptions.Change] = []
    var slots: [Slot] = []
    for (variation, placeholder) in zip(variations, placeholders) {
      let definition = try variation.checkedDefinition(in: assumptions)
      let name = AssumptionDefinition.canonical(variation.parameter) ?? definition.name
      // Replacing a path can change the horizon that follows from it, so the replacement comes before resolving;
      // and moving what nobody gave makes it given.
      if case .shift(let how) = variation.mode {
        if assumptions.holding(name) == nil { changes.append(variation.change(to: how.neutral)) }
      } else {
        changes.append(variation.change(to: placeholder))
      }
      let bounds = variation.bounds(definition) ?? AssumptionDefinition.Bounds(-.infinity, .infinity)
      var target = Target(name)
      if case .path = variation.mode { target = .assumption }
      slots.append(Slot(variation: variation, name: name, target: target, bounds: bounds))
    }
    self.assumptions = assumptions
    let start = try assumptions.with(changes)
    var found: ResolvedModel?
    if start.isOneFreeCashFlow, !slots.contains(where: { if case .assumption = $0.target { true } else { false } }) {
      let (resolved, context) = try ResolvedModel.resolve(start)
      let built = try BuiltDiscount(start, resolved, context)
      let isInPlace = slots.allSatisfy { slot in
        slot.target.isIn(resolved, builtCost: built != nil)
          && !Self.takesResolving(slot.name, start, resolved, isBuilt: built != nil)
      }
      if isInPlace {
        found = resolved
        if slots.contains(where: { BuiltDiscount.dependsOn($0.name) }) { cost = built }
      }
    }
    if let found, case .multiple = found.terminal {
      slots = slots.map { slot in
        guard case .terminal = slot.target else { return slot }
        return Slot(
          variation: slot.variation, name: slot.name, target: slot.target,
          bounds: AssumptionDefinition.terminalMultiple.hard)
      }
    }
    origin = found
    model = found
    self.slots = slots
  }

  /// Whether numbers of the model were worked out from an assumption in a way that cannot be followed in place.
  private static func takesResolving(
    _ name: String, _ assumptions: Assumptions, _ model: ResolvedModel, isBuilt: Bool
  ) -> Bool {
    if assumptions["gross_margin"] != nil, ["margin", "terminal_margin"].contains(name) { return true }
    if assumptions["market"] != nil, ["growth", "revenue", "market", "market_growth"].contains(name) { return true }
    // A discount rate that is built, and a path that starts from it.
    if CostOfCapital.isWanted(assumptions), name == "discount" || !isBuilt && BuiltDiscount.dependsOn(name) {
      return true
    }
    if ["fx", "adr_ratio", "split", "price"].contains(name), assumptions.word("treasury_at") == "price" { return true }
    if ["revenue", "leases"].contains(name) {
      return assumptions["lease_rate"] != nil || name == "revenue" && assumptions["research"] != nil
    }
    return false
  }

  /// The inputs as a kernel of lanes takes them; `nil` where they have to be put in one by one.
  func lanes() -> LaneModel? {
    guard let origin, cost == nil else { return nil }
    return LaneModel(origin, slots.map { ($0.name, $0.variation.mode) })
  }

  /// The assumptions with the values put in.
  func changed(_ values: [Double]) throws(ValuationError) -> Assumptions {
    try assumptions.with(zip(slots, values).map { $0.variation.change(to: $1) })
  }

  /// The numbers that a variation moves; `nil` where they are not known.
  func numbers(at place: Int) -> [Double]? {
    guard let origin else { return nil }
    if case .row(let row) = slots[place].target { return Array(origin.values(row)) }
    return number(slots[place], origin).map { [$0] }
  }

  /// The least and the greatest number that a variation moves, and what it may be; `nil` where it is not known.
  func reach(at place: Int) -> (least: Double, greatest: Double, bounds: AssumptionDefinition.Bounds)? {
    guard let numbers = numbers(at: place) else { return nil }
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return (least, greatest, slots[place].bounds)
  }

  private func number(_ slot: Slot, _ model: ResolvedModel) -> Double? {
    switch slot.target {
    case .revenue: model.revenue
    case .shares: model.shares
    case .cash: model.cash
    case .debt: model.debt
    case .terminal: model.terminal.number
    case .firm(let place): model.firm?[keyPath: place.path]
    case .cost: cost?.original(slot.name)
    case .row, .assumption: nil
    }
  }

  /// Puts a value in for the variation at `place`; says whether the assumption may have it.
  mutating func put(_ value: Double, at place: Int) -> Bool {
    guard let origin else { return true }
    let slot = slots[place]
    if case .row(let row) = slot.target {
      let first = row.rawValue * origin.horizon
      for index in first..<first + origin.horizon {
        let number = slot.moved(origin.series[index], to: value)
        guard number.isFinite, slot.bounds.contains(number) else { return false }
        model?.series[index] = number
      }
      if row == .tax { cost?.parts.lastTax = model?.series[first + origin.horizon - 1] ?? .nan }
      return true
    }
    guard let given = number(slot, origin) else { return false }
    let number = slot.moved(given, to: value)
    guard number.isFinite, slot.bounds.contains(number) else { return false }
    switch slot.target {
    case .revenue: model?.revenue = number
    case .shares: model?.shares = number
    case .cash: model?.cash = number
    case .debt: model?.debt = number
    case .terminal: model?.terminal = origin.terminal.with(number: number)
    case .firm(let place): model?.firms[0][keyPath: place.path] = number
    case .row, .cost, .assumption: break
    }
    cost?.put(number, slot.name)
    return true
  }

  /// The value of one share with what was put in; missing where the model is refused.
  ///
  /// - Parameter values: the same values, for models that are resolved anew.
  mutating func valuePerShare(_ values: @autoclosure () -> [Double]) -> Double {
    guard model != nil else { return Self.valuePerShare(of: try? changed(values())) }
    if let cost {
      guard let rate = cost.rate() else { return .nan }
      let first = ResolvedModel.Row.discount.rawValue * (origin?.horizon ?? 0)
      for index in first..<first + (origin?.horizon ?? 0) { model?.series[index] = rate }
      if model?.firms.isEmpty == false {
        model?.firms[0].riskFree = cost.parts.riskFree
        model?.firms[0].costOfDebt = cost.costOfDebt
      }
    }
    return model?.valuePerShare() ?? .nan
  }

  /// The value of one share by whatever model the assumptions choose; missing where it is refused.
  static func valuePerShare(of assumptions: Assumptions?) -> Double {
    guard let assumptions else { return .nan }
    return (try? DiscountedCashFlow.valuePerShare(of: assumptions)) ?? .nan
  }
}

/// A discount rate that is built from parts, and built again when a part moves.
private struct BuiltDiscount: Sendable {
  var parts: CostOfCapital.Parts
  private let start: CostOfCapital.Parts
  private let rating: CreditRating?
  private let costOfDebtElse: Double
  private let bounds = AssumptionDefinition.named("discount")?.hard ?? .notNegative

  /// - Returns: nil where the rate is not built, or where a path begins with it.
  init?(_ assumptions: Assumptions, _ model: ResolvedModel, _ context: ResolvedModel.Context) throws(ValuationError) {
    guard context.cost != nil, assumptions["discount"] == nil else { return nil }
    start = try CostOfCapital.Parts(assumptions, lastTax: model.values(.tax).last ?? .nan)
    parts = start
    rating = try CostOfCapital.rating(assumptions)
    costOfDebtElse = if case .multiple(_, of: .earnings) = model.terminal { 0 } else { .nan }
  }

  /// Whether the rate can hang on an assumption.
  static func dependsOn(_ name: String) -> Bool { name == "tax" || CostOfCapital.Parts.place(of: name) != nil }

  func original(_ name: String) -> Double? {
    CostOfCapital.Parts.place(of: name).map { start[keyPath: $0] }
  }

  mutating func put(_ number: Double, _ name: String) {
    if let place = CostOfCapital.Parts.place(of: name) { parts[keyPath: place] = number }
  }

  /// The rate; `nil` where it is refused.
  func rate() -> Double? {
    guard let rate = try? CostOfCapital(parts, rating: rating).rate, bounds.contains(rate) else { return nil }
    return rate
  }

  var costOfDebt: Double {
    let cost = parts.costOfDebt(rating)
    return cost.isNaN ? costOfDebtElse : cost
  }
}

extension Assumptions {
  /// Whether the model is one of free cash flow to the firm, in one piece.
  var isOneFreeCashFlow: Bool { parts.isEmpty && method == .fcff }
}
