import LibC
import Text

/// The rates of assumptions that are said as amounts of money or by other assumptions.
///
/// An amount is divided by the revenue of its year, and revenue by year gives growth. A link has the other assumption's
/// rate of the same year, or of the last one if it has only one value. Each is computed once, after those that it
/// follows.
package final class DerivedRates {
  /// The first amount of a list that is the base year's figure, rounded.
  struct ListedBase {
    let name: AssumptionName
    let amount: Double
    let figure: Double
  }

  private let all: Assumptions
  private let horizon: Int
  private var known: [AssumptionName: YearPath.Values] = [:]
  private var chain: [AssumptionName] = []
  private(set) var listedBases: [ListedBase] = []

  init(_ all: Assumptions, horizon: Int) {
    self.all = all
    self.horizon = horizon
  }

  /// The rates that a path needs, or the refusal of one that nothing can be derived for.
  static func of(_ rates: DerivedRates?, _ name: String) throws(ValuationError) -> DerivedRates {
    if let rates { return rates }
    throw ValuationError(
      code: .wrongKind, message: "amounts and links of \(name) are not rates by themselves", assumptions: [name])
  }

  /// The rate of an assumption in each year.
  ///
  /// - Throws: `circular-link`, `missing-assumptions`, `wrong-kind`, and the errors of ``YearPath/values(of:horizon:base:)``.
  func years(of name: AssumptionName) throws(ValuationError) -> [Double] { try values(of: name).years }

  /// The rate of an assumption in each year, with the year from which the last one is held.
  func values(of name: AssumptionName) throws(ValuationError) -> YearPath.Values {
    if let values = known[name] { return values }
    if let start = chain.firstIndex(of: name) { throw Self.circular(Array(chain[start...]) + [name]) }
    chain.append(name)
    defer { chain.removeLast() }
    let values = try workedOut(name)
    known[name] = values
    return values
  }

  private func workedOut(_ name: AssumptionName) throws(ValuationError) -> YearPath.Values {
    guard let assumption = all[name] else {
      if let value = name.definition.defaultValue { return constant(value) }
      throw unknown(name)
    }
    if case .terminal(let terminal) = assumption.value {
      guard case .growth(let rate) = terminal else {
        throw ValuationError(
          code: .wrongKind,
          message: "\(chain.dropLast().last?.rawValue ?? "a link") follows terminal, which is a multiple, not a rate",
          assumptions: [.terminal] + chain.dropLast().suffix(1))
      }
      return constant(assumption.afterShifts(rate))
    }
    return try ResolvedModel.yearly(assumption, horizon: horizon, base: base(of: assumption, name), rates: self)
  }

  /// The refusal of a link to an assumption that is not given, or to a rate that is built up from its parts.
  private func unknown(_ name: AssumptionName) -> ValuationError {
    let follower = chain.dropLast().last?.rawValue ?? "a link"
    let isBuilt =
      name == .discount && CostOfCapital.isWanted(all)
      || name == .costOfEquity && CostOfCapital.equityParts.contains { all[$0] != nil }
    guard isBuilt else {
      return ValuationError(
        code: .missingAssumptions, message: "\(follower) follows \(name), which is not given",
        assumptions: [name] + chain.dropLast().suffix(1))
    }
    let tax = (try? years(of: .tax))?.last
    let built =
      name == .discount
      ? (try? CostOfCapital(all, lastTax: tax ?? .nan))?.rate : (try? CostOfEquity.built(all, lastTax: tax))??.rate
    let rate = built.map { $0.isFinite ? Wording.percent($0) : "9%" } ?? "9%"
    return ValuationError(
      code: .missingAssumptions,
      message: "\(follower) follows \(name), which is built from its parts and has no path to follow",
      assumptions: [name] + chain.dropLast().suffix(1),
      hint: "give its value: `\(follower) = \(rate)`, or `\(name) = \(rate)` in place of the parts")
  }

  private func constant(_ rate: Double) -> YearPath.Values {
    YearPath.Values(years: Array(repeating: rate, count: horizon), heldAfter: nil)
  }

  /// The start of a path that begins with `to`: the base year's rate, as a share of its base if it has one.
  private func base(of assumption: Assumption, _ name: AssumptionName) -> Double? {
    guard case .path(let path) = assumption.value, let whole = path.whole else { return all.base(of: name) }
    guard let part = all.base(of: name), let all = all.base(of: whole), all != 0 else { return nil }
    return part / all
  }

  // MARK: Amounts

  /// The rate of an amount in the year after those whose rates are known.
  func rate(of amount: Double, _ name: String, after before: [Double]) throws(ValuationError) -> Double {
    guard let key = AssumptionDefinition.key(of: name) else {
      throw ValuationError(code: .wrongKind, message: "\(name) has no amounts", assumptions: [name])
    }
    let start = try baseRevenue(for: key)
    let revenue: Double
    if key == .growth {
      revenue = before.reduce(start) { $0 * (1 + $1) }
    } else {
      revenue = try years(of: .growth).prefix(before.count + 1).reduce(start) { $0 * (1 + $1) }
    }
    if before.isEmpty { noteBase(key, amount, revenue: start) }
    let rate = key == .growth ? amount / revenue - 1 : amount / revenue
    try check(rate, of: amount, key, year: before.count + 1, revenue)
    return rate
  }

  private func baseRevenue(for name: AssumptionName) throws(ValuationError) -> Double {
    guard all.method.hasRevenue else {
      throw ValuationError(
        code: .wrongKind,
        message: "amounts of \(name.nameOfAmounts) by year have no meaning in a model of \(all.method.title)",
        assumptions: [name, .model])
    }
    guard let revenue = try all.number(.revenue) else {
      throw ValuationError(
        code: .missingAssumptions,
        message: "the base year's revenue is needed for \(name.nameOfAmounts) by year, and not given",
        assumptions: [.revenue, name],
        hint: "such as `base_revenue = 391B`: the list begins with the year after it")
    }
    return revenue
  }

  /// Refuses an amount that no company of this size has.
  private func check(_ rate: Double, of amount: Double, _ name: AssumptionName, year: Int, _ revenue: Double)
    throws(ValuationError)
  {
    let definition = name.definition
    guard let hard = definition.hard, !hard.contains(rate) else { return }
    let what = name.nameOfAmounts
    throw ValuationError(
      code: .outOfRange,
      message: "\(what) of \(Wording.amount(amount)) in year \(year) is "
        + (name == .growth
          ? "growth of \(definition.text(rate)) from \(Wording.amount(revenue))"
          : "\(definition.text(rate)) of a revenue of \(Wording.amount(revenue))")
        + ", and \(name) must be \(definition.text(hard))",
      assumptions: [name],
      hint: "amounts are in the currency of the accounts, written in full: `420B`")
  }

  /// Notes a list whose first amount is the base year's.
  private func noteBase(_ name: AssumptionName, _ amount: Double, revenue: Double) {
    let figure = name == .growth ? revenue : all.base(of: name).map { $0 * revenue }
    guard let figure, Self.isRounded(amount, of: figure) else { return }
    listedBases.append(ListedBase(name: name, amount: amount, figure: figure))
  }

  /// Whether an amount is a figure rounded to three digits or more.
  package static func isRounded(_ amount: Double, of figure: Double) -> Bool {
    guard amount != 0, figure != 0 else { return false }
    let size = floor(log10(abs(figure)))
    return (3...9).contains { digits in
      let unit = pow(10, size - Double(digits - 1))
      return abs((figure / unit).rounded() * unit - amount) <= 1e-9 * abs(amount)
    }
  }

  // MARK: Links

  private static func circular(_ cycle: [AssumptionName]) -> ValuationError {
    ValuationError(
      code: .circularLink,
      message: cycle.count == 2
        ? "\(cycle[0]) follows itself" : "\(cycle.map(\.rawValue).joined(separator: " follows ")), in a circle",
      assumptions: Array(cycle.dropLast()),
      hint: "give one of them a value of its own")
  }
}

extension AssumptionName {
  /// The name under which amounts by year are typed that give this assumption: revenue gives growth.
  public var nameOfAmounts: String {
    switch self {
    case .growth: AssumptionName.revenue.rawValue
    case .margin: "operating_income"
    default: rawValue
    }
  }

  /// Whether its years can be said as amounts of money.
  public var takesAmounts: Bool {
    [.growth, .margin, .capex, .depreciation, .workingCapital].contains(self)
  }
}

extension ValuationMethod {
  /// Whether it forecasts revenue, and not dividends or book value.
  var hasRevenue: Bool { self == .fcff || self == .fcfe }
}
