/// Two assumptions that together give a target: the second as a function of the first.
public struct SolutionCurve: Sendable, Equatable {
  /// One value of the first assumption.
  public struct Point: Sendable, Equatable {
    /// The value of the first assumption, or its shift.
    public let first: Double
    /// The value of the second that gives the target, the nearest to the model as it is; `nil` if there is none.
    public let second: Double?
    /// All values of the second that give the target, ascending.
    public let roots: [Double]
    /// Why nothing could be looked for; `nil` if it could.
    public let refusal: ValuationError?
  }

  /// The assumption whose values are given.
  public let first: Variation
  /// The assumption that is solved for.
  public let second: Variation
  /// The requested value of one share.
  public let target: Double
  /// The points, in the order of the first assumption's values.
  public let points: [Point]

  /// Searches for the target.
  ///
  /// - Parameters:
  ///   - assumptions: the model.
  ///   - first: an assumption that takes some values.
  ///   - values: those values; if it is `nil`, up to 21 around the present one, in half its usual steps.
  ///   - second: the assumption that is solved for.
  ///   - target: the value of one share; the model's price if it is `nil`.
  /// - Throws: `axes` if both are one assumption or no values can be chosen; the model's error if every point is
  ///   refused.
  public init(
    of assumptions: Assumptions, over first: Variation, values: [Double]? = nil, for second: Variation,
    target: Double? = nil
  ) throws(ValuationError) {
    let definition = try first.checkedDefinition(in: assumptions)
    let name = AssumptionDefinition.canonical(first.parameter) ?? definition.name
    let other = try second.checkedDefinition(in: assumptions)
    let otherName = AssumptionDefinition.canonical(second.parameter) ?? other.name
    guard name != otherName else {
      throw ValuationError(code: .axes, message: "both unknowns are \(name)", assumptions: [name])
    }
    self.first = Variation(name, first.mode)
    self.second = Variation(otherName, second.mode)
    let chosen: [Double]
    if let values { chosen = values } else { chosen = try Self.usual(self.first, definition, assumptions) }
    var points: [Point] = []
    var reached: Double?
    var refusal: ValuationError?
    for value in chosen {
      do throws(ValuationError) {
        let changed = try assumptions.with([self.first.change(to: value)])
        let solution = try Solution(of: changed, for: self.second, target: target)
        reached = solution.target
        points.append(Point(first: value, second: solution.value, roots: solution.roots, refusal: nil))
      } catch {
        refusal = refusal ?? error
        points.append(Point(first: value, second: nil, roots: [], refusal: error))
      }
    }
    guard let reached else {
      throw refusal
        ?? ValuationError(code: .axes, message: "there are no values of \(name) to try", assumptions: [name])
    }
    self.target = reached
    self.points = points
  }

  /// Values about the present one, ten on either side; over the usual range if there is none.
  private static func usual(_ variation: Variation, _ definition: AssumptionDefinition, _ assumptions: Assumptions)
    throws(ValuationError) -> [Double]
  {
    func spread(_ low: Double, _ high: Double) -> [Double] {
      (0...20).map { $0 == 20 ? high : low + (high - low) * Double($0) / 20 }
    }
    switch variation.mode {
    case .multiple(let metric):
      let usual = AssumptionDefinition.terminalMultiple(of: metric).plausible
      return spread(usual.lower, usual.upper)
    case .set, .path:
      if let values = about(variation, definition, assumptions) { return values }
      if let range = definition.plausible, range.lower.isFinite, range.upper.isFinite {
        return spread(range.lower, range.upper)
      }
      guard let base = Variation(variation.parameter).baseValue(in: assumptions), base > 0 else { break }
      return spread(base / 2, base * 2)
    case .shift(.add), .shift(.subtract):
      if let swing = definition.swing, !definition.swingIsRelative { return spread(-5 * swing, 5 * swing) }
      guard let base = Variation(variation.parameter).baseValue(in: assumptions), base != 0 else { break }
      return spread(-base.magnitude / 2, base.magnitude / 2)
    case .shift(.multiply), .shift(.divide): return spread(0.5, 1.5)
    }
    throw ValuationError(
      code: .axes, message: "\(variation.parameter) has no usual range", assumptions: [variation.parameter],
      hint: "give its values")
  }
  /// Values in half the usual steps about the present one, or about the mean of a path; `nil` without such a step.
  private static func about(
    _ variation: Variation, _ definition: AssumptionDefinition, _ assumptions: Assumptions
  ) -> [Double]? {
    guard let swing = definition.swing, !definition.swingIsRelative else { return nil }
    let step = swing / 2
    let middle: Double
    if let base = Variation(variation.parameter).baseValue(in: assumptions) {
      middle = base
    } else {
      let present = assumptions.presentNumbers(of: variation.parameter)
      guard !present.isEmpty else { return nil }
      middle = (present.reduce(0, +) / Double(present.count) / step).rounded() * step
    }
    let values = (-10...10).map { $0 == 0 ? middle : middle + Double($0) * step }
    return values.filter { definition.hard?.contains($0) ?? true }
  }
}
