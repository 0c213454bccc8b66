extension MarketRules {
  /// The holidays of New York's stock exchanges.
  static let newYorkHolidays: [HolidayRule] = [
    HolidayRule("New Year's Day", .fixed(1, 1), observed: .mondayForSunday),
    martinLutherKing, presidents, goodFriday, memorial, juneteenth, independence, labor, thanksgiving, christmas,
  ]

  static let martinLutherKing = HolidayRule("Martin Luther King Day", .nth(3, 1, of: 1), 1998...9999)
  static let presidents = HolidayRule("Presidents' Day", .nth(3, 1, of: 2))
  static let goodFriday = HolidayRule("Good Friday", .easter(-2))
  static let memorial = HolidayRule("Memorial Day", .last(1, of: 5))
  static let juneteenth = HolidayRule("Juneteenth", .fixed(6, 19), 2022...9999, observed: .nearestWeekday)
  static let independence = HolidayRule("Independence Day", .fixed(7, 4), observed: .nearestWeekday)
  static let labor = HolidayRule("Labor Day", .nth(1, 1, of: 9))
  static let thanksgiving = HolidayRule("Thanksgiving", .nth(4, 4, of: 11))
  static let christmas = HolidayRule("Christmas", .fixed(12, 25), observed: .nearestWeekday)

  /// The days on which the stock exchanges closed for an event.
  static let newYorkClosures: [MarketException] = [
    .closed(1994, 4, 27, "funeral of President Nixon"),
    .closed(2001, 9, 11, to: 14, "attacks of 11 September"),
    .closed(2004, 6, 11, "funeral of President Reagan"),
    .closed(2007, 1, 2, "funeral of President Ford"),
    .closed(2012, 10, 29, to: 30, "Hurricane Sandy"),
    .closed(2018, 12, 5, "funeral of President G. H. W. Bush"),
    .closed(2025, 1, 9, "funeral of President Carter"),
  ]

  /// The shorter days, which end at 14:00 until 1992 and at 13:00 since.
  ///
  /// A July 4 on Thursday had its Friday until 2012, and has its Wednesday since.
  private static func earlyCloses(at close: Int, before1993: Int) -> [HolidayRule] {
    let friday = HolidayRule("the day after Thanksgiving", .after(1, .nth(4, 4, of: 11)), 1993...9999, .closes(close))
    let eve = HolidayRule("Christmas Eve", .fixed(12, 24), 1996...9999, on: 1...4, .closes(close))
    let july = HolidayRule("the day before Independence Day", .fixed(7, 3), 1995...9999, .closes(close))
    return [
      friday, friday.with(.closes(before1993), 1992...1992),
      eve, eve.with(.closes(before1993), 1990...1992),
      ranged(july, on: 1...2), ranged(july, on: 4...4), ranged(july.kept(2013...9999), on: 3...3),
      HolidayRule("the day after Independence Day", .fixed(7, 5), 1995...2012, on: 5...5, .closes(close)),
    ]
  }

  private static func ranged(_ rule: HolidayRule, on weekdays: ClosedRange<Int>) -> HolidayRule {
    var rule = rule
    rule.weekdays = weekdays
    return rule
  }

  /// The New York Stock Exchange, and Nasdaq, which keeps the same days.
  static func newYork(_ name: String) -> MarketRules {
    MarketRules(
      name, zone: "America/New_York", opens: 570, closes: 960,
      newYorkHolidays + earlyCloses(at: 780, before1993: 840),
      except: newYorkClosures + [
        .hours(1994, 2, 11, closes: 870, "snow storm"),
        .hours(1995, 12, 18, opens: 630, "computer trouble"),
        .hours(1996, 1, 8, opens: 660, closes: 840, "blizzard"),
        .hours(1997, 10, 27, closes: 930, "circuit breaker"),
        .hours(1997, 12, 26, closes: 780, "the day after Christmas"),
        .hours(1999, 12, 31, closes: 780, "turn of the year 2000"),
        .hours(2002, 9, 11, opens: 720, "anniversary of 11 September"),
        .hours(2003, 12, 26, closes: 780, "the day after Christmas"),
        .hours(2005, 6, 1, closes: 956, "communication trouble"),
      ])
  }

  /// Cboe's index options, whose days are those of the stocks beneath; they trade a quarter of an hour longer.
  static let cboe = MarketRules(
    "Cboe index options", zone: "America/Chicago", opens: 510, closes: 915,
    newYorkHolidays + earlyCloses(at: 735, before1993: 795),
    except: newYorkClosures + [
      .hours(1997, 12, 26, closes: 735, "the day after Christmas"),
      .hours(1999, 12, 31, closes: 735, "turn of the year 2000"),
      .hours(2003, 12, 26, closes: 735, "the day after Christmas"),
    ])
}
