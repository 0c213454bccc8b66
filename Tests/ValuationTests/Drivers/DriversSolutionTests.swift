import TestSupport
import Testing
import Valuation

/// Reading a driver model backwards, moving its assumptions, and putting it together again.
@Suite("The driver model: solving, moving, restoring")
struct DriversSolutionTests {
  private func company() throws -> Assumptions {
    try Assumptions([
      Assumption("revenue", 383.3e9), Assumption("shares", 15.74e9), Assumption("price", 172.5),
      Assumption("cash", 61.5e9), Assumption("debt", 111.1e9),
    ])
  }

  @Test(
    "The answer put back gives the target",
    arguments: [
      "active_users", "monetization_rate", "network_effects", "margin", "tax", "capex", "working_capital",
      "discount", "terminal", "exit_multiple",
    ])
  func roundTrip(name: String) throws {
    let model = try driverModel(.platform, [("margin", .number(0.30))])
    let company = try company()
    let base = name == "exit_multiple" ? try model.setting("terminal", .multiple(15)) : model
    let now = try base.value(on: company).intrinsicValue
    for target in [0.85 * now, 1.1 * now] {
      let solution = try DriverSolution(of: base, for: name, target: target, on: company)
      let root = try #require(solution.number, "no \(name) gives \(target)")
      let back = try base.setting(name, .number(root)).value(on: company).intrinsicValue
      #expect(abs(back / target - 1) < 1e-9, "\(name) = \(root) gives \(back), not \(target)")
    }
  }

