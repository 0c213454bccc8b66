/// A rule that names one day of each year.
enum YearDay: Sendable {
  /// The same date each year.
  case fixed(_ month: Int, _ day: Int)
  /// The n-th weekday of a kind in a month: the third Monday of January. Weekdays count from 1 on Monday.
  case nth(_ count: Int, _ weekday: Int, of: Int)
  /// The last weekday of a kind in a month.
  case last(_ weekday: Int, of: Int)
  /// Days after Easter Sunday of the western churches, before it if negative.
  case easter(_ days: Int)
  /// The day on which the sun crosses the equator, on Japan's clock: in March, else in September.
  case equinox(isSpring: Bool)
  /// Days after the day of another rule.
  indirect case after(_ days: Int, YearDay)

  /// The day in a year.
  func date(in year: Int) -> CivilDate {
    switch self {
    case .fixed(let month, let day): return Self.date(year, month, day)
    case .nth(let count, let weekday, let month):
      let first = Self.date(year, month, 1)
      return first.adding(days: (weekday - first.weekday + 7) % 7 + 7 * (count - 1))
    case .last(let weekday, let month):
      let last = Self.date(year, month, CivilDate.days(inMonth: month, of: year))
      return last.adding(days: -((last.weekday - weekday + 7) % 7))
    case .easter(let days): return Self.easter(in: year).adding(days: days)
    case .equinox(let isSpring): return Self.equinox(in: year, isSpring: isSpring)
    case .after(let days, let day): return day.date(in: year).adding(days: days)
    }
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
  }

  /// Easter Sunday by the Gregorian computus in the form of Meeus, Astronomical Algorithms (1991), chapter 8.
  static func easter(in year: Int) -> CivilDate {
    let golden = year % 19
    let century = year / 100
    let ofCentury = year % 100
    let correction = (century - (century + 8) / 25 + 1) / 3
    let epact = (19 * golden + century - century / 4 - correction + 15) % 30
    let toSunday = (32 + 2 * (century % 4) + 2 * (ofCentury / 4) - epact - ofCentury % 4) % 7
    let late = (golden + 11 * epact + 22 * toSunday) / 451
    let days = epact + toSunday - 7 * late + 114
    return date(year, days / 31, days % 31 + 1)
  }

  /// The day of an equinox, by the linear formula of the Hydrographic Department of Japan for 1980 to 2099.
  private static func equinox(in year: Int, isSpring: Bool) -> CivilDate {
    let passed = year - 1980
    let day = (isSpring ? 20.8431 : 23.2488) + 0.242194 * Double(passed) - Double(passed / 4)
    return date(year, isSpring ? 3 : 9, Int(day))
  }
}
