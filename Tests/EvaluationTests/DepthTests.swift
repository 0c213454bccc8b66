import Columns
import Evaluation
import Language
import Testing

@Suite("Names that denote names")
struct DepthTests {
  private func chain(_ count: Int, _ body: (String) -> String) throws -> Names {
    try names(["indicator i0 = close"] + (1...count).map { "indicator i\($0) = \(body("i\($0 - 1)"))" })
  }

  @Test("A thousand names, each defined by the one before, are refused as too deep")
  func chained() throws {
    for body in [{ "\($0) + 1" }, { "sma(if(\($0) > 1, ema(\($0)[1], 3), nz(\($0))), 2)" }] as [(String) -> String] {
      let names = try chain(2000, body)
      #expect(try diagnostic(of: "i2000", names: names)?.code == Diagnostic.Code(.nestedTooDeeply))
      #expect(try values("i50", on: bars([1, 2, 3]), names: names).count == 3)
    }
  }

  @Test("Four names of many terms each are planned and computed, or refused")
  func long() throws {
    let terms = Array(repeating: "close", count: 480).joined(separator: " + ")
    var lines = ["indicator t0 = close"]
    for index in 1...4 { lines.append("indicator t\(index) = t\(index - 1) + \(terms)") }
    let names = try names(lines)
    for name in ["t1", "t4"] {
      guard let plannable = try? Plannable(name, names: names) else { continue }
      _ = try? plannable.column(on: Series(name: "X", bars: bars([1, 2, 3])))
    }
    #expect(try diagnostic(of: "t4", names: names)?.code == Diagnostic.Code(.nestedTooDeeply))
  }
}
