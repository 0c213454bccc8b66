import Calendar
import Columns
import Evaluation
import Indicators
import Language
import Testing

@Suite("Indicators that begin again with a period")
struct StartTests {
  @Test(
    "Two spellings of one anchor are one node",
    arguments: [
      ("vwap()", "vwap(anchor=\"first\")"), ("vwap()", "vwap(high, low, close, volume)"),
      ("vwap(session)", "vwap(\"session\")"), ("vwap(session)", "vwap(today)"), ("vwap(week)", "vwap(\"week\")"),
      ("vwap(week)", "vwap(anchor=2)"),
      ("vwap(week)", "vwap(high, low, close, volume, week)"),
      ("vwap(month)", "vwap(high, low, close, volume, anchor=month)"),
      ("vwap(2024)", "vwap(anchor=2024)"), ("vwap(2024-01-31)", "vwap(high, low, close, volume, 2024-01-31)"),
      ("vwap(start=close > open)", "vwap(high, low, close, volume, close > open)"),
      ("pivots(week).r1", "pivots(\"week\", \"classic\").r1"), ("pivots().pp", "pivots(day).pivot"),
      ("pivots(anchor=month, method=\"woodie\").pp", "pivots(month, \"woodie\").pp"),
      ("pivots(day, high, low, close).pp", "pivots(open=day, high=high, low=low, close=close).pp"),
    ])
  func spellings(left: String, right: String) throws {
    var planner = Planner(names: Names(), today: today)
    let first = try planner.plan(expression(left))
    #expect(try planner.plan(expression(right)).node == first.node, "\(left) is \(right)")
    #expect(first.node != nil)
  }

  @Test("An argument that is not a period, date or condition is refused in words that name them")
  func refused() throws {
    let period = try #require(try diagnostic(of: "vwap(\"fortnight\")"))
    #expect(period.code == .outOfRange)
    #expect(
      period.message
        == "`anchor` of `vwap` is one of session, day, week, month, quarter, year, first, or a date, not \"fortnight\"")
    #expect(try diagnostic(of: "vwap(9)")?.code == .outOfRange)
    #expect(try diagnostic(of: "vwap(2024, 3)")?.code == .tooManyArguments)
    #expect(try diagnostic(of: "vwap(high, low, close, volume, close)")?.code == .wrongKind)
    #expect(try diagnostic(of: "vwap(anchor=close > open)")?.code == .wrongKind)
    #expect(try diagnostic(of: "vwap(high, low)")?.code == .missingArgument)
  }

  /// Quarter hours around the clock from Friday 2021-12-31 00:00 in New York on, for a week.
  private static func bars(session: SessionHours? = nil) -> Bars {
    let walk = randomBars(672, seed: 12)
    return Bars(
      times: (0..<672).map { Timestamp(milliseconds: 1_640_926_800_000 + Int64($0) * 900_000) }, open: walk.open,
      high: walk.high, low: walk.low, close: walk.close, volume: walk.volume, timeframe: Timeframe(15, .minute),
      zone: newYork, session: session)
  }

  /// The average of each stretch, by definition.
  private static func averages(of bars: Bars, starts: [Int]) -> [Double] {
    var values = [Double](repeating: .nan, count: bars.count)
    for (place, start) in starts.enumerated() {
      var (money, volume) = (0.0, 0.0)
      for index in start..<(place + 1 < starts.count ? starts[place + 1] : bars.count) {
        money += (bars.high[index] + bars.low[index] + bars.close[index]) / 3 * bars.volume[index]
        volume += bars.volume[index]
        values[index] = money / volume
      }
    }
    return values
  }

  private static func expect(_ call: String, _ starts: [Int], on bars: Bars) throws {
    let row = try values(call, on: bars)
    for (value, wanted) in zip(row, averages(of: bars, starts: starts)) {
      #expect(value.isNaN && wanted.isNaN || abs(value - wanted) <= 1e-9 * wanted, "\(call)")
    }
  }

  @Test("Periods begin on the clock of the series, whatever part of one comes first")
  func periods() throws {
    let days = Array(stride(from: 0, to: 672, by: 96))
    // 2022-01-01 is a Saturday, the Monday after it the third.
    let expected: [(String, [Int])] = [
      ("vwap()", [0]), ("vwap(session)", days), ("vwap(day)", days), ("vwap(week)", [0, 288]),
      ("vwap(month)", [0, 96]),
      ("vwap(quarter)", [0, 96]), ("vwap(year)", [0, 96]), ("vwap(first)", [0]),
      ("vwap_bands(week).middle", [0, 288]), ("vwap(start=clock == 09:30)", days.map { $0 + 38 }),
    ]
    for (call, starts) in expected { try Self.expect(call, starts, on: Self.bars()) }
  }

  @Test("Sessions that run over midnight have the date on which they end; days have their own midnights")
  func sessions() throws {
    let bars = Self.bars(session: SessionHours("18:00-17:00"))
    let evenings = [0] + stride(from: 72, to: 672, by: 96)
    try Self.expect("vwap(session)", evenings, on: bars)
    try Self.expect("vwap(day)", Array(stride(from: 0, to: 672, by: 96)), on: bars)
    // Monday's session opens on Sunday evening.
    try Self.expect("vwap(week)", [0, 264], on: bars)
  }

  @Test("A date is the first bar that opens at or after it, and nothing is known before")
  func dates() throws {
    let bars = Self.bars()
    try Self.expect("vwap(2022-01-03)", [288], on: bars)
    try Self.expect("vwap(2022)", [96], on: bars)
    try Self.expect("vwap(2021-06-01)", [0], on: bars)
    #expect(try values("vwap(2023-01-01)", on: bars).allSatisfy { $0.isNaN })
    let moment = try Plannable(
      "vwap(since)", names: names([], values: ["since": .date(.day(year: 2022, month: 1, day: 3))]))
    #expect(try same(moment.column(on: Series(name: "X", bars: bars)).values, values("vwap(2022-01-03)", on: bars)))
  }

  @Test("Pivots are made of the period before and hold for the whole of the next")
  func pivots() throws {
    let bars = Self.bars()
    let row = try values("pivots(week).pp", on: bars)
    let before = (0..<288)
    let (top, bottom) = (before.map { bars.high[$0] }.max() ?? .nan, before.map { bars.low[$0] }.min() ?? .nan)
    #expect(row.prefix(288).allSatisfy { $0.isNaN })
    let pivot: Double = (top + bottom + bars.close[287]) / 3
    #expect(row.dropFirst(288).allSatisfy { value in abs(value - pivot) <= 1e-12 * value })
  }

  @Test("A longer series begins with the same values")
  func prefixes() throws {
    let bars = Self.bars(session: SessionHours("18:00-17:00"))
    for call in [
      "vwap()", "vwap(session)", "vwap(month)", "vwap(2022-01-03)", "pivots().r2", "vwap_bands(week, 2).upper",
    ] {
      let whole = try values(call, on: bars)
      for count in [1, 95, 96, 97, 300, 671] {
        #expect(try same(values(call, on: bars.prefix(count)), Array(whole.prefix(count))), "\(call)")
      }
    }
  }
}
