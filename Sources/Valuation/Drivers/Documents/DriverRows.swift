#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a valuation by drivers came to, as saved documents write it; rates in percent except `fcfMargin`.
public struct OutputsDocument: Sendable, Equatable, Codable {
  /// Yearly return in percent; missing where value and price cannot be compared.
  public var cagrPercent: Double?
  /// Free cash flow at the horizon, where revenue of today is 100.
  public var fcfIndex: Double
  /// A fraction.
  public var fcfMargin: Double
  /// The value.
  public var intrinsicValue: Double
  /// Present value of the flows of the horizon; missing for the approximation.
  public var pvForecast: Double?
  /// Present value of what follows; missing for the approximation.
  public var pvTerminal: Double?
  /// Revenue at the horizon, with today as 100.
  public var revenueIndex: Double
  /// The terminal share of the value; missing where there is none.
  public var terminalSharePercent: Double?
  /// Upside in percent; missing where value and price cannot be compared.
  public var upsidePercent: Double?

  /// The outputs of a valuation.
  public init(_ valuation: DriverValuation) {
    cagrPercent = valuation.cagr.map(PercentNumber.of)
    fcfIndex = valuation.flowIndex
    fcfMargin = valuation.flowMargin
    intrinsicValue = valuation.intrinsicValue
    pvForecast = valuation.presentValueOfFlows
    pvTerminal = valuation.presentValueOfTerminal
    revenueIndex = valuation.revenueIndex
    terminalSharePercent = valuation.terminalShare.map(PercentNumber.of)
    upsidePercent = valuation.upside.map(PercentNumber.of)
  }

  /// Writes every key, `null` where there is no value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cagrPercent, forKey: .cagrPercent)
    try container.encode(fcfIndex, forKey: .fcfIndex)
    try container.encode(fcfMargin, forKey: .fcfMargin)
    try container.encode(intrinsicValue, forKey: .intrinsicValue)
    try container.encode(pvForecast, forKey: .pvForecast)
    try container.encode(pvTerminal, forKey: .pvTerminal)
    try container.encode(revenueIndex, forKey: .revenueIndex)
    try container.encode(terminalSharePercent, forKey: .terminalSharePercent)
    try container.encode(upsidePercent, forKey: .upsidePercent)
  }
}

/// A saved forecast: assumptions and what they came to, at a time.
public struct ForecastRow: Sendable, Equatable, Codable {
  /// A UUID.
  public var id: UUID
  /// When it was saved first.
  public var createdAt: Date
  /// When it was saved last.
  public var updatedAt: Date
  /// The symbol, in capital letters.
  public var ticker: String
  /// The name of the company, where it is known.
  public var companyName: String?
  /// Years of forecast.
  public var horizonYears: Int
  /// How bold: `conservative`, `base` or `aggressive`.
  public var style: String
  /// What for: `appreciation`, `compounding` or `downsideProtection`.
  public var objective: String
  /// An ``AssumptionsDocument``.
  public var assumptionsJSON: String
  /// An ``OutputsDocument``.
  public var outputsJSON: String
  /// The value.
  public var intrinsicValue: Double
  /// Missing where value and price cannot be compared.
  public var upsidePercent: Double?
  /// Missing where value and price cannot be compared.
  public var cagrPercent: Double?

  /// The row of a valuation of `model`.
  ///
  /// Times are cut to the second, which is what the document keeps.
  public init(
    _ model: DriverModel, _ valuation: DriverValuation, ticker: String, companyName: String? = nil, id: UUID = UUID(),
    at time: Date
  ) throws(ValuationError) {
    let assumptions = AssumptionsDocument(model)
    let outputs = OutputsDocument(valuation)
    let second = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    self.id = id
    createdAt = second
    updatedAt = second
    self.ticker = ticker.uppercased()
    self.companyName = companyName
    horizonYears = assumptions.lens.horizonYears
    style = assumptions.lens.style
    objective = assumptions.lens.objective
    assumptionsJSON = try assumptions.json()
    outputsJSON = try DriverJSON.write(outputs)
    intrinsicValue = outputs.intrinsicValue
    upsidePercent = outputs.upsidePercent
    cagrPercent = outputs.cagrPercent
  }

  /// The model of the row.
  ///
  /// - Throws: the errors of ``AssumptionsDocument/read(_:)`` and ``AssumptionsDocument/model()``.
  public func model() throws(ValuationError) -> DriverModel {
    try AssumptionsDocument.read(assumptionsJSON).model()
  }

  /// Rows with the latest change first, of one company where `ticker` is given.
  public static func list(_ rows: [ForecastRow], ticker: String? = nil) -> [ForecastRow] {
    let symbol = ticker?.uppercased()
    return rows.filter { symbol == nil || $0.ticker == symbol }.sorted {
      ($1.updatedAt, $0.id.uuidString) < ($0.updatedAt, $1.id.uuidString)
    }
  }

  /// Rows as JSON with sorted keys.
  public static func write(_ rows: [ForecastRow], isPretty: Bool = false) throws(ValuationError) -> String {
    try DriverJSON.write(rows, isPretty: isPretty)
  }

  /// Reads rows.
  ///
  /// - Throws: the errors of ``AssumptionsDocument/read(_:)``.
  public static func read(_ json: String) throws(ValuationError) -> [ForecastRow] {
    try DriverJSON.read([ForecastRow].self, json)
  }

  /// Writes every key, `null` where there is no value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
    try container.encode(ticker, forKey: .ticker)
    try container.encode(companyName, forKey: .companyName)
    try container.encode(horizonYears, forKey: .horizonYears)
    try container.encode(style, forKey: .style)
    try container.encode(objective, forKey: .objective)
    try container.encode(assumptionsJSON, forKey: .assumptionsJSON)
    try container.encode(outputsJSON, forKey: .outputsJSON)
    try container.encode(intrinsicValue, forKey: .intrinsicValue)
    try container.encode(upsidePercent, forKey: .upsidePercent)
    try container.encode(cagrPercent, forKey: .cagrPercent)
  }
}

/// A saved scenario: assumptions only, its value is computed again.
public struct ScenarioRow: Sendable, Equatable, Codable {
  /// A UUID.
  public var id: UUID
  /// When it was saved first.
  public var createdAt: Date
  /// The name of the scenario.
  public var name: String
  /// The symbol, in capital letters.
  public var ticker: String
  /// An ``AssumptionsDocument``.
  public var assumptionsJSON: String

  /// The row of a model.
  public init(_ model: DriverModel, name: String, ticker: String, id: UUID = UUID(), at time: Date)
    throws(ValuationError)
  {
    self.id = id
    createdAt = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    self.name = name
    self.ticker = ticker.uppercased()
    assumptionsJSON = try AssumptionsDocument(model).json()
  }

  /// The model of the row.
  ///
  /// - Throws: the errors of ``AssumptionsDocument/read(_:)`` and ``AssumptionsDocument/model()``.
  public func model() throws(ValuationError) -> DriverModel {
    try AssumptionsDocument.read(assumptionsJSON).model()
  }

  /// Rows as JSON with sorted keys.
  public static func write(_ rows: [ScenarioRow], isPretty: Bool = false) throws(ValuationError) -> String {
    try DriverJSON.write(rows, isPretty: isPretty)
  }

  /// Reads rows.
  ///
  /// - Throws: the errors of ``AssumptionsDocument/read(_:)``.
  public static func read(_ json: String) throws(ValuationError) -> [ScenarioRow] {
    try DriverJSON.read([ScenarioRow].self, json)
  }
}
