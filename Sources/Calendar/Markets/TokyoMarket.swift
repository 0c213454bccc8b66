extension MarketRules {
  /// The Tokyo Stock Exchange: the national holidays by the Act of 1948 as amended, and the days around New Year.
  static let tokyo = MarketRules(
    "Tokyo Stock Exchange", zone: "Asia/Tokyo",
    eras: [
      MarketRules.Era(opens: 540, closes: 900),
      MarketRules.Era(first: CivilDate(year: 2024, month: 11, day: 5), opens: 540, closes: 930),
    ],
    pause: 690..<750,
    exceptions: [.closed(2020, 10, 1, "failure of the trading system")],
    holidays: { tokyoClosures(in: $0) })

  /// The holidays that are laid down for a year.
  private static let national: [HolidayRule] = [
    HolidayRule("New Year's Day", .fixed(1, 1)),
    HolidayRule("Coming of Age Day", .fixed(1, 15), 0...1999),
    HolidayRule("Coming of Age Day", .nth(2, 1, of: 1), 2000...9999),
    HolidayRule("National Foundation Day", .fixed(2, 11)),
    HolidayRule("the Emperor's Birthday", .fixed(2, 23), 2020...9999),
    HolidayRule("Vernal Equinox", .equinox(isSpring: true)),
    HolidayRule("Greenery or Showa Day", .fixed(4, 29)),
    HolidayRule("enthronement of the Emperor", .fixed(5, 1), 2019...2019),
    HolidayRule("Constitution Day", .fixed(5, 3)), HolidayRule("Greenery Day", .fixed(5, 4), 2007...9999),
    HolidayRule("Children's Day", .fixed(5, 5)),
    HolidayRule("wedding of the Crown Prince", .fixed(6, 9), 1993...1993),
    HolidayRule("Marine Day", .fixed(7, 20), 1996...2002), HolidayRule("Marine Day", .nth(3, 1, of: 7), 2003...2019),
    HolidayRule("Marine Day", .fixed(7, 23), 2020...2020), HolidayRule("Marine Day", .fixed(7, 22), 2021...2021),
    HolidayRule("Marine Day", .nth(3, 1, of: 7), 2022...9999),
    HolidayRule("Mountain Day", .fixed(8, 11), 2016...2019), HolidayRule("Mountain Day", .fixed(8, 10), 2020...2020),
    HolidayRule("Mountain Day", .fixed(8, 8), 2021...2021), HolidayRule("Mountain Day", .fixed(8, 11), 2022...9999),
    HolidayRule("Respect for the Aged Day", .fixed(9, 15), 0...2002),
    HolidayRule("Respect for the Aged Day", .nth(3, 1, of: 9), 2003...9999),
    HolidayRule("Autumnal Equinox", .equinox(isSpring: false)),
    HolidayRule("Sports Day", .fixed(10, 10), 0...1999), HolidayRule("Sports Day", .nth(2, 1, of: 10), 2000...2019),
    HolidayRule("Sports Day", .fixed(7, 24), 2020...2020), HolidayRule("Sports Day", .fixed(7, 23), 2021...2021),
    HolidayRule("Sports Day", .nth(2, 1, of: 10), 2022...9999),
    HolidayRule("ceremony of the enthronement", .fixed(10, 22), 2019...2019),
    HolidayRule("Culture Day", .fixed(11, 3)),
    HolidayRule("ceremony of the enthronement", .fixed(11, 12), 1990...1990),
    HolidayRule("Labor Thanksgiving Day", .fixed(11, 23)),
    HolidayRule("the Emperor's Birthday", .fixed(12, 23), 1989...2018),
  ]

  /// The days around New Year, which are not national holidays and have no substitute.
  private static let newYear: [HolidayRule] = [
    HolidayRule("New Year", .fixed(1, 2)), HolidayRule("New Year", .fixed(1, 3)),
    HolidayRule("New Year's Eve", .fixed(12, 31)),
  ]

  /// The closures of a year: a holiday on Sunday moves to the next day that is none (until 2006 to Monday), and a day
  /// between two holidays is one.
  private static func tokyoClosures(in year: Int) -> [(date: CivilDate, rule: HolidayRule)] {
    var closures: [(date: CivilDate, rule: HolidayRule)] = []
    var laidDown: [CivilDate: HolidayRule] = [:]
    for rule in national where rule.years.contains(year) { laidDown[rule.day.date(in: year)] = rule }
    for (date, rule) in laidDown.sorted(by: { $0.key < $1.key }) {
      closures.append((date, rule))
      let between = date.adding(days: 1)
      if laidDown[between] == nil, let next = laidDown[date.adding(days: 2)], between.weekday != 7, date.weekday != 7 {
        closures.append((between, HolidayRule("the day before \(next.name)", .fixed(between.month, between.day))))
      }
      guard date.weekday == 7 else { continue }
      var substitute = date.adding(days: 1)
      while year >= 2007, laidDown[substitute] != nil { substitute = substitute.adding(days: 1) }
      closures.append((substitute, HolidayRule("\(rule.name), moved", .fixed(substitute.month, substitute.day))))
    }
    return closures + newYear.map { ($0.day.date(in: year), $0) }
  }
}
