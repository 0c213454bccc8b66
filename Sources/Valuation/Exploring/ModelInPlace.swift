/// A model of free cash flow to the firm that is changed number by number and valued again, without resolving it.
///
/// Numbers that are computed from a changed one, such as a discount rate that is built up, follow it. The values are
/// the same doubles as those of the changed assumptions.
struct ModelInPlace: Sendable {
  /// The resolved model.
  let given: ResolvedModel
  /// The places of the assumptions that may change.
  let places: [ModelPlace]
  private var model: ResolvedModel
  /// The cost of capital that some of the changes affect; `nil` if none does.
  private var cost: BuiltDiscount?
  /// Whether the discount rate is older than a number that it is built from.
  private var isStale = false
  /// Whether no such rate may be.
  private var isRefused = false
  /// The paths that the horizon was taken from; empty if it was typed or is the default.
  let horizonFrom: [String]

  /// - Parameters:
  ///   - assumptions: a complete model.
  ///   - names: the assumptions that are to be changed, with the names of the table.
  /// - Returns: nil if one of them requires resolving the model again.
  /// - Throws: the errors of resolving.
  init?(_ assumptions: Assumptions, _ names: [AssumptionName]) throws(ValuationError) {
    guard assumptions.isOneFreeCashFlow, names.allSatisfy(ModelPlace.isPossible) else { return nil }
    guard assumptions.staysDerived(whileMoving: names) else { return nil }
    let (model, context) = try ResolvedModel.resolve(assumptions)
    let built = try BuiltDiscount(assumptions, model, context)
    var places: [ModelPlace] = []
    for name in names {
      guard let place = ModelPlace(name, in: model, buildsCost: built != nil),
        !Self.takesResolving(name, assumptions, isBuilt: built != nil)
      else { return nil }
      places.append(place)
    }
    given = model
    self.model = model
    self.places = places
    horizonFrom = context.horizonFrom
    if names.contains(where: BuiltDiscount.dependsOn) { cost = built }
  }

  /// Whether numbers of the model were worked out from an assumption in a way that cannot be followed in place.
  private static func takesResolving(_ name: AssumptionName, _ assumptions: Assumptions, isBuilt: Bool) -> Bool {
    if assumptions[.grossMargin] != nil, [AssumptionName.margin, .terminalMargin].contains(name) { return true }
    if assumptions[.market] != nil, [AssumptionName.growth, .revenue, .market, .marketGrowth].contains(name) {
      return true
    }
    // A discount rate that is built, and a path that starts from it.
    if CostOfCapital.isWanted(assumptions), name == .discount || !isBuilt && BuiltDiscount.dependsOn(name) {
      return true
    }
    if [AssumptionName.fx, .adrRatio, .split, .price].contains(name), assumptions.word(.treasuryAt) == "price" {
      return true
    }
    if [AssumptionName.revenue, .leases].contains(name) {
      return assumptions[.leaseRate] != nil || name == .revenue && assumptions[.research] != nil
    }
    return false
  }

  /// Whether the discount rate is built again when a number changes.
  var buildsCost: Bool { cost != nil }

  /// Whether mixtures of two models are models with some of the numbers of one and some of the other.
  func mixes(with other: ModelInPlace) -> Bool {
    guard given.horizon == other.given.horizon, given.rows.rowCount == other.given.rows.rowCount,
      given.firms.count == other.given.firms.count
    else { return false }
    // A path from which both take their horizon is in every mixture.
    guard horizonFrom.isEmpty && other.horizonFrom.isEmpty || horizonFrom.contains(where: other.horizonFrom.contains)
    else { return false }
    guard let cost, let its = other.cost else { return cost == nil && other.cost == nil }
    return cost.isBuiltAlike(its)
  }

  /// The number at a place as given; missing for a row.
  func number(at place: ModelPlace) -> Double {
    switch place.target {
    case .row: .nan
    case .revenue: given.revenue
    case .shares: given.shares
    case .cash: given.cash
    case .debt: given.debt
    case .terminal: given.terminal.number
    case .firm(let offset): given.firms[0].number(at: offset)
    case .cost: place.part.flatMap { cost?.given(at: $0) } ?? .nan
    }
  }

