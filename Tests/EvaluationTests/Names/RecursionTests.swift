import Columns
import Evaluation
import Language
import Testing

@Suite("Indicators that refer to their own past")
struct RecursionTests {
  private func run(_ definition: String, on bars: Bars) throws -> [Double] {
    try values("x", on: bars, names: names(["indicator x = " + definition]))
  }

  @Test("An average over its own past is the loop that it denotes, across blocks", arguments: [0, 0.02])
  func average(holes: Double) throws {
    let bars = randomBars(1300, seed: 11, holes: holes)
    var expected: [Double] = []
    for bar in 0..<1300 {
      let close = bars.close[bar]
      let last = expected.last ?? .nan
      expected.append(close.isNaN ? .nan : last.isNaN ? close : 0.9 * last + 0.1 * close)
    }
    #expect(try same(run("0.9 * x[1] + 0.1 * close start close", on: bars), expected))
  }

  @Test("The trend of the language's description", arguments: [0, 0.02])
  func trend(holes: Double) throws {
    let bars = randomBars(700, seed: 12, holes: holes)
    var expected: [Double] = []
    for bar in 0..<700 {
      guard bar > 0, [bars.close[bar], bars.high[bar - 1], bars.low[bar - 1]].allSatisfy({ !$0.isNaN }) else {
        expected.append(.nan)
        continue
      }
      let last = expected.last ?? .nan
      let rises = bars.close[bar] > bars.high[bar - 1]
      let falls = bars.close[bar] < bars.low[bar - 1]
      expected.append(last.isNaN ? 0 : rises ? 1 : falls ? -1 : last)
    }
    let definition = "if(close > high[1], 1, if(close < low[1], -1, x[1])) start 0"
    #expect(try same(run(definition, on: bars), expected))
    let warmUp = try Plannable("x", names: names(["indicator x = " + definition]))
    #expect(try warmUp.plan.warmUp(of: warmUp.node()) == 1)
  }

  @Test("Before its first value the past is the start value")
  func fibonacci() throws {
    #expect(try run("x[1] + x[2] start 1", on: bars([9, 9, 9, 9, 9, 9])) == [1, 2, 3, 5, 8, 13])
    #expect(try run("x[3] + close start 10", on: bars([1, 2, 3, 4, 5])) == [10, 12, 13, 14, 17])
  }

  @Test("A result that is not finite is missing, and it restarts")
  func overflow() throws {
    let found = try run("x[1] * 1e200 start 1", on: bars([1, 1, 1, 1, 1]))
    #expect(same(found, [1, 1e200, .nan, 1, 1e200]))
  }

  @Test("It waits for all that its body reads, and its warm-up says so")
  func warmUp() throws {
    let definition = "indicator x = nz(x[1] + sma(close, 5), 0) start high[2]"
    let plannable = try Plannable("x", names: names([definition]))
    #expect(try plannable.plan.warmUp(of: plannable.node()) == 4)
    let column = try plannable.column(on: Series(name: "X", bars: randomBars(20, seed: 3)))
    #expect(column.firstValid == 4)
  }

  @Test("A body without its own past is a column that begins with the start value")
  func withoutPast() throws { #expect(try run("close start 5", on: bars([1, 2, 3])) == [5, 2, 3]) }

  @Test("Its own past may be lagged and used by others; it is one node in every place")
  func use() throws {
    let names = try names(["indicator x = x[1] + 1 start 0", "indicator y = x * 2", "indicator z = x + z[1] start 0"])
    let series = Series(name: "X", bars: bars([1, 1, 1, 1]))
    #expect(try Plannable("y", names: names).column(on: series).values == [0, 2, 4, 6])
    #expect(try Plannable("z", names: names).column(on: series).values == [0, 1, 3, 6])
    #expect(try same(Plannable("x[1]", names: names).column(on: series).values, [.nan, 0, 1, 2]))
    var planner = Planner(names: names, today: today)
    let twice = try planner.plan(expression("y")).node
    #expect(try planner.plan(expression("x * 2")).node == twice)
  }

  @Test(
    "The past of one indicator is used in arithmetic only",
    arguments: [
      "sma(x[1], 3)", "x[0]", "x", "x[1][1]", "if(x[1] crosses close, 1, 2)", "mean_of(x[1])", "decay(x[1])",
      "close[x[1]]",
    ])
  func refused(body: String) throws {
    let names = try names([
      "indicator x = \(body) + 0 * x[1] start 0", "indicator decay(y = close) = decay[1] + y start 0",
    ])
    let code = try diagnostic(of: "x", names: names)?.code
    #expect(code == .ownPast || code == .invalidLag)
  }

}
