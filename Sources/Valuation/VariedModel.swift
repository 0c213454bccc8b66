/// Values a model with one or two assumptions varied, without resolving it anew each time.
struct VariedModel {
  /// The number or numbers of the model that a variation writes to.
  private enum Target {
    case row(ResolvedModel.Row)
    case revenue, shares, cash, debt, terminal
    case firm(WritableKeyPath<FirmModel, Double>)
    /// A change of more than numbers, for which the model is resolved anew.
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
        } else {
          self = FirmModel.place(of: name).map(Target.firm) ?? .assumption
        }
      }
    }

    var isNumber: Bool {
      if case .assumption = self { false } else { true }
    }
  }

  private struct Slot {
    let variation: Variation
    let target: Target
    let bounds: AssumptionDefinition.Bounds

    @inline(__always)
    func moved(_ number: Double, to value: Double) -> Double {
      switch variation.mode {
      case .set, .multiple: value
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

  /// - Parameter placeholders: a possible value for each variation that replaces its assumption.
  init(_ assumptions: Assumptions, _ variations: [Variation], placeholders: [Double]) throws(ValuationError) {
    self.assumptions = assumptions
    var definitions: [AssumptionDefinition] = []
    for variation in variations { definitions.append(try variation.checkedDefinition()) }
    let targets = definitions.map { Target($0.name) }

    // Replacing a path can change the horizon that follows from it, so the replacement comes before resolving.
    var changes: [Assumptions.Change] = []
    for (variation, placeholder) in zip(variations, placeholders) {
      if case .shift = variation.mode { continue }
      changes.append(variation.change(to: placeholder))
    }
    var resolved =
      targets.allSatisfy(\.isNumber) ? try ResolvedModel(assumptions.with(changes)) : nil
    for (target, definition) in zip(targets, definitions) {
      guard let found = resolved else { break }
      let isThere =
        switch target {
        case .row(let row): found.has(row)
        case .firm: found.firm != nil
        default: true
        }
      // A number that others were worked out from takes resolving anew.
      if !isThere || found.firm?.entangled.contains(definition.name) ?? false
        || assumptions["gross_margin"] != nil && ["margin", "terminal_margin"].contains(definition.name)
        || found.firm != nil && definition.name == "discount" && CostOfCapital.isWanted(assumptions)
      {
        resolved = nil
      }
    }
    origin = resolved
    model = origin
    slots = []
    for ((variation, target), definition) in zip(zip(variations, targets), definitions) {
      var bounds = variation.bounds(definition) ?? AssumptionDefinition.Bounds(-.infinity, .infinity)
      if case .terminal = target, let origin, case .multiple = origin.terminal {
        bounds = AssumptionDefinition.terminalMultiple.hard
      }
      slots.append(Slot(variation: variation, target: target, bounds: bounds))
    }
  }

  /// The assumptions with the values put in.
  func changed(_ values: [Double]) throws(ValuationError) -> Assumptions {
    try assumptions.with(zip(slots, values).map { $0.variation.change(to: $1) })
  }

  /// Puts a value in for the variation at `place`; says whether the assumption may have it.
  mutating func put(_ value: Double, at place: Int) -> Bool {
    guard let origin else { return true }
    let slot = slots[place]
    switch slot.target {
    case .row(let row):
      let first = row.rawValue * origin.horizon
      for index in first..<first + origin.horizon {
        let number = slot.moved(origin.series[index], to: value)
        guard number.isFinite, slot.bounds.contains(number) else { return false }
        model?.series[index] = number
      }
    case .revenue:
      guard let number = possible(slot, origin.revenue, value) else { return false }
      model?.revenue = number
    case .shares:
      guard let number = possible(slot, origin.shares, value) else { return false }
      model?.shares = number
    case .cash:
      guard let number = possible(slot, origin.cash, value) else { return false }
      model?.cash = number
    case .debt:
      guard let number = possible(slot, origin.debt, value) else { return false }
      model?.debt = number
    case .terminal:
      guard let number = possible(slot, origin.terminal.number, value) else { return false }
      model?.terminal = origin.terminal.with(number: number)
    case .firm(let place):
      guard let given = origin.firm?[keyPath: place], let number = possible(slot, given, value) else { return false }
      model?.firms[0][keyPath: place] = number
    case .assumption:
      break
    }
    return true
  }

  /// The value of one share with what was put in; missing where the model is refused.
  ///
  /// - Parameter values: the same values, for models that are resolved anew.
  func valuePerShare(_ values: @autoclosure () -> [Double]) -> Double {
    if let value = model?.valuePerShare() { return value }
    return (try? ResolvedModel(changed(values())).valuePerShare()) ?? .nan
  }

  private func possible(_ slot: Slot, _ number: Double, _ value: Double) -> Double? {
    let moved = slot.moved(number, to: value)
    return moved.isFinite && slot.bounds.contains(moved) ? moved : nil
  }
}
