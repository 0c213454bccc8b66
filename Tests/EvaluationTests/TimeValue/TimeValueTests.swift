import Evaluation
import Foundation
import TestSupport
import Testing

@Suite("The time value of money")
struct TimeValueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let function: String
    let scalars: [Double]
    let lists: [[Double]]
    let due: Annuity.Due
    let result: Double
    var testDescription: String { "\(function) \(scalars) \(lists)" }
  }

  /// The cases of numpy-financial; lists stand apart from the other arguments.
  static let cases: [Case] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/numpy-financial.json")
    guard let data = try? Data(contentsOf: file),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cases = json["cases"] as? [[String: Any]]
    else { return [] }
    return cases.compactMap { entry in
      guard let function = entry["function"] as? String, let arguments = entry["args"] as? [Any],
        let result = entry["result"] as? Double
      else { return nil }
      let when = (entry["kwargs"] as? [String: String])?["when"]
      return Case(
        function: function, scalars: arguments.compactMap { $0 as? Double },
        lists: arguments.compactMap { $0 as? [Double] }, due: when == "begin" ? .begin : .end, result: result)
    }
  }()

  @Test("All cases of the fixture are read")
  func fixture() { #expect(Self.cases.count == 82) }

  @Test("Results are those of numpy-financial", arguments: cases)
  func reference(entry: Case) throws {
    let a = entry.scalars
    func at(_ index: Int) -> Double { index < a.count ? a[index] : 0 }
    let flows = CashFlows(entry.lists.first ?? [])
    let dated = CashFlows(entry.lists.first ?? [], days: entry.lists.last ?? [])
    let result: Double =
      switch entry.function {
      case "npv": flows.presentValue(at: at(0))
      // Of several rates numpy-financial takes the one nearest to 0.
      case "irr": flows.internalRates.min { abs($0) < abs($1) } ?? .nan
      case "xnpv": dated.presentValue(at: at(0))
      case "xirr": dated.internalRates.count == 1 ? dated.internalRates[0] : .nan
      case "mirr": flows.modifiedRate(financeRate: at(0), reinvestRate: at(1))
      case "pv":
        Annuity.presentValue(rate: at(0), periods: at(1), payment: at(2), future: at(3), due: entry.due)
      case "fv":
        Annuity.futureValue(rate: at(0), periods: at(1), payment: at(2), present: at(3), due: entry.due)
      case "pmt": Annuity.payment(rate: at(0), periods: at(1), present: at(2), future: at(3), due: entry.due)
      case "nper": Annuity.periods(rate: at(0), payment: at(1), present: at(2), future: at(3), due: entry.due)
      case "rate":
        Annuity.rates(periods: at(0), payment: at(1), present: at(2), future: at(3), due: entry.due)
          .min { abs($0) < abs($1) } ?? .nan
      default: .nan
      }
    #expect(abs(result - entry.result) <= 1e-10 * max(1, abs(entry.result)), "\(result), not \(entry.result)")
  }

  @Test("A rate of 0 and results that do not exist")
  func edges() {
    #expect(Annuity.presentValue(rate: 0, periods: 10, payment: -5) == 50)
    #expect(Annuity.futureValue(rate: 0, periods: 10, payment: -5, present: -50) == 100)
    #expect(Annuity.payment(rate: 0, periods: 10, present: 100) == -10)
    #expect(Annuity.payment(rate: 0.1, periods: 0, present: 100).isNaN)
    #expect(Annuity.periods(rate: 0, payment: -10, present: 100) == 10)
    #expect(Annuity.periods(rate: 0, payment: 0, present: 100).isNaN)
    #expect(Annuity.periods(rate: 0.1, payment: -5, present: 100).isNaN)
    #expect(Annuity.rates(periods: 10, payment: 0, present: 100, future: 100).isEmpty)
    #expect(Annuity.rates(periods: 0, payment: 1, present: 100).isEmpty)
    // numpy-financial: 0.4166644536 % and 0.51300 %; growth that overflows is no second rate.
    for (payment, present, rate) in [(-1073.64, 200_000.0, 0.004166644536), (-570.3, 93_550, 0.0051300)] {
      let rates = Annuity.rates(periods: 360, payment: payment, present: present)
      #expect(rates.count == 1 && abs((rates.first ?? 0) - rate) < 5e-8)
    }
    #expect(CashFlows([100, -100], days: [0, 0]).internalRates.isEmpty)
    #expect(CashFlows([1, 2, 3]).internalRates.isEmpty)
    #expect(CashFlows([]).internalRates.isEmpty)
    #expect(CashFlows([-100, .nan]).internalRates.isEmpty)
    #expect(CashFlows([-100, 100]).internalRates == [0])
    #expect(CashFlows([1, 2]).modifiedRate(financeRate: 0.1, reinvestRate: 0.1).isNaN)
    #expect(CashFlows([]).presentValue(at: 0.1) == 0)
    #expect(CashFlows([-100, 60, 60]).presentValue(at: -1).isNaN)
  }

  @Test("All rates of flows with several are found, and none if there is none")
  func severalRates() {
    let two = CashFlows([-100, 230, -132]).internalRates
    #expect(two.count == 2 && abs(two[0] - 0.1) < 1e-12 && abs(two[1] - 0.2) < 1e-12)
    // (1 - x / 1.1)(1 - x / 1.25)(1 - x / 1.5), scaled.
    let three = CashFlows([-1000, 3850, -4900, 2062.5]).internalRates
    #expect(zip(three, [0.1, 0.25, 0.5]).allSatisfy { abs($0 - $1) < 1e-9 } && three.count == 3)
    #expect(CashFlows([-100, 150, -100]).internalRates.isEmpty)
    #expect(CashFlows([0, 0, -100, 110, 0]).internalRates.map { ($0 * 1e12).rounded() } == [1e11])
  }

  @Test("At its internal rate of return a series is worth nothing")
  func irrLaw() {
    var dice = Dice(9)
    for _ in 0..<100 {
      let flows = CashFlows([-dice.number(50...500)] + (0..<dice.whole(1...40)).map { _ in dice.number(0.1...200) })
      let rates = flows.internalRates
      #expect(rates.count == 1)
      #expect(abs(flows.presentValue(at: rates[0])) < 1e-9)
    }
  }

  @Test("Payments, values and periods undo each other", arguments: Annuity.Due.allCases)
  func inverses(due: Annuity.Due) {
    var dice = Dice(10)
    for _ in 0..<200 {
      let (rate, periods) = (dice.number(0.001...0.3), Double(dice.whole(1...60)))
      let present = dice.number(100...10_000)
      let payment = Annuity.payment(rate: rate, periods: periods, present: present, due: due)
      let back = Annuity.presentValue(rate: rate, periods: periods, payment: payment, due: due)
      let end = Annuity.futureValue(rate: rate, periods: periods, payment: payment, present: present, due: due)
      #expect(abs(back / present - 1) < 1e-11)
      #expect(abs(end / present) < 1e-7)
      let count = Annuity.periods(rate: rate, payment: payment, present: present, due: due)
      #expect(abs(count - periods) < 1e-6)
    }
  }
}
