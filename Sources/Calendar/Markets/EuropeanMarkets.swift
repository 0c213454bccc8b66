extension MarketRules {
  private static let newYear = HolidayRule("New Year's Day", .fixed(1, 1))
  private static let easterMonday = HolidayRule("Easter Monday", .easter(1))
  private static let ascension = HolidayRule("Ascension Day", .easter(39))
  private static let whitMonday = HolidayRule("Whit Monday", .easter(50))
  private static let labourDay = HolidayRule("Labour Day", .fixed(5, 1))
  private static let christmasEve = HolidayRule("Christmas Eve", .fixed(12, 24))
  private static let christmasDay = HolidayRule("Christmas", .fixed(12, 25))
  private static let boxingDay = HolidayRule("the second day of Christmas", .fixed(12, 26))
  private static let newYearsEve = HolidayRule("New Year's Eve", .fixed(12, 31))

  /// The London Stock Exchange: the bank holidays of England.
  static let london = MarketRules(
    "London Stock Exchange", zone: "Europe/London", opens: 480, closes: 990,
    [
      HolidayRule("New Year's Day", .fixed(1, 1), observed: .mondayAfter),
      goodFriday, easterMonday,
      // Moved to 8 May for the anniversaries of 1945.
      HolidayRule("the early May bank holiday", .nth(1, 1, of: 5), 0...1994),
      HolidayRule("the early May bank holiday", .nth(1, 1, of: 5), 1996...2019),
      HolidayRule("the early May bank holiday", .nth(1, 1, of: 5), 2021...9999),
      // Moved into June for the jubilees of the Queen.
      HolidayRule("the spring bank holiday", .last(1, of: 5), 0...2001),
      HolidayRule("the spring bank holiday", .last(1, of: 5), 2003...2011),
      HolidayRule("the spring bank holiday", .last(1, of: 5), 2013...2021),
      HolidayRule("the spring bank holiday", .last(1, of: 5), 2023...9999),
      HolidayRule("the summer bank holiday", .last(1, of: 8)),
      HolidayRule("Christmas", .fixed(12, 25), observed: .twoDaysLater),
      HolidayRule("Boxing Day", .fixed(12, 26), observed: .twoDaysLater),
      HolidayRule("Christmas Eve", .fixed(12, 24), observed: .fridayBefore, .closes(750)),
      HolidayRule("New Year's Eve", .fixed(12, 31), observed: .fridayBefore, .closes(750)),
    ],
    except: [
      .closed(1995, 5, 8, "50 years since the end of the war"),
      .closed(1999, 12, 31, "turn of the year 2000"),
      .closed(2002, 6, 3, to: 4, "golden jubilee"),
      .closed(2011, 4, 29, "wedding of Prince William"),
      .closed(2012, 6, 4, to: 5, "diamond jubilee"),
      .closed(2020, 5, 8, "75 years since the end of the war"),
      .closed(2022, 6, 2, to: 3, "platinum jubilee"),
      .closed(2022, 9, 19, "funeral of Queen Elizabeth II"),
      .closed(2023, 5, 8, "coronation of King Charles III"),
    ])

  /// Xetra.
  static let frankfurt = MarketRules(
    "Xetra", zone: "Europe/Berlin", opens: 540, closes: 1050,
    [
      newYear, goodFriday, easterMonday, labourDay, whitMonday.kept(2007...2007), whitMonday.kept(2015...2021),
      HolidayRule("German Unity Day", .fixed(10, 3), 2014...2021),
      christmasEve, christmasDay, boxingDay, newYearsEve,
      HolidayRule("the last session of the year", .fixed(12, 30), 2010...9999, observed: .fridayBefore, .closes(840)),
    ],
    except: [.closed(2017, 10, 31, "500 years of the Reformation")])

  /// A market of Euronext: the common days, and its own until it joined them.
  ///
  /// The days before Christmas and New Year end at 14:05 in Paris.
  private static func euronext(
    _ name: String, zone: String, isLisbon: Bool = false, _ own: [HolidayRule]
  ) -> MarketRules {
    let shift = isLisbon ? -60 : 0
    let eves = [
      christmasEve.with(.closes(845 + shift), isLisbon ? 2003...9999 : 0...9999),
      newYearsEve.with(.closes(845 + shift), isLisbon ? 0...9999 : 2002...9999),
    ]
    return MarketRules(
      name, zone: zone, opens: 540 + shift, closes: 1050 + shift,
      [newYear, goodFriday, easterMonday, labourDay, christmasDay, boxingDay] + own + eves)
  }

  static let paris = euronext(
    "Euronext Paris", zone: "Europe/Paris",
    [
      whitMonday.kept(0...2001), HolidayRule("Bastille Day", .fixed(7, 14), 0...2000),
      newYearsEve.kept(0...2001),
    ])

  static let amsterdam = euronext(
    "Euronext Amsterdam", zone: "Europe/Amsterdam",
    [
      HolidayRule("Queen's Day", .fixed(4, 30), 0...2001), ascension.kept(0...2000), whitMonday.kept(0...2001),
      newYearsEve.kept(0...2001),
    ])

  static let brussels = euronext(
    "Euronext Brussels", zone: "Europe/Brussels",
    [
      ascension.kept(0...2000), whitMonday.kept(0...2001), HolidayRule("National Day", .fixed(7, 21), 0...2000),
      newYearsEve.kept(0...2001),
    ])

  static let lisbon = euronext(
    "Euronext Lisbon", zone: "Europe/Lisbon", isLisbon: true,
    [
      HolidayRule("Carnival", .easter(-47), 0...2002), HolidayRule("Freedom Day", .fixed(4, 25), 0...2002),
      HolidayRule("Corpus Christi", .easter(60), 0...2002), HolidayRule("Portugal Day", .fixed(6, 10), 0...2002),
      HolidayRule("Saint Anthony", .fixed(6, 13), 0...2001), HolidayRule("Assumption", .fixed(8, 15), 0...2002),
      HolidayRule("Republic Day", .fixed(10, 5), 0...2001), HolidayRule("All Saints", .fixed(11, 1), 0...2002),
      HolidayRule("Restoration of Independence", .fixed(12, 1), 0...2002),
      HolidayRule("Immaculate Conception", .fixed(12, 8), 0...2002), christmasEve.kept(0...2002),
    ])

  static let milan = MarketRules(
    "Borsa Italiana", zone: "Europe/Rome", opens: 540, closes: 1050,
    [
      newYear, goodFriday, easterMonday, labourDay, HolidayRule("Assumption", .fixed(8, 15)), christmasEve,
      christmasDay, boxingDay, newYearsEve,
    ])
}
