import JSON

extension AssumptionsDocument {
  /// The document as JSON with sorted keys, on one line or indented.
  ///
  /// - Throws: `document-not-finite` for a number that JSON cannot hold.
  public func json(isPretty: Bool = false) throws(ValuationError) -> String {
    let drivers = revenueDrivers.flatMap { [$0.max, $0.min, $0.step, $0.value] }
    let numbers =
      [
        operating.capexPercent, operating.grossMargin, operating.operatingMargin, operating.taxRate,
        operating.workingCapitalPercent, valuation.discountRate, valuation.exitMultiple ?? 0, valuation.terminalGrowth,
      ] + drivers
    guard numbers.allSatisfy(\.isFinite) else {
      throw ValuationError(
        code: .documentNotFinite, message: "a number of the document is missing or not finite")
    }
    return isPretty ? value.prettyWrite() : value.write()
  }

  /// Reads a document.
  ///
  /// - Throws: `document-not-json`, `document-key-missing`, `document-wrong-type`.
  public static func read(_ json: String) throws(ValuationError) -> AssumptionsDocument {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: json)
    } catch {
      throw ValuationError(code: .documentNotJSON, message: "the document is not JSON: \(error)")
    }
    return try AssumptionsDocument(DocumentFields(value))
  }

  private var value: JSONValue {
    [
      "lens": [
        "horizonYears": .integer(lens.horizonYears), "objective": .string(lens.objective), "style": .string(lens.style),
      ],
      "operating": [
        "capexPercent": .decimal(operating.capexPercent), "grossMargin": .decimal(operating.grossMargin),
        "operatingMargin": .decimal(operating.operatingMargin), "taxRate": .decimal(operating.taxRate),
        "workingCapitalPercent": .decimal(operating.workingCapitalPercent),
      ],
      "revenueDrivers": .array(
        revenueDrivers.map { driver in
          [
            "id": .string(driver.id), "impactsRevenue": .bool(driver.impactsRevenue), "max": .decimal(driver.max),
            "min": .decimal(driver.min), "step": .decimal(driver.step), "subtitle": .string(driver.subtitle),
            "title": .string(driver.title), "unit": .string(driver.unit), "value": .decimal(driver.value),
          ]
        }),
      "valuation": [
        "discountRate": .decimal(valuation.discountRate),
        "exitMultiple": valuation.exitMultiple.map { .decimal($0) } ?? .null,
        "terminalGrowth": .decimal(valuation.terminalGrowth), "terminalMethod": .string(valuation.terminalMethod),
      ],
    ]
  }

  private init(_ fields: DocumentFields) throws(ValuationError) {
    let lens = try fields.object("lens")
    self.lens = Lens(
      horizonYears: try lens.integer("horizonYears"), objective: try lens.string("objective"),
      style: try lens.string("style"))
    let operating = try fields.object("operating")
    self.operating = Operating(
      capexPercent: try operating.number("capexPercent"), grossMargin: try operating.number("grossMargin"),
      operatingMargin: try operating.number("operatingMargin"), taxRate: try operating.number("taxRate"),
      workingCapitalPercent: try operating.number("workingCapitalPercent"))
    revenueDrivers = []
    for driver in try fields.objects("revenueDrivers") {
      revenueDrivers.append(
        Driver(
          id: try driver.string("id"), impactsRevenue: try driver.bool("impactsRevenue"),
          max: try driver.number("max"), min: try driver.number("min"), step: try driver.number("step"),
          subtitle: try driver.string("subtitle"), title: try driver.string("title"), unit: try driver.string("unit"),
          value: try driver.number("value")))
    }
    let valuation = try fields.object("valuation")
    self.valuation = Valuation(
      discountRate: try valuation.number("discountRate"), exitMultiple: try valuation.numberIfPresent("exitMultiple"),
      terminalGrowth: try valuation.number("terminalGrowth"), terminalMethod: try valuation.string("terminalMethod"))
  }
}

extension JSONValue {
  /// A number as documents write it: a whole one without a decimal point.
  fileprivate static func decimal(_ value: Double) -> JSONValue {
    Int(exactly: value).map { .integer($0) } ?? .number(value)
  }
}
