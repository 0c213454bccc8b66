import Calendar
import Columns
import Testing

@Suite("Civil dates")
struct CivilDateTests {
  /// Year, month, day, days since 1970 and ISO weekday, listed with Python's datetime.
  static let known = [
    (1970, 1, 1, 0, 4),
    (2000, 2, 29, 11_016, 2),
    (1900, 3, 1, -25_508, 4),
    (1600, 2, 29, -135_081, 2),
    (1, 1, 1, -719_162, 1),
    (9999, 12, 31, 2_932_896, 5),
    (2024, 12, 31, 20_088, 2),
    (1969, 12, 31, -1, 3),
    (1582, 10, 15, -141_427, 5),
    (2100, 2, 28, 47_540, 7),
  ]

  @Test("known days have their numbers and weekdays")
  func knownDays() throws {
    for (year, month, day, number, weekday) in Self.known {
      let date = try #require(CivilDate(year: year, month: month, day: day))
      #expect(date.daysSince1970 == number)
      #expect(date.weekday == weekday)
      #expect(CivilDate(daysSince1970: number) == date)
    }
  }

  @Test("every day of eight centuries follows the one before")
  func everyDay() throws {
    let first = try #require(CivilDate(year: 1600, month: 1, day: 1))
    var before = first
    for number in first.daysSince1970 + 1..<first.daysSince1970 + 292_194 {
      let date = CivilDate(daysSince1970: number)
      #expect(date > before)
      #expect(date.daysSince1970 == number)
      #expect(date.weekday == before.weekday % 7 + 1)
      before = date
    }
    #expect(before.description == "2399-12-31")
  }

  @Test("days that do not exist are refused")
  func impossibleDays() {
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2023, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 2023, month: 0, day: 1) == nil)
    #expect(CivilDate(year: 2023, month: 4, day: 31) == nil)
    #expect(CivilDate(year: 2023, month: 4, day: 0) == nil)
  }

  @Test("months are added with the day cut to the month's length")
  func months() throws {
    let date = try #require(CivilDate(year: 2024, month: 1, day: 31))
    #expect(date.adding(months: 1).description == "2024-02-29")
    #expect(date.adding(months: -2).description == "2023-11-30")
    #expect(date.adding(months: -13).description == "2022-12-31")
    #expect(date.adding(months: 1200).description == "2124-01-31")
    #expect(date.adding(days: -31).description == "2023-12-31")
  }
}
