import Foundation
import TestSupport
import Testing
import Valuation

@Suite("The time value of money")
struct FinanceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let function: String
    let scalars: [Double]
    let values: [Double]
    let due: Finance.Due
    let result: Double
    var testDescription: String { "\(function) \(scalars) \(values)" }
  }

  /// The cases of numpy-financial; a list of flows stands apart from the other arguments.
  static let cases: [Case] = {
    let file = PackageFolder.file("Tests/ValuationTests/Fixtures/numpy-financial.json")
    guard let bytes = try? FileContents.bytes(file),
      let json = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
      let cases = json["cases"] as? [[String: Any]]
    else { return [] }
    return cases.compactMap { entry in
      guard let function = entry["function"] as? String, let arguments = entry["args"] as? [Any],
        let result = entry["result"] as? Double
      else { return nil }
      let when = (entry["kwargs"] as? [String: String])?["when"]
      return Case(
        function: function,
        scalars: arguments.compactMap { $0 as? Double },
        values: arguments.compactMap { $0 as? [Double] }.first ?? [],
        due: when == "begin" ? .begin : .end,
        result: result
      )
    }
  }()

  @Test("All cases of the fixture are read")
  func fixture() {
    #expect(Self.cases.count == 30)
  }

  @Test("Results are those of numpy-financial", arguments: cases)
  func reference(entry: Case) throws {
    let a = entry.scalars
    func at(_ place: Int) -> Double { place < a.count ? a[place] : 0 }
    let result: Double
    switch entry.function {
    case "npv": result = Finance.npv(at(0), entry.values)
    case "irr": result = Finance.irr(entry.values)
    case "mirr": result = Finance.mirr(entry.values, financeRate: at(0), reinvestRate: at(1))
    case "pv": result = Finance.pv(at(0), at(1), at(2), future: at(3), due: entry.due)
    case "fv": result = Finance.fv(at(0), at(1), at(2), at(3), due: entry.due)
    case "pmt": result = Finance.pmt(at(0), at(1), at(2), future: at(3), due: entry.due)
    case "nper": result = Finance.nper(at(0), at(1), at(2), future: at(3), due: entry.due)
    case "rate": result = Finance.rate(at(0), at(1), at(2), at(3), due: entry.due)
    case "ipmt": result = Finance.ipmt(at(0), at(1), at(2), at(3))
    case "ppmt": result = Finance.ppmt(at(0), at(1), at(2), at(3))
    default: throw ValuationError(code: "unknown-case", message: entry.function)
    }
    #expect(near(result, entry.result, 1e-10 * max(1, abs(entry.result))))
  }

  @Test("A rate of 0 and results that do not exist")
  func edges() {
    #expect(Finance.pv(0, 10, -5) == 50)
    #expect(Finance.fv(0, 10, -5, -50) == 100)
    #expect(Finance.pmt(0, 10, 100) == -10)
    #expect(Finance.nper(0, -10, 100) == 10)
    #expect(Finance.irr([1, 2, 3]).isNaN)
    #expect(Finance.irr([]).isNaN)
    #expect(Finance.mirr([1, 2], financeRate: 0.1, reinvestRate: 0.1).isNaN)
    #expect(Finance.rate(10, 0, 100, 100).isNaN)
    #expect(Finance.nper(0.1, -5, 100).isNaN)
    #expect(Finance.npv(0.1, []) == 0)
  }

  @Test("At its internal rate of return a series is worth nothing")
  func irrLaw() {
    var random = Dice(9)
    for _ in 0..<200 {
      let flows =
        [-Double.random(in: 50...500, using: &random)]
        + (0..<Int.random(in: 1...40, using: &random)).map { _ in Double.random(in: 0.1...200, using: &random)
        }
      let rate = Finance.irr(flows)
      #expect(near(Finance.npv(rate, flows), 0, 1e-9))
    }
  }

  @Test("pv, fv, pmt, nper and rate undo each other", arguments: [Finance.Due.end, .begin])
  func inverses(due: Finance.Due) {
    var random = Dice(10)
    for _ in 0..<200 {
      let rate = Double.random(in: 0.001...0.3, using: &random)
      let periods = Double(Int.random(in: 1...60, using: &random))
      let present = Double.random(in: 100...10_000, using: &random)
      let payment = Finance.pmt(rate, periods, present, due: due)
      #expect(near(Finance.pv(rate, periods, payment, due: due) / present, 1, 1e-11))
      #expect(near(Finance.fv(rate, periods, payment, present, due: due) / present, 0, 1e-7))
      #expect(near(Finance.nper(rate, payment, present, due: due), periods, 1e-6))
    }
  }
}
