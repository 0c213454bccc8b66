import Columns
import Evaluation
import Language
import Testing

@Suite("Kinds, known before anything runs")
struct KindTests {
  @Test(
    "Operators give the kind of their operation",
    arguments: [
      ("close + 1", Kind.number), ("1 + 2 * 3", .number), ("-close", .number), ("close ^ 2", .number),
      ("close > open", .truth), ("close between low and high", .truth), ("not (close > open)", .truth),
      ("close > open and true", .truth), ("close crosses above open", .truth), ("close crosses 100", .truth),
      ("\"a\" == 'a'", .truth), ("time > 2012", .truth), ("clock >= 14:30", .truth), ("2012-01-31", .date),
      ("today - 2y", .date), ("90d", .duration), ("20 bars", .duration), ("\"text\"", .text), ("[1, 2]", .list),
      ("14:30", .timeOfDay), ("close[3]", .number), ("(close > open)[1]", .truth), ("time[1]", .date),
    ])
  func operators(text: String, expected: Kind) throws { #expect(try kind(of: text) == expected) }

  @Test(
    "Fields of the bars are numbers, the time is a date, the clock a time of the day",
    arguments: [
      "open", "high", "low", "close", "volume", "hl2", "hlc3", "ohlc4", "year", "month", "day", "weekday", "hour",
      "minute",
    ])
  func fields(name: String) throws {
    #expect(try kind(of: name) == .number)
    #expect(try kind(of: "time") == .date)
    #expect(try kind(of: "clock") == .timeOfDay)
  }

  @Test("Every function of the language plans its own example")
  func examples() throws {
    for function in BarFunction.all {
      let plannable = try Plannable(function.example)
      #expect(plannable.planned.node != nil, "\(function.example)")
      #expect((plannable.planned.lookAhead != nil) == function.looksAhead, "\(function.example)")
    }
  }

  @Test(
    "Functions give numbers, booleans, or the kind of their choices",
    arguments: [
      ("if(close > open, 1, 2)", Kind.number), ("if(close > open, close > 1, false)", .truth),
      ("if(close > open, time, time[1])", .date), ("case(close > open, true, false)", .truth),
      ("na(close)", .truth), ("na(time)", .truth), ("nz(close)", .number), ("nz(close > open)", .truth),
      ("first(time)", .date), ("last(close > open)", .truth), ("count_of(close > open)", .number),
      ("quantile(close, 5%)", .number), ("ref(time, 1)", .date), ("sign(2%)", .number),
    ])
  func functions(text: String, expected: Kind) throws { #expect(try kind(of: text) == expected) }

  @Test(
    "Rates stay rates under - and + -, min max abs clamp if, and names",
    arguments: [
      "2%", "5bp", "3pp", "-2%", "2% + 5bp", "2% - 1%", "min(1%, 2%)", "max(1%, 2%, 3%)", "abs(-1%)",
      "clamp(5%, 1%, 3%)", "if(close > open, 1%, 2%)", "case(close > open, 1%, close < open, 2%, 3%)", "risk",
      "-risk + 1%",
    ])
  func rates(text: String) throws {
    #expect(try kind(of: text, names: names([], values: ["risk": .rate(0.02)])) == .rate)
  }

  @Test(
    "Everything else of rates is a plain number",
    arguments: [
      "2 * 1%", "1% * 2%", "1% / 2%", "1 + 5%", "10% + 5", "5 - 1%", "2% ^ 2", "min(1%, 2)", "clamp(1%, 0, 2%)",
      "if(close > open, 1%, 2)", "sqrt(4%)", "round(2.4%)", "round(2.4%, 2)", "floor(2%)", "mod(5%, 2%)",
    ])
  func plainNumbers(text: String) throws { #expect(try kind(of: text) == .number) }

  @Test("A rate and a number scalar add up")
  func ratePlusNumber() throws { #expect(try scalar("10% + 5") == 5.1) }

  @Test("The profit of a position is a rate, the rest of it are numbers")
  func position() throws {
    for (name, expected) in [
      ("profit", Kind.rate), ("entry_price", .number), ("bars_held", .number), ("equity", .number),
    ] {
      let plannable = try Plannable(name) { $0.knowsPosition = true }
      #expect(plannable.planned.kind == expected)
      #expect(try plannable.plan.isPerBar(plannable.node()))
    }
  }

  @Test("A record has its outputs by name and by TA-Lib's names")
  func records() throws {
    #expect(try kind(of: "bbands(20, 2)") == .record)
    #expect(try kind(of: "macd()") == .record)
    let plannable = try Plannable("bbands(20, 2).upper - bbands(20, 2).upperband")
    var evaluator = Evaluator(
      plan: plannable.plan, series: Series(name: "X", bars: randomBars(40, seed: 1)), today: today)
    #expect(try evaluator.column(plannable.node()).values.suffix(20).allSatisfy { $0 == 0 })
    #expect(try kind(of: "bbands(20, 2)[1].upper") == .number)
  }

  @Test("A percent number compared with a rate is warned of once, with what to write")
  func unitMismatch() throws {
    let plannable = try Plannable("rsi(14) < 30% and rsi(14) < 30%")
    #expect(plannable.planner.warnings.map(\.code) == [Diagnostic.Code(.unitMismatch), Diagnostic.Code(.unitMismatch)])
    #expect(plannable.planner.warnings.first?.hints == ["write `30`"])
    #expect(try Plannable("rsi(14) < 30").planner.warnings.isEmpty)
    #expect(try Plannable("returns(1) < 3%").planner.warnings.isEmpty)
    #expect(try Plannable("rsi(14) crosses below 0.5%").planner.warnings.first?.hints == ["write `0.5`"])
    #expect(try Plannable("rsi(14) < 9e300%").planner.warnings.count == 1)
  }
}
