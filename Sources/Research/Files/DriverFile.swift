import JSON
import Valuation

/// A driver model in the saved session, exactly as it is: fractions, not percent numbers, so that no bit is lost.
package enum DriverFile {
  /// The document of a driver model.
  package static func json(_ work: DriverWork) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("like", .string(work.convention.rawValue)), ("method", .string(work.method.rawValue)),
      ("base", json(work.study.base)), ("current", json(work.study.current)),
      ("company", AssumptionFile.json(work.company)),
    ]
    if work.looksAhead { members.append(("hindsight", true)) }
    return .object(members)
  }

  private static func json(_ model: DriverModel) -> JSONValue {
    [
      "business": .string(model.business?.rawValue), "financial": .bool(model.isFinancial),
      "drivers": .array(model.drivers.map(json)),
      "numbers": .object(
        DriverField.allCases.compactMap { field in model[field].map { (field.rawValue, .number($0)) } }),
      "terminal_method": .string(model.terminalMethod.rawValue), "horizon": .integer(model.lens.horizonYears),
      "style": .string(model.lens.style.rawValue), "objective": .string(model.lens.objective.rawValue),
    ]
  }

  private static func json(_ driver: RevenueDriver) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("title", .string(driver.title)), ("subtitle", .string(driver.subtitle)), ("value", .number(driver.value)),
      ("low", .number(driver.range.lowerBound)), ("high", .number(driver.range.upperBound)),
      ("step", .number(driver.step)), ("unit", .string(driver.unit.rawValue)), ("effect", .string(driver.effectName)),
      ("impacts_revenue", .bool(driver.impactsRevenue)),
    ]
    if case .level(let base) = driver.effect { members.append(("today", .number(base))) }
    return .object(members)
  }

  /// The driver model of a document; nil if it holds none.
  package static func work(_ json: JSONValue) -> DriverWork? {
    guard let convention = json["like"]?.stringValue.flatMap(DriverConvention.init(rawValue:)),
      let method = json["method"]?.stringValue.flatMap(DriverMethod.init(rawValue:)),
      let base = json["base"].flatMap(model), let current = json["current"].flatMap(model),
      let company = json["company"].flatMap(AssumptionFile.assumptions)
    else { return nil }
    return DriverWork(
      study: DriverStudy(base: base, current: current), convention: convention, method: method, company: company,
      looksAhead: json["hindsight"]?.boolValue ?? false)
  }

  private static func model(_ json: JSONValue) -> DriverModel? {
    guard let list = json["drivers"]?.elements,
      let terminal = json["terminal_method"]?.stringValue.flatMap(DriverModel.TerminalMethod.init(rawValue:)),
      let horizon = json["horizon"]?.intValue, (1...50).contains(horizon),
      let style = json["style"]?.stringValue.flatMap(InvestmentLens.Style.init(rawValue:)),
      let objective = json["objective"]?.stringValue.flatMap(InvestmentLens.Objective.init(named:))
    else { return nil }
    let drivers = list.compactMap(driver)
    var numbers: [(field: DriverField, number: Double)] = []
    for member in json["numbers"]?.members ?? [] {
      guard let field = DriverField(rawValue: member.key), let number = member.value.doubleValue else { return nil }
      numbers.append((field, number))
    }
    var business: BusinessModel?
    if let name = json["business"]?.stringValue {
      guard let known = BusinessModel(named: name) else { return nil }
      business = known
    }
    guard drivers.count == list.count else { return nil }
    return DriverModel(
      business: business, isFinancial: json["financial"]?.boolValue ?? false, drivers: drivers, numbers: numbers,
      terminalMethod: terminal,
      lens: InvestmentLens(horizonYears: horizon, style: style, objective: objective))
  }

  private static func driver(_ json: JSONValue) -> RevenueDriver? {
    guard let title = json["title"]?.stringValue, let value = json["value"]?.doubleValue,
      let low = json["low"]?.doubleValue, let high = json["high"]?.doubleValue, low <= high,
      let step = json["step"]?.doubleValue,
      let unit = json["unit"]?.stringValue.flatMap(RevenueDriver.Unit.init(rawValue:))
    else { return nil }
    let effect: RevenueDriver.Effect
    switch json["effect"]?.stringValue {
    case "growth": effect = .growth
    case "multiplier": effect = .multiplier
    case "position": effect = .position
    case "retention": effect = .retention
    case "level":
      guard let base = json["today"]?.doubleValue, base > 0 else { return nil }
      effect = .level(base: base)
    default: return nil
    }
    return RevenueDriver(
      title, json["subtitle"]?.stringValue ?? "", value, low...high, step, unit: unit, effect: effect,
      impactsRevenue: json["impacts_revenue"]?.boolValue ?? true)
  }
}

extension RevenueDriver {
  /// The word for the effect of the value on revenue.
  package var effectName: String {
    switch effect {
    case .growth: "growth"
    case .multiplier: "multiplier"
    case .position: "position"
    case .retention: "retention"
    case .level: "level"
    }
  }
}
