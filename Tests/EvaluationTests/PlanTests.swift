import Columns
import Evaluation
import Language
import TestSupport
import Testing
import Work

@Suite("The plan and its cache")
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

  @Test("A lag of a lag is one lag of the bars, however many there are and under whatever names")
  func lags() throws {
    let values = randomBars(40, seed: 3, holes: 0.2)
    let series = Series(name: "X", bars: values)
    let once = try Plannable("close[5]").column(on: series).values
    for text in ["close[2][3]", "close[1][1][1][1][1]", "ref(close[5][0], 0)", "lagged(3)"] {
      let plannable = try Plannable(text, names: try names(["indicator lagged(n = 1) = close[2][n]"]))
      #expect(bits(try plannable.column(on: series).values) == bits(once), "\(text)")
      #expect(plannable.plan.warmUp(of: try plannable.node()) == 5)
    }
    // A lag of other bars counts those.
    #expect(try Plannable("(close[1] + 1)[2]").plan.count > Plannable("close[3] + 1").plan.count)
    // Each name of a chain is the bars' own column, one bar earlier: no column in between is computed or kept.
    let chain = try names(
      ["indicator i0 = close[1]"] + (1..<150).map { "indicator i\($0) = i\($0 - 1)[1]" })
    let last = try Plannable("i149", names: chain)
    let long = Series(name: "X", bars: randomBars(1000, seed: 4))
    #expect(try last.column(on: long).values.last == long.bars.close.values[849])
    #expect(long.cache.count == 1)
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
    #expect(try same(evaluator.column(kept.node()).values, expected.values.array))
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
    let budget = ColumnBudget(limit: 20 * 8 * 2)
    let bars = randomBars(20, seed: 8)
    let series = Series(name: "X", bars: bars, columns: budget)
    var dice = Dice(3)
    for _ in 0..<50 {
      let period = dice.whole(2...9)
      let text = "sma(close, \(period)) - ema(open, \(period + 1))"
      #expect(try same(Plannable(text).column(on: series).values, values(text, on: bars)))
      #expect(budget.bytes <= budget.limit)
    }
    #expect(series.cache.count == 2 && series.cache.bytes == 2 * 20 * 8)
  }

  @Test("Series share one budget: the column that was used least recently leaves, and columns go with their series")
  func sharedBudget() throws {
    let budget = ColumnBudget(limit: 3 * 20 * 8)
    let first = Series(name: "X", bars: randomBars(20, seed: 1), columns: budget)
    var second: Series? = Series(name: "Y", bars: randomBars(20, seed: 2), columns: budget)
    func counts() -> [Int] { [first.cache.count, second?.cache.count ?? 0] }
    for period in [2, 3] { _ = try Plannable("sma(close, \(period))").column(on: first) }
    _ = try Plannable("sma(close, 2)").column(on: #require(second))
    #expect(counts() == [2, 1] && budget.bytes == budget.limit)
    // Used again, the first column outlives the second.
    let kept = try Plannable("sma(close, 2)").column(on: first)
    _ = try Plannable("sma(close, 4)").column(on: #require(second))
    #expect(counts() == [1, 2])
    let again = try Plannable("sma(close, 2)").column(on: first)
    #expect(bits(kept.values) == bits(again.values) && counts() == [1, 2])
    second = nil
    #expect(budget.bytes == 20 * 8)
    // Bars that are made of others share their budget; a column that is larger than all of it is not kept.
    let derived = Series(name: "X", bars: randomBars(61, seed: 3), origin: first)
    _ = try Plannable("sma(close, 2)").column(on: derived)
    #expect(derived.cache.count == 0 && budget.bytes == 20 * 8)
  }

  @Test("With no room at all the values are the same")
  func noRoom() throws {
    let bars = randomBars(300, seed: 11)
    let (small, large) = (Series(name: "X", bars: bars, columns: ColumnBudget(limit: 0)), Series(name: "X", bars: bars))
    for text in ["macd().signal", "ema(sma(close, 5), 7) - sma(close, 5)", "rsi(14) > 50 and sma(close, 5) > close"] {
      for _ in 0..<2 {
        let (left, right) = (try Plannable(text).column(on: small), try Plannable(text).column(on: large))
        #expect(bits(left.values) == bits(right.values))
      }
    }
    #expect(small.cache.count == 0 && large.cache.count > 0)
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

  @Test("A lag that is not a whole number of bars is found out at run time")
  func runTimeLags() throws {
    let plannable = try Plannable("close[n]") { $0.locals["n"] = $0.addParameter(0, kind: .number) }
    let series = Series(name: "X", bars: bars([1, 2, 3]))
    #expect(try same(plannable.column(on: series, parameters: [1]).values, [.nan, 1, 2]))
    for wrong in [-1, 0.5, .nan, 1e300] {
      #expect(throws: EvaluationError.self) { try plannable.column(on: series, parameters: [wrong]) }
    }
  }
}
