import FileFormats
import Valuation

/// The cells of an assumption that follows amounts of money or another assumption: `capex = [75B, 90B] then to 8%`,
/// `terminal = growth`, `depreciation = 80% of capex`.
///
/// Amounts and shares are in their own row, and the rates follow from them.
struct DerivedCells {
  /// The rates: one a year, or one alone.
  private(set) var rates: InputCells = [:]
  /// The typed input if it is not a rate: amounts, or shares of another assumption.
  private(set) var typed: InputCells = [:]

  private let name: AssumptionName
  private let shifts: [Assumption.Shift]
  private let horizon: Int

  /// Reads an assumption; `nil` for a form that has no formulas.
  ///
  /// - Parameter values: its rates after all changes.
  init?(_ assumption: Assumption, _ name: AssumptionName, values: [Double]?, horizon: Int) {
    guard case .path(let path) = assumption.value, assumption.exceptions.isEmpty else { return nil }
    self.name = name
    shifts = assumption.shifts
    self.horizon = horizon
    guard name.definition.isPath else {
      guard path.phases.count == 1, path.whole == nil, case .linked(let other) = path.phases[0].shape else {
        return nil
      }
      rates[0] = following { [horizon] in Self.cell(of: other, horizon, in: $0) }
      return
    }
    guard let values, values.count == horizon else { return nil }
    guard readShares(path) || readPhases(path, values) else { return nil }
  }

  /// The cell of another assumption in a year.
  private static func cell(of name: AssumptionName, _ year: Int, in block: InputBlock) -> Formula {
    block.cell(name, name.definition.isPath ? year : 0)
  }

  /// A cell that follows others and is moved with the entire path.
  private func following(_ formula: @escaping @Sendable (InputBlock) -> Formula) -> InputCell {
    let shifts = shifts
    return .derived { formula($0).shifted(by: shifts) }
  }

  // MARK: Shares

  /// A share of another assumption in every year; false for another form.
  private mutating func readShares(_ path: YearPath) -> Bool {
    guard let whole = path.whole, !YearPath(path.phases).isDerived,
      let shares = try? YearPath(path.phases).values(of: name.rawValue, horizon: horizon).years
    else { return false }
    let cells = PathCells(Assumption(name, YearPath(path.phases)), values: shares)
    guard !cells.usesBase else { return false }
    let row = InputRow(name, .typed)
    for (place, year) in cells.years.enumerated() {
      typed[place + 1] = year.cell(row)
      rates[place + 1] = following { $0.cell(row, place + 1) * Self.cell(of: whole, place + 1, in: $0) }
    }
    return true
  }

  // MARK: Phases

  /// Phases of amounts, of links and of rates; false for another form.
  private mutating func readPhases(_ path: YearPath, _ values: [Double]) -> Bool {
    guard path.whole == nil else { return false }
    var first = 1
    for (place, phase) in path.phases.enumerated() {
      let last = PathCells.lastYear(of: phase, first: first, isLast: place == path.phases.count - 1, horizon)
      guard first <= last, last <= horizon else { return false }
      for year in first...last {
        guard let cell = cell(of: phase.shape, year, first, last, values[year - 1]) else { return false }
        rates[year] = cell
      }
      first = last + 1
    }
    for year in first..<max(first, horizon + 1) { rates[year] = PathCells.Year.same(as: year - 1).cell(InputRow(name)) }
    return true
  }

  private mutating func cell(
    of shape: YearPath.Shape, _ year: Int, _ first: Int, _ last: Int, _ value: Double
  ) -> InputCell? {
    switch shape {
    case .amounts(let amounts):
      guard amounts.indices.contains(year - first) else { return nil }
      typed[year] = .input(.number(amounts[year - first]))
      return rate(ofAmountIn: year)
    case .linked(let other): return following { Self.cell(of: other, year, in: $0) }
    case .approach(let from, let other):
      if from != nil, year == first { return .input(.number(value)) }
      let start = from == nil ? first - 1 : first
      guard start > 0 else { return nil }
      let (row, shifts) = (InputRow(name), shifts)
      let part = Double(year - start) / Double(last - start)
      return .derived { block in
        let end = Self.cell(of: other, last, in: block).shifted(by: shifts)
        return block.cell(row, start) + (end - block.cell(row, start)) * .number(part)
      }
    case .constant, .glide, .list, .hold:
      let found = PathCells.year(year, of: shape, first, last, value)
      // The base year's rate is not available here.
      return found.follows(0) ? nil : found.cell(InputRow(name))
    }
  }

  /// The rate of an amount: of revenue, or for revenue itself its growth.
  private func rate(ofAmountIn year: Int) -> InputCell? {
    let row = InputRow(name, .typed)
    guard name == .growth else {
      return following { block in block.cell(row, year) / Self.revenue(year, in: block) }
    }
    if year > 1, typed[year - 1] == nil, !shifts.isEmpty { return nil }
    let hasAmountBefore = year > 1 && typed[year - 1] != nil
    return following { block in
      block.cell(row, year) / (hasAmountBefore ? block.cell(row, year - 1) : Self.revenue(year - 1, in: block)) - 1
    }
  }

  /// Revenue of a year, from that of the base year on.
  private static func revenue(_ year: Int, in block: InputBlock) -> Formula {
    (0..<year).reduce(block.cell(.revenue)) { $0 * (1 + block.cell(.growth, $1 + 1)) }
  }
}
