import Synchronization

/// The rules of a market's calendar, and the table of days that follows from them.
struct MarketRules: Sendable {
  /// Hours from a date on.
  struct Era: Sendable {
    /// The first date with these hours; nil for the first era.
    var first: CivilDate?
    /// The opening in minutes from midnight, negative on the day before.
    var opens: Int
    /// The close in minutes from midnight.
    var closes: Int
  }

  /// The market's name.
  let name: String
  /// The zone of its clock in the tz database.
  let zone: String
  /// The hours of a usual day, oldest first.
  let eras: [Era]
  /// The minutes of a pause in the middle of the day; nil without one.
  let pause: Range<Int>?
  /// The weekdays with sessions.
  let weekdays: ClosedRange<Int>
  /// The holidays of a year by name.
  private let holidays: @Sendable (_ year: Int) -> [(date: CivilDate, rule: HolidayRule)]
  private let exceptions: [MarketException]
  private let table: DayTable

  /// Makes the rules of a market whose holidays move for themselves.
  init(
    _ name: String, zone: String, opens: Int, closes: Int, later: [Era] = [], pause: Range<Int>? = nil,
    weekdays: ClosedRange<Int> = 1...5, _ rules: [HolidayRule], except exceptions: [MarketException] = []
  ) {
    self.init(
      name, zone: zone, eras: [Era(opens: opens, closes: closes)] + later, pause: pause, weekdays: weekdays,
      exceptions: exceptions
    ) { year in rules.compactMap { rule in rule.date(in: year).map { ($0, rule) } } }
  }

  /// Makes the rules of a market whose holidays depend on each other.
  init(
    _ name: String, zone: String, eras: [Era], pause: Range<Int>? = nil, weekdays: ClosedRange<Int> = 1...5,
    exceptions: [MarketException], holidays: @escaping @Sendable (_ year: Int) -> [(date: CivilDate, rule: HolidayRule)]
  ) {
    self.name = name
    self.zone = zone
    self.eras = eras
    self.pause = pause
    self.weekdays = weekdays
    self.holidays = holidays
    self.exceptions = exceptions
    table = DayTable {
      MarketCalendar.years.flatMap { Self.days(of: $0, eras, weekdays, holidays($0), exceptions) }
    }
  }

  /// The day of a date; beyond the years of the table by the rules alone.
  func day(_ date: CivilDate) -> MarketDay {
    let index = date.daysSince1970 - MarketCalendar.firstDay
    let known = table.days
    if known.indices.contains(index) { return known[index] }
    let first = CivilDate(year: date.year, month: 1, day: 1)?.daysSince1970 ?? date.daysSince1970
    return Self.days(of: date.year, eras, weekdays, holidays(date.year), exceptions)[date.daysSince1970 - first]
  }

  /// Trading days of the years of the table.
  var sessionCount: Int { table.days.count { $0.isOpen } }

  /// The days of one year.
  private static func days(
    of year: Int, _ eras: [Era], _ weekdays: ClosedRange<Int>, _ holidays: [(date: CivilDate, rule: HolidayRule)],
    _ exceptions: [MarketException]
  ) -> [MarketDay] {
    guard let first = CivilDate(year: year, month: 1, day: 1), let next = CivilDate(year: year + 1, month: 1, day: 1)
    else { return [] }
    var days: [MarketDay] = (first.daysSince1970..<next.daysSince1970).map { day in
      let date = CivilDate(daysSince1970: day)
      guard weekdays.contains(date.weekday) else { return .closed(nil) }
      let era = eras.last { $0.first.map { $0 <= date } ?? true } ?? eras[0]
      return MarketDay(opens: era.opens, closes: era.closes, reason: nil)
    }
    /// A closure stands above a shorter day.
    func apply(_ date: CivilDate, _ opens: Int?, _ closes: Int?, isClosed: Bool, _ reason: String) {
      let index = date.daysSince1970 - first.daysSince1970
      guard days.indices.contains(index), days[index].isOpen else { return }
      let usual = days[index]
      days[index] =
        isClosed
        ? .closed(reason) : MarketDay(opens: opens ?? usual.opens, closes: closes ?? usual.closes, reason: reason)
    }
    for (date, rule) in holidays {
      switch rule.effect {
      case .closed: apply(date, nil, nil, isClosed: true, rule.name)
      case .closes(let minute): apply(date, nil, minute, isClosed: false, rule.name)
      }
    }
    for exception in exceptions where exception.days.lowerBound.year == year {
      for day in exception.days.lowerBound.daysSince1970...exception.days.upperBound.daysSince1970 {
        apply(
          CivilDate(daysSince1970: day), exception.opens, exception.closes, isClosed: exception.isClosed,
          exception.reason)
      }
    }
    return days
  }
}

/// The days of the years that are known, made when one of them is first asked for.
///
/// They take milliseconds for each market, and most are asked for their name or zone alone.
private final class DayTable: Sendable {
  private final class Days: Sendable {
    let days: [MarketDay]

    init(_ days: [MarketDay]) { self.days = days }
  }

  private let made = AtomicLazyReference<Days>()
  private let make: @Sendable () -> [MarketDay]

  init(_ make: @escaping @Sendable () -> [MarketDay]) { self.make = make }

  var days: [MarketDay] { (made.load() ?? made.storeIfNil(Days(make()))).days }
}
