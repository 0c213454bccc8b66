import TestSupport
import Testing
import Valuation

/// Each defect of the Investor Tool: as it is like the Investor Tool, and mended by default.
@Suite("The driver model mends defects and can reproduce them")
struct DriversDefectTests {
  @Test("A level counts as a level; like the Investor Tool it counts as growth")
  func levels() throws {
    let model = try driverModel(.subscription)
    let ours = try model.value()
    let theirs = try model.value(like: .investor)
    #expect(near(ours.revenueIndex, 136.62, 1e-9))
    #expect(near(ours.intrinsicValue, 231.017660, 0.5e-6))
    #expect(near(theirs.revenueIndex, 260.82, 1e-9))
    #expect(near(theirs.intrinsicValue, 416.842430, 0.5e-6))
    #expect(codes(theirs.findings).contains(.levelAsGrowth))
    // Utilisation, take rate and interest margin are measured from the level of today.
    for (business, financial, id) in [
      (BusinessModel.assetHeavy, false, "capacity_utilization"), (.transactional, true, "take_rate"),
      (.assetHeavy, true, "net_interest_margin"),
    ] {
      let level = try driverModel(business, isFinancial: financial)
      let driver = try #require(level.driver(named: id))
      #expect(driver.multiplier() == 1)
      #expect(driver.multiplier(like: .investor) == 1 + driver.value)
    }
    let fuller = try driverModel(.assetHeavy, [("capacity_utilization", .level(0.80, from: 0.64))])
    #expect(try near(#require(fuller.drivers.first).multiplier(), 1.25, 1e-15))
  }

  @Test("Nothing is cut off by default; like the Investor Tool it is, with a finding")
  func limits() throws {
    // An index of 100 * 2.5^3 and a margin of 60 %.
    let bold = try driverModel(
      .other,
      [
        ("revenue_growth", .number(1.5)), ("market_share_gain", .number(1.5)), ("product_mix_shift", .number(1.5)),
        ("margin", .number(0.6)), ("gross_margin", .number(0.8)),
      ])
    let ours = try bold.value()
    let theirs = try bold.value(like: .investor)
    #expect(near(ours.revenueIndex, 1562.5, 1e-9))
    #expect(near(ours.flowMargin, 0.424, 1e-12))
    #expect(theirs.revenueIndex == 300)
    #expect(theirs.flowMargin == 0.35)
    #expect(codes(theirs.findings).contains(.revenueIndexClamped))
    #expect(codes(theirs.findings).contains(.flowMarginClamped))
    let unusual = try #require(ours.findings.first { $0.code == .revenueIndexUnusual })
    #expect(unusual.threshold == 300)
    #expect(unusual.severity == .warning)
    #expect(codes(ours.findings).contains(.flowMarginUnusual))
    #expect(ours.findings.filter { $0.code == .outsideRange }.count == 4)
    // The approximation is held at 800, and CAGR at 50 %.
    let first = try bold.value(like: .investor, method: .approximation, on: indexCompany(price: 10))
    #expect(first.intrinsicValue == 800)
    #expect(first.cagr == 0.5)
    #expect(codes(first.findings).contains(.valueClamped))
    #expect(codes(first.findings).contains(.cagrClamped))
    #expect(try bold.value(method: .approximation).intrinsicValue > 800)
  }

  @Test("A flow that is not positive is refused; like the Investor Tool it is worth 5")
  func noFlow() throws {
    let poor = try driverModel(.other, [("margin", .number(0.05))])
    #expect(code { _ = try poor.value() } == .terminalFlowNotPositive)
    let theirs = try poor.value(like: .investor)
    #expect(theirs.intrinsicValue == 5)
    #expect(theirs.flowMargin == 0)
    #expect(theirs.terminalShare == 0)
    #expect(codes(theirs.findings).contains(.flowMarginClamped))
  }

  @Test("Gross margin bounds the operating margin; like the Investor Tool it has no effect")
  func grossMargin() throws {
    let model = try driverModel(.other, [("gross_margin", .number(0.20)), ("margin", .number(0.30))])
    let bounded = try driverModel(.other, [("margin", .number(0.20))])
    let unbounded = try driverModel(.other, [("margin", .number(0.30))])
    let ours = try model.value()
    #expect(ours.intrinsicValue == (try bounded.value().intrinsicValue))
    let finding = try #require(ours.findings.first { $0.code == .marginAboveGross })
    #expect(finding.value == 0.30)
    #expect(finding.threshold == 0.20)
    #expect(finding.assumptions == ["margin", "gross_margin"])
    let theirs = try model.value(like: .investor)
    #expect(theirs.intrinsicValue == (try unbounded.value(like: .investor).intrinsicValue))
    #expect(codes(theirs.findings).contains(.marginAboveGross))
  }

