import Text

extension AssumptionsDocument {
  /// The model that the document describes.
  ///
  /// A driver is recognised by its title; one that no business model knows counts by its unit. The business model is
  /// the one whose drivers these are, and `nil` if they are none's.
  ///
  /// - Throws: `unknown-unit`, `unknown-terminal-method`, `unknown-style`, `unknown-objective`, `bad-range`,
  ///   `out-of-range` for a horizon, each quoting the document.
  public func model() throws(ValuationError) -> DriverModel {
    var drivers: [RevenueDriver] = []
    for driver in revenueDrivers { drivers.append(try AssumptionsDocument.driver(driver)) }
    let owner = drivers.first.flatMap { BusinessModel.owner(ofDriver: $0.id) }
    let isKnown = owner.map { $0.model.drivers(isFinancial: $0.isFinancial).map(\.id) == drivers.map(\.id) } ?? false
    guard (1...50).contains(lens.horizonYears) else {
      throw ValuationError(
        code: .outOfRange, message: "lens.horizonYears is \(lens.horizonYears), but must be 1..50",
        assumptions: [.horizon])
    }
    guard let style = InvestmentLens.Style(rawValue: lens.style) else {
      throw AssumptionsDocument.unknown(.unknownStyle, lens.style, InvestmentLens.Style.allCases.map(\.rawValue))
    }
    guard let objective = InvestmentLens.Objective(named: lens.objective) else {
      throw AssumptionsDocument.unknown(
        .unknownObjective, lens.objective, InvestmentLens.Objective.allCases.map(\.documentName))
    }
    guard let method = DriverModel.TerminalMethod(rawValue: valuation.terminalMethod) else {
      throw AssumptionsDocument.unknown(
        .unknownTerminalMethod, valuation.terminalMethod, DriverModel.TerminalMethod.allCases.map(\.rawValue))
    }
    var model = DriverModel(
      business: isKnown ? owner?.model : nil, isFinancial: isKnown && owner?.isFinancial == true, drivers: drivers,
      lens: InvestmentLens(horizonYears: lens.horizonYears, style: style, objective: objective))
    model.grossMargin = PercentNumber.rate(operating.grossMargin)
    model.margin = PercentNumber.rate(operating.operatingMargin)
    model.tax = PercentNumber.rate(operating.taxRate)
    model.capex = PercentNumber.rate(operating.capexPercent)
    model.workingCapital = PercentNumber.rate(operating.workingCapitalPercent)
    model.discount = PercentNumber.rate(valuation.discountRate)
    model.terminalGrowth = PercentNumber.rate(valuation.terminalGrowth)
    model.terminalMethod = method
    model.exitMultiple = valuation.exitMultiple
    return model
  }

  private static func driver(_ document: Driver) throws(ValuationError) -> RevenueDriver {
    guard let unit = RevenueDriver.Unit(rawValue: document.unit) else {
      throw unknown(.unknownUnit, document.unit, RevenueDriver.Unit.allCases.map(\.rawValue), of: document.title)
    }
    guard document.min <= document.max else {
      throw ValuationError(
        code: .badRange,
        message: "the range of \(document.title) goes from \(Wording.number(document.min)) to "
          + Wording.number(document.max),
        assumptions: [RevenueDriver.slug(document.title)])
    }
    let known = BusinessModel.owner(ofDriver: RevenueDriver.slug(document.title))?.driver
    let effect: RevenueDriver.Effect =
      switch unit {
      case .percent: known?.unit == unit ? known?.effect ?? .growth : .growth
      case .multiple: .multiplier
      case .currency, .number: .position
      }
    func number(_ value: Double) -> Double { unit == .percent ? PercentNumber.rate(value) : value }
    return RevenueDriver(
      document.title, document.subtitle, number(document.value), number(document.min)...number(document.max),
      number(document.step), unit: unit, effect: effect, impactsRevenue: document.impactsRevenue)
  }

  private static func unknown(_ code: ValuationCode, _ word: String, _ known: [String], of owner: String? = nil)
    -> ValuationError
  {
    let what = code.name.dropFirst("unknown-".count)
    let name = what.split(separator: "-").joined(separator: " ")
    return ValuationError(
      code: code,
      message: "the document has the \(name) \"\(word)\"\(owner.map { " for \($0)" } ?? ""), which does not exist",
      assumptions: [owner.map(RevenueDriver.slug) ?? String(what)],
      hint: "a \(name) is \(Wording.list(known))")
  }
}
