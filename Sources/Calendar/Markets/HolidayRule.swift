/// A day of the year on which a market does not trade, or trades shorter.
struct HolidayRule: Sendable {
  /// The day that is kept if the named one falls on a weekend.
  enum Observance: Sendable {
    /// None: the holiday is lost.
    case asItFalls
    /// Monday for a Sunday, none for a Saturday.
    case mondayForSunday
    /// Friday for a Saturday, Monday for a Sunday.
    case nearestWeekday
    /// The Monday after.
    case mondayAfter
    /// Two days later, as two holidays in a row move out of a weekend.
    case twoDaysLater
    /// The Friday before.
    case fridayBefore
  }

  /// The effect on the session.
  enum Effect: Sendable, Hashable {
    /// There is no session.
    case closed
    /// The session ends some minutes after midnight.
    case closes(Int)
  }

  /// The holiday's name.
  var name: String
  /// The day.
  var day: YearDay
  /// The years in which it is kept.
  var years: ClosedRange<Int>
  /// The day that is kept instead of one on a weekend.
  var observance: Observance
  /// The weekdays on which it is kept, after it was moved: 1 on Monday.
  var weekdays: ClosedRange<Int>
  /// The days of the month on which it is kept.
  var days: ClosedRange<Int>
  /// The effect on the session.
  var effect: Effect

  /// Makes a rule; without years it holds in all of them.
  init(
    _ name: String, _ day: YearDay, _ years: ClosedRange<Int> = 0...9999, observed: Observance = .asItFalls,
    on weekdays: ClosedRange<Int> = 1...5, within days: ClosedRange<Int> = 1...31, _ effect: Effect = .closed
  ) {
    self.name = name
    self.day = day
    self.years = years
    observance = observed
    self.weekdays = weekdays
    self.days = days
    self.effect = effect
  }

  /// The day that is kept in a year; nil if none is.
  func date(in year: Int) -> CivilDate? {
    guard years.contains(year) else { return nil }
    let moved = Self.moved(day.date(in: year), observance)
    return weekdays.contains(moved.weekday) && days.contains(moved.day) ? moved : nil
  }

  private static func moved(_ date: CivilDate, _ observance: Observance) -> CivilDate {
    let weekday = date.weekday
    guard weekday >= 6 else { return date }
    switch observance {
    case .asItFalls: return date
    case .mondayForSunday: return weekday == 7 ? date.adding(days: 1) : date
    case .nearestWeekday: return date.adding(days: weekday == 7 ? 1 : -1)
    case .mondayAfter: return date.adding(days: 8 - weekday)
    case .twoDaysLater: return date.adding(days: 2)
    case .fridayBefore: return date.adding(days: 5 - weekday)
    }
  }

  /// The rule in other years.
  func kept(_ years: ClosedRange<Int>) -> HolidayRule {
    var rule = self
    rule.years = years
    return rule
  }

  /// The rule with another effect on the session.
  func with(_ effect: Effect, _ years: ClosedRange<Int>? = nil) -> HolidayRule {
    var rule = self
    rule.effect = effect
    rule.years = years ?? rule.years
    return rule
  }
}