  @Test("Terminal growth near the discount rate is bent and told, at it refused; the original bends in silence")
  func terminal() throws {
    let near8 = try driverModel(.other, [("terminal", .number(0.087))])
    let ours = try near8.value()
    let finding = try #require(ours.findings.first { $0.code == .terminalTooClose })
    #expect(finding.value == 0.087)
    #expect(try near(#require(finding.threshold), 0.085, 1e-15))
    #expect(ours.intrinsicValue == (try driverModel(.other, [("terminal", .number(0.085))]).value().intrinsicValue))
    #expect(
      code { _ = try driverModel(.other, [("terminal", .number(0.09))]).value() } == .terminalNotBelowDiscount)
    // A constraint never raises: growth below zero stays below zero.
    #expect(try driverModel(.other, [("terminal", .number(-0.01))]).constrained().findings.isEmpty)
    let theirs = try driverModel(.other, [("terminal", .number(0.08))]).value(like: .investor)
    #expect(near(theirs.intrinsicValue, 54.378149 + 156.806632 * 1.07 / 1.025 * 0.065 / 0.02, 1e-5))
    #expect(codes(theirs.findings).contains(.terminalGrowthClamped))
  }

  @Test("Limits of the relative scenarios never turn bear into better or bull into worse")
  func wrongWay() throws {
    let model = try driverModel(
      .other,
      [
        ("margin", .number(0.04)), ("working_capital", .number(-0.02)), ("terminal", .number(0.005)),
        ("discount", .number(0.25)), ("revenue_growth", .number(-0.20)),
      ])
    let (bear, told) = model.scenario(.bear)
    let theirs = model.scenario(.bear, like: .investor).model
    #expect(bear[.margin] == 0.04)
    #expect(theirs[.margin] == 0.05)
    #expect(bear[.terminalGrowth] == 0.005)
    #expect(theirs[.terminalGrowth] == 0.01)
    #expect(bear[.discount] == 0.25)
    #expect(theirs[.discount] == 0.20)
    #expect(bear.drivers[0].value == -0.20)
    #expect(theirs.drivers[0].value == -0.10)
    #expect(Set(told.filter { $0.code == .presetStopped }.flatMap(\.assumptions)).contains("margin"))
    let rich = try model.setting("margin", .number(0.45))
    #expect(rich.scenario(.bull).model[.margin] == 0.45)
    #expect(rich.scenario(.bull, like: .investor).model[.margin] == 0.40)
    #expect(rich.scenario(.bull).model[.workingCapital] == -0.02)
    #expect(rich.scenario(.bull, like: .investor).model[.workingCapital] == 0)
  }

  @Test("Bear is never above base nor bull below it, whatever the base")
  func order() throws {
    var random = Dice(5)
    for _ in 0..<300 {
      var model = DriverModel(BusinessModel.allCases.randomElement(using: &random) ?? .other)
      for driver in model.drivers {
        model = try model.setting(driver.id, .number(.random(in: driver.range, using: &random)))
      }
      for (name, range) in [
        ("margin", 0.25...0.50), ("capex", 0...0.05), ("working_capital", -0.02...0.03), ("discount", 0.06...0.14),
        ("terminal", 0...0.04),
      ] {
        model = try model.setting(name, .number(.random(in: range, using: &random)))
      }
      let values = try [DriverPreset.bear, .base, .bull].map { try model.scenario($0).model.value().intrinsicValue }
      #expect(values[0] <= values[1] && values[1] <= values[2])
    }
  }

  @Test("Without a price nothing is made up; like the Investor Tool the symbol gives one, the same each time")
  func price() throws {
    let ours = try driverModel().value(symbol: "AAPL")
    #expect(ours.price == nil)
    #expect(ours.upside == nil)
    #expect(ours.cagr == nil)
    #expect(ours.valueLine == nil)
    let theirs = try driverModel().value(like: .investor, symbol: "aapl")
    // FNV-1a of AAPL modulo 150, and 100.
    #expect(theirs.price == 137.0)
    #expect(codes(theirs.findings).contains(.priceInvented))
    #expect(try driverModel().value(like: .investor).price == 150)
    #expect(try driverModel().value(like: .investor, on: indexCompany(price: 0.01)).cagr == 0.5)
    // An index is not compared with a price.
    let index = try driverModel().value(on: indexCompany(price: 172.5))
    #expect(index.upside == nil)
    #expect(codes(index.findings).contains(.indexNotComparable))
  }

  @Test("The margin of safety reaches the result; like the Investor Tool it does not")
  func safety() throws {
    let model = try driverModel(.other, [("margin_of_safety", .number(0.25))])
    #expect(try near(model.value().buyBelow, 0.75 * 211.184780, 1e-6))
    #expect(try near(model.value(like: .investor).buyBelow, 211.184780, 1e-6))
  }

  @Test("A missing exit multiple is 15 and told; one below 0.1 is refused, like the Investor Tool raised")
  func exitMultiple() throws {
    let json = try AssumptionsDocument(driverModel()).json().replacing("Perpetuity Growth", with: "Exit Multiple")
    let model = try AssumptionsDocument.read(json).model()
    let found = try model.value()
    #expect(near(found.intrinsicValue, 203.535676, 0.5e-6))
    #expect(codes(found.findings).contains(.defaultExitMultiple))
    let low = try driverModel(.other, [("exit_multiple", .number(-1))])
    #expect(code { _ = try low.value() } == .outOfRange)
    #expect(codes(try low.value(like: .investor).findings).contains(.exitMultipleClamped))
  }
}
