import Calendar
import Columns
import Evaluation
import Indicators
import Language
import TestSupport
import Testing

/// Bars of half an hour on New York's clock, with days of different length and days without bars.
private func sessionBars(_ days: Int, seed: UInt64, session: SessionHours? = nil) -> Bars {
  var dice = Dice(seed)
  var times: [Timestamp] = []
  for day in 0..<days where dice.whole(0...9) > 0 {
    let date = CivilDate(daysSince1970: 18_000 + day)
    guard date.weekday <= 5 else { continue }
    let open = newYork.timestamp(of: CivilTime(date: date, hour: 9, minute: 30))
    for bar in 0..<(dice.whole(0...4) == 0 ? 7 : 13) where dice.whole(0...12) > 0 {
      times.append(Timestamp(milliseconds: open.milliseconds + Int64(bar) * 1_800_000))
    }
  }
  let made = randomBars(times.count, seed: seed, holes: 0.02)
  return Bars(
    times: times, open: made.open, high: made.high, low: made.low, close: made.close, volume: made.volume,
    timeframe: Timeframe(30, .minute), zone: newYork, session: session)
}

@Suite("Later bars, dates and windows of the calendar")
struct ExploringTests {
  @Test(
    "No look-ahead: a prefix of the bars gives the prefix of the values, bit for bit",
    arguments: [
      "bar_of_session", "highest(high, today)", "lowest(week)", "sum(volume, month)", "mean(close, year)",
      "count(close > open, today)", "stdev(close, week)", "first_of(open, today)", "first_of(close, 5)",
      "in [\"2019-05-01\", \"2019-05-04\", \"2019-06-03T11:15\", \"2019-07\"]",
      "fixnan(if(close > open, close, missing))",
      "fixnan(case(close > open, \"up\", close < open, \"down\")) == \"up\"", "bins(close, 2.5)",
      "if(close > open, \"up\", \"down\")[1] == \"up\"", "first_of(highest(high, today), week)",
    ])
  func noLookAhead(text: String) throws {
    let bars = sessionBars(120, seed: 7)
    let plannable = try Plannable(text)
    #expect(plannable.planned.lookAhead == nil)
    let whole = bits(try plannable.column(on: Series(name: "X", bars: bars)).values)
    for count in stride(from: 0, to: bars.count, by: 17) {
      let part = bits(try plannable.column(on: Series(name: "X", bars: bars.prefix(count))).values)
      #expect(part == Array(whole.prefix(count)), "\(count) bars")
    }
  }

  @Test("Windows of the calendar are what a plain walk back to the period's start gives", arguments: Anchor.allCases)
  func anchored(anchor: Anchor) throws {
    let bars = sessionBars(60, seed: 11)
    func period(_ index: Int) -> Int {
      let date = bars.civilTime(at: index).date
      switch anchor {
      case .today: return date.daysSince1970
      case .week: return date.daysSince1970 - (date.weekday - 1)
      case .month: return date.year * 100 + date.month
      case .year: return date.year
      }
    }
    func reference(_ column: Column, _ function: ([Double]) -> Double) -> [Double] {
      (0..<bars.count).map { index in
        let window = (0...index).filter { period($0) == period(index) }.map { column[$0] }.filter { !$0.isNaN }
        return window.isEmpty ? .nan : function(window)
      }
    }
    let name = anchor.rawValue
    #expect(same(try values("highest(high, \(name))", on: bars), reference(bars.high) { $0.max() ?? .nan }))
    #expect(same(try values("lowest(low, \(name))", on: bars), reference(bars.low) { $0.min() ?? .nan }))
    #expect(same(try values("first_of(open, \(name))", on: bars), reference(bars.open) { $0[0] }))
    for (text, expected) in [
      ("sum(volume, \(name))", reference(bars.volume) { $0.reduce(0, +) }),
      ("mean(close, \(name))", reference(bars.close) { $0.reduce(0, +) / Double($0.count) }),
      (
        "stdev(close, \(name))",
        reference(bars.close) { window in
          let mean = window.reduce(0, +) / Double(window.count)
          return (window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(window.count)).squareRoot()
        }
      ),
    ] {
      for (given, wanted) in zip(try values(text, on: bars), expected) {
        #expect(given.isNaN == wanted.isNaN)
        if !wanted.isNaN { #expect(abs(given - wanted) <= 1e-9 * abs(wanted) + 1e-9, "\(text)") }
      }
    }
  }

  @Test("The end of a session is the calendar's, half days included, and is not guessed")
  func sessions() throws {
    let hours = try #require(SessionHours.regular(in: newYork))
    let bars = sessionBars(60, seed: 3, session: hours)
    let last = try values("last_bar_of_session", on: bars)
    let number = try values("bar_of_session", on: bars)
    for index in 0..<bars.count {
      let civil = bars.civilTime(at: index)
      #expect(last[index] == (civil.hour == 15 && civil.minute == 30 ? 1 : 0))
      let isFirst = index == 0 || bars.civilTime(at: index - 1).date != civil.date
      #expect(number[index] == (isFirst ? 1 : number[index - 1] + 1))
    }
    #expect(throws: EvaluationError.noSession("X")) {
      _ = try Plannable("last_bar_of_session").column(on: Series(name: "X", bars: sessionBars(20, seed: 3)))
    }
    #expect(try values("last_bar_of_session", on: dailyBars([1, 2, 3])) == [1, 1, 1])
  }

