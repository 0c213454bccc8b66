import Calendar
import Testing

@Suite("Market calendars")
struct MarketCalendarTests {
  private func date(_ year: Int, _ month: Int, _ day: Int) throws -> CivilDate {
    try #require(CivilDate(year: year, month: month, day: day))
  }

  @Test("A closure has a reason, whether it follows from a rule or was an event")
  func reasons() throws {
    let calendar = MarketCalendar.newYork
    #expect(calendar.day(try date(2024, 11, 28)).reason == "Thanksgiving")
    #expect(calendar.day(try date(2001, 9, 11)).reason == "attacks of 11 September")
    #expect(calendar.day(try date(2012, 10, 29)).reason == "Hurricane Sandy")
    #expect(calendar.day(try date(2024, 11, 30)).reason == nil)
    #expect(calendar.day(try date(2024, 11, 29)).closes == 780)
    #expect(MarketCalendar.london.day(try date(2022, 9, 19)).reason == "funeral of Queen Elizabeth II")
  }

  @Test("A calendar is found by its code and by the name of its exchange, in any case")
  func names() {
    for calendar in MarketCalendar.allCases {
      #expect(MarketCalendar(named: calendar.rawValue.lowercased()) == calendar)
    }
    #expect(MarketCalendar(named: "nyse") == .newYork)
    #expect(MarketCalendar(named: "24/7") == .crypto)
    #expect(MarketCalendar(named: "XXXX") == nil)
  }

  @Test("The trading days of a year are counted from the calendar")
  func daysPerYear() {
    #expect(MarketCalendar.newYork.tradingDaysPerYear == 252)
    #expect(MarketCalendar.london.tradingDaysPerYear == 253)
    #expect(MarketCalendar.tokyo.tradingDaysPerYear == 245)
    #expect(MarketCalendar.currencies.tradingDaysPerYear == 259)
    #expect(MarketCalendar.crypto.tradingDaysPerYear == 365)
  }

  @Test("Currencies trade from Sunday 17:00 to Friday 17:00, and a session has the date on which it ends")
  func currencies() throws {
    let hours = try #require(MarketCalendar.currencies.tradingDay)
    #expect("\(hours)" == "17:00-17:00")
    let sunday = CivilTime(date: try date(2024, 3, 3), hour: 17)
    #expect(hours.date(of: sunday) == (try date(2024, 3, 4)))
    #expect(hours.date(of: CivilTime(date: try date(2024, 3, 4), hour: 16, minute: 59)) == (try date(2024, 3, 4)))
    #expect(MarketCalendar.currencies.isTradingDay(try date(2024, 3, 3)) == false)
    #expect(MarketCalendar.newYork.tradingDay == nil)
  }

  @Test("Trading days between two dates leave out weekends and holidays")
  func between() throws {
    let days = MarketCalendar.newYork.tradingDays(after: try date(2024, 11, 27), before: try date(2024, 12, 3))
    #expect(days.map { "\($0)" } == ["2024-11-29", "2024-12-02"])
    #expect(MarketCalendar.newYork.tradingDay(after: try date(2001, 9, 10)) == (try date(2001, 9, 17)))
    #expect(MarketCalendar.newYork.tradingDays(after: try date(2024, 11, 27), before: try date(2024, 11, 28)).isEmpty)
  }

  @Test("Beyond the years that are tested the rules hold")
  func beyond() throws {
    #expect(MarketCalendar.newYork.day(try date(2040, 12, 25)).reason == "Christmas")
    #expect(MarketCalendar.newYork.isTradingDay(try date(1985, 7, 5)))
    #expect(MarketCalendar.covers(try date(2036, 1, 1)) == false)
    for calendar in MarketCalendar.allCases {
      for year in [1, 1600, 1989, 2036, 2099] { _ = calendar.day(try date(year, 2, 28)) }
    }
  }

  @Test("Half days bound the hours of a session, and those after it")
  func bounds() throws {
    let day = try date(2024, 11, 29)
    #expect("\(MarketCalendar.newYork.hours.bounds(on: day).close)" == "2024-11-29T13:00")
    let extended = try #require(SessionHours("extended", in: .utc, of: .newYork))
    #expect("\(extended.bounds(on: day).close)" == "2024-11-29T17:00")
    let globex = MarketCalendar.cmeEquity.hours.bounds(on: try date(2024, 7, 4))
    #expect("\(globex.open) \(globex.close)" == "2024-07-03T17:00 2024-07-04T12:00")
  }
}
