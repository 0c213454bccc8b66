/// The values of one assumption at which the model gives a target: a valuation read backwards.
///
/// The possible range of the assumption is searched on a grid, and each change of sign is halved until the two sides
/// are as near as doubles can be. Putting a root back by ``Variation/change(to:)`` gives the target. Two roots between
/// neighbouring points of the grid, or one if the value only touches the target, are not seen.
public struct Solution: Sendable, Equatable {
  /// A value of the assumption and the value of a share that the model gives for it.
  public struct Point: Sendable, Equatable {
    /// The value of the assumption, or its shift.
    public let parameter: Double
    /// The value of one share.
    public let value: Double
  }

  /// The assumption and the effect of a root on it.
  public let variation: Variation
  /// The requested value of one share.
  public let target: Double
  /// All roots, ascending.
  public let roots: [Double]
  /// The root that is nearest to the model as it is; `nil` if there is none.
  public let value: Double?
  /// The lowest value of the assumption for which the model has a value, and that value.
  public let lowest: Point
  /// The highest value of the assumption for which the model has a value, and that value.
  public let highest: Point

  /// The lowest and the highest of all values that were seen on the way.
  public let reach: ClosedRange<Double>

  /// The name of the assumption.
  public var parameter: String { variation.parameter }
  /// Whether there is exactly one root.
  public var isUnique: Bool { roots.count == 1 }

  /// Searches for the target.
  ///
  /// - Parameters:
  ///   - assumptions: the model; an assumption that is replaced by the search need not be given.
  ///   - variation: the unknown to search for: a constant, or a shift of the path as it is.
  ///   - target: the value of one share; the model's price if it is `nil`.
  /// - Throws: `target-missing` without a target and a price, `no-influence` if the value does not depend on the
  ///   assumption, `wrong-kind` if it has no range of numbers, and the error of the model if every value of the
  ///   assumption is refused.
  public init(of assumptions: Assumptions, for variation: Variation, target: Double? = nil)
    throws(ValuationError)
  {
    let definition = try Self.checked(variation, hasTarget: target != nil, in: assumptions)
    let name = AssumptionDefinition.canonical(variation.parameter) ?? definition.name
    self.variation = Variation(name, variation.mode)
    self.target = try Self.wanted(target, in: assumptions)
    let search = try Self.search(for: self.variation, definition, target: self.target, in: assumptions)
    guard let lowest = search.lowest, let highest = search.highest else {
      throw ValuationError(
        code: .noValidModel,
        message: "the model is refused for every \(name)",
        assumptions: [name]
      )
    }
    guard search.varies else {
      throw ValuationError(
        code: .noInfluence,
        message: "the value does not depend on \(name)",
        assumptions: [name]
      )
    }
    self.lowest = lowest
    self.highest = highest
    reach = search.least...search.most
    roots = search.roots.sorted()
    let now: Double =
      if case .shift(let how) = variation.mode {
        how.neutral
      } else {
        assumptions.mean(of: name) ?? 0
      }
    value = roots.min { abs($0 - now) < abs($1 - now) }
  }

  /// The root that ``value`` would be, nil if there is none: the range is searched from the model as it is outward, as
  /// far as the nearest root takes.
  ///
  /// - Parameter present: the mean over the years of the assumption's present value, if it is known.
  /// - Throws: like the search for all roots, but a model without a value gives no reason.
  static func nearest(
    of assumptions: Assumptions, for variation: Variation, target: Double, present: Double? = nil
  ) throws(ValuationError) -> Double? {
    let definition = try checked(variation, hasTarget: true, in: assumptions)
    let name = AssumptionDefinition.canonical(variation.parameter) ?? definition.name
    let variation = Variation(name, variation.mode)
    var (search, points) = try prepared(
      variation, definition, target: try wanted(target, in: assumptions), in: assumptions)
    return search.nearest(to: present ?? assumptions.mean(of: name) ?? 0, over: points)
  }

  /// The definition of an unknown that can be searched for.
  private static func checked(
    _ variation: Variation, hasTarget: Bool, in assumptions: Assumptions
  ) throws(ValuationError) -> AssumptionDefinition {
    let definition = try variation.checkedDefinition(in: assumptions)
    let name = AssumptionDefinition.canonical(variation.parameter) ?? definition.name
    guard definition.key != .price || hasTarget else {
      throw ValuationError(
        code: .targetMissing,
        message: "the price at which the value equals the price cannot be solved for; give the value to reach",
        assumptions: [name]
      )
    }
    guard definition.key != .horizon else {
      throw ValuationError(
        code: .wrongKind,
        message: "horizon is a whole number of years, which cannot be solved for",
        assumptions: [name],
        hint: "use a sensitivity over horizon"
      )
    }
    return definition
  }

