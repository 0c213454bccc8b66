import Testing
import Valuation

@Suite("Presets, dial, drift and sensitivity of the driver model")
struct DriversStudyTests {
  @Test("Every business model has three drivers whose defaults lie in their ranges, with stable ids")
  func catalogue() throws {
    var ids: [String] = []
    for business in BusinessModel.allCases {
      for financial in business.hasFinancialVariant ? [false, true] : [false] {
        let drivers = business.drivers(isFinancial: financial)
        #expect(drivers.count == 3)
        for driver in drivers {
          #expect(driver.range.contains(driver.value))
          #expect(driver.step > 0)
          ids.append(driver.id)
        }
      }
    }
    #expect(Set(ids).count == ids.count)
    #expect(DriverModel(.platform).drivers.map(\.id) == ["active_users", "monetization_rate", "network_effects"])
    #expect(DriverModel(.other, isFinancial: true) == DriverModel(.other))
    #expect(DriverModel(.platform).driver(named: "monetization")?.id == "monetization_rate")
    for field in DriverField.allCases { #expect(field.range.contains(field.defaultValue)) }
    #expect(code { _ = try BusinessModel.find("bakery") } == .unknownBusinessModel)
    #expect(try BusinessModel.find("assetHeavy") == .assetHeavy)
  }

  @Test("Wrong settings are refused by name")
  func settings() throws {
    let model = DriverModel(.platform)
    #expect(code { _ = try model.setting("active_userz", .number(0.1)) } == .unknownAssumption)
    #expect(code { _ = try model.setting("active_users", .multiple(1.2)) } == .wrongKind)
    #expect(code { _ = try model.setting("active_users", .number(.nan)) } == .notFinite)
    #expect(code { _ = try model.setting("active_users", .level(0.8, from: 0.7)) } == .wrongKind)
    #expect(code { _ = try model.setting("horizon", .number(2.5)) } == .outOfRange)
    #expect(code { _ = try model.setting("style", .word("wild")) } == .wrongKind)
    #expect(try model.setting("network_effects", .multiple(1.2)).drivers[2].value == 1.2)
    #expect(
      code { _ = try driverModel(.other, [("revenue_growth", .number(-1))]).value() } == .revenueIndexNotPositive)
  }

  @Test("Slider presets: consensus is the middle and becomes the base, bear and bull are a quarter from the ends")
  func absolute() throws {
    var study = DriverStudy(try driverModel())
    #expect(study.apply(.consensus).isEmpty)
    #expect(study.current.drivers.map(\.value) == [0.15, 0.075, 0.075])
    #expect(study.base == study.current)
    #expect(try near(study.current.value().intrinsicValue, 225.362129, 0.5e-6))
    _ = study.apply(.bear)
    #expect(near(study.current.revenueIndex(), 102.483984375, 1e-9))
    #expect(study.current[.margin] == 0.16)
    #expect(study.current[.grossMargin] == 0.48)
    #expect(study.current[.tax] == 0.24)
    #expect(study.current[.capex] == 0.06)
    #expect(study.current[.workingCapital] == 0.02)
    #expect(try near(study.current.value().intrinsicValue, 60.102035, 0.5e-6))
    _ = study.apply(.bull)
    #expect(near(study.current.revenueIndex(), 168.598828125, 1e-9))
    #expect(try near(study.current.value().intrinsicValue, 450.365110, 0.5e-6))
    _ = study.apply(.base)
    #expect(study.current == study.base)
    #expect(study.drift().isEmpty)
    // A base below the bear preset makes bear an improvement, and a finding says so.
    let poor = try driverModel(.other, [("margin", .number(0.10))])
    let told = poor.applying(.bear, base: poor).findings
    #expect(told.contains { $0.code == .presetAgainstBase && $0.assumptions == ["margin"] && $0.threshold == 0.10 })
  }

