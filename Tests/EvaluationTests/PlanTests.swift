import Columns
import Evaluation
import Language
import RandomSupport
import Testing
import Work

@Suite("The plan and what is kept of it")
struct PlanTests {
  @Test(
    "Equal parts are one node",
    arguments: [
      ("close + close", 2), ("(close + open) * (close + open)", 4), ("rsi(14) + rsi(close, 14)", 4), ("1 + 2 * 3", 3),
      ("hl2 + (high + low) / 2", 6), ("close[1] - ref(close, 1)", 4),
    ])
  func counts(text: String, expected: Int) throws {
    // Constants that were folded stay in the plan: they cost nothing.
    let plan = try Plannable(text).plan
    #expect(plan.count <= expected + 4)
    var planner = Planner(names: Names(), today: today)
    _ = try planner.plan(expression(text))
    let count = planner.plan.count
    _ = try planner.plan(expression(text))
    #expect(planner.plan.count == count)
  }

  @Test("Sums of the same parts make as many nodes as there are different parts")
  func exactCounts() throws {
    #expect(try Plannable("close + close").plan.count == 2)
    #expect(try Plannable("(close + open) * (close + open)").plan.count == 4)
    #expect(try Plannable("rsi(14) + rsi(close, 14)").plan.count == Plannable("rsi(14) + rsi(14)").plan.count)
    #expect(try Plannable("macd().macd - macd().signal").plan.count == Plannable("macd()").plan.count + 1)
  }

  @Test("Constants are folded")
  func folding() throws {
    for (text, value) in [("1 + 2 * 3", 7.0), ("-2 ^ 2", -4), ("2 ^ -1", 0.5), ("min(3, 1, 2)", 1), ("mod(-1, 5)", 4)] {
      let plannable = try Plannable(text)
      #expect(try plannable.plan.constantValue(plannable.node()) == value)
    }
  }

  @Test("A repeated expression computes nothing: the cache does not grow, and a root is the kept column")
  func cache() throws {
    let series = Series(name: "X", bars: randomBars(700, seed: 5))
    let texts = ["sma(close, 20) > ema(close, 10)", "macd().signal", "close - sma(close, 20)", "weekday == 1", "x"]
    let names = try names(["indicator x = 0.9 * x[1] + 0.1 * close start close"])
    var first: [[UInt64]] = []
    for text in texts { first.append(bits(try Plannable(text, names: names).column(on: series).values)) }
    let count = series.cache.count
    let bytes = series.cache.bytes
    #expect(count > 0 && bytes == count * 700 * 8)
    for (text, expected) in zip(texts, first) {
      #expect(bits(try Plannable(text, names: names).column(on: series).values) == expected)
    }
    #expect(series.cache.count == count)
    // The part of another expression is found as well.
    _ = try Plannable("sma(close, 20)").column(on: series)
    #expect(series.cache.count == count)
  }

  @Test("A stopped evaluation of what is in the cache still gives it, of other things nothing")
  func stopped() throws {
    let series = Series(name: "X", bars: randomBars(50, seed: 6))
    let kept = try Plannable("sma(close, 5) * 2")
    let expected = try kept.column(on: series)
    let monitor = WorkMonitor(isCancelled: { true })
    var evaluator = Evaluator(plan: kept.plan, series: series, today: today, monitor: monitor)
    #expect(try same(evaluator.column(kept.node()).values, expected.values))
    let other = try Plannable("sma(close, 6) * 2")
    var second = Evaluator(plan: other.plan, series: series, today: today, monitor: monitor)
    #expect(throws: EvaluationError.interrupted) { try second.column(other.node()) }
  }

  @Test("Inner values of an expression make no columns")
  func memory() throws {
    let series = Series(name: "X", bars: randomBars(600, seed: 7))
    _ = try Plannable("abs(close - open) / (high - low) * 2 + close[1] > 3 and close > open").column(on: series)
    #expect(series.cache.count == 1)
  }

  @Test("A cache that is full forgets, and values stay the same")
  func fullCache() throws {
    let cache = ColumnCache(limit: 20 * 8 * 2)
    #expect(cache.count == 0)
    let bars = randomBars(20, seed: 8)
    let series = Series(name: "X", bars: bars)
    var dice = Dice(3)
    for _ in 0..<50 {
      let period = dice.whole(2...9)
      let text = "sma(close, \(period)) - ema(open, \(period + 1))"
      #expect(try same(Plannable(text).column(on: series).values, values(text, on: bars)))
    }
    #expect(series.cache.bytes == series.cache.count * 20 * 8)
  }

  @Test("Equal expressions with other parameters are not mixed up")
  func parameters() throws {
    let series = Series(name: "X", bars: randomBars(60, seed: 9))
    let plannable = try Plannable("sma(close, n) + n") { planner in
      planner.locals["n"] = planner.addParameter(0, kind: .number)
    }
    for period in [3.0, 7, 3] {
      let found = try plannable.column(on: series, parameters: [period])
      #expect(try same(found.values, values("sma(close, \(Int(period))) + \(Int(period))", on: series.bars)))
    }
    #expect(series.cache.count == 0)
    var evaluator = Evaluator(plan: plannable.plan, series: series, parameters: [2.5], today: today)
    #expect(throws: EvaluationError.self) { try evaluator.column(plannable.node()) }
  }

  @Test("A lag that is no whole number of bars is found out at run time")
  func runTimeLags() throws {
    let plannable = try Plannable("close[n]") { $0.locals["n"] = $0.addParameter(0, kind: .number) }
    let series = Series(name: "X", bars: bars([1, 2, 3]))
    #expect(try same(plannable.column(on: series, parameters: [1]).values, [.nan, 1, 2]))
    for wrong in [-1, 0.5, .nan, 1e300] {
      #expect(throws: EvaluationError.self) { try plannable.column(on: series, parameters: [wrong]) }
    }
  }
}
