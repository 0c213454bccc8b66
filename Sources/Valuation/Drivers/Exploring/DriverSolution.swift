/// The numbers of one assumption at which a driver model is worth a target: the model read backwards.
///
/// The possible range of the assumption is searched on a grid of 600 steps, and each change of sign is halved until
/// the two sides are as near as doubles can be. Two roots between neighbouring points are not seen.
public struct DriverSolution: Sendable, Equatable {
  /// A number of the assumption and the value there.
  public struct Point: Sendable, Equatable {
    /// The number of the assumption.
    public let number: Double
    /// The value.
    public let value: Double
  }

  /// The assumption.
  public let name: String
  /// The value requested.
  public let target: Double
  /// All roots, ascending.
  public let roots: [Double]
  /// The root nearest to the model as it is; `nil` if there is none.
  public let number: Double?
  /// The lowest number for which the model has a value.
  public let lowest: Point
  /// The highest number for which the model has a value.
  public let highest: Point

  /// Searches for the target.
  ///
  /// - Parameter target: the value to reach; the company's price if it is `nil` and the two can be compared.
  /// - Throws: `unknown-assumption`, `wrong-kind` for an assumption that is not a continuous number, `target-missing`,
  ///   `not-finite`, `no-influence` if the value does not depend on the assumption, and the error of the model if every
  ///   number is refused.
  public init(
    of model: DriverModel,
    for name: String,
    target: Double? = nil,
    like convention: DriverConvention = .standard,
    method: DriverMethod = .discounted,
    on company: Assumptions = Assumptions(),
    symbol: String? = nil
  ) throws(ValuationError) {
    let (canonical, bounds) = try DriverSolution.unknown(name, in: model)
    let priced = try DriverSolution.price(model, convention, method, company, symbol)
    let wanted = try DriverSolution.wanted(target ?? priced)
    var refusal: ValuationError?
    var search = Search(target: wanted) { number in
      do throws(ValuationError) {
        let moved = try model.setting(canonical, .number(number))
        return try moved.value(like: convention, method: method, on: company, symbol: symbol).intrinsicValue
      } catch {
        refusal = error
        return .nan
      }
    }
    search.run(over: DriverSolution.points(in: bounds))
    guard let lowest = search.lowest, let highest = search.highest else {
      throw refusal
        ?? ValuationError(
          code: .noValidModel, message: "the model is refused for every \(canonical)", assumptions: [canonical])
    }
    guard search.varies else {
      throw ValuationError(
        code: .noInfluence, message: "the value does not depend on \(canonical)", assumptions: [canonical])
    }
    self.name = canonical
    self.target = wanted
    self.lowest = lowest
    self.highest = highest
    roots = search.roots.sorted()
    let now = model.number(of: canonical) ?? 0
    number = roots.min { abs($0 - now) < abs($1 - now) }
  }

  /// The assumption that is searched for, with its possible numbers.
  private static func unknown(
    _ name: String, in model: DriverModel
  ) throws(ValuationError) -> (name: String, bounds: ClosedRange<Double>) {
    guard let canonical = model.canonicalName(name) else {
      _ = try model.setting(name, .number(0))
      throw ValuationError(code: .unknownAssumption, message: "there is no `\(name)`", assumptions: [name])
    }
    guard let bounds = bounds(of: canonical, in: model) else {
      throw ValuationError(
        code: .wrongKind,
        message: "\(canonical) is not a number that can be solved for",
        assumptions: [canonical]
      )
    }
    return (canonical, bounds)
  }

  /// The value to reach, which must be known.
  private static func wanted(_ target: Double?) throws(ValuationError) -> Double {
    guard let target else {
      throw ValuationError(
        code: .targetMissing,
        message: "there is no price to solve for",
        assumptions: [.price],
        hint: "give revenue, shares and price, or give the value to reach"
      )
    }
    guard target.isFinite else {
      throw ValuationError(code: .notFinite, message: "the value to reach is missing or not finite")
    }
    return target
  }

