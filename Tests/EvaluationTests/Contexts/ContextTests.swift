import Calendar
import Columns
import Evaluation
import Language
import Testing

@Suite("Values of other bars, each join worked out by hand")
struct ContextTests {
  private static let half = Timeframe(30, .minute)
  private static let nan = Double.nan

  private func values(_ text: String, on series: Series, _ source: LoadedBars) throws -> [Double] {
    var planner = Planner(names: Names(), source: source, series: series, today: today)
    let planned = try planner.plan(try expression(text))
    var evaluator = Evaluator(plan: planner.plan, series: series, source: source, today: today)
    return try evaluator.column(try #require(planned.node)).values.array
  }

  private func diagnostic(_ text: String, on series: Series?, _ source: LoadedBars) throws -> Diagnostic? {
    var planner = Planner(names: Names(), source: source, series: series, today: today)
    do {
      _ = try planner.plan(try expression(text))
      return planner.warnings.first
    } catch let error as Diagnostic {
      return error
    }
  }

  /// Half hours of Tuesday to Thursday in New York, two and then three of them, and the days made of them.
  private let spy = Series(
    name: "SPY",
    bars: bars(
      [
        "2024-01-02T15:00", "2024-01-02T15:30", "2024-01-03T15:00", "2024-01-03T15:30", "2024-01-04T15:00",
      ], from: 1, timeframe: half, zone: newYork))

  @Test("A stock's day closes at midnight, so its own last half hour does not see it")
  func ownDay() throws {
    let source = LoadedBars([spy], longer: [.day, .week])
    #expect(same(try values("close @ 1d", on: spy, source), [.nan, .nan, 2, 2, 4]))
    #expect(same(try values("fresh(close @ 1d)", on: spy, source), [.nan, .nan, 2, .nan, 4]))
    #expect(same(try values("close - close @ 1d", on: spy, source), [.nan, .nan, 1, 2, 1]))
    #expect(same(try values("close @ 30m", on: spy, source), [1, 2, 3, 4, 5]))
    #expect(same(try values("close @ 1w", on: spy, source), [.nan, .nan, .nan, .nan, .nan]))
  }

  @Test("A lag inside counts the other bars, a lag outside the bars in use")
  func lags() throws {
    let source = LoadedBars([spy], longer: [.day])
    #expect(same(try values("close[1] @ 1d", on: spy, source), [.nan, .nan, .nan, .nan, 2]))
    #expect(same(try values("(close @ 1d)[1]", on: spy, source), [.nan, .nan, .nan, 2, 2]))
    #expect(same(try values("(close crosses above 3) @ 1d", on: spy, source), [.nan, .nan, .nan, .nan, 1]))
    #expect(same(try values("(close @ 1d) crosses above 3", on: spy, source), [.nan, .nan, .nan, 0, 1]))
  }

  @Test("Two daily series of one zone join by date; a missing day holds its last value")
  func daily() throws {
    let days = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"]
    let own = Series(name: "SPY", bars: bars(days, from: 1, timeframe: .day, zone: newYork))
    // No bar on the 3rd, a holiday there.
    let other = Series(
      name: "MSFT", bars: bars(["2024-01-02", "2024-01-04", "2024-01-05"], from: 10, timeframe: .day, zone: newYork))
    let source = LoadedBars([own, other])
    #expect(same(try values("close @ MSFT", on: own, source), [10, 10, 11, 12]))
    #expect(same(try values("fresh(close @ MSFT)", on: own, source), [10, .nan, 11, 12]))
    #expect(same(try values("close[1] @ MSFT", on: own, source), [.nan, .nan, 10, 11]))
    #expect(same(try values("(close @ MSFT)[1]", on: own, source), [.nan, 10, 10, 11]))
    #expect(same(try values("close @ MSFT @ 1d", on: own, source), [10, 10, 11, 12]))
  }

  @Test("Another symbol's day is seen on the half hours of the next one, on the same day's daily bar")
  func otherDay() throws {
    let other = Series(
      name: "MSFT", bars: bars(["2024-01-02", "2024-01-03"], from: 10, timeframe: .day, zone: newYork))
    #expect(same(try values("close @ MSFT", on: spy, LoadedBars([spy, other])), [.nan, .nan, 10, 10, 11]))
    let source = LoadedBars([spy, other], longer: [.day])
    let day = try source.series(in: BarContext(timeframe: .day), seenFrom: spy)
    #expect(same(try values("close @ MSFT", on: day, source), [10, 11, 11]))
  }

  @Test("A week closes on Sunday midnight: Friday's bar does not see it, Monday's does, a coin's Sunday too")
  func weeks() throws {
    let days = (1...9).map { "2024-01-0\($0)" }
    let coin = Series(name: "BTC", bars: bars(days, from: 1, timeframe: .day))
    // 1 January 2024 is a Monday.
    let source = LoadedBars([coin], longer: [.week])
    let nan = Double.nan
    #expect(same(try values("close @ 1w", on: coin, source), [nan, nan, nan, nan, nan, nan, 7, 7, 7]))
    let stock = Series(
      name: "SPY", bars: bars(["2024-01-04", "2024-01-05", "2024-01-08"], from: 1, timeframe: .day, zone: newYork))
    #expect(same(try values("close @ 1w", on: stock, LoadedBars([stock], longer: [.week])), [nan, nan, 2]))
  }

  @Test("Clocks of two zones meet at the moment: a day of New York ends at five in UTC")
  func zones() throws {
    let stock = Series(
      name: "SPY", bars: bars(["2024-01-02", "2024-01-03"], from: 10, timeframe: .day, zone: newYork))
    let hours = Series(
      name: "BTC",
      bars: bars(["2024-01-03T03:00", "2024-01-03T04:00", "2024-01-03T05:00"], from: 1, timeframe: .hour))
    #expect(same(try values("close @ SPY", on: hours, LoadedBars([stock, hours])), [.nan, 10, 10]))
    // A coin's day ends before that of the same date in New York.
    let coin = Series(name: "BTC", bars: bars(["2024-01-02", "2024-01-03"], from: 1, timeframe: .day))
    let source = LoadedBars([stock, coin])
    #expect(same(try values("close @ BTC", on: stock, source), [1, 2]))
    #expect(same(try values("close @ SPY", on: coin, source), [.nan, 10]))
    #expect(try diagnostic("close @ SPY", on: coin, source)?.code == .zonesDiffer)
    #expect(try diagnostic("close @ BTC", on: stock, source) == nil)
    // In summer New York is four hours behind.
    let june = Series(name: "SPY", bars: bars(["2024-06-03"], from: 10, timeframe: .day, zone: newYork))
    let night = Series(
      name: "BTC", bars: bars(["2024-06-04T02:00", "2024-06-04T03:00"], from: 1, timeframe: .hour))
    #expect(same(try values("close @ SPY", on: night, LoadedBars([june, night])), [.nan, 10]))
  }

  @Test("A value that is not a bar is known its lag after the end of its period")
  func publication() throws {
    let days = ["2024-02-14", "2024-02-15", "2024-02-16", "2024-03-14", "2024-03-15", "2024-03-18"]
    let own = Series(name: "SPY", bars: bars(days, from: 1, timeframe: .day))
    let months = bars(["2024-01-01", "2024-02-01"], from: 3, timeframe: .month)
    func seen(_ lag: PublicationLag, _ text: String = "close @ UNRATE") throws -> [Double] {
      try values(text, on: own, LoadedBars([own, Series(name: "UNRATE", bars: months, publication: lag)]))
    }
    // January ends on the 1st of February at midnight and is known 15 days later: at the close of the 15th.
    #expect(same(try seen(.usual(for: .month)), [.nan, 3, 3, 3, 4, 4]))
    #expect(same(try seen(PublicationLag(16, .day)), [.nan, .nan, 3, 3, 3, 4]))
    #expect(same(try seen(PublicationLag(0, .day)), [3, 3, 3, 4, 4, 4]))
    #expect(same(try seen(PublicationLag(1, .month)), [.nan, .nan, .nan, 3, 3, 3]))
    #expect(same(try seen(.usual(for: .month), "fresh(close @ UNRATE)"), [.nan, 3, .nan, .nan, 4, .nan]))
    #expect(same(try seen(.usual(for: .month), "(close - close[1]) @ UNRATE"), [.nan, .nan, .nan, .nan, 1, 1]))
    let quarters = Series(
      name: "GDP", bars: bars(["2023-10-01"], from: 7, timeframe: .quarter), publication: .usual(for: .quarter))
    // The quarter ends with December and is known 30 days later, on 31 January.
    #expect(same(try values("close @ GDP", on: own, LoadedBars([own, quarters])), [7, 7, 7, 7, 7, 7]))
    let january = Series(name: "SPY", bars: bars(["2024-01-29", "2024-01-30", "2024-01-31"], from: 1, timeframe: .day))
    #expect(same(try values("close @ GDP", on: january, LoadedBars([january, quarters])), [.nan, 7, 7]))
    let daily = Series(
      name: "DGS10", bars: bars(["2024-01-29", "2024-01-30"], from: 4, timeframe: .day),
      publication: .usual(for: .day))
    #expect(same(try values("close @ DGS10", on: january, LoadedBars([january, daily])), [.nan, 4, 5]))
  }

  @Test("A context within a context is seen from the outer one's series and keeps its words")
  func nested() throws {
    let msft = Series(
      name: "MSFT",
      bars: bars(
        ["2024-01-02T15:00", "2024-01-02T15:30", "2024-01-03T15:00", "2024-01-04T15:00"], from: 10,
        timeframe: Self.half, zone: newYork))
    let source = LoadedBars([spy, msft], longer: [.day])
    // Of MSFT's days, which end with 11, 12 and 13.
    #expect(same(try values("close @ MSFT @ 1d", on: spy, source), [.nan, .nan, 11, 11, 12]))
    #expect(same(try values("close @ 1d @ MSFT", on: spy, source), [.nan, .nan, 11, 11, 12]))
    #expect(same(try values("(close @ 1d) @ MSFT", on: spy, source), [.nan, .nan, 11, 11, 12]))
    #expect(same(try values("(close @ SPY) @ MSFT", on: spy, source), [1, 2, 3, 3, 5]))
    // On MSFT's half hours the last day is known, not its values.
    #expect(same(try values("(close - close @ 1d) @ MSFT", on: spy, source), [.nan, .nan, 1, 1, 1]))
  }

  @Test("Records, booleans and user-defined functions are computed entirely on the other bars")
  func wholes() throws {
    let source = LoadedBars([spy], longer: [.day])
    #expect(same(try values("(close > 3) @ 1d", on: spy, source), [.nan, .nan, 0, 0, 1]))
    #expect(same(try values("sma(close, 2) @ 1d", on: spy, source), [.nan, .nan, .nan, .nan, 3]))
    #expect(same(try values("bbands(close, 2, 2).middle @ 1d", on: spy, source), [.nan, .nan, .nan, .nan, 3]))
    var planner = Planner(
      names: try names([
        "indicator rise(n = 1) = close - close[n]", "indicator steps = if(close > 2, steps[1] + 1, 0) start 0",
      ]), source: source, series: spy, today: today)
    let rise = try #require(try planner.plan(expression("rise() @ 1d")).node)
    let steps = try #require(try planner.plan(expression("steps @ 1d")).node)
    let record = try planner.plan(expression("bbands(close, 2, 2) @ 1d"))
    var evaluator = Evaluator(plan: planner.plan, series: spy, source: source, today: today)
    #expect(same(try evaluator.column(rise).values, [.nan, .nan, .nan, .nan, 2]))
    #expect(same(try evaluator.column(steps).values, [.nan, .nan, 0, 0, 1]))
    guard case .record(let outputs) = record.content else {
      Issue.record("no record")
      return
    }
    #expect(outputs.map(\.name) == ["upper", "middle", "lower"])
  }

  @Test("The warm-up is counted on the bars in use")
  func warmUp() throws {
    let source = LoadedBars([spy], longer: [.day])
    for (text, warmUp) in [("close @ 1d", 2), ("sma(close, 2) @ 1d", 4), ("close[1] @ 1d + close", 4)] {
      var planner = Planner(names: Names(), source: source, series: spy, today: today)
      let node = try #require(try planner.plan(expression(text)).node)
      #expect(planner.plan.warmUp(of: node) == warmUp, "\(text)")
    }
  }

  @Test("A number of the full range is that of the other bars, and still looks ahead")
  func lookAhead() throws {
    let source = LoadedBars([spy], longer: [.day])
    var planner = Planner(names: Names(), source: source, series: spy, today: today)
    let planned = try planner.plan(expression("mean_of(close) @ 1d"))
    #expect(planned.lookAhead != nil)
    var evaluator = Evaluator(plan: planner.plan, series: spy, source: source, today: today)
    #expect(try evaluator.scalar(try #require(planned.node)) == (2.0 + 4 + 5) / 3)
  }

  @Test("A series that cannot be joined is reported at its place")
  func errors() throws {
    let source = LoadedBars([spy], longer: [.day])
    func check(_ text: String, _ code: DiagnosticCode, at place: String, on series: Series?) throws {
      let diagnostic = try #require(try diagnostic(text, on: series, source), "\(text)")
      #expect(diagnostic.code == code, "\(text)")
      let span = try #require(diagnostic.span)
      let bytes = Array(text.utf8)[span.start..<span.end]
      #expect(String(decoding: bytes, as: UTF8.self) == place, "\(text)")
    }
    try check("close @ SYP", .unknownSeries, at: "SYP", on: spy)
    try check("close @ SYP", .unknownSeries, at: "SYP", on: nil)
    try check("close @ SYP @ 1d", .unknownSeries, at: "SYP", on: nil)
    try check("close @ 5m", .cannotResample, at: "5m", on: spy)
    try check("close @ SPY @ 5m", .cannotResample, at: "5m", on: nil)
    try check("(close @ 5m) @ 1d", .cannotResample, at: "5m", on: spy)
    try check("3 @ 1d", .contextWithoutEffect, at: "1d", on: spy)
    try check("2% @ SPY", .contextWithoutEffect, at: "SPY", on: spy)
    try check("sma(close, 3) @ 1d", .neverKnown, at: "1d", on: spy)
    try check("fresh(close)", .wrongKind, at: "close", on: spy)
    try check("fresh(close @ 1d + 1)", .wrongKind, at: "close @ 1d + 1", on: spy)
    #expect(try diagnostic("close @ 5m", on: nil, source) == nil)
  }

  @Test("Fields of the position, and an own past, are not on other bars")
  func position() throws {
    let source = LoadedBars([spy], longer: [.day])
    var planner = Planner(names: Names(), source: source, series: spy, today: today)
    planner.knowsPosition = true
    for text in ["entry_price @ 1d", "(close - entry_price) @ 1d"] {
      do {
        _ = try planner.plan(try expression(text))
        Issue.record("\(text) is planned")
      } catch let error as Diagnostic {
        #expect(error.code == .contextOfPosition)
      }
    }
    _ = try planner.plan(try expression("(close @ 1d) > entry_price"))
    planner = Planner(
      names: try names(["indicator own = close + (own[1] @ 1d) start 0"]), source: source, series: spy, today: today)
    #expect(throws: Diagnostic.self) { try planner.plan(expression("own")) }
  }

  @Test("A symbol that is reloaded leaves no column behind; the same one is found again")
  func reload() throws {
    func msft(_ first: Double) -> Series {
      Series(name: "MSFT", bars: bars(["2024-01-02", "2024-01-03"], from: first, timeframe: .day, zone: newYork))
    }
    let before = LoadedBars([spy, msft(10)])
    #expect(same(try values("close @ MSFT", on: spy, before), [.nan, .nan, 10, 10, 11]))
    let kept = spy.cache.count
    #expect(same(try values("close @ MSFT", on: spy, before), [.nan, .nan, 10, 10, 11]))
    #expect(spy.cache.count == kept)
    #expect(same(try values("close @ MSFT", on: spy, LoadedBars([spy, msft(20)])), [.nan, .nan, 20, 20, 21]))
  }

  @Test("Where the last bars of the other series are not there yet the last known one holds")
  func ends() throws {
    let other = Series(name: "MSFT", bars: bars(["2024-01-02"], from: 10, timeframe: .day, zone: newYork))
    let none = Series(name: "NONE", bars: bars([], from: 0, timeframe: .day, zone: newYork))
    let source = LoadedBars([spy, other, none], longer: [.day])
    #expect(same(try values("close @ MSFT", on: spy, source), [.nan, .nan, 10, 10, 10]))
    #expect(same(try values("close @ NONE", on: spy, source), [.nan, .nan, .nan, .nan, .nan]))
    #expect(same(try values("close @ SPY", on: none, source), []))
  }

  @Test("The first bar brings a new value only where that became known after its opening")
  func firstFresh() throws {
    let other = Series(
      name: "MSFT", bars: bars(["2023-12-28", "2023-12-29"], from: 10, timeframe: .day, zone: newYork))
    #expect(
      same(try values("fresh(close @ MSFT)", on: spy, LoadedBars([spy, other])), [.nan, .nan, .nan, .nan, .nan]))
  }

