/// A comparison of a smoothed input with a limit.
public struct CycleCondition: Sendable, Hashable {
  /// The comparisons.
  public enum Comparison: String, Sendable, Hashable {
    case below = "<"
    case above = ">"
    case atLeast = ">="
    case atMost = "<="
  }

  /// The inputs and their changes.
  public enum Quantity: String, Sendable, Hashable {
    case growth, unemployment, inflation, curve
    case growthChange = "change of growth in 90 days"
    case unemploymentChange = "change of unemployment in 90 days"
  }

  /// The quantity examined.
  public var quantity: Quantity
  /// The comparison that has to hold.
  public var comparison: Comparison
  /// The limit, in percent or points.
  public var limit: Double

  init(_ quantity: Quantity, _ comparison: Comparison, _ limit: Double) {
    (self.quantity, self.comparison, self.limit) = (quantity, comparison, limit)
  }

  /// The value that is compared.
  public func value(in readings: EconomicCycle.Readings) -> Double {
    switch quantity {
    case .growth: readings.growth
    case .unemployment: readings.unemployment
    case .inflation: readings.inflation
    case .curve: readings.curve
    case .growthChange: readings.growthChange
    case .unemploymentChange: readings.unemploymentChange
    }
  }

  /// True if the comparison holds; never for a missing value.
  public func holds(for readings: EconomicCycle.Readings) -> Bool {
    let value = value(in: readings)
    switch comparison {
    case .below: return value < limit
    case .above: return value > limit
    case .atLeast: return value >= limit
    case .atMost: return value <= limit
    }
  }

  /// The conditions of a stage: all of one group must hold.
  public static func all(of stage: CycleStage, _ parameters: CycleParameters) -> [[CycleCondition]] {
    switch stage {
    case .contraction:
      [
        [CycleCondition(.growth, .below, 0)],
        [CycleCondition(.unemploymentChange, .above, parameters["jobless_rise"])],
      ]
    case .peak:
      [
        [
          CycleCondition(.growthChange, .below, -parameters["growth_fall"]),
          CycleCondition(.inflation, .above, parameters["inflation"]),
        ],
        [CycleCondition(.curve, .below, -parameters["inversion"])],
      ]
    case .recovery:
      [
        [
          CycleCondition(.growth, .atLeast, 0), CycleCondition(.growth, .below, parameters["slow_growth"]),
          CycleCondition(.unemployment, .above, parameters["high_jobless"]),
          CycleCondition(.unemploymentChange, .below, -parameters["jobless_fall"]),
        ]
      ]
    case .expansion:
      [
        [CycleCondition(.growth, .atLeast, 0), CycleCondition(.unemploymentChange, .atMost, 0)],
        [CycleCondition(.growth, .above, 0)],
      ]
    }
  }
}