  /// The value to reach: the one requested, or the price.
  private static func wanted(_ target: Double?, in assumptions: Assumptions) throws(ValuationError) -> Double {
    guard let wanted = target ?? assumptions.price else {
      throw ValuationError(
        code: .targetMissing,
        message: "there is no price to solve for",
        assumptions: [.price],
        hint: "set price, or give the value to reach"
      )
    }
    guard wanted.isFinite else {
      throw ValuationError(code: .notFinite, message: "the value to reach is missing or not finite")
    }
    return wanted
  }

  /// The search over the possible values of an unknown.
  ///
  /// - Throws: the error of the model, if every value is refused.
  private static func search(
    for variation: Variation, _ definition: AssumptionDefinition, target: Double, in assumptions: Assumptions
  ) throws(ValuationError) -> SolutionSearch {
    var (search, points) = try prepared(variation, definition, target: target, in: assumptions)
    search.run(over: points)
    if search.lowest == nil {
      // Every value is refused, so the model itself says why.
      let placeholder = SearchRange(variation, definition, isInPlace: search.varied.origin != nil).placeholder
      _ = try DiscountedCashFlow.value(search.varied.changed([placeholder]))
    }
    return search
  }

  /// The model whose unknown can be put in, and the points of the grid.
  private static func prepared(
    _ variation: Variation, _ definition: AssumptionDefinition, target: Double, in assumptions: Assumptions
  ) throws(ValuationError) -> (SolutionSearch, points: [Double]) {
    var range = SearchRange(variation, definition)
    let varied = try VariedModel(assumptions, [variation], placeholders: [range.placeholder])
    if varied.origin == nil { range = SearchRange(variation, definition, isInPlace: false) }
    let present = varied.numbers(at: 0) ?? assumptions.plainNumbers(of: variation.parameter)
    let points = range.points(
      present: present ?? assumptions.presentNumbers(of: variation.parameter),
      terminal: varied.origin?.terminal ?? assumptions.givenTerminal(variation.parameter),
      scale: assumptions.scale(varied, target))
    return (SolutionSearch(varied: varied, target: target), points)
  }
}

extension Assumptions {
  /// The price, if it is given.
  fileprivate var price: Double? {
    guard let given = self[.price], case .scalar(let number) = given.value else { return nil }
    return given.afterShifts(number)
  }

  /// The mean over the years of an assumption's present value, from which the nearest root is counted.
  fileprivate func mean(of name: String) -> Double? {
    guard isOneFreeCashFlow, let model = try? ResolvedModel(self) else {
      return plainNumbers(of: name).map { $0.reduce(0, +) / Double(max(1, $0.count)) }
    }
    guard let key = AssumptionDefinition.key(of: name) else { return plainNumbers(of: name)?.first }
    if let years = model.values(of: key) { return years.reduce(0, +) / Double(years.count) }
    return model.scalar(key) ?? plainNumbers(of: name)?.first
  }

  /// The numbers that a path or a number says by itself; `nil` if it takes a model to know them.
  fileprivate func plainNumbers(of name: String) -> [Double]? {
    guard let given = holding(name) else { return AssumptionDefinition.named(name)?.defaultValue.map { [$0] } }
    switch given.value {
    case .scalar(let number): return [given.afterShifts(number)]
    case .terminal(let terminal): return [given.afterShifts(terminal.number)]
    case .path where given.isDerived:
      return (try? derivedYears(of: name, horizon: forecastYears())) ?? nil
    case .path(let path):
      let horizon = max(path.years ?? 1, Int(plainNumbers(of: AssumptionName.horizon.rawValue)?.first ?? 5), 2)
      return (try? path.values(of: name, horizon: horizon, base: baseYear[name] ?? given.start))
        .map { given.afterShifts($0.years) }
    case .priced(let multiple, _, let figure): return [given.afterShifts(multiple * figure)]
    case .word: return nil
    }
  }

  fileprivate func givenTerminal(_ name: String) -> TerminalAssumption? {
    if case .terminal(let terminal) = holding(name)?.value { terminal } else { nil }
  }

  /// An amount as large as an assumption without upper bound may have to reach.
  fileprivate func scale(_ varied: VariedModel, _ target: Double) -> Double {
    guard let origin = varied.origin else { return size(at: target) }
    let company = abs(target) * origin.shares + origin.revenue + origin.cash + origin.debt
    return company.isFinite && company > 0 ? company : 1
  }
}
