import LibC

/// The range to search for an assumption.
struct SearchRange {
  /// Steps of the grid: many if a value is cheap, 250 if each resolves the model again.
  let steps: Int

  let variation: Variation
  let bounds: AssumptionDefinition.Bounds
  let isTerminal: Bool
  /// A possible value to resolve the model with.
  let placeholder: Double

  init(_ variation: Variation, _ definition: AssumptionDefinition, isInPlace: Bool = true) {
    self.variation = variation
    steps = isInPlace ? 1000 : 250
    isTerminal = definition.key == .terminal
    bounds = variation.bounds(definition) ?? .init(0, .infinity)
    switch variation.mode {
    case .shift(let how): placeholder = how.neutral
    case .multiple: placeholder = 10
    case .set, .path: placeholder = isTerminal ? 0 : bounds.upper < .infinity ? (bounds.lower + bounds.upper) / 2 : 1
    }
  }

  /// The points of the grid, ascending.
  ///
  /// - Parameters:
  ///   - present: the numbers that the assumption has in the model.
  ///   - terminal: the terminal of the model.
  ///   - scale: the size of a number without upper bound.
  func points(present: [Double], terminal: TerminalAssumption?, scale: Double) -> [Double] {
    let least = present.min() ?? 0
    let most = present.max() ?? 0
    switch variation.mode {
    case .set, .path:
      return values(scale: scale)
    case .multiple:
      return multiples
    case .shift(.multiply), .shift(.divide):
      return geometric(from: 1e-4, to: 1e4)
    case .shift(.add), .shift(.subtract):
      // Only shifts that keep every year possible.
      var shifts: [Double]
      if isTerminal, case .multiple = terminal {
        shifts = multiples.map { $0 - least }
      } else if isTerminal || bounds.upper == .infinity {
        shifts = values(scale: scale).map { $0 - least }
      } else {
        shifts = linear(from: bounds.lower - least, to: bounds.upper - most)
      }
      if case .shift(.subtract) = variation.mode { shifts = shifts.reversed().map { -$0 } }
      return shifts
    }
  }

  private func values(scale: Double) -> [Double] {
    // Terminal growth ends at the discount rate, wherever that is: beyond it the model is refused.
    if isTerminal, bounds.lower < 0 { return linear(from: bounds.lower, to: 0.60) }
    if bounds.upper < .infinity { return linear(from: bounds.lower, to: bounds.upper) }
    let rest = geometric(from: scale * 1e-6, to: scale * 1e6)
    return bounds.excludesLower ? rest : [bounds.lower] + rest
  }

  private func linear(from first: Double, to last: Double) -> [Double] {
    (0...steps).map {
      $0 == steps ? last : first + (last - first) * Double($0) / Double(steps)
    }
  }

  private var multiples: [Double] { geometric(from: 1e-3, to: 1e5) }

  private func geometric(from first: Double, to last: Double) -> [Double] {
    let ratio = log(last / first)
    return (0...steps).map { first * exp(ratio * Double($0) / Double(steps)) }
  }
}