  @Test("Without a target the price is meant, and where it cannot be compared with the value there is none")
  func price() throws {
    let model = try driverModel(.platform, [("margin", .number(0.30))])
    let solution = try DriverSolution(of: model, for: "discount", on: company())
    #expect(solution.target == 172.5)
    let index = try indexCompany(price: 120)
    do throws(ValuationError) {
      _ = try DriverSolution(of: model, for: "discount", on: index)
      Issue.record("an index was solved for a price")
    } catch { #expect(error.code == .targetMissing) }
  }

  @Test("Words, years and the margin of safety are not solved for; a flat assumption has no influence")
  func refusals() throws {
    let model = try driverModel(.platform)
    let refused: [(String, ValuationCode)] = [
      ("horizon", .wrongKind), ("style", .wrongKind), ("margin_of_safety", .wrongKind),
      ("growth", .unknownAssumption),
    ]
    for (name, code) in refused {
      do throws(ValuationError) {
        _ = try DriverSolution(of: model, for: name, target: 100)
        Issue.record("\(name) was solved for")
      } catch { #expect(error.code == code, "\(name)") }
    }
    // Gross margin has no effect like the Investor Tool.
    let index = try indexCompany(price: 90)
    do throws(ValuationError) {
      _ = try DriverSolution(of: model, for: "gross_margin", target: 100, like: .investor, on: index)
      Issue.record("gross margin was solved for")
    } catch { #expect(error.code == .noInfluence) }
  }

  @Test("Rates move as percent numbers, without the rounding of fractions")
  func moving() throws {
    let model = try driverModel(.platform)
    #expect(try model.shifting("active_users", by: Assumption.Shift(.add, 0.02)).number(of: "active_users") == 0.20)
    #expect(try model.shifting("discount", by: Assumption.Shift(.add, 0.01)).number(of: "discount") == 0.10)
    #expect(try model.shifting("margin", by: Assumption.Shift(.multiply, 1.5)).number(of: "margin") == 0.33)
    let network = try model.shifting("network_effects", by: Assumption.Shift(.add, 0.05))
    #expect(network.number(of: "network_effects") == 1.2)
    #expect(throws: ValuationError.self) { try model.shifting("exit_multiple", by: Assumption.Shift(.add, 1)) }
    #expect(throws: ValuationError.self) { try model.shifting("growth", by: Assumption.Shift(.add, 0.01)) }
  }

  @Test("A level that moves keeps the level of today")
  func level() throws {
    let model = try driverModel(.assetHeavy, [("capacity_utilization", .level(0.80, from: 0.70))])
    let moved = try model.shifting("capacity_utilization", by: Assumption.Shift(.add, 0.05))
    #expect(moved.drivers[0].effect == .level(base: 0.70))
    #expect(moved.drivers[0].multiplier() == 0.85 / 0.70)
  }

  @Test("A model put together from its numbers is the same model", arguments: BusinessModel.allCases)
  func restoring(business: BusinessModel) throws {
    for terminal in [DriverModel.Setting.number(0.0213), .multiple(13.7)] {
      let model = try driverModel(
        business, isFinancial: true,
        [("margin", .number(1.0 / 3)), ("terminal", terminal), ("horizon", .number(7)), ("style", .word("aggressive"))])
      let again = DriverModel(
        business: model.business, isFinancial: model.isFinancial, drivers: model.drivers,
        numbers: DriverField.allCases.compactMap { field in model[field].map { (field, $0) } },
        terminalMethod: model.terminalMethod, lens: model.lens)
      #expect(again == model)
    }
  }

  @Test("The tornado lists what moves the value, the largest first, and its middle is the value")
  func tornado() throws {
    let model = try driverModel(.platform)
    let bars = DriverTornado(of: model).bars
    #expect(bars.map(\.name).contains("discount") && bars.map(\.name).contains("active_users"))
    #expect(!bars.map(\.name).contains("margin_of_safety") && !bars.map(\.name).contains("gross_margin"))
    #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.swing >= $1.swing })
    let value = try model.value().intrinsicValue
    for bar in bars {
      let (low, high) = (try #require(bar.lowValue), try #require(bar.highValue))
      #expect(min(low, high) <= value && value <= max(low, high), "\(bar.name)")
    }
  }

  @Test("The driver model tells its own defaults, and of the plain model's only cash and debt")
  func defaults() throws {
    let index = try driverModel().value().findings
    #expect(!codes(index).contains(.defaultUsed) && !codes(index).contains(.capexReadAsNet))
    let bare = try Assumptions([Assumption("revenue", 4e9), Assumption("shares", 1e9)])
    let money = try driverModel().value(on: bare).findings.filter { $0.code == .defaultUsed }
    #expect(money.map(\.assumptions) == [["cash", "debt"]])
  }
}

/// The gap between two driver models, split among their changes.
@Suite("The driver model: attribution")
struct DriversAttributionTests {
  @Test("The parts sum to the gap to the last digit, and name what differs")
  func sums() throws {
    var random = Dice(5)
    for _ in 0..<40 {
      let first = try driverModel(.platform)
      var second = first
      for driver in first.drivers {
        second = try second.setting(driver.id, .number(.random(in: driver.range, using: &random)))
      }
      second = try second.setting("margin", .number(.random(in: 0.2...0.4, using: &random)))
      second = try second.setting("discount", .number(.random(in: 0.07...0.12, using: &random)))
      second = try second.setting("terminal", .multiple(.random(in: 10...20, using: &random)))
      let split = try #require(try Attribution(from: first, to: second))
      #expect(split.gap == (try second.value().intrinsicValue - first.value().intrinsicValue))
      #expect(split.parts.reduce(0) { $0 + $1.amount } == split.gap)
      #expect(
        Set(split.parts.flatMap(\.assumptions)) == [
          "active_users", "monetization_rate", "network_effects", "margin", "discount", "exit_multiple",
          "terminal_method",
        ])
    }
  }

  @Test("One change has the whole gap, and two that multiply revenue share it evenly where they are alike")
  func cases() throws {
    let first = try driverModel(.other)
    let one = try first.setting("margin", .number(0.3))
    let split = try #require(try Attribution(from: first, to: one))
    #expect(split.parts.map(\.assumptions) == [["margin"]] && split.parts[0].amount == split.gap)
    // 1.05 to 1.155 and 1.07 to 1.177: both a tenth more, so neither adds more than the other.
    let both = try first.setting("market_share_gain", .number(0.155)).setting("product_mix_shift", .number(0.177))
    let even = try #require(try Attribution(from: first, to: both))
    #expect(abs(even.parts[0].amount / even.parts[1].amount - 1) < 1e-9)
    #expect(try Attribution(from: first, to: driverModel(.platform)) == nil)
  }
}