  @Test("`ahead` is the close n bars later against the next open, with the extremes on the way")
  func ahead() throws {
    let made = randomBars(40, seed: 5)
    for n in [1, 3, 39] {
      let close = try values("ahead(\(n))", on: made)
      let best = try values("ahead(\(n)).best", on: made)
      let worst = try values("ahead(\(n)).worst", on: made)
      for index in 0..<40 {
        guard index + n < 40 else {
          #expect(close[index].isNaN && best[index].isNaN && worst[index].isNaN)
          continue
        }
        let entry = made.open[index + 1]
        let way = index + 1...index + n
        #expect(close[index] == made.close[index + n] / entry - 1)
        #expect(best[index] == (way.map { made.high[$0] }.max() ?? .nan) / entry - 1)
        #expect(worst[index] == (way.map { made.low[$0] }.min() ?? .nan) / entry - 1)
      }
    }
    let atClose = try Plannable("ahead(2)") { $0.entersAtClose = true }.column(on: Series(name: "X", bars: made))
    #expect(atClose[0] == made.close[2] / made.close[0] - 1)
    #expect(try values("ahead(high, 4)", on: made)[3] == made.high[7])
    for text in ["ahead(1)", "ahead(1).best", "ahead(close, 2) > close", "mean(ahead(1), 3)", "fixnan(ahead(1))"] {
      #expect(try Plannable(text).planned.lookAhead != nil, "\(text)")
    }
  }

  @Test("A date falls on the bar that it lies in, or on the first one after it")
  func dates() throws {
    // Days from 1970-01-01, a Thursday; weeks begin on Monday.
    #expect(try values("in [\"1970-01-02\"]", on: bars([1, 2, 3])) == [0, 1, 0])
    #expect(try values("in [\"1969-12-31\", \"1970-01-09\"]", on: bars([1, 2, 3])) == [0, 0, 0])
    let weeks = bars([1, 2, 3], timeframe: .week)
    #expect(try values("in [1970-01-09]", on: weeks) == [0, 1, 0])
    let gap = Bars(
      times: [0, 3, 9].map { Timestamp(milliseconds: $0 * 86_400_000) }, open: Column([1, 2, 3]),
      high: Column([1, 2, 3]), low: Column([1, 2, 3]), close: Column([1, 2, 3]), volume: Column([1, 2, 3]),
      timeframe: .day, zone: .utc)
    #expect(try values("in [1970-01-02, 1970-01-09]", on: gap) == [0, 1, 1])
    #expect(try values("in [1970-01-10T12:30]", on: gap) == [0, 0, 1])
  }

  @Test("Bins are the lower ends that a user would write")
  func bins() throws {
    let made = bars([0.3, 0.29, -0.05, 7, 1e6])
    #expect(try values("bins(close, 0.1)", on: made) == [0.3, 0.2, -0.1, 7, 1e6])
    #expect(try values("bins(close, 2.5)", on: made) == [0, 0, -2.5, 5, 1e6])
    #expect(try kind(of: "bins(2%, 1%)") == .rate)
    #expect(try diagnostic(of: "bins(close, 0)")?.code == .outOfRange)
    #expect(try diagnostic(of: "bins(close, close)")?.code == .wrongKind)
  }

