import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("Resampling")
struct ResamplingTests {
  /// A source, how its bars are stamped, a timeframe and the reference.
  struct Case: Sendable, CustomTestStringConvertible {
    var source: String
    var timeframe: String
    var oracle: String
    /// Milliseconds from the stamp of a source bar back to its start.
    var shift: Int64 = 0
    /// Milliseconds from the start of a longer bar to the stamp that the reference gives it.
    var label: Int64 = 0
    var testDescription: String { oracle }
  }

  private static let spy = "market/intraday/SPY_1min_2013-10-04_2013-10-11.csv"
  private static let future = "market/intraday/ESTX50-FUT_1min_2006-01-02_2006-02-27.csv"
  private static let bitcoin = "market/intraday/BTC-PERP_1min_2022-01.csv"

  static let oracles: [Case] = [
    Case(source: spy, timeframe: "5m", oracle: "SPY_1min.5min"),
    Case(source: spy, timeframe: "15m", oracle: "SPY_1min.15min"),
    Case(source: spy, timeframe: "1h", oracle: "SPY_1min.1h"),
    Case(source: spy, timeframe: "1d", oracle: "SPY_1min.1D"),
    Case(source: bitcoin, timeframe: "1h", oracle: "BTC-PERP_1min.1h"),
    Case(source: bitcoin, timeframe: "1d", oracle: "BTC-PERP_1min.1D"),
    Case(source: "market/daily/SPY.csv", timeframe: "1w", oracle: "SPY_1d.W-MON"),
    Case(source: "market/daily/SPY.csv", timeframe: "1mo", oracle: "SPY_1d.MS"),
    Case(source: "market/daily/SPY.csv", timeframe: "1q", oracle: "SPY_1d.QS"),
    Case(source: "market/daily/SPY.csv", timeframe: "1y", oracle: "SPY_1d.YS"),
    // The future's bars carry their end, and so does the reference: both are shifted to the start.
    Case(source: future, timeframe: "15m", oracle: "ESTX50-FUT_1min.15min", shift: 60_000, label: 900_000),
    Case(source: future, timeframe: "1h", oracle: "ESTX50-FUT_1min.1h", shift: 60_000, label: 3_600_000),
    Case(source: future, timeframe: "1d", oracle: "ESTX50-FUT_1min.session-day", shift: 60_000),
  ]

  @Test(
    "longer bars equal those of pandas",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"),
    arguments: oracles
  )
  func oracle(_ expected: Case) throws {
    var bars = try BarFile.load(path: SharedFolder.file("data/" + expected.source)).bars
    bars.times = Values(bars.times.map { Timestamp(milliseconds: $0.milliseconds - expected.shift) })
    let longer = try bars.resampled(to: #require(Timeframe(expected.timeframe)))
    let rows = try SharedFolder.rows("oracles/resample/\(expected.oracle).csv").dropFirst()
    #expect(longer.count == rows.count)
    for (index, row) in rows.prefix(longer.count).enumerated() {
      let stamp = Timestamp(milliseconds: longer.times[index].milliseconds + expected.label)
      let civil = longer.zone.civilTime(at: stamp)
      let text = String(row[0].map { $0 == " " ? "T" : $0 })
      guard text.hasPrefix(row[0].count == 10 ? civil.date.description : civil.description) else {
        Issue.record("bar \(index) is \(civil), not \(row[0])")
        return
      }
      for (column, field) in zip([longer.open, longer.high, longer.low, longer.close], row[1...4]) {
        #expect(column[index] == Double(field))
      }
      let volume = try #require(Double(row[5]))
      #expect(
        abs(longer.volume[index] - volume) <= 1e-15 * volume,
        "\(longer.volume[index]) is not \(volume)"
      )
    }
  }

  private func bars(_ text: String, zone: String = "UTC", timeframe: Timeframe? = nil) throws -> Bars {
    try read(text, .init(zone: zone, timeframe: timeframe)).bars
  }

