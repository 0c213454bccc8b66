import TestSupport
import Testing
import Valuation

/// The model of a business after settings.
func driverModel(
  _ business: BusinessModel = .other, isFinancial: Bool = false, _ settings: [(String, DriverModel.Setting)] = []
) throws -> DriverModel {
  var model = DriverModel(business, isFinancial: isFinancial)
  for (name, setting) in settings { model = try model.setting(name, setting) }
  return model
}

/// A company that is the index itself, with a price.
func indexCompany(price: Double? = nil) throws -> Assumptions {
  try Assumptions(price.map { [Assumption("price", $0)] } ?? [])
}

/// The codes of findings.
func codes(_ findings: [ValuationFinding]) -> [ValuationCode] { findings.map(\.code) }

/// The published numbers of the Investor Tool, to the digits given; a second calculation of them was made in Python.
@Suite("The driver model's golden values")
struct DriversGoldenTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var business = BusinessModel.other
    var preset = DriverPreset.base
    var index, margin, flow, approximation, value, flows, terminal, share: Double
  }

  static let cases = [
    Case(
      testDescription: "base", index: 123.585, margin: 0.1238, flow: 15.299823, approximation: 353.072838,
      value: 211.184780, flows: 54.378149, terminal: 156.806632, share: 74.250915),
    Case(
      testDescription: "bear", preset: .bear, index: 100, margin: 0.0851, flow: 8.51, approximation: 170.461846,
      value: 101.494074, flows: 32.259595, terminal: 69.234479, share: 68.215292),
    Case(
      testDescription: "bull", preset: .bull, index: 150.48, margin: 0.1625, flow: 24.453, approximation: 668.695500,
      value: 411.428647, flows: 82.423159, terminal: 329.005487, share: 79.966597),
    Case(
      testDescription: "platform", business: .platform, index: 151.984, margin: 0.1238, flow: 18.815619,
      approximation: 434.206597, value: 254.285580, flows: 61.445842, terminal: 192.839739, share: 75.835892),
  ]

  @Test("Each golden value is reached, in both conventions", arguments: cases, DriverConvention.allCases)
  func golden(_ expected: Case, _ convention: DriverConvention) throws {
    let model = try driverModel(expected.business).scenario(expected.preset, like: convention).model
    let found = try model.value(like: convention)
    let six = 0.5e-6
    #expect(near(found.revenueIndex, expected.index, six))
    #expect(near(found.flowMargin, expected.margin, six))
    #expect(near(found.flowIndex, expected.flow, six))
    #expect(near(found.intrinsicValue, expected.value, six))
    #expect(try near(#require(found.presentValueOfFlows), expected.flows, six))
    #expect(try near(#require(found.presentValueOfTerminal), expected.terminal, six))
    #expect(try near(#require(found.terminalShare) * 100, expected.share, six))
    let first = try model.value(like: convention, method: .approximation)
    #expect(near(first.intrinsicValue, expected.approximation, six))
    if convention == .investor { #expect(first.terminalShare == 0.65) } else { #expect(first.terminalShare == nil) }
  }

  @Test("An exit at 15 times free cash flow is worth 203.535676", arguments: DriverConvention.allCases)
  func exit(_ convention: DriverConvention) throws {
    let found = try driverModel(.other, [("terminal", .multiple(15))]).value(like: convention)
    #expect(near(found.intrinsicValue, 203.535676, 0.5e-6))
    #expect(try near(#require(found.presentValueOfTerminal), 149.157528, 0.5e-6))
    #expect(try near(#require(found.terminalShare) * 100, 73.283235, 0.5e-6))
  }

  @Test("The driver model is the plain model with revenue 100, one share and the growth of its index")
  func law() throws {
    let growth = 0.043261431996124644  // (123.585 / 100)^(1/5) - 1
    let model = try driverModel()
    let plain = try DiscountedCashFlow.value(model.plainAssumptions())
    #expect(try near(#require(plain.numbers(of: "growth"))[0], growth, 1e-14))
    #expect(plain.numbers(of: "revenue") == [100])
    #expect(plain.numbers(of: "depreciation") == Array(repeating: 0, count: 5))
    #expect(plain.numbers(of: "shares") == [1])
    #expect(plain.numbers(of: "cash") == [0])
    #expect(plain.numbers(of: "debt") == [0])
    #expect(near(plain.valuePerShare, 211.184780, 0.5e-6))
    #expect(try model.value().intrinsicValue == plain.valuePerShare)
    let investor = try model.value(like: .investor).intrinsicValue
    #expect(abs(investor / plain.valuePerShare - 1) < 1e-13)
  }

  @Test("Whatever the assumptions, both conventions agree where no limit acts")
  func agreement() throws {
    var random = Dice(11)
    for _ in 0..<300 {
      var model = DriverModel(
        [.transactional, .platform, .advertising, .other].randomElement(using: &random) ?? .other,
        lens: InvestmentLens(horizonYears: [1, 3, 5, 10].randomElement(using: &random) ?? 5))
      for driver in model.drivers {
        model = try model.setting(driver.id, .number(.random(in: driver.range, using: &random)))
      }
      for (name, range) in [
        ("margin", 0.20...0.40), ("tax", 0.10...0.35), ("capex", 0...0.05), ("working_capital", 0...0.02),
        ("discount", 0.08...0.14), ("terminal", 0...0.04),
      ] {
        model = try model.setting(name, .number(.random(in: range, using: &random)))
      }
      let theirs = try model.value(like: .investor)
      guard !theirs.findings.contains(where: { $0.code.name.hasSuffix("-clamped") && $0.code != .cagrClamped })
      else {
        continue
      }
      let ours = try model.value()
      #expect(abs(ours.intrinsicValue / theirs.intrinsicValue - 1) < 1e-12)
    }
  }

  @Test("The horizon enters by discounting, and not the approximation")
  func horizons() throws {
    for (years, value) in [(1.0, 235.381892), (3, 222.304620), (10, 190.018174)] {
      let model = try driverModel(.other, [("horizon", .number(years))])
      #expect(try near(model.value().intrinsicValue, value, 0.5e-6))
      #expect(try near(model.value(like: .investor).intrinsicValue, value, 0.5e-6))
      #expect(try near(model.value(method: .approximation).intrinsicValue, 353.072838, 0.5e-6))
    }
  }

  @Test("Price, upside, CAGR and the small charts")
  func outputs() throws {
    let found = try driverModel().value(like: .investor, on: indexCompany(price: 172.5))
    #expect(try near(#require(found.upside), 0.22425959643824203, 1e-14))
    #expect(try near(#require(found.cagr), 0.0412972067013555, 1e-14))
    let revenue = [100.0, 105.54067755454619, 110.33926990771815, 114.89265078473646, 119.29375986460951, 123.585]
    let value = [
      172.5, 179.69641965713865, 187.34885022292718, 195.18340214853094, 203.1386180139184, 211.184780385596,
    ]
    for (a, b) in zip(found.revenueLine, revenue) { #expect(near(a, b, 1e-11)) }
    for (a, b) in try zip(#require(found.valueLine), value) { #expect(near(a, b, 1e-11)) }
  }

  @Test("With revenue and shares the value is money for one share and has an upside")
  func perShare() throws {
    let company = try Assumptions([
      Assumption("price", 172.5), Assumption("revenue", 383.3e9), Assumption("shares", 15.74e9),
      Assumption("cash", 61.5e9), Assumption("debt", 111.1e9),
    ])
    let found = try driverModel().value(on: company)
    // 211.18478038559675 * 3.833 for every 100 of revenue, with the bridge of the company.
    let value = (211.18478038559675 / 100 * 383.3e9 + 61.5e9 - 111.1e9) / 15.74e9
    #expect(near(found.intrinsicValue, value, 1e-10))
    #expect(found.basis == .perShare)
    #expect(try near(#require(found.upside), value / 172.5 - 1, 1e-12))
    #expect(found.revenueIndex == (try driverModel().value().revenueIndex))
  }
}
