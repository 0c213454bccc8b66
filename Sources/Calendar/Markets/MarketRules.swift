import Synchronization

/// The rules of a market's calendar, and the days that follow from them.
final class MarketRules: Sendable {
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
  let holidays: @Sendable (_ year: Int) -> [(date: CivilDate, rule: HolidayRule)]
  /// The days that differ from the rules, in the order in which they apply.
  let exceptions: [MarketException]
  /// The address of the days of ``MarketCalendar/years``, 0 before they are made; they are never released, as rules live
  /// as long as the program.
  ///
  /// An `AtomicLazyReference` asks the runtime for its type at each load, which takes longer than the look at a day.
  private let table = Atomic<UInt>(0)

  /// Makes the rules of a market whose holidays move for themselves.
  convenience init(
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
  }

  /// The day of a date; beyond the years of ``MarketCalendar/years`` by the rules alone.
  func day(_ date: CivilDate) -> MarketDay {
    days.day(date) ?? MarketDays(date.year...date.year, of: self).day(date) ?? .closed(nil)
  }

  /// True on a date with a session.
  func isOpen(_ date: CivilDate) -> Bool {
    days.isOpen(date) ?? day(date).isOpen
  }

  /// Trading days of ``MarketCalendar/years``.
  var sessionCount: Int { days.sessionCount }

  /// The days of ``MarketCalendar/years``, made when one of them is first asked for: most markets are asked for their
  /// name or zone alone.
  private var days: MarketDays {
    if let known = Self.table(at: table.load(ordering: .acquiring)) { return known.days }
    let made = DayTable(MarketDays(MarketCalendar.years, of: self))
    let reference = Unmanaged.passRetained(made)
    let (_, other) = table.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
    guard let other = Self.table(at: other) else { return made.days }
    reference.release()
    return other.days
  }

  private static func table(at address: UInt) -> DayTable? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged<DayTable>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// The days of a market, shared by all threads.
private final class DayTable: Sendable {
  let days: MarketDays

  init(_ days: MarketDays) { self.days = days }
}
