import Calendar
import Columns
import MarketData
import Testing

@Suite("The reading of stamps of loaded bars")
struct StampGuessTests {
  /// Bars of a file whose stamps are days after 1 January 2018, a Monday, at a time.
  private static func loaded(
    _ days: [Int], _ time: String, timeframe: Timeframe, stamped: String? = nil
  ) throws -> LoadedBars {
    let start = try #require(CivilDate(year: 2018, month: 1, day: 1))
    let rows = days.map { "\(start.adding(days: $0))\(time),1,2,0.5,1.\(1 + $0 % 7),9" }
    let text = "Date,Open,High,Low,Close,Volume\n" + rows.joined(separator: "\n") + "\n"
    return try BarFile.read(
      Array(text.utf8), name: "bars.csv", options: BarFile.Options(timeframe: timeframe, stamped: stamped))
  }

  private static func closing(_ loaded: LoadedBars) -> String {
    "\(loaded.bars.zone.civilTime(at: loaded.bars.closings()[0]))"
  }

  private static func message(_ loaded: LoadedBars) -> String? {
    loaded.findings.first { $0.code == .stamps }?.message
  }

  @Test("Days from Sunday to Thursday evening begin there, days from Monday to Friday are of the day")
  func fiveDays() throws {
    let evenings = try Self.loaded((0..<60).filter { $0 % 7 <= 3 || $0 % 7 == 6 }, " 17:00", timeframe: .day)
    #expect(Self.closing(evenings) == "2018-01-02T17:00")
    let opening = try #require(Self.message(evenings))
    #expect(opening.contains("at 17:00 (UTC)") && opening.contains("read as their opening"))
    let closes = try Self.loaded((0..<60).filter { $0 % 7 <= 4 }, " 16:00", timeframe: .day)
    #expect(Self.closing(closes) == "2018-01-02T00:00" && closes.bars.stamps == .period)
    #expect(try #require(Self.message(closes)).contains("read as of the day"))
  }

  @Test("Days of all seven days that do not begin at midnight last 24 hours")
  func sevenDays() throws {
    let loaded = try Self.loaded(Array(0..<40), " 09:00", timeframe: .day)
    #expect(Self.closing(loaded) == "2018-01-02T09:00")
    #expect(Self.message(try Self.loaded(Array(0..<40), "", timeframe: .day)) == nil)
  }

  @Test("Few days say nothing, and are read so that nothing is seen early")
  func fewDays() throws {
    #expect(Self.closing(try Self.loaded([0, 1, 2, 3, 4], " 16:00", timeframe: .day)) == "2018-01-02T16:00")
  }

  @Test("Weeks: Mondays are of the week that begins, Fridays of the one that ends, other days begin at the stamp")
  func weeks() throws {
    func weeks(_ day: Int, _ time: String = "") throws -> LoadedBars {
      try Self.loaded((0..<20).map { $0 * 7 + day }, time, timeframe: .week)
    }
    #expect(try (Self.closing(weeks(0)), Self.message(weeks(0))) == ("2018-01-08T00:00", nil))
    #expect(try Self.closing(weeks(0, " 09:00")) == "2018-01-08T09:00")
    #expect(try Self.closing(weeks(2)) == "2018-01-10T00:00")
    #expect(try Self.closing(weeks(4)) == "2018-01-08T00:00")
    #expect(try Self.closing(weeks(4, " 17:00")) == "2018-01-08T00:00")
    #expect(try Self.closing(weeks(6)) == "2018-01-14T00:00")
    #expect(try #require(Self.message(weeks(6))).contains("on Sunday, read as their opening"))
    #expect(try #require(Self.message(weeks(4))).contains("read as of the week that it falls in"))
  }

  @Test("Months: last days of trading are of their month, evenings of the last day are of the next")
  func months() throws {
    // The ends of January to April 2018: 31, 28, 31 and 30, of which the trading of March ended on 30.
    let last = try Self.loaded([30, 58, 88, 119], " 16:00", timeframe: .month)
    #expect(Self.closing(last) == "2018-02-01T00:00")
    let before = try Self.loaded([30, 58, 89, 119], " 22:00", timeframe: .month)
    #expect(Self.closing(before) == "2018-03-01T00:00")
    #expect(Self.message(try Self.loaded([30, 58, 89, 119], "", timeframe: .month)) == nil)
  }

  @Test("`stamped` says how, and other words are refused")
  func asked() throws {
    let sundays = (0..<20).map { $0 * 7 + 6 }
    #expect(Self.closing(try Self.loaded(sundays, "", timeframe: .week, stamped: "close")) == "2018-01-08T00:00")
    #expect(Self.closing(try Self.loaded([2, 9, 16], "", timeframe: .week, stamped: "open")) == "2018-01-10T00:00")
    #expect(throws: MarketDataError.self) { try Self.loaded(sundays, "", timeframe: .week, stamped: "end") }
    let request = BarRequest("file \"a.csv\" stamped \"close\"")
    #expect(request?.stamped == "close" && request.flatMap { BarRequest($0.description) } == request)
  }

  @Test("On another clock times stay, and a date does not end before it did")
  func clocks() throws {
    let text = "Date,Open,High,Low,Close,Volume\n2018-01-02T22:00:00Z,1,2,0.5,1,9\n2018-01-03T22:00:00Z,1,2,0.5,1,9\n"
    let options = BarFile.Options(zone: "UTC", timeframe: .day, clock: "America/New_York")
    let times = try BarFile.read(Array(text.utf8), name: "a.csv", options: options)
    #expect(times.bars.civilTime(at: 0).description == "2018-01-02T17:00")
    let dates = try BarFile.read(
      Array(text.replacing("T22:00:00Z", with: "").utf8), name: "a.csv",
      options: BarFile.Options(zone: "UTC", timeframe: .day, clock: "Asia/Tokyo"))
    #expect(dates.bars.label(at: 0) == "2018-01-02")
    #expect("\(Zone.utc.civilTime(at: dates.bars.closings()[0]))" == "2018-01-03T00:00")
  }
}
