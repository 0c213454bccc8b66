extension MarketRules {
  /// The groups of CME Globex, whose day runs from 17:00 to 16:00 in Chicago and has the date on which it ends.
  ///
  /// On most holidays of New York they stop early instead of closing.
  private static func globex(
    _ name: String, _ rules: [HolidayRule], goodFriday: (closes: Int, since: Int)?, except: [MarketException] = []
  ) -> MarketRules {
    let friday = MarketRules.goodFriday
    var ofGoodFriday = [friday]
    if let (closes, since) = goodFriday {
      // The employment report comes on the first Friday of a month, and the market is open for it.
      var report = friday.with(.closes(closes), since...9999)
      report.days = 1...7
      var other = friday.kept(since...9999)
      other.days = 8...31
      ofGoodFriday = [friday.kept(0...since - 1), report, other]
    }
    let closures = [
      HolidayRule("New Year's Day", .fixed(1, 1), observed: .mondayForSunday), christmas,
    ]
    return MarketRules(
      name, zone: "America/Chicago", opens: -420, closes: 960, closures + ofGoodFriday + rules, except: except)
  }

  /// The holidays with a shorter day.
  private static let mondays = [martinLutherKing, presidents, memorial, labor, thanksgiving]
  private static let dayAfterThanksgiving = HolidayRule(
    "the day after Thanksgiving", .after(1, .nth(4, 4, of: 11)), 0...9999, .closes(735))
  private static let christmasEve = HolidayRule("Christmas Eve", .fixed(12, 24), 1996...9999, on: 1...4, .closes(735))

  /// Futures on share indices.
  static let cmeEquity = globex(
    "CME equity index futures",
    [martinLutherKing, presidents].flatMap {
      [$0.with(.closes(630), $0.years.lowerBound...2014), $0.with(.closes(720), 2015...9999)]
    }
      + [memorial, labor, thanksgiving, independence].flatMap {
        [$0.with(.closes(630), 0...2013), $0.with(.closes(720), 2014...9999)]
      } + [
        juneteenth.with(.closes(720)), dayAfterThanksgiving, christmasEve,
        HolidayRule("the day before Independence Day", .fixed(7, 3), on: 1...4, .closes(735)),
      ],
    goodFriday: (closes: 495, since: 2010))

  /// Futures on interest rates.
  static let cmeRates: MarketRules = {
    // Until May 2015 the Friday before a Monday without a bond market ended an hour earlier.
    let fridays =
      [
        (YearDay.nth(3, 1, of: 1), 1998...2015), (.nth(3, 1, of: 2), 0...2015), (.last(1, of: 5), 0...2015),
        (.nth(1, 1, of: 9), 0...2014),
      ]
      .map { (day: YearDay, years: ClosedRange<Int>) in
        HolidayRule("the Friday before a holiday", .after(-3, day), years, .closes(915))
      }
    return globex(
      "CME interest rate futures",
      (mondays + [independence, juneteenth]).map { $0.with(.closes(720)) }
        + fridays + [dayAfterThanksgiving, christmasEve],
      goodFriday: (closes: 615, since: 2010),
      except: [
        .hours(2009, 4, 9, closes: 915, "the day before Good Friday"),
        .hours(2010, 7, 2, closes: 915, "the day before Independence Day"),
        .hours(2010, 12, 31, closes: 735, "New Year's Eve"),
        .hours(2011, 7, 1, closes: 915, "the day before Independence Day"),
      ])
  }()

  /// Futures on currencies.
  static let cmeCurrencies = globex(
    "CME currency futures",
    (mondays + [independence]).map { $0.with(.closes(720), $0.years.lowerBound...2021) }
      + [dayAfterThanksgiving, christmasEve],
    goodFriday: (closes: 615, since: 2021))

  /// Futures on energy and metals.
  static let cmeEnergy = globex(
    "CME energy and metal futures",
    mondays.flatMap { rule -> [HolidayRule] in
      rule.name == "Labor Day"
        ? [rule.with(.closes(720))]
        : [rule.with(.closes(720), rule.years.lowerBound...2021), rule.with(.closes(810), 2022...9999)]
    } + [
      independence.with(.closes(720), 0...2021), independence.with(.closes(810), 2022...9999),
      juneteenth.with(.closes(810)),
      dayAfterThanksgiving.with(.closes(765)),
    ],
    goodFriday: nil,
    except: [
      .hours(2010, 12, 31, closes: 915, "New Year's Eve"),
      // As announced for 2026.
      .hours(2026, 6, 19, closes: 720, "Juneteenth"),
      .hours(2026, 7, 3, closes: 720, "Independence Day"),
      .hours(2026, 9, 7, closes: 810, "Labor Day"),
      .hours(2026, 11, 27, closes: 825, "the day after Thanksgiving"),
      .hours(2026, 12, 24, closes: 765, "Christmas Eve"),
    ])

  /// Futures on crypto currencies, until they began to trade without a pause.
  static let cmeCrypto = globex(
    "CME crypto futures",
    (mondays + [independence]).map { $0.with(.closes(720), $0.years.lowerBound...2021) } + [
      dayAfterThanksgiving.kept(0...2020), dayAfterThanksgiving.with(.closes(765), 2021...9999), christmasEve,
      HolidayRule("the day before Independence Day", .fixed(7, 3), on: 1...4, .closes(735)),
    ],
    goodFriday: (closes: 615, since: 2021),
    except: [.hours(2021, 4, 2, closes: 495, "Good Friday")])
}
