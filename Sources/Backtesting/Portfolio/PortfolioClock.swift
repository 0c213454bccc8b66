public import Calendar
public import Columns

/// The moments at which any symbol of a portfolio has a bar, and the bar of each symbol at each.
///
/// Bars of a day or longer meet by the dates of their sessions, shorter ones by the moments at which they open.
public struct PortfolioClock: Sendable {
  /// The opening of each step, on the clock of the first symbol that has a bar then.
  public let times: [Timestamp]
  /// The days of the steps, since 1970.
  public let days: [Int]
  /// The bar of each symbol at each step; negative if it has none.
  let places: [[Int32]]

  /// The number of steps.
  public var count: Int { times.count }

  /// The clock of symbols whose bars are equally long.
  public init(_ bars: [Bars]) {
    let byDate = bars.first.map { !$0.timeframe.isIntraday } ?? false
    // Most symbols of an exchange have the same bars: each calendar is read once.
    var calendars: [Calendar] = []
    let owners = bars.map { bars in
      if let known = calendars.firstIndex(where: { $0.zone == bars.zone && $0.times == bars.times }) { return known }
      calendars.append(Calendar(bars, byDate: byDate))
      return calendars.count - 1
    }
    var steps: [Step] = []
    for calendar in calendars { steps = Self.merged(steps, calendar.steps) }
    let placesOfCalendars = calendars.map { calendar in
      var next = 0
      return steps.map { step in
        guard next < calendar.steps.count, calendar.steps[next].key == step.key else { return Int32(-1) }
        next += 1
        return Int32(next - 1)
      }
    }
    times = steps.map(\.time)
    days = steps.map(\.day)
    places = owners.map { placesOfCalendars[$0] }
  }

  /// A moment at which bars meet.
  private struct Step {
    /// The date or the moment that bars meet by.
    var key: Int64
    var time: Timestamp
    var day: Int
  }

  /// The moments of one kind of bars.
  private struct Calendar {
    var times: Values<Timestamp>
    var zone: Zone
    var steps: [Step]

    init(_ bars: Bars, byDate: Bool) {
      times = bars.times
      zone = bars.zone
      let civil = bars.times.indices.map(bars.civilTime)
      var dates = byDate ? civil.map(bars.sessionDate) : civil.map(\.date)
      // Stamps that are read in two ways may give two bars one date.
      if byDate, zip(dates, dates.dropFirst()).contains(where: { $0 >= $1 }) { dates = civil.map(\.date) }
      steps = bars.times.indices.map { index in
        let day = dates[index].daysSince1970
        return Step(key: byDate ? Int64(day) : bars.times[index].milliseconds, time: bars.times[index], day: day)
      }
    }
  }

  /// The steps of both, each once; if both have one, that of the first.
  private static func merged(_ first: [Step], _ second: [Step]) -> [Step] {
    if first.isEmpty { return second }
    var all: [Step] = []
    all.reserveCapacity(max(first.count, second.count))
    var (left, right) = (0, 0)
    while left < first.count || right < second.count {
      if right == second.count || left < first.count && first[left].key <= second[right].key {
        if right < second.count, first[left].key == second[right].key { right += 1 }
        all.append(first[left])
        left += 1
      } else {
        all.append(second[right])
        right += 1
      }
    }
    return all
  }

  /// The bar of a symbol at a step; nil if it has none.
  public func bar(of place: Int, at step: Int) -> Int? {
    let bar = places[place][step]
    return bar >= 0 ? Int(bar) : nil
  }

  /// The start of the period of each step, in days since 1970.
  ///
  /// A portfolio decides at the last step of each: the one before another period.
  public func periods(of unit: Timeframe.Unit) -> [Int] {
    let frame = Timeframe(1, unit)
    return days.map {
      frame.periodStart(containing: CivilTime(date: CivilDate(daysSince1970: $0))).date.daysSince1970
    }
  }

  /// True if a period of a unit ends with a step, as the next one is of another.
  public func decides(at step: Int, _ unit: Timeframe.Unit) -> Bool {
    guard step + 1 < days.count else { return false }
    let frame = Timeframe(1, unit)
    let starts = days[step...(step + 1)].map {
      frame.periodStart(containing: CivilTime(date: CivilDate(daysSince1970: $0))).date.daysSince1970
    }
    return starts[0] != starts[1]
  }

  /// The bars of a symbol that lie in a window of steps; nil if it has none.
  func bars(of place: Int, in range: Range<Int>) -> Range<Int>? {
    let places = places[place]
    guard let first = range.first(where: { places[$0] >= 0 }), let last = range.last(where: { places[$0] >= 0 })
    else { return nil }
    return Int(places[first])..<Int(places[last]) + 1
  }

  /// The bar of a symbol aligned with each bar of another one; negative if it has none.
  public func bars(of place: Int, besideThoseOf other: Int) -> [Int32] {
    places[other].indices.filter { places[other][$0] >= 0 }.map { places[place][$0] }
  }

  /// The step of each bar of a symbol that lies in a window of steps.
  public func steps(of place: Int, in range: Range<Int>) -> [Int] {
    range.filter { places[place][$0] >= 0 }
  }
}