  /// The points of the search, both ends among them.
  private static func points(in bounds: ClosedRange<Double>) -> [Double] {
    let steps = 600
    return (0...steps).map { step in
      let share = Double(step) / Double(steps)
      return step == steps ? bounds.upperBound : bounds.lowerBound + (bounds.upperBound - bounds.lowerBound) * share
    }
  }

  /// The price, if the value can be compared with it.
  private static func price(
    _ model: DriverModel, _ convention: DriverConvention, _ method: DriverMethod, _ company: Assumptions,
    _ symbol: String?
  ) throws(ValuationError) -> Double? {
    switch convention {
    case .investor: try model.value(like: convention, method: method, on: company, symbol: symbol).price
    case .standard:
      DriverModel.isComparable(company) && method == .discounted ? DriverModel.number(.price, company) : nil
    }
  }

  /// The numbers that an assumption can have at all; `nil` for words, and for years, which are whole numbers.
  private static func bounds(of name: String, in model: DriverModel) -> ClosedRange<Double>? {
    if let driver = model.driver(named: name) {
      let width = driver.range.upperBound - driver.range.lowerBound
      switch driver.effect {
      case .growth: return -0.99...3
      case .multiplier, .retention: return 0.01...5
      case .level(let base): return 0.01 * base...5 * base
      case .position: return driver.range.lowerBound - width...driver.range.upperBound + width
      }
    }
    switch DriverField(named: name) {
    case .grossMargin: return 0...1
    case .margin, .workingCapital: return -1...1
    case .tax: return 0...0.6
    case .capex: return 0...1
    case .discount: return 0.001...0.6
    case .terminalGrowth: return -0.1...0.6
    case .exitMultiple: return 0.1...200
    case .marginOfSafety, nil: return nil
    }
  }
}

/// A pass over the points, then halving.
private struct Search {
  let target: Double
  let value: (Double) -> Double
  var roots: [Double] = []
  var lowest: DriverSolution.Point?
  var highest: DriverSolution.Point?
  var varies = false

  init(target: Double, value: @escaping (Double) -> Double) {
    self.target = target
    self.value = value
  }

  mutating func run(over points: [Double]) {
    var before: DriverSolution.Point?
    for number in points {
      let here = DriverSolution.Point(number: number, value: value(number))
      if let before {
        switch (before.value.isNaN, here.value.isNaN) {
        case (false, false): between(before, here)
        case (true, false): between(edge(of: here, refused: before.number), here)
        case (false, true): between(before, edge(of: before, refused: number))
        case (true, true): break
        }
      } else if !here.value.isNaN {
        note(here)
      }
      before = here
    }
  }

  /// The valid point nearest to the edge of refusal.
  private func edge(of valid: DriverSolution.Point, refused: Double) -> DriverSolution.Point {
    var inside = valid
    var outside = refused
    while true {
      let middle = inside.number + (outside - inside.number) / 2
      guard middle != inside.number, middle != outside else { return inside }
      let there = value(middle)
      if there.isNaN { outside = middle } else { inside = DriverSolution.Point(number: middle, value: there) }
    }
  }

  private mutating func note(_ point: DriverSolution.Point) {
    if let lowest, abs(point.value - lowest.value) > 1e-12 * max(1, abs(lowest.value)) { varies = true }
    if lowest.map({ point.number < $0.number }) ?? true { lowest = point }
    if highest.map({ point.number > $0.number }) ?? true { highest = point }
    if point.value == target, roots.last != point.number { roots.append(point.number) }
  }

  private mutating func between(_ low: DriverSolution.Point, _ high: DriverSolution.Point) {
    note(low)
    note(high)
    guard (low.value < target) != (high.value < target), low.value != target, high.value != target else { return }
    var (a, b) = (low, high)
    while true {
      let middle = a.number + (b.number - a.number) / 2
      guard middle != a.number, middle != b.number else { break }
      let there = DriverSolution.Point(number: middle, value: value(middle))
      if there.value.isNaN { return }
      if (there.value < target) == (a.value < target) { a = there } else { b = there }
    }
    roots.append(abs(a.value - target) <= abs(b.value - target) ? a.number : b.number)
  }
}
