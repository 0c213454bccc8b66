import Calendar
import Columns
import Evaluation
import Indicators
import Language
import StandardIndicators
import Testing

@Suite("Calls: arguments, defaults, other spellings")
struct CallTests {
  @Test(
    "Two spellings of one call are one node",
    arguments: [
      ("rsi(14)", "rsi(close, 14)"), ("rsi()", "rsi(close, 14)"), ("sma(10)", "sma(close, period=10)"),
      ("sma(10)", "sma(close, timeperiod=10)"), ("atr(14)", "atr(high, low, close, 14)"),
      ("highest(20)", "highest(high, 20)"), ("lowest(20)", "lowest(low, 20)"), ("obv()", "obv(close, volume)"),
      ("bbands(20, 2).upper", "bbands(close, timeperiod=20, nbdevup=2).upperband"),
      ("bbands(20, 2).upper", "bbands(20, 2, 2).upper"), ("bbands(20, 2).lower", "bbands(period=20, width=2).lower"),
      ("bbands(20, 2, 2, \"ema\").middle", "bbands(20, 2, 2, matype=1).middle"),
      ("stoch().k", "stoch().slowk"), ("macd().signal", "macd(close, 12, 26, 9).signal"),
      ("sma(close, 20 bars)", "sma(close, 20)"), ("rsi(14, smoothing=\"simple\")", "rsi(14, smoothing=\"SIMPLE\")"),
      ("pow(close, 3)", "close ^ 3"), ("ref(close, 2)", "close[2]"), ("close[2 bars]", "close[2]"),
      ("hl2", "(high + low) / 2"), ("close[0]", "ref(close, 0)"), ("nz(close)", "nz(close, 0)"),
      ("round(close)", "round(close, 0)"), ("close between low and high", "close >= low and close <= high"),
      ("min(1, close, 2)", "min(min(1, close), 2)"), ("case(close > 1, 2)", "if(close > 1, 2, 0 / 0)"),
      ("clamp(high=3, low=2, x=close)", "clamp(close, 2, 3)"), ("plus_di(14)", "plus_di(high, low, close, 14)"),
    ])
  func spellings(left: String, right: String) throws {
    var planner = Planner(names: Names(), today: today)
    let first = try planner.plan(expression(left))
    let count = planner.plan.count
    #expect(try planner.plan(expression(right)).node == first.node, "\(left) is \(right)")
    #expect(first.node != nil && planner.plan.count <= count + 1)
  }

  @Test("A lower width that is left out is the upper one", arguments: [1.5, 3])
  func sameAs(width: Double) throws {
    let series = Series(name: "X", bars: randomBars(60, seed: 2))
    let left = try Plannable("bbands(20, \(width)).lower").column(on: series)
    #expect(try same(left.values, Plannable("bbands(20, \(width), \(width)).lower").column(on: series).values))
    #expect(try !same(left.values, Plannable("bbands(20, \(width), 2.5).lower").column(on: series).values))
  }

  @Test("Every indicator plans its example, and each of its parameters by name and alias")
  func catalogue() throws {
    for indicator in Indicator.all {
      let plannable = try Plannable(indicator.example)
      #expect(plannable.planned.kind != .text, "\(indicator.example)")
      for parameter in indicator.parameters {
        for name in [parameter.name] + parameter.aliases {
          let open = indicator.inputs.map { $0.kind == .truth ? "close > open" : $0.defaultField?.rawValue ?? "open" }
          let rest = indicator.parameters.filter { $0.name != parameter.name && $0.defaultValue == .required }
          let call = (open + ["\(name)=2"] + rest.map { "\($0.name)=3" }).joined(separator: ", ")
          let allows = parameter.allows(2)
          #expect(try diagnostic(of: "\(indicator.name)(\(call))")?.code == (allows ? nil : .outOfRange), "\(call)")
        }
      }
    }
  }

  @Test("Indicators of a function's kind: booleans where they are true or false")
  func truthOutputs() throws {
    for indicator in Indicator.all {
      for output in indicator.outputs where output.kind == .truth {
        let end = indicator.example.lastIndex(of: ")") ?? indicator.example.startIndex
        let call = indicator.example[...end]
        #expect(try kind(of: call + (indicator.outputs.count > 1 ? ".\(output.name)" : "")) == .truth)
      }
    }
  }

  @Test(
    "A duration on bars without gaps is as many bars as it holds, and no later bar changes that",
    arguments: [
      (Timeframe.day, 7, "90d", 90), (.day, 7, "1w", 7), (.day, 7, "1h", 1), (Timeframe(1, .hour), 7, "2h", 2),
      (Timeframe(1, .hour), 7, "1d", 24), (Timeframe(1, .week), 5, "52w", 52), (.day, 5, "90d", nil),
      (.day, 5, "1y", nil),
    ] as [(Timeframe, Int, String, Int?)])
  func durations(timeframe: Timeframe, daysAWeek: Int, duration: String, expected: Int?) throws {
    var times: [Timestamp] = []
    // 1970-01-05 is a Monday.
    var next: Int64 = 4 * 86_400_000
    while times.count < 900 {
      let moment = Timestamp(milliseconds: next)
      if timeframe.unit > .day || Zone.utc.civilTime(at: moment).date.weekday <= daysAWeek { times.append(moment) }
      next += timeframe.nominalMilliseconds
    }
    let column = Column((0..<times.count).map { Double($0 * $0 % 97) })
    let bars = Bars(
      times: times, open: column, high: column, low: column, close: column, volume: column, timeframe: timeframe,
      zone: .utc)
    if let expected {
      // The first windows are as long as there are bars; after them all are equally long.
      let (timed, counted) = (
        try values("sma(close, \(duration))", on: bars), try values("sma(close, \(expected))", on: bars)
      )
      #expect(zip(timed, counted).dropFirst(expected - 1).allSatisfy { abs($0 - $1) <= 1e-12 * abs($1) })
      #expect(try same(values("close[\(duration)]", on: bars), values("close[\(expected)]", on: bars)))
    }
    for count in [400, 500, 899] {
      let part = try values("close[\(duration)]", on: bars.prefix(count))
      #expect(try same(part, Array(values("close[\(duration)]", on: bars).prefix(count))))
    }
  }
}
