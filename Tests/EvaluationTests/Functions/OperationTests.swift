import Columns
import Evaluation
import Language
import LibC
import Testing

/// Bars whose close is each of some values with each of others as the open.
private func pairs(_ numbers: [Double]) -> (bars: Bars, pairs: [(Double, Double)]) {
  let pairs = numbers.flatMap { a in numbers.map { (a, $0) } }
  var made = bars(pairs.map(\.0))
  made.open = Column(pairs.map(\.1))
  return (made, pairs)
}

@Suite("Operations with missing values")
struct OperationTests {
  private static let numbers: [Double] = [-2, -0.5, 0, 1, 3, 1e308, .nan]

  @Test("`and`, `or` and `not` are decided by one side, else missing if a side is")
  func truthTables() throws {
    let t = 1.0
    let f = 0.0
    let m = Double.nan
    let both = [(t, t), (t, f), (t, m), (f, t), (f, f), (f, m), (m, t), (m, f), (m, m)]
    var made = bars(both.map(\.0))
    made.open = Column(both.map(\.1))
    #expect(try same(values("(close > 0) and (open > 0)", on: made), [t, f, m, f, f, f, m, f, m]))
    #expect(try same(values("(close > 0) or (open > 0)", on: made), [t, t, t, t, f, m, t, m, m]))
    #expect(try same(values("not (close > 0)", on: made), [f, f, f, t, t, t, m, m, m]))
  }

  @Test("Arithmetic and comparisons with a missing value are missing, results that are not finite as well")
  func arithmetic() throws {
    let (bars, pairs) = pairs(Self.numbers)
    func expect(_ text: String, _ value: (Double, Double) -> Double) throws {
      let expected = pairs.map { a, b in
        let result = a.isNaN || b.isNaN ? .nan : value(a, b)
        return result.isFinite ? result : .nan
      }
      #expect(try same(values(text, on: bars), expected), "\(text)")
    }
    try expect("close + open") { $0 + $1 }
    try expect("close - open") { $0 - $1 }
    try expect("close * open") { $0 * $1 }
    try expect("close / open") { $0 / $1 }
    try expect("min(close, open)") { $0 < $1 ? $0 : $1 }
    try expect("max(close, open)") { $0 > $1 ? $0 : $1 }
    try expect("close < open") { $0 < $1 ? 1 : 0 }
    try expect("close <= open") { $0 <= $1 ? 1 : 0 }
    try expect("close > open") { $0 > $1 ? 1 : 0 }
    try expect("close >= open") { $0 >= $1 ? 1 : 0 }
    try expect("close == open") { $0 == $1 ? 1 : 0 }
    try expect("close != open") { $0 != $1 ? 1 : 0 }
    try expect("mod(close, open)") { a, b in
      guard b != 0 else { return .nan }
      let rest = a.truncatingRemainder(dividingBy: b)
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
    }
    try expect("clamp(close, open, 2)") { a, b in b > 2 ? .nan : a < b ? b : a > 2 ? 2 : a }
    try expect("close ^ 2 + 0 * open") { a, b in a * a + 0 * b }
  }

