import Text

/// For each assumption alone, the point at which the value of a share equals its price: how wrong one may be.
public struct Breakeven: Sendable, Equatable {
  /// One assumption.
  public struct Row: Sendable, Equatable {
    /// Its name, prefixed with that of its part.
    public let parameter: String
    /// The unit of its numbers.
    public let unit: AssumptionDefinition.Unit
    /// The number in the model; `nil` if it differs from year to year.
    public let base: Double?
    /// The number at which the value is the price; `nil` for a path, and if there is none.
    public let number: Double?
    /// The amount to move every year by, or to multiply it by if ``isFactor``; `nil` if nothing gives the price.
    public let distance: Double?
    /// Whether ``distance`` is a factor.
    public let isFactor: Bool
    /// The distance in swings, the usual steps of the assumption: below 1 the price hangs on a small error.
    public let swings: Double?
    /// Whether no other move also gives the price.
    public let isUnique: Bool
    /// If nothing gives the price, the lowest and the highest value that the assumption can give.
    public let reach: ClosedRange<Double>?
    /// Why it could not be looked for; `nil` if it could.
    public let refusal: ValuationError?

    /// The row in words.
    public var text: String {
      if let refusal { return "\(parameter): \(refusal.message)" }
      guard let distance else {
        let reach =
          reach.map {
            ": the value stays within \(Wording.number($0.lowerBound, places: 2)).."
              + "\(Wording.number($0.upperBound, places: 2))"
          } ?? ""
        return "no \(parameter) gives the price" + reach
      }
      let isRate = unit == .rate || unit == .terminal && (base ?? 0) < 1
      let isUp = isFactor ? distance > 1 : distance > 0
      let amount =
        isFactor
        ? Wording.percent((distance - 1).magnitude, places: 1)
        : isRate ? Wording.points(distance.magnitude) : Wording.number(distance.magnitude, places: 2)
      let end = number.map { ", to \(isRate ? Wording.percent($0) : Wording.amount($0))" } ?? " in every year"
      let size = swings.map { " (\(Wording.number($0.magnitude, places: 1)) swings)" } ?? ""
      return "\(parameter) \(amount) \(isUp ? "higher" : "lower")\(end)\(size)"
    }
  }

  /// The assumptions, the nearest to break first; those for which nothing gives the price last.
  public let rows: [Row]
  /// The requested value of one share: the price.
  public let target: Double
  /// The valuation.
  public let base: ValuationResult
  /// The assumptions that were to be looked at.
  public let requestedCount: Int
  /// The number of tried assumptions: fewer if the work was stopped.
  public let triedCount: Int

  /// Looks for the price.
  ///
  /// - Parameters:
  ///   - assumptions: the model.
  ///   - target: the value of one share; the model's price if it is `nil`.
  ///   - names: the assumptions; those that have a swing if it is `nil`.
  ///   - isStopped: True once no more is to be looked for; asked before each assumption. The rows that there are stay.
  /// - Throws: `target-missing` without a target and a price; `interrupted` before the first assumption; `unknown-assumption`; the errors of valuing the model.
  public init(
    of assumptions: Assumptions, target: Double? = nil, names: [String]? = nil, isStopped: () -> Bool = { false }
  ) throws(ValuationError) {
    base = try DiscountedCashFlow.value(assumptions)
    guard let wanted = target ?? base.price else {
      throw ValuationError(
        code: .targetMissing, message: "there is no price for the value to equal", assumptions: [.price],
        hint: "set price, or give the value to reach")
    }
    self.target = wanted
    var levers = Lever.all(of: assumptions, base, swing: nil)
    if let names {
      var chosen: [String] = []
      for name in names {
        _ = try AssumptionDefinition.find(name)
        chosen.append(AssumptionDefinition.canonical(name) ?? name)
      }
      levers = levers.filter { chosen.contains($0.name) }
    }
    requestedCount = levers.count
    var rows: [Row] = []
    var tried = 0
    for lever in levers {
      if isStopped() {
        guard tried > 0 else {
          throw ValuationError(code: .interrupted, message: "stopped before the first assumption")
        }
        break
      }
      tried += 1
      guard let row = Self.row(lever, assumptions, wanted) else { continue }
      rows.append(row)
    }
    triedCount = tried
    self.rows = rows.enumerated().sorted {
      ($0.element.swings?.magnitude ?? .infinity, $0.offset) < ($1.element.swings?.magnitude ?? .infinity, $1.offset)
    }.map(\.element)
  }

  private static func row(_ lever: Lever, _ assumptions: Assumptions, _ target: Double) -> Row? {
    let neutral = lever.isRelative ? 1.0 : 0
    func row(_ distance: Double?, isUnique: Bool, reach: ClosedRange<Double>?, _ refusal: ValuationError?) -> Row {
      let number = distance.flatMap { distance in
        lever.number.map { lever.isRelative ? $0 * distance : $0 + distance }
      }
      return Row(
        parameter: lever.name, unit: lever.definition.unit, base: lever.number, number: number, distance: distance,
        isFactor: lever.isRelative, swings: distance.map { ($0 - neutral) / lever.swing }, isUnique: isUnique,
        reach: reach, refusal: refusal)
    }
    do throws(ValuationError) {
      let variation = Variation(lever.name, .shift(lever.isRelative ? .multiply : .add))
      let solution = try Solution(of: assumptions, for: variation, target: target)
      let reach = solution.value == nil ? solution.reach : nil
      return row(solution.value, isUnique: solution.isUnique, reach: reach, nil)
    } catch {
      return error.code == .noInfluence ? nil : row(nil, isUnique: false, reach: nil, error)
    }
  }
}