  @Test("missing values are passed over, and missing only where all are")
  func missing() throws {
    let text =
      "date,open,high,low,close,volume\n2024-01-01,,5,1,,\n2024-01-02,2,,2,3,\n2024-01-03,3,4,,,\n2024-01-08,1,,1,1,7\n2024-01-09,1,,1,1,\n"
    let weeks = try bars(text).resampled(to: .week)
    #expect(weeks.open.values == [2, 1])
    #expect(weeks.high[0] == 5)
    #expect(weeks.high[1].isNaN)
    #expect(weeks.low.values == [1, 1])
    #expect(weeks.close.values == [3, 1])
    #expect(weeks.volume[0].isNaN)
    #expect(weeks.volume[1] == 7)
  }

  @Test("days on which clocks change have all their bars, in order")
  func clockChanges() throws {
    for day in [
      (year: 2024, month: 3, day: 10, hours: 23), (year: 2024, month: 11, day: 3, hours: 25),
    ] {
      let zone = ZoneDatabase.newYork
      let date = try #require(CivilDate(year: day.year, month: day.month, day: day.day))
      let start = zone.timestamp(of: CivilTime(date: date)).milliseconds
      let end = zone.timestamp(of: CivilTime(date: date.adding(days: 1))).milliseconds
      let times = stride(from: start, to: end, by: 300_000).map { Timestamp(milliseconds: $0) }
      #expect(times.count == day.hours * 12)
      let ones = Column(repeating: 1, count: times.count)
      let five = Bars(
        times: times,
        open: ones,
        high: ones,
        low: ones,
        close: ones,
        volume: ones,
        timeframe: Timeframe(5, .minute),
        zone: zone
      )
      let hours = try five.resampled(to: .hour)
      #expect(hours.count == day.hours)
      #expect(hours.volume.values.allSatisfy { $0 == 12 })
      let quarters = try five.resampled(to: Timeframe(4, .hour))
      #expect(quarters.count == 6)
      #expect(quarters.volume[0] == Double(48 + (day.hours - 24) * 12))
      #expect((1..<6).allSatisfy { zone.civilTime(at: quarters.times[$0]).hour == $0 * 4 })
      let whole = try five.resampled(to: .day)
      #expect(whole.count == 1)
      #expect(whole.times[0].milliseconds == start)
      #expect(whole.volume[0] == Double(day.hours * 12))
    }
  }

  static let refused: [(from: String, to: String, isDivision: Bool)] = [
    ("1d", "1h", false), ("1w", "1d", false), ("1w", "1mo", true), ("7m", "1h", true), ("7m", "1d", true),
    ("2d", "1mo", true), ("2mo", "1q", true), ("1h", "48h", true), ("2w", "3w", true), ("1q", "4mo", true),
  ]

  @Test("bars that do not fill a longer one are refused", arguments: refused)
  func refusal(from: String, to: String, isDivision: Bool) throws {
    let source = try #require(Timeframe(from))
    let target = try #require(Timeframe(to))
    let series = try bars("date,close\n2024-01-01,1\n", timeframe: source)
    let expected: ResamplingError =
      isDivision ? .notDivisible(from: source, to: target) : .notCoarser(from: source, to: target)
    #expect(throws: expected) { try series.resampled(to: target) }
  }

  @Test("the same timeframe gives the same bars, and in two steps it is as in one")
  func steps() throws {
    let sample = try #require(Sample.named("SPY", timeframe: .hour)).load().bars
    #expect(try sample.resampled(to: .hour) == sample)
    let day = try sample.resampled(to: .day)
    #expect(values(try day.resampled(to: .month)) == values(try sample.resampled(to: .month)))
    #expect(day.count == 1572)
  }

  @Test("no bars stay no bars")
  func empty() throws {
    let none = try bars("date,close\n2024-01-01,1\n").prefix(0)
    #expect(try none.resampled(to: .week).isEmpty)
  }
}