  @Test("The comparison card has bear, base and bull")
  func cards() throws {
    let company = try indexCompany(price: 172.5)
    let cards = DriverScenarios(of: try driverModel(), like: .investor, on: company).cards
    #expect(cards.map(\.preset) == [.bear, .base, .bull])
    let values = cards.compactMap { $0.valuation?.intrinsicValue }
    for (a, b) in zip(values, [101.494074, 211.184780, 411.428647]) { #expect(near(a, b, 0.5e-6)) }
    #expect(cards.allSatisfy { $0.valuation?.valueLine?.count == 6 && $0.valuation?.revenueLine.count == 6 })
    let poor = DriverScenarios(of: try driverModel(.other, [("margin", .number(0.10))])).cards
    #expect(poor[0].refusal?.code == .terminalFlowNotPositive)
    #expect(poor[1].valuation != nil)
  }

  @Test("A scenario that leaves terminal growth too near the discount rate lowers it")
  func gap() throws {
    let model = try driverModel(.other, [("discount", .number(0.05)), ("terminal", .number(0.045))])
    let (bull, told) = model.scenario(.bull)
    #expect(try near(#require(bull[.terminalGrowth]), 0.044, 1e-15))
    #expect(codes(told).contains(.terminalTooClose))
  }

  @Test("The dial")
  func dial() throws {
    let other = AggressivenessDial(of: try driverModel())
    #expect(near(other.score, 49.273809523809526, 1e-10))
    #expect(other.label == .balanced)
    #expect(other.target == 50)
    #expect(other.isAligned)
    #expect(near(AggressivenessDial(of: try driverModel(.platform)).score, 51.09415584415584, 1e-10))
    let bold = AggressivenessDial(of: try driverModel(.other, [("style", .word("aggressive"))]))
    #expect(bold.target == 75)
    #expect(!bold.isAligned)
    #expect(AggressivenessDial(of: DriverModel(drivers: [])).revenue == 0.5)
    let top = try driverModel(
      .other,
      [
        ("revenue_growth", .number(0.4)), ("market_share_gain", .number(0.2)), ("product_mix_shift", .number(0.25)),
        ("margin", .number(0.5)), ("discount", .number(0.05)), ("terminal", .number(0.04)),
      ])
    #expect(near(AggressivenessDial(of: top).score, 100, 1e-9))
    #expect(AggressivenessDial(of: top).label == .aggressive)
  }

  @Test("Drift lists what moved with its effect, and parts are reverted by themselves")
  func drift() throws {
    let base = try driverModel()
    var study = DriverStudy(base)
    for (name, number) in [("revenue_growth", 0.12), ("margin", 0.25), ("discount", 0.10), ("tax", 0.2100005)] {
      study.current = try study.current.setting(name, .number(number))
    }
    let drift = study.drift()
    #expect(drift.changes.map(\.name) == ["revenue_growth", "margin", "discount"])
    #expect(drift.changes.map(\.section) == [.drivers, .operating, .valuation])
    #expect(drift.changes[0].baseText == "10%")
    #expect(drift.changes[0].currentText == "12%")
    let without = try study.current.setting("margin", .number(0.22)).value().intrinsicValue
    let effect = try #require(drift.changes[1].effect)
    #expect(try near(effect, study.current.value().intrinsicValue - without, 1e-9))
    study.revert(.operating)
    #expect(study.drift().changes.map(\.name) == ["revenue_growth", "discount"])
    study.current = try study.current.reverting("revenue_growth", to: base)
    #expect(study.drift().changes(in: .drivers).isEmpty)
    study.revert()
    #expect(study.current == base)
    #expect(code { _ = try base.reverting("everything", to: base) } == .unknownAssumption)
  }

  @Test("A changed exit multiple is drift; like the Investor Tool it is not noticed")
  func driftOfMultiple() throws {
    let base = try driverModel(.other, [("terminal", .multiple(15))])
    let current = try base.setting("terminal", .multiple(18))
    #expect(DriverDrift(from: base, to: current).changes.map(\.name) == ["exit_multiple"])
    #expect(DriverDrift(from: base, to: current, like: .investor).isEmpty)
    let other = try driverModel(.assetHeavy)
    let level = try other.setting("capacity_utilization", .level(0.75, from: 0.60))
    #expect(DriverDrift(from: other, to: level).changes.map(\.title) == ["Capacity Utilization today"])
  }

  @Test("One dimension: the published steps, and the middle is the headline", arguments: DriverConvention.allCases)
  func oneDimension(_ convention: DriverConvention) throws {
    let model = try driverModel()
    let company = try indexCompany(price: 172.5)
    let expected: [(DriverAxis.Variable, [Double])] = [
      (.revenue, [173.29034, 192.289863, 211.18478, 229.990562, 248.719178]),
      (.margin, [151.88928, 181.53703, 211.18478, 240.832531, 270.480281]),
      (.discount, [305.884042, 249.919085, 211.18478, 182.788434, 161.080993]),
      (.terminal, [171.949376, 188.951385, 211.18478, 241.503047, 285.296099]),
    ]
    let headline = try model.value(like: convention).intrinsicValue
    for (variable, values) in expected {
      let found = try DriverSensitivity(of: model, x: .adjustments(variable), like: convention, on: company)
      for (cell, value) in zip(found.cells[0], values) { #expect(try near(#require(cell.value), value, 1e-6)) }
      #expect(found.baseColumn == 2)
      #expect(found.cells[0][2].value == headline)
      let upside = found.cells[0][0].upside
      if convention == .investor {
        #expect(try near(#require(upside), values[0] / 172.5 - 1, 1e-8))
      } else {
        #expect(upside == nil)
      }
    }
  }

  @Test("Two dimensions: discount rate along, margin down", arguments: DriverConvention.allCases)
  func twoDimensions(_ convention: DriverConvention) throws {
    let grid = try DriverSensitivity(of: driverModel(), x: .steps(.discount), y: .steps(.margin), like: convention)
    let expected = [
      [227.807017, 186.127137, 157.27978, 136.131612, 119.965005],
      [266.845529, 218.023111, 184.23228, 159.460023, 140.522999],
      [305.884042, 249.919085, 211.18478, 182.788434, 161.080993],
      [344.922554, 281.815058, 238.137281, 206.116845, 181.638987],
      [383.961067, 313.711032, 265.089781, 229.445256, 202.196982],
    ]
    for (row, numbers) in zip(grid.cells, expected) {
      for (cell, number) in zip(row, numbers) { #expect(try near(#require(cell.value), number, 1e-6)) }
    }
    #expect(grid.baseRow == 2)
    #expect(grid.baseColumn == 2)
    #expect(grid.cells[2][2].value == (try driverModel().value(like: convention).intrinsicValue))
  }

  @Test("The same assumption on both axes is refused; like the Investor Tool the second overwrites the first")
  func sameVariable() throws {
    let model = try driverModel()
    #expect(
      code { _ = try DriverSensitivity(of: model, x: .steps(.discount), y: .values("wacc", [0.08])) }
        == .sameVariable)
    let grid = try DriverSensitivity(of: model, x: .steps(.discount), y: .steps(.discount), like: .investor)
    for row in grid.cells { #expect(row.allSatisfy { $0.value == row[0].value }) }
    #expect(try near(#require(grid.cells[0][4].value), 305.884042, 1e-6))
  }

  @Test("Any assumption by name; a cell that is refused says why")
  func values() throws {
    let model = try driverModel(.platform)
    let grid = try DriverSensitivity(
      of: model, x: .values("active_users", [0.10, 0.18, 0.30]), y: .values("margin", [0.05, 0.22]))
    #expect(grid.baseColumn == 1)
    #expect(grid.baseRow == 1)
    #expect(grid.cells[1][1].value == (try model.value().intrinsicValue))
    #expect(grid.cells[0][0].refusal?.code == .terminalFlowNotPositive)
    let bound = try DriverSensitivity(of: model, x: .values("margin", [0.5, 0.6]))
    #expect(bound.cells[0].map(\.isConstrained) == [false, true])
    #expect(code { _ = try DriverSensitivity(of: model, x: .values("nothing", [1])) } == .unknownAssumption)
  }
}