  @Test("A sweep computes each column of a context once for each of its values, and the same numbers")
  func sweeps() throws {
    let hours = Series(name: "X", bars: randomBars(900, seed: 3))
    let source = LoadedBars([hours], longer: [.day, Timeframe(4, .hour)])
    for (text, jobs) in [
      ("(sma(close, p0) @ 1d) > (sma(close, p1) @ 1d)", 7), ("(sma(close, p0) > sma(close, p1)) @ 4h", 7),
      ("sma(close, p0) > (sma(close, p0) @ 4h) + p1", 6), ("((sma(close, p0) @ 1d) > sma(close, p1)) @ 4h", 7),
    ] {
      var planner = Planner(names: Names(), source: source, series: hours, today: today)
      for place in 0..<2 { planner.locals["p\(place)"] = planner.addParameter(place, kind: .number) }
      let root = try #require(try planner.plan(expression(text)).node)
      let grid: [[Double]] = [[2, 3, 5], [4, 7, 8, 11]]
      var shared = SharedColumns(plan: planner.plan, roots: [root], values: grid, bars: 900)
      #expect(shared.jobs.count == jobs, "\(text)")
      for job in shared.jobs {
        var evaluator = Evaluator(
          plan: planner.plan, series: hours, parameters: job.parameters, source: source, today: today)
        shared.keep(.column(try evaluator.column(of: job)), of: job)
      }
      var sharing = Evaluator(plan: planner.plan, series: hours, shared: shared, source: source, today: today)
      for a in grid[0].indices {
        for b in grid[1].indices {
          sharing.select(indices: [a, b])
          var alone = Evaluator(
            plan: planner.plan, series: hours, parameters: [grid[0][a], grid[1][b]], source: source, today: today)
          #expect(same(try sharing.column(root).values, try alone.column(root).values.array), "\(text)")
        }
      }
    }
  }
}
