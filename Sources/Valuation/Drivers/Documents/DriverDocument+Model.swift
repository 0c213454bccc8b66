#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AssumptionsDocument {
  /// The model that the document describes.
  ///
  /// A driver is recognised by its title; one that no business model knows counts by its unit. The business model is
  /// the one whose drivers these are, and `nil` where they are none's.
  ///
  /// - Throws: `unknown-unit`, `unknown-terminal-method`, `unknown-style`, `unknown-objective`, `bad-range`,
  ///   `out-of-range` for a horizon, each with what stands in the document.
  public func model() throws(ValuationError) -> DriverModel {
    var drivers: [RevenueDriver] = []
    for driver in revenueDrivers { drivers.append(try AssumptionsDocument.driver(driver)) }
    let owner = drivers.first.flatMap { BusinessModel.owner(ofDriver: $0.id) }
    let isKnown = owner.map { $0.model.drivers(isFinancial: $0.isFinancial).map(\.id) == drivers.map(\.id) } ?? false
    guard (1...50).contains(lens.horizonYears) else {
      throw ValuationError(
        code: .outOfRange, message: "lens.horizonYears is \(lens.horizonYears), and must be 1..50",
        assumptions: ["horizon"])
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
    let what = code.rawValue.dropFirst("unknown-".count)
    let name = what.split(separator: "-").joined(separator: " ")
    return ValuationError(
      code: code,
      message: "the document has the \(name) \"\(word)\"\(owner.map { " for \($0)" } ?? ""), which does not exist",
      assumptions: [owner.map(RevenueDriver.slug) ?? String(what)],
      hint: "a \(name) is \(Wording.list(known))")
  }

  /// The document as JSON with sorted keys.
  public func json(isPretty: Bool = false) throws(ValuationError) -> String {
    try DriverJSON.write(self, isPretty: isPretty)
  }

  /// Reads a document.
  ///
  /// - Throws: `document-not-json`, `document-key-missing`, `document-wrong-type`.
  public static func read(_ json: String) throws(ValuationError) -> AssumptionsDocument {
    try DriverJSON.read(AssumptionsDocument.self, json)
  }
}

/// JSON of saved documents, with sorted keys.
enum DriverJSON {
  static func write(_ value: some Encodable, isPretty: Bool = false) throws(ValuationError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      isPretty
      ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      : [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw ValuationError(
        code: .documentNotFinite, message: "a number of the document is missing or not finite")
    }
  }

  static func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws(ValuationError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(json.utf8))
    } catch let error as ValuationError {
      throw error
    } catch let error as DecodingError {
      throw refusal(error)
    } catch {
      throw ValuationError(code: .documentNotJSON, message: "the document cannot be read: \(error)")
    }
  }

  private static func refusal(_ error: DecodingError) -> ValuationError {
    func path(_ keys: [any CodingKey]) -> String {
      keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context):
      let name = path(context.codingPath + [key])
      return ValuationError(code: .documentKeyMissing, message: "the document has no `\(name)`")
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return ValuationError(
        code: .documentWrongType, message: "`\(path(context.codingPath))` is of the wrong kind in the document")
    case .dataCorrupted(let context):
      let name = path(context.codingPath)
      return name.isEmpty
        ? ValuationError(code: .documentNotJSON, message: "the document is not JSON")
        : ValuationError(code: .documentWrongType, message: "`\(name)` cannot be read: \(context.debugDescription)")
    @unknown default:
      return ValuationError(code: .documentNotJSON, message: "the document cannot be read")
    }
  }
}