  @Test("Series of texts are compared, filled and lagged, and have no order")
  func texts() throws {
    let made = bars([1, 5, 9, 5, 1])
    let names = try names(["indicator s = case(close > 8, \"high\", close < 2, \"low\")"])
    #expect(try values("s == \"low\"", on: made, names: names).map { $0 == 1 } == [true, false, false, false, true])
    #expect(try values("na(s)", on: made, names: names) == [0, 1, 0, 1, 0])
    #expect(try values("fixnan(s) == \"high\"", on: made, names: names) == [0, 0, 1, 1, 0])
    #expect(try values("nz(s, \"none\") == \"none\"", on: made, names: names) == [0, 1, 0, 1, 0])
    #expect(try values("s != s[2]", on: made, names: names).last == 1)
    let plannable = try Plannable("s", names: names)
    #expect(plannable.planned.kind == .text)
    #expect(plannable.planned.choices == ["high", "low"])
    #expect(try diagnostic(of: "s < \"low\"", names: names)?.code == .wrongKind)
    #expect(try diagnostic(of: "s == 1", names: names)?.code == .wrongKind)
    #expect(try diagnostic(of: "s + 1", names: names)?.code == .wrongKind)
    #expect(try Plannable("s == \"lo\"", names: names).planner.warnings.map(\.code) == [Diagnostic.Code(.unknownText)])
    #expect(try Plannable("s == \"low\"", names: names).planner.warnings == [])
  }

  @Test("Names of the calendar mean numbers until they are defined")
  func standardNames() throws {
    #expect(try scalar("monday") == 1)
    #expect(try scalar("december") == 12)
    #expect(try scalar("bars_per_year", on: dailyBars([Double](repeating: 1, count: 30), step: 7)) == 52)
    #expect(try scalar("missing").isNaN)
    var named = Names()
    named.meanings["monday"] = .value(.number(7), looksAhead: false, nil)
    #expect(try scalar("monday", names: named) == 7)
  }
}

/// Daily bars, or bars of n days.
private func dailyBars(_ closes: [Double], step: Int = 1) -> Bars {
  bars(closes, timeframe: step == 7 ? .week : .day)
}

@Suite("Functions across symbols")
struct AcrossTests {
  /// Series by name, on the same days.
  private struct Source: SeriesSource {
    let all: [String: Series]

    func series(named symbol: String) throws(ContextError) -> Series {
      guard let series = all[symbol] else { throw ContextError(.symbol, "`\(symbol)` is not loaded") }
      return series
    }

    func series(in context: BarContext, seenFrom series: Series) throws(ContextError) -> Series {
      guard let symbol = context.symbol, symbol != series.name else { return series }
      return try self.series(named: symbol)
    }
  }

  private static let rows: [String: [Double]] = [
    "A": [1, 5, .nan, 4], "B": [2, 3, 8, 4], "C": [3, 1, 9, 10],
  ]

  private func values(_ text: String, on name: String = "A") throws -> [Double] {
    var all: [String: Series] = [:]
    for (name, closes) in Self.rows { all[name] = Series(name: name, bars: bars(closes)) }
    let series = try #require(all[name])
    var names = Names()
    names.universes["u"] = ["A", "B", "C", "GONE"]
    var planner = Planner(names: names, source: Source(all: all), series: series, today: today)
    let planned = try planner.plan(try expression(text))
    var evaluator = Evaluator(plan: planner.plan, series: series, source: Source(all: all), today: today)
    return try evaluator.column(try #require(planned.node)).values.array
  }

  @Test(
    "A function is that of the values at one time; a symbol without one is left out",
    arguments: [
      ("mean", [2, 3, 8.5, 6]), ("sum", [6, 9, 17, 18]), ("min", [1, 1, 8, 4]), ("max", [3, 5, 9, 10]),
      ("median", [2, 3, 8.5, 4]), ("count", [3, 3, 2, 3]),
    ])
  func functions(name: String, expected: [Double]) throws {
    #expect(try values("\(name)(close, across=u)", on: "B") == expected)
  }

  @Test("Conditions give shares and counts")
  func conditions() throws {
    #expect(try values("mean(close > 2, across=u)", on: "B") == [1.0 / 3, 2.0 / 3, 1, 1])
    #expect(try values("count(close > 2, across=u)", on: "B") == [1, 2, 2, 3])
  }

  @Test("A rank is that of the bars in use among the symbols")
  func ranks() throws {
    #expect(try values("rank(close, across=u)", on: "B") == [2, 2, 1, 1.5])
    #expect(try values("percentrank(close, across=u)", on: "C") == [100, 0, 100, 100])
    let scores = try values("zscore(close, across=u)", on: "C")
    #expect(abs(scores[0] - 1.224744871391589) < 1e-15)
  }

  @Test("An expression that cannot be computed across symbols is refused")
  func refused() throws {
    var names = Names()
    names.universes["u"] = ["A"]
    #expect(try diagnostic(of: "ema(close, across=u)", names: names)?.code == .unknownArgument)
    #expect(try diagnostic(of: "mean(close, across=v)", names: names)?.code == .unknownName)
    #expect(try diagnostic(of: "mean(close, across=u)", names: names)?.code == .noData)
  }
}
