import Testing
import Valuation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Saved documents and templates")
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
    #expect(unit?.code == .unknownUnit)
    #expect(unit?.message.contains("furlong") == true)
    #expect(unit?.message.contains("Network Effects") == true)
    #expect(unit?.assumptions == ["network_effects"])
    #expect(refusal("Perpetuity Growth", "Magic")?.code == .unknownTerminalMethod)
    #expect(refusal("\"style\":\"base\"", "\"style\":\"wild\"")?.code == .unknownStyle)
    #expect(refusal("appreciation", "fun")?.code == .unknownObjective)
    #expect(refusal("\"max\":50", "\"max\":-50")?.code == .badRange)
    #expect(refusal("\"horizonYears\":5", "\"horizonYears\":0")?.code == .outOfRange)
    #expect(refusal("\"taxRate\":21,", "")?.code == .documentKeyMissing)
    #expect(refusal("\"taxRate\":21,", "")?.message.contains("operating.taxRate") == true)
    #expect(refusal("\"taxRate\":21", "\"taxRate\":\"x\"")?.code == .documentWrongType)
    #expect(refusal("\"taxRate\":21", "\"taxRate\":null")?.code == .documentWrongType)
    #expect(
      refusal("\"title\":\"Network Effects\"", "\"title\":1")?.message.contains("`revenueDrivers.[2].title`") == true)
    #expect(error { _ = try AssumptionsDocument.read("{") }?.code == .documentNotJSON)
    #expect(error { _ = try AssumptionsDocument.read("{") }?.message.hasSuffix("at byte 1") == true)
    #expect(error { _ = try AssumptionsDocument.read("[]") }?.code == .documentWrongType)
  }

  @Test("A part that a document cannot hold is reported")
  func losses() throws {
    let model = try driverModel(
      .assetHeavy, [("margin_of_safety", .number(0.2)), ("capacity_utilization", .level(0.8, from: 0.7))])
    #expect(
      AssumptionsDocument.losses(of: model).flatMap(\.assumptions) == ["margin_of_safety", "capacity_utilization"])
    #expect(AssumptionsDocument.losses(of: try driverModel(.assetHeavy)).isEmpty)
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
    #expect(code { _ = try TemplatePreview(horizonYears: 5, [("luck", 1)]) } == .unknownAssumption)
  }
}

extension String {
  /// The parts between occurrences of a separator.
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