  @Test("Operations of one value")
  func unary() throws {
    let made = bars([-2.5, -0.5, 0, 0.5, 1.5, 4, .nan])
    let m = Double.nan
    let expected: [(String, [Double])] = [
      ("-close", [2.5, 0.5, 0, -0.5, -1.5, -4, m]), ("abs(close)", [2.5, 0.5, 0, 0.5, 1.5, 4, m]),
      ("sign(close)", [-1, -1, 0, 1, 1, 1, m]), ("floor(close)", [-3, -1, 0, 0, 1, 4, m]),
      ("ceil(close)", [-2, 0, 0, 1, 2, 4, m]), ("round(close)", [-3, -1, 0, 1, 2, 4, m]),
      ("na(close)", [0, 0, 0, 0, 0, 0, 1]), ("nz(close)", [-2.5, -0.5, 0, 0.5, 1.5, 4, 0]),
      ("nz(close, 7)", [-2.5, -0.5, 0, 0.5, 1.5, 4, 7]),
      ("sqrt(close)", [m, m, 0, 0.5.squareRoot(), 1.5.squareRoot(), 2, m]),
      ("log(close) > -9", [m, m, m, 1, 1, 1, m]), ("exp(close * 400) > 0", [0, 1, 1, 1, 1, m, m]),
      ("close ^ 0", [1, 1, 1, 1, 1, 1, m]), ("close ^ 0.5 >= 0", [m, m, 1, 1, 1, 1, m]),
    ]
    for (text, row) in expected { #expect(try same(values(text, on: made), row), "\(text)") }
    #expect(try scalar("round(2.675, 2)") == 2.68)
    #expect(try scalar("round(1234.5, -2)") == 1200)
    #expect(try scalar("round(1.5, 0 / 0)").isNaN)
  }

  @Test("Logarithms, exponentials and powers are the C library's on every bar")
  func transcendental() throws {
    let made = randomBars(1100, seed: 21, holes: 0.02)
    func expect(_ text: String, _ value: (Double, Double) -> Double) throws {
      let expected = (0..<1100).map { value(made.close[$0], made.open[$0]) }
      #expect(try same(values(text, on: made), expected), "\(text)")
    }
    try expect("log(close)") { close, _ in log(close) }
    try expect("exp(close / 50)") { close, _ in exp(close / 50) }
    try expect("close ^ 1.5") { close, _ in pow(close, 1.5) }
    try expect("close ^ (open / 50)") { close, open in pow(close, open / 50) }
    try expect("round(close, 2)") { close, _ in (close * 100).rounded(.toNearestOrAwayFromZero) / 100 }
  }

  @Test("A missing condition counts as false")
  func choices() throws {
    var made = bars([1, 1, .nan, .nan])
    made.open = Column([0, 2, 0, .nan])
    #expect(try same(values("if(close > open, 10, 20)", on: made), [10, 20, 20, 20]))
    #expect(try same(values("if(close > open, 10, close)", on: made), [10, 1, .nan, .nan]))
    #expect(try same(values("case(close > open, 10, open > 1, 30)", on: made), [10, 30, .nan, .nan]))
    #expect(try same(values("case(close > open, 10, open > 1, 30, 40)", on: made), [10, 30, 40, 40]))
    #expect(try same(values("nz(close, open)", on: made), [1, 1, 0, .nan]))
  }

  @Test("A crossing needs both bars on both sides")
  func crossings() throws {
    let m = Double.nan
    var made = bars([1, 3, 3, 2, 1, 2, m, 3, 1, 3])
    made.open = Column([2, 2, 2, 2, 2, 2, 2, 2, 2, m])
    #expect(try same(values("close crosses above open", on: made), [m, 1, 0, 0, 0, 0, m, m, 0, m]))
    #expect(try same(values("close crosses below open", on: made), [m, 0, 0, 0, 1, 0, m, m, 1, m]))
    #expect(try same(values("close crosses open", on: made), [m, 1, 0, 0, 1, 0, m, m, 1, m]))
    #expect(try same(values("close crosses 2", on: made), [m, 1, 0, 0, 1, 0, m, m, 1, 1]))
    #expect(try same(values("2 crosses below close", on: made), [m, 1, 0, 0, 0, 0, m, m, 0, 1]))
    // A crossing may begin with a touch, and touching alone is not a crossing.
    #expect(try values("close crosses above 2", on: bars([2, 2, 3])).dropFirst() == [0, 1])
  }

  @Test("Crossings see the bar before across the blocks of the computation")
  func crossingsInLongSeries() throws {
    let made = randomBars(1600, seed: 4)
    let found = try values("close * 2 crosses above open + close[1]", on: made)
    for bar in 1..<1600 {
      func over(_ bar: Int) -> Double { bar < 1 ? .nan : made.close[bar] * 2 - (made.open[bar] + made.close[bar - 1]) }
      let expected: Double = over(bar - 1).isNaN ? .nan : over(bar - 1) <= 0 && over(bar) > 0 ? 1 : 0
      #expect(same([found[bar]], [expected]))
    }
  }

  @Test("A lag is missing before the first bar, whatever its length", arguments: [0, 1, 2, 511, 512, 513, 1024, 5000])
  func lags(lag: Int) throws {
    let made = randomBars(1100, seed: 5)
    let expected = (0..<1100).map { $0 < lag ? .nan : made.close[$0 - lag] }
    #expect(try same(values("close[\(lag)]", on: made), expected))
    #expect(try same(values("close[\(lag)] + 0", on: made), expected))
  }
}
