import Testing
import Valuation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Saved documents, templates and the legacy projection")
struct DriversDocumentTests {
  /// The ids of a document replaced by X, so that the rest can be compared as it stands.
  private func withoutIds(_ json: String) -> String {
    var parts = json.components("\"id\":\"")
    for place in parts.indices.dropFirst() { parts[place] = "X" + parts[place].dropFirst(36) }
    return parts.joined(separator: "\"id\":\"")
  }

  @Test("Assumptions have exactly the published keys, sorted, in percent numbers")
  func keys() throws {
    let json = try AssumptionsDocument(driverModel(.platform, [("margin", .number(0.07))])).json()
    #expect(
      withoutIds(json) == #"{"lens":{"horizonYears":5,"objective":"appreciation","style":"base"},"#
        + #""operating":{"capexPercent":4,"grossMargin":55,"operatingMargin":7,"taxRate":21,"workingCapitalPercent":1},"#
        + #""revenueDrivers":["#
        + #"{"id":"X","impactsRevenue":true,"max":50,"min":-5,"step":1,"subtitle":"Growth of active users","#
        + #""title":"Active Users","unit":"percent","value":18},"#
        + #"{"id":"X","impactsRevenue":true,"max":35,"min":-10,"step":1,"subtitle":"Growth of revenue per user","#
        + #""title":"Monetization Rate","unit":"percent","value":12},"#
        + #"{"id":"X","impactsRevenue":true,"max":1.4,"min":0.9,"step":0.05,"subtitle":"Multiple that the network adds","#
        + #""title":"Network Effects","unit":"multiple","value":1.15}],"#
        + #""valuation":{"discountRate":9,"exitMultiple":null,"terminalGrowth":2.5,"terminalMethod":"Perpetuity Growth"}}"#
    )
    for driver in AssumptionsDocument(try driverModel(.platform)).revenueDrivers {
      #expect(UUID(uuidString: driver.id)?.uuidString == driver.id)
    }
    #expect(AssumptionsDocument(try driverModel()) == AssumptionsDocument(try driverModel()))
  }

  @Test("Every model comes back as it was, bit for bit", arguments: BusinessModel.allCases)
  func roundTrip(_ business: BusinessModel) throws {
    for financial in business.hasFinancialVariant ? [false, true] : [false] {
      var model = try driverModel(
        business, isFinancial: financial,
        [
          ("margin", .number(0.07)), ("discount", .number(0.0825)), ("capex", .number(0.035)),
          ("terminal", .multiple(12.5)), ("horizon", .number(10)), ("style", .word("aggressive")),
          ("objective", .word("downside_protection")),
        ])
      model = model.scenario(.bull).model
      let back = try AssumptionsDocument.read(AssumptionsDocument(model).json()).model()
      #expect(back.business == business)
      #expect(back.isFinancial == financial)
      #expect(back.lens == model.lens)
      for (a, b) in zip(back.drivers, model.drivers) {
        #expect(a.id == b.id && a.effect == b.effect && a.range == b.range && a.step == b.step)
        #expect(abs(a.value - b.value) <= b.value.ulp)
      }
      #expect(back[.margin] == model[.margin] && back[.exitMultiple] == 12.5)
    }
    let plain = try driverModel(business)
    #expect(try AssumptionsDocument.read(AssumptionsDocument(plain).json()).model() == plain)
  }

  @Test("A document that cannot be understood says what in it")
  func refusals() throws {
    let json = try AssumptionsDocument(driverModel(.platform)).json()
    func refusal(_ old: String, _ new: String) -> ValuationError? {
      error { _ = try AssumptionsDocument.read(json.replacing(old, with: new)).model() }
    }
    let unit = refusal("\"multiple\"", "\"furlong\"")
    #expect(unit?.code == "unknown-unit")
    #expect(unit?.message.contains("furlong") == true)
    #expect(unit?.message.contains("Network Effects") == true)
    #expect(unit?.assumptions == ["network_effects"])
    #expect(refusal("Perpetuity Growth", "Magic")?.code == "unknown-terminal-method")
    #expect(refusal("\"style\":\"base\"", "\"style\":\"wild\"")?.code == "unknown-style")
    #expect(refusal("appreciation", "fun")?.code == "unknown-objective")
    #expect(refusal("\"max\":50", "\"max\":-50")?.code == "bad-range")
    #expect(refusal("\"horizonYears\":5", "\"horizonYears\":0")?.code == "out-of-range")
    #expect(refusal("\"taxRate\":21,", "")?.code == "document-key-missing")
    #expect(refusal("\"taxRate\":21,", "")?.message.contains("operating.taxRate") == true)
    #expect(refusal("\"taxRate\":21", "\"taxRate\":\"x\"")?.code == "document-wrong-type")
    #expect(error { _ = try AssumptionsDocument.read("{") }?.code == "document-not-json")
  }

  @Test("What a document cannot hold is told")
  func losses() throws {
    let model = try driverModel(
      .assetHeavy, [("margin_of_safety", .number(0.2)), ("capacity_utilization", .level(0.8, from: 0.7))])
    #expect(
      AssumptionsDocument.losses(of: model).flatMap(\.assumptions) == ["margin_of_safety", "capacity_utilization"])
    #expect(AssumptionsDocument.losses(of: try driverModel(.assetHeavy)).isEmpty)
  }

  @Test("Forecast and scenario rows have their keys, ISO 8601 times and UUIDs, and come back")
  func rows() throws {
    let model = try driverModel()
    let id = try #require(UUID(uuidString: "6BA7B810-9DAD-41D1-80B4-00C04FD430C8"))
    let time = Date(timeIntervalSince1970: 1_700_000_000.75)
    let found = try model.value(like: .investor, on: indexCompany(price: 172.5))
    let row = try ForecastRow(model, found, ticker: "aapl", id: id, at: time)
    let json = try ForecastRow.write([row])
    for part in [
      #""createdAt":"2023-11-14T22:13:20Z""#, #""updatedAt":"2023-11-14T22:13:20Z""#, #""ticker":"AAPL""#,
      #""companyName":null"#, #""id":"6BA7B810-9DAD-41D1-80B4-00C04FD430C8""#, #""horizonYears":5"#,
    ] { #expect(json.contains(part)) }
    let keys = [
      "assumptionsJSON", "cagrPercent", "companyName", "createdAt", "horizonYears", "id", "intrinsicValue",
      "objective", "outputsJSON", "style", "ticker", "updatedAt", "upsidePercent",
    ]
    let places = keys.compactMap { json.firstRange(of: "\"\($0)\":")?.lowerBound }
    #expect(places.count == keys.count)
    #expect(places == places.sorted())
    let back = try ForecastRow.read(json)
    #expect(back == [row])
    #expect(try back[0].model() == model)
    #expect(row.intrinsicValue == found.intrinsicValue)
    #expect(try near(#require(row.upsidePercent), 22.425959643824203, 1e-9))
    // An index has no upside, and the row says null and not 0.
    let index = try ForecastRow(model, model.value(), ticker: "X", id: id, at: time)
    #expect(try ForecastRow.write([index]).contains(#""upsidePercent":null"#))
    #expect(try ForecastRow.read(ForecastRow.write([index])) == [index])

    let scenario = try ScenarioRow(model, name: "Bull \"A\"", ticker: "aapl", id: id, at: time)
    let scenarioJSON = try ScenarioRow.write([scenario])
    #expect(try ScenarioRow.read(scenarioJSON) == [scenario])
    #expect(try scenario.model() == model)
    let scenarioKeys = ["assumptionsJSON", "createdAt", "id", "name", "ticker"]
    let scenarioPlaces = scenarioKeys.compactMap { scenarioJSON.firstRange(of: "\"\($0)\":")?.lowerBound }
    #expect(scenarioPlaces.count == 5 && scenarioPlaces == scenarioPlaces.sorted())
  }

  @Test("Forecasts are listed with the latest change first, and by ticker")
  func list() throws {
    let model = try driverModel()
    let found = try model.value()
    let rows = try [("AAPL", 10.0), ("MSFT", 30), ("AAPL", 20)].map {
      try ForecastRow(model, found, ticker: $0.0, at: Date(timeIntervalSince1970: $0.1))
    }
    #expect(ForecastRow.list(rows).map(\.updatedAt.timeIntervalSince1970) == [30, 20, 10])
    #expect(ForecastRow.list(rows, ticker: "aapl").map(\.updatedAt.timeIntervalSince1970) == [20, 10])
  }

  @Test("Templates: defaults in range; buybacks lower the share count, like the Investor Tool they raise it")
  func templates() throws {
    for assumption in TemplateAssumption.all(horizonYears: 10, like: .investor) {
      #expect(assumption.range.contains(assumption.defaultValue))
    }
    #expect(TemplateAssumption.all(horizonYears: 10, like: .investor)[0].defaultValue == 0.18)
    #expect(TemplateAssumption.all(horizonYears: 10)[0].defaultValue == 0.08)
    let theirs = try TemplatePreview(horizonYears: 5, like: .investor)
    #expect(near(theirs.shareIndex, 102.52512531281243, 1e-10))
    #expect(near(theirs.impliedPrice, 179.7057232242907, 1e-9))
    let ours = try TemplatePreview(horizonYears: 5)
    #expect(near(ours.shareIndex, 97.5248753121875, 1e-10))
    #expect(near(ours.impliedPrice, 150.66187699256471, 1e-9))
    let more = try TemplatePreview(horizonYears: 5, [("buyback_pct_share_count", 0.04)])
    #expect(more.impliedPrice > ours.impliedPrice)
    let worse = try TemplatePreview(horizonYears: 5, [("buyback_pct_share_count", 0.04)], like: .investor)
    #expect(worse.impliedPrice < theirs.impliedPrice)
    #expect(code { _ = try TemplatePreview(horizonYears: 5, [("luck", 1)]) } == "unknown-assumption")
  }

  @Test("The legacy projection grows revenue and applies a multiple")
  func legacy() {
    let projection = LegacyProjection()
    // 1000 * 1.08^5 * 4 / 1000
    #expect(near(projection.price(year: 5), 5.8773123072, 1e-12))
    #expect(near(projection.totalReturn, -0.941226876928, 1e-12))
    let grid = projection.grid()
    #expect(grid[2][2] == projection.annualisedReturn)
    #expect(grid.count == 5 && grid.allSatisfy { $0.count == 5 && $0 == $0.sorted() })
    var cheap = projection
    cheap.exitMultiple = 1
    #expect(cheap.grid()[2][0] == cheap.grid(multiple: [-0.9])[2][0])
  }
}

extension String {
  /// The parts between occurrences of a separator.
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
