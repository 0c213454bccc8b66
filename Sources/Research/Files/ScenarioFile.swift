import JSON
import Valuation

/// Scenarios and forecasts as documents that other programs can read.
///
/// A file is an array of rows with the keys of the Investor Tool, sorted; times are ISO 8601. Those keys hold a model
/// of drivers and rates. The key `assumptions` holds all assumptions exactly, and is read back if present.
package enum ScenarioFile {
  /// The row of a scenario.
  package static func json(_ scenario: Scenario) throws(ValuationError) -> JSONValue {
    .object(
      [
        ("id", .string(scenario.id)), ("createdAt", .string(scenario.createdAt ?? scenario.savedAt)),
        ("updatedAt", .string(scenario.savedAt)), ("name", .string(scenario.name)),
        ("ticker", .string(scenario.ticker)),
        ("note", .string(scenario.note)),
        ("assumptionsJSON", .string(try shared(scenario))),
      ] + FilingWarnings.members(of: scenario) + ModelFile.members(of: scenario.model))
  }

  /// A scenario in the keys of the Investor Tool.
  private static func shared(_ scenario: Scenario) throws(ValuationError) -> String {
    guard let work = scenario.drivers else { return try driverJSON(scenario.assumptions) }
    return try AssumptionsDocument(work.model).json()
  }

  /// The row of a forecast.
  package static func json(_ forecast: Forecast) throws(ValuationError) -> JSONValue {
    let outputs = forecast.outputs
    let percent = { (rate: Double?) -> JSONValue in .number(rate.map(percentNumber)) }
    let index = outputs.baseRevenue.map { 100 / $0 } ?? .nan
    func last(_ line: ForecastLine) -> Double {
      guard let index = ForecastLine.allCases.firstIndex(of: line), let year = outputs.years.last else { return .nan }
      return year.figures[index]
    }
    let results: JSONValue = [
      "cagrPercent": percent(outputs.cagr), "fcfIndex": .number(last(.freeCashFlow) * index),
      "fcfMargin": .number(last(.freeCashFlow) / last(.revenue)), "intrinsicValue": .number(outputs.valuePerShare),
      "pvForecast": .number(outputs.presentValueOfFlows), "pvTerminal": .number(outputs.presentValueOfTerminal),
      "revenueIndex": .number(last(.revenue) * index), "terminalSharePercent": percent(outputs.terminalShare),
      "upsidePercent": percent(outputs.upside),
    ]
    return .object([
      ("id", .string(forecast.id)), ("createdAt", .string(forecast.savedAt)), ("updatedAt", .string(forecast.savedAt)),
      ("name", .string(forecast.name)), ("ticker", .string(forecast.ticker)),
      ("companyName", .string(forecast.company)), ("note", .string(forecast.note)),
      ("scenario", .string(forecast.scenario)), ("version", .string(forecast.version)),
      ("horizonYears", .integer(outputs.years.count)), ("style", "base"), ("objective", "appreciation"),
      ("assumptionsJSON", .string(try driverJSON(forecast.assumptions))),
      ("outputsJSON", .string(results.sortedLine)), ("intrinsicValue", .number(outputs.valuePerShare)),
      ("upsidePercent", percent(outputs.upside)), ("cagrPercent", percent(outputs.cagr)),
      ("assumptions", AssumptionFile.json(forecast.assumptions)), ("outputs", ForecastFile.json(outputs)),
    ])
  }

  /// A valuation in the keys of the Investor Tool: growth as one driver, each rate as that of the last year.
  ///
  /// Its capital expenditure is net of depreciation, and its money is an index; the rest is next to it.
  private static func driverJSON(_ assumptions: Assumptions) throws(ValuationError) -> String {
    let result = try DiscountedCashFlow.value(assumptions)
    guard let model = result.model, let last = result.years.last, model.revenue > 0, last.revenue > 0 else {
      return "{}"
    }
    let growth = percentNumber(last.revenue / model.revenue - 1)
    let margin = percentNumber(last.margin)
    var multiple: Double?
    var terminalGrowth = 0.0
    switch model.terminal {
    case .growth(let rate): terminalGrowth = rate
    case .multiple(let number, _): multiple = number
    }
    let gross = result.numbers(of: .grossMargin)?.first.map(percentNumber) ?? max(55, margin)
    return
      ([
        "lens": ["horizonYears": .integer(result.years.count), "objective": "appreciation", "style": "base"],
        "operating": [
          "capexPercent": .number(percentNumber((last.reinvestment - last.workingCapital) / last.revenue)),
          "grossMargin": .number(gross), "operatingMargin": .number(margin),
          "taxRate": .number(percentNumber(last.taxRate)),
          "workingCapitalPercent": .number(percentNumber(last.workingCapital / last.revenue)),
        ],
        "revenueDrivers": [
          [
            "id": "8C9F2E4B-6D1A-8E35-9B70-52A1C4D3E6F7", "impactsRevenue": true, "max": .number(max(40, growth)),
            "min": .number(min(-10, growth)), "step": 1.0, "subtitle": "Growth of revenue over the horizon",
            "title": "Revenue Growth", "unit": "percent", "value": .number(growth),
          ]
        ],
        "valuation": [
          "discountRate": .number(percentNumber(last.discountRate)), "exitMultiple": .number(multiple),
          "terminalGrowth": .number(percentNumber(terminalGrowth)),
          "terminalMethod": multiple == nil ? "Perpetuity Growth" : "Exit Multiple",
        ],
      ] as JSONValue).sortedLine
  }

  /// A rate in percent, without the digits that a multiplication by 100 would add: 0.07 is 7.
  private static func percentNumber(_ rate: Double) -> Double {
    let text = rate.description
    return (text.contains("e") ? nil : Double(text + "e2")) ?? rate * 100
  }

  // MARK: Reading

  /// The rows of a document: an array, or one row alone.
  package static func rows(_ bytes: [UInt8]) throws(ScenarioFileError) -> [JSONValue] {
    let json: JSONValue
    do { json = try JSONValue(parsing: bytes) } catch { throw ScenarioFileError(message: "this is not JSON: \(error)") }
    let rows = json["data"]?["models"]?.elements ?? json.elements ?? (json.members == nil ? [] : [json])
    guard !rows.isEmpty, rows.allSatisfy({ $0.members != nil }) else {
      throw ScenarioFileError(message: "this document has no rows")
    }
    return rows
  }

  /// The scenario of a row; `isDriven` if only the keys of the Investor Tool are present.
  package static func scenario(_ row: JSONValue, _ number: Int) throws(ScenarioFileError) -> (
    scenario: Scenario, isDriven: Bool
  ) {
    let id = try identifier(row, number)
    let createdAt = try text("createdAt", row, number)
    let model = try model(row, number)
    var scenario = Scenario(
      id: id, name: try text("name", row, number), ticker: try text("ticker", row, number), model: model,
      savedAt: row["updatedAt"]?.stringValue ?? createdAt, createdAt: createdAt, note: row["note"]?.stringValue)
    scenario.filingWarnings = FilingWarnings.read(row)
    return (scenario, row["assumptions"] == nil)
  }

  /// The forecast of a row; `isDriven` if only the keys of the Investor Tool are present.
  package static func forecast(_ row: JSONValue, _ number: Int) throws(ScenarioFileError) -> (
    forecast: Forecast, isDriven: Bool
  ) {
    let id = try identifier(row, number)
    let time = row["updatedAt"]?.stringValue ?? ""
    let savedAt = time.isEmpty ? try text("createdAt", row, number) : time
    let ticker = try text("ticker", row, number)
    let assumptions = try model(row, number).assumptions
    let isDriven = row["assumptions"] == nil
    var full = row
    full["saved_at"] = .string(savedAt)
    full["company"] = row["companyName"] ?? .null
    if row["name"]?.stringValue == nil { full["name"] = .string("\(ticker) \(savedAt.prefix(10))") }
    if row["outputs"] == nil {
      guard row["intrinsicValue"]?.doubleValue != nil else {
        throw ScenarioFileError(message: "row \(number) has no `outputs`: it is not a forecast")
      }
      guard let result = try? DiscountedCashFlow.value(assumptions) else {
        throw ScenarioFileError(message: "row \(number): the model refuses its assumptions")
      }
      var outputs = ForecastOutputs(result, baseEnd: nil)
      outputs.valuePerShare = row["intrinsicValue"]?.doubleValue ?? outputs.valuePerShare
      outputs.upside = row["upsidePercent"]?.doubleValue.map { $0 / 100 }
      outputs.cagr = row["cagrPercent"]?.doubleValue.map { $0 / 100 }
      full["outputs"] = ForecastFile.json(outputs)
    }
    full["id"] = .string(id)
    full["ticker"] = .string(ticker)
    full["assumptions"] = AssumptionFile.json(assumptions)
    guard let forecast = ForecastFile.forecast(full) else {
      throw ScenarioFileError(message: "row \(number): its `outputs` cannot be read")
    }
    return (forecast, isDriven)
  }

  private static func text(_ key: String, _ row: JSONValue, _ number: Int) throws(ScenarioFileError) -> String {
    guard let text = row[key]?.stringValue, !text.isEmpty else {
      throw ScenarioFileError(message: "row \(number) has no `\(key)`")
    }
    return text
  }

  /// A UUID: 8, 4, 4, 4 and 12 hexadecimal digits.
  private static func identifier(_ row: JSONValue, _ number: Int) throws(ScenarioFileError) -> String {
    let id = try text("id", row, number)
    let groups = id.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else {
      throw ScenarioFileError(message: "row \(number): `id` is not a UUID")
    }
    return id
  }

  /// The model of a row: its own object, or if that is not there the driver model of the shared keys.
  private static func model(_ row: JSONValue, _ number: Int) throws(ScenarioFileError) -> ValuationModel {
    guard row["assumptions"] != nil else {
      let json = try text("assumptionsJSON", row, number)
      do {
        let work = DriverWork(study: DriverStudy(try AssumptionsDocument.read(json).model()))
        return .drivers(work, plain: try work.plainAssumptions())
      } catch {
        throw ScenarioFileError(message: "row \(number): \(error.message)", code: error.code.name)
      }
    }
    do throws(ModelFile.Problem) { return try ModelFile.model(row) } catch {
      throw ScenarioFileError(
        message: error == .inherits
          ? "row \(number): its `inherits` cannot be read"
          : "row \(number): its `\(error.rawValue)` cannot be read")
    }
  }
}

extension JSONValue {
  /// The value on one line with sorted keys.
  package var sortedLine: String { sorted.write() }

  private var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let members):
      .object(
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { Member($0.key, $0.value.sorted) })
    case .null, .bool, .number, .integer, .decimal, .string: self
    }
  }
}
