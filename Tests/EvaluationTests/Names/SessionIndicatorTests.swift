import Columns
import Evaluation
import Language
import Testing

@Suite("Indicators that the session defined")
struct SessionIndicatorTests {
  @Test(
    "Parameters are bound by place and by name, leading series left out together",
    arguments: [
      ("gap()", "zscore(close, 20) - 2"), ("gap(10)", "zscore(close, 10) - 2"),
      ("gap(k=1, n=5)", "zscore(close, 5) - 1"),
      ("smooth(5)", "sma(close, 5)"), ("smooth(high)", "sma(high, 3)"),
      ("smooth(high, 5)", "sma(high, 5)"), ("smooth(n=4)", "sma(close, 4)"), ("smooth(x=low)", "sma(low, 3)"),
      ("spread()", "close - open"), ("spread(high)", "high - open"), ("spread(high, low)", "high - low"),
      ("twice(n=2)", "sma(close, 4)"), ("smooth(smooth(smooth(close)))", "sma(sma(sma(close, 3), 3), 3)"),
      ("band().upper", "bbands(10, 2).upper"), ("band(5).lower", "bbands(5, 2).lower"),
    ])
  func parameters(call: String, meaning: String) throws {
    var planner = Planner(
      names: try names([
        "indicator gap(n = 20, k = 2) = zscore(close, n) - k", "indicator smooth(x = close, n = 3) = sma(x, n)",
        "indicator spread(a = close, b = open) = a - b", "indicator twice(n = 3, m = 2 * n) = sma(close, m)",
        "indicator band(n = 10) = bbands(n, 2)",
      ]), today: today)
    let node = try planner.plan(expression(call)).node
    #expect(try node != nil && planner.plan(expression(meaning)).node == node)
  }

  @Test("Names in a definition are the session's, not those of the place of its use")
  func scope() throws {
    let names = try names(["indicator mine = close + level"], values: ["level": .number(7)])
    let plannable = try Plannable("mine", names: names) { planner in
      planner.locals["level"] = planner.planned(.number(100))
    }
    #expect(try plannable.column(on: Series(name: "X", bars: bars([1, 2]))).values == [8, 9])
  }

  @Test("A definition by itself is a cycle that names its way, also through others")
  func cycles() throws {
    let names = try names([
      "indicator a = b + 1", "indicator b = c(2)", "indicator c(n = 1) = a * n", "indicator own = own + 1 start 0",
    ])
    let found = try diagnostic(of: "a", names: names)
    #expect(found?.code == .cycle)
    #expect(found?.message.contains("a → b → c → a") == true)
    #expect(try diagnostic(of: "own", names: names)?.code == .ownPast)
  }

  @Test("A tower of names is planned in one walk", .timeLimit(.minutes(1)))
  func towers() throws {
    var lines = ["indicator t0 = close", "indicator f0(x = close) = x * 1.5"]
    for level in 1...60 {
      lines.append("indicator t\(level) = t\(level - 1) + t\(level - 1)[1]")
      lines.append("indicator f\(level)(x = close) = f\(level - 1)(x) - f\(level - 1)(x + 1)")
    }
    let names = try names(lines)
    let plannable = try Plannable("t60", names: names)
    #expect(plannable.plan.count == 2 + 2 * 60)
    #expect(try plannable.plan.warmUp(of: plannable.node()) == 60)
    let nested = String(repeating: "f1(", count: 40) + "close" + String(repeating: ")", count: 40)
    #expect(try Plannable(nested, names: names).planned.kind == .number)
    let betweens = (0..<40).reduce("close") { text, _ in "if(\(text) between 1 and 2, 1, 2)" }
    #expect(try Plannable(betweens).planned.kind == .number)
    // The column of a tower is found again in the cache without spelling the tower out.
    let series = Series(name: "X", bars: bars([1, 2, 3]))
    _ = try plannable.column(on: series)
    let count = series.cache.count
    _ = try plannable.column(on: series)
    #expect(series.cache.count == count)
  }

  @Test(
    "Look-ahead is followed through names, choices, calls, lags, fields and dates",
    arguments: [
      "mean_of(close)", "close - mean_of(close)", "ind", "ind > 1 and true", "sma(ind, 3)", "wrap(ind)", "wrap(x=kept)",
      "kept + 1",
      "if(close > ind, 1, 2)", "ind[1]", "close[count_of(close > open)]", "bbands(ind, 20, 2).upper", "trial.cagr",
      "time > last(time)",
      "last(time) < 2012-01-31", "2012 > last(time)", "not (close > ind)", "past", "sma(close, count_of(close > open))",
      "close between 1 and ind", "round(close, count_of(true and close > 0))",
    ])
  func lookAhead(text: String) throws {
    var names = try names([
      "indicator ind = close / max_of(high)", "indicator wrap(x = close) = 2 * x",
      "indicator past = past[1] + ind start 0",
    ])
    names.meanings["kept"] = .value(.number(3), looksAhead: true, nil)
    names.results["trial"] = ["cagr": 0.1]
    #expect(try Plannable(text, names: names).planned.lookAhead != nil)
    #expect(try Plannable("wrap(close)", names: names).planned.lookAhead == nil)
  }
}
