import Valuation

/// The model whose assumptions become cells: that of a company, of one of its parts, or of a segment.
struct InputContext {
  /// The assumptions before defaults and rates that were built.
  let given: Assumptions
  /// The assumptions that the valuation used.
  var used: [Assumption]
  /// The years of the forecast.
  let horizon: Int
  /// Whether the model is one of equity.
  let isOfEquity: Bool
  /// The rates that were built from their parts.
  let built: Set<AssumptionName>
  /// The numbers that an assumption had; `nil` if it has none by itself.
  let numbers: (AssumptionName) -> [Double]?

  /// The model of a valuation.
  init(given: Assumptions, _ result: ValuationResult) {
    self.given = given
    let all = result.assumptions
    used = all.all.filter { $0.key != .balanceDate || all.balanceDay != nil }
    horizon = result.horizon
    isOfEquity = result.method.isOfEquity
    var built: Set<AssumptionName> = []
    if result.costOfCapital != nil { built.insert(.discount) }
    if result.costOfEquity != nil { built.insert(.costOfEquity) }
    self.built = built
    numbers = { result.numbers(of: $0) }
  }

  /// The assumptions of a company that is the sum of its segments: growth and margin are those of the segments that
  /// have none of their own.
  init(given: Assumptions, ofSegments result: ValuationResult) {
    self.given = given
    let summed: [AssumptionName] = [.revenue, .growth, .margin]
    used = result.assumptions.all.filter { assumption in
      assumption.key.map { !summed.contains($0) || given[$0] != nil } ?? false
    }
    horizon = result.horizon
    isOfEquity = result.method.isOfEquity
    built = InputContext(given: given, result).built
    numbers = { name in
      switch name {
      case .growth, .margin:
        result.segments.first { segment in given.part(segment.name)?.assumptions[name] == nil }?.numbers(of: name)
      case .revenue: nil
      default: result.numbers(of: name)
      }
    }
  }

  /// A segment with its own assumptions only.
  init(_ segment: SegmentForecast, of part: ValuationPart) {
    given = part.assumptions
    used = part.assumptions.all
    horizon = segment.growth.count
    isOfEquity = false
    built = []
    numbers = { segment.numbers(of: $0) }
  }

  /// Whether a rate was built from its parts, and not given.
  func isBuilt(_ name: AssumptionName) -> Bool { built.contains(name) && given[name] == nil }
}
