/// Values a model with some assumptions varied, without resolving it each time, if possible.
///
/// A model of free cash flow to the firm in one piece is changed in place. Every other model, and a change of more than
/// numbers, is resolved again for each value; both give the same doubles.
package struct VariedModel: Sendable {
  /// The target of a variation, as a value that costs nothing to copy: each cell of a grid looks at it.
  private struct Slot {
    let place: ModelPlace
    let mode: Mode
    /// The number that is moved; missing if there is none, or one for each year.
    let given: Double
    let bounds: AssumptionDefinition.Bounds

    enum Mode {
      case replaced
      case shifted(Assumption.Shift.Operator)
    }

    @inline(__always)
    func moved(_ number: Double, to value: Double) -> Double {
      switch mode {
      case .replaced: value
      case .shifted(.add): number + value
      case .shifted(.subtract): number - value
      case .shifted(.multiply): number * value
      case .shifted(.divide): number / value
      }
    }
  }

  private let assumptions: Assumptions
  private let variations: [Variation]
  private let names: [AssumptionName]
  private let slots: [Slot]
  /// The model before any shift; `nil` if each value is resolved again.
  package let origin: ResolvedModel?
  private var model: ModelInPlace?

  /// - Parameter placeholders: a possible value for each variation that replaces its assumption.
  package init(_ assumptions: Assumptions, _ variations: [Variation], placeholders: [Double]) throws(ValuationError) {
    var changes: [Assumptions.Change] = []
    var names: [AssumptionName] = []
    var bounds: [AssumptionDefinition.Bounds] = []
    for (variation, placeholder) in zip(variations, placeholders) {
      let definition = try variation.checkedDefinition(in: assumptions)
      let name = AssumptionDefinition.canonical(variation.parameter) ?? definition.name
      // Replacing a path can change the horizon that follows from it, so the replacement comes before resolving; and
      // shifting an assumption that was not given first sets it.
      if case .shift(let how) = variation.mode {
        if assumptions.holding(name) == nil { changes.append(variation.change(to: how.neutral)) }
      } else {
        changes.append(variation.change(to: placeholder))
      }
      names.append(definition.key)
      bounds.append(variation.bounds(definition) ?? AssumptionDefinition.Bounds(-.infinity, .infinity))
    }
    self.assumptions = assumptions
    self.variations = variations
    self.names = names
    let isPath = variations.contains { if case .path = $0.mode { true } else { false } }
    model = isPath ? nil : try ModelInPlace(assumptions.with(changes), names)
    origin = model?.given
    var slots: [Slot] = []
    if let model, let origin {
      for (place, variation) in variations.enumerated() {
        var bound = bounds[place]
        let target = model.places[place]
        if case .terminal = target.target, case .multiple = origin.terminal {
          bound = AssumptionDefinition.possibleMultiple
        }
        let mode: Slot.Mode = if case .shift(let how) = variation.mode { .shifted(how) } else { .replaced }
        slots.append(Slot(place: target, mode: mode, given: model.number(at: target), bounds: bound))
      }
    }
    self.slots = slots
  }

  /// The inputs as a kernel of lanes takes them; `nil` if they have to be put in one by one.
  func lanes() -> LaneModel? {
    guard let origin, let model, !model.buildsCost else { return nil }
    return LaneModel(origin, zip(names, variations).map { ($0, $1.mode) })
  }

  /// The assumptions with the values put in.
  func changed(_ values: [Double]) throws(ValuationError) -> Assumptions {
    try assumptions.with(zip(variations, values).map { $0.change(to: $1) })
  }

  /// The numbers that a variation moves; `nil` if they are not known.
  func numbers(at place: Int) -> [Double]? {
    guard let origin else { return nil }
    if case .row(let row) = slots[place].place.target { return Array(origin.rows[row]) }
    return [slots[place].given]
  }

  /// The least and the greatest number that a variation moves, and the bounds of the assumption; `nil` if it is not
  /// known.
  func reach(at place: Int) -> (least: Double, greatest: Double, bounds: AssumptionDefinition.Bounds)? {
    guard let numbers = numbers(at: place) else { return nil }
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return (least, greatest, slots[place].bounds)
  }

  /// Puts a value in for the variation at `place`; says whether the assumption may have it.
  mutating func put(_ value: Double, at place: Int) -> Bool {
    guard model != nil else { return true }
    let slot = slots[place]
    if case .row(let row) = slot.place.target {
      return model?.fill(row) { number in
        let moved = slot.moved(number, to: value)
        return moved.isFinite && slot.bounds.contains(moved) ? moved : nil
      } ?? false
    }
    let number = slot.moved(slot.given, to: value)
    guard number.isFinite, slot.bounds.contains(number) else { return false }
    model?.put(number, at: slot.place)
    return true
  }

  /// The value of one share with the numbers that were put in; missing if the model is refused.
  ///
  /// - Parameter values: the same values, for models that are resolved again.
  mutating func valuePerShare(_ values: @autoclosure () -> [Double]) -> Double {
    model?.valuePerShare() ?? Self.valuePerShare(of: try? changed(values()))
  }

  /// The value of one share by the model that the assumptions choose; missing if the model is refused.
  static func valuePerShare(of assumptions: Assumptions?) -> Double {
    guard let assumptions else { return .nan }
    return (try? DiscountedCashFlow.valuePerShare(of: assumptions)) ?? .nan
  }
}

extension Assumptions {
  /// Whether the model is one of free cash flow to the firm, in one piece.
  var isOneFreeCashFlow: Bool { parts.isEmpty && method == .fcff }
}