  /// Puts a number in; at the terminal, a number of the kind that was given.
  mutating func put(_ number: Double, at place: ModelPlace) {
    switch place.target {
    case .row, .cost: break
    case .revenue: model.revenue = number
    case .shares: model.shares = number
    case .cash: model.cash = number
    case .debt: model.debt = number
    case .terminal: model.terminal = given.terminal.with(number: number)
    case .firm(let offset): model.firms[0].put(number, at: offset)
    }
    guard let part = place.part, cost != nil else { return }
    cost?.put(number, at: part)
    isStale = true
  }

  /// Makes a row out of the one that was given; says whether there was a number for each year.
  ///
  /// - Parameter changed: the number of a year, from the one that was given; `nil` if it is not allowed.
  @inline(__always)
  mutating func fill(_ row: ForecastTable.Row, _ changed: (Double) -> Double?) -> Bool {
    guard let last = model.rows.fill(row, from: given.rows, { changed($1) }) else { return false }
    if case .tax = row, cost != nil {
      cost?.parts.lastTax = last
      isStale = true
    }
    return true
  }

  /// Takes the number or the row at a place from another model, with which this one mixes.
  mutating func take(_ place: ModelPlace, from other: ModelInPlace) {
    switch place.target {
    case .row(let row):
      var year = 0
      _ = fill(row) { _ in
        defer { year += 1 }
        return other.given.rows[row, year]
      }
    case .terminal: model.terminal = other.given.terminal
    default: put(other.number(at: place), at: place)
    }
  }

  /// The value of one share with the numbers that were put in; missing if the model is refused.
  mutating func valuePerShare() -> Double {
    if isStale { buildCost() }
    return isRefused ? .nan : model.valuePerShare()
  }

  private mutating func buildCost() {
    isStale = false
    isRefused = true
    guard let rate = cost?.rate() else { return }
    isRefused = false
    _ = fill(.discount) { _ in rate }
    guard let cost, !model.firms.isEmpty else { return }
    model.firms[0].riskFree = cost.parts.riskFree
    model.firms[0].costOfDebt = cost.costOfDebt
  }
}

/// The place of the number in a model, or the yearly numbers, of an assumption.
struct ModelPlace: Sendable {
  enum Target: Sendable {
    case row(ForecastTable.Row)
    case revenue, shares, cash, debt
    case terminal
    /// A number of the full model, by the bytes before it.
    case firm(Int)
    /// A number that only the cost of capital is built from.
    case cost
  }

  let target: Target
  /// The byte offset of the number among those that the cost of capital is built from.
  let part: Int?

  /// The place of an assumption in a model; `nil` if it has none.
  init?(_ name: AssumptionName, in model: ResolvedModel, buildsCost: Bool) {
    part = CostOfCapital.Parts.place(of: name).flatMap { MemoryLayout<CostOfCapital.Parts>.offset(of: $0) }
    switch name {
    case .revenue: target = .revenue
    case .shares: target = .shares
    case .cash: target = .cash
    case .debt: target = .debt
    case .terminal: target = .terminal
    default:
      if let row = ForecastTable.Row(named: name) {
        guard model.rows.has(row) else { return nil }
        target = .row(row)
      } else if let path = FirmModel.place(of: name) {
        guard model.firm != nil, let offset = MemoryLayout<FirmModel>.offset(of: path) else { return nil }
        target = .firm(offset)
      } else {
        guard buildsCost, part != nil else { return nil }
        target = .cost
      }
    }
  }

  /// Whether some model has a place for an assumption.
  static func isPossible(_ name: AssumptionName) -> Bool {
    [AssumptionName.revenue, .shares, .cash, .debt, .terminal].contains(name) || ForecastTable.Row(named: name) != nil
      || FirmModel.place(of: name) != nil || CostOfCapital.Parts.place(of: name) != nil
  }
}

extension FirmModel {
  /// The number after `offset` bytes, which come from ``place(of:)``.
  fileprivate func number(at offset: Int) -> Double {
    withUnsafeBytes(of: self) { $0.load(fromByteOffset: offset, as: Double.self) }
  }

  fileprivate mutating func put(_ number: Double, at offset: Int) {
    withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: number, toByteOffset: offset, as: Double.self) }
  }
}
