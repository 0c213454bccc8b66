import Calendar

/// The words below the time axis of a picture: years, months and days as people write them, at the bars that open them.
package struct CalendarTicks {
  /// A word and the bar that it belongs to.
  package struct Placed: Equatable {
    var index: Int
    package var label: String
  }

  /// The words from left to right.
  package let placed: [Placed]

  /// Chooses words.
  ///
  /// - Parameter room: the most words that the axis has room for.
  package init(_ times: BarTimes, room: Int) {
    guard let first = times.times.first, let last = times.times.last, times.count > 1, room > 1, first < last else {
      placed = times.count > 0 ? [Placed(index: 0, label: times.label(at: 0))] : []
      return
    }
    let (start, end) = (times.zone.civilTime(at: first), times.zone.civilTime(at: last))
    let step = Self.step(from: start, to: end, isIntraday: times.isIntraday, room: room)
    var found: [Placed] = []
    var before = start
    for boundary in step.boundaries(from: start, to: end) {
      let index = times.firstIndex(from: times.zone.timestamp(of: boundary))
      guard index < times.count, index > 0, found.last?.index != index else { continue }
      // A time at which the market is closed has no bar of its own.
      if case .minutes = step, times.civilTime(at: index).date != boundary.date { continue }
      // A day without a bar has no label: the next one replaces it.
      var shown = boundary
      if case .days = step { shown = CivilTime(date: times.civilTime(at: index).date) }
      found.append(
        Placed(index: index, label: Self.label(shown, step, isNewYear: shown.date.year != before.date.year)))
      before = shown
    }
    // Times of one day have that day before the first; else the first date has the year if no later one does.
    if case .minutes = step, let first = found.first {
      let isDay = { (label: String) in !label.contains(":") }
      if let place = found.firstIndex(where: { isDay($0.label) }) {
        found[place].label += " \(times.civilTime(at: found[place].index).date.year)"
      } else {
        let date = times.civilTime(at: first.index).date
        found[0].label = "\(date.day) \(CalendarNames.months[date.month - 1]) \(first.label)"
      }
    } else if !found.contains(where: { $0.label.count == 4 || $0.label.contains(" 20") || $0.label.contains(" 19") }),
      let first = found.first
    {
      found[0].label = first.label + " \(times.zone.civilTime(at: times.times[first.index]).date.year)"
    }
    placed = found.isEmpty ? [Placed(index: 0, label: times.label(at: 0))] : found
  }

  /// A distance of the calendar.
  private enum Step {
    case years(Int)
    case months(Int)
    case days(Int)
    case minutes(Int)

    /// About how many days it has.
    var days: Double {
      switch self {
      case .years(let count): Double(count) * 365.25
      case .months(let count): Double(count) * 30.4
      case .days(let count): Double(count)
      case .minutes(let count): Double(count) / 1440
      }
    }

    /// The beginnings of the distance after a time, up to another one.
    func boundaries(from start: CivilTime, to end: CivilTime) -> [CivilTime] {
      var all: [CivilTime] = []
      var next = beginning(of: start)
      while next <= end, all.count < 10_000 {
        if next > start { all.append(next) }
        switch self {
        case .years(let count): next = CivilTime(date: next.date.adding(months: 12 * count))
        case .months(let count): next = CivilTime(date: next.date.adding(months: count))
        case .days(let count): next = CivilTime(date: next.date.adding(days: count))
        case .minutes(let count):
          next = CivilTime(millisecondsSince1970: next.millisecondsSince1970 + Int64(count) * 60_000)
        }
      }
      return all
    }

    private func beginning(of time: CivilTime) -> CivilTime {
      let date = time.date
      let day: CivilDate?
      switch self {
      case .years(let count): day = CivilDate(year: max(date.year - date.year % count, 1), month: 1, day: 1)
      case .months(let count): day = CivilDate(year: date.year, month: date.month - (date.month - 1) % count, day: 1)
      case .days(let count): day = date.adding(days: -(count == 7 ? date.weekday - 1 : 0))
      case .minutes: day = date
      }
      return CivilTime(date: day ?? date)
    }
  }

  /// The smallest step whose words fit.
  private static func step(from start: CivilTime, to end: CivilTime, isIntraday: Bool, room: Int) -> Step {
    let days = Double(end.millisecondsSince1970 - start.millisecondsSince1970) / 86_400_000
    let minutes = isIntraday ? [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map { Step.minutes($0) } : []
    let steps =
      minutes + [.days(1), .days(2), .days(7), .days(14), .months(1), .months(2), .months(3), .months(6)]
      + [1, 2, 5, 10, 20, 50, 100].map { .years($0) }
    return steps.first { days / $0.days <= Double(room) } ?? .years(500)
  }

  private static func label(_ time: CivilTime, _ step: Step, isNewYear: Bool) -> String {
    let month = CalendarNames.months[max(min(time.date.month, 12), 1) - 1]
    switch step {
    case .years: return "\(time.date.year)"
    case .months: return time.date.month == 1 || isNewYear ? "\(time.date.year)" : month
    case .days: return isNewYear ? "\(time.date.day) \(month) \(time.date.year)" : "\(time.date.day) \(month)"
    case .minutes:
      if time.millisecondOfDay == 0 { return "\(time.date.day) \(month)" }
      return "\(CivilDate.twoDigits(time.hour)):\(CivilDate.twoDigits(time.minute))"
    }
  }
}

extension CivilDate {
  /// A number below 100 with two digits.
  fileprivate static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension BarTimes {
  /// The first bar that opens at a time or later; the number of bars if none does.
  func firstIndex(from time: Timestamp) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = low + (high - low) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
