import Calendar

/// Decides which of the three numbers of a date are day, month and year, `1/2/2012` or `24-01-30`, by all dates of the file.
///
/// A reading that gives a month above 12 or a nonexistent day is excluded. Of several the one is chosen in which the
/// dates rise (or fall), then one in which they are whole months apart, then that in which they lie closest together,
/// so that the changing part is the day; then month first. If day and month could be either, or the year is known only
/// by closeness, a finding says so.
struct DateOrder {
  /// A reading of three numbers.
  private enum Order: CaseIterable {
    case monthFirst, dayFirst, yearFirst

    func style(_ separator: UInt8) -> DateStyle {
      switch self {
      case .monthFirst: .monthFirst(separator: separator)
      case .dayFirst: .dayFirst(separator: separator)
      case .yearFirst: .shortYearFirst(separator: separator)
      }
    }
  }

  /// The dates as one reading has them.
  private struct Dates {
    let order: Order
    var isPossible = true
    var count = 0
    private var rises = 0
    private var falls = 0
    private var last: CivilDate?
    /// The sum of the distances of neighbours, in days.
    private(set) var way = 0
    private var days: Int?
    private var months: Int?
    private var isEvenInDays = true
    private var isEvenInMonths = true
    private var hasWeekends = false

    init(_ order: Order) { self.order = order }

    mutating func add(_ numbers: (Int, Int, Int), shortYear: Bool) {
      let (year, month, day) =
        switch order {
        case .monthFirst: (numbers.2, numbers.0, numbers.1)
        case .dayFirst: (numbers.2, numbers.1, numbers.0)
        case .yearFirst: (numbers.0, numbers.1, numbers.2)
        }
      let century = shortYear ? (year >= 70 ? 1900 : 2000) : 0
      guard let date = CivilDate(year: year + century, month: month, day: day) else {
        isPossible = false
        return
      }
      count += 1
      hasWeekends = hasWeekends || date.weekday > 5
      defer { last = date }
      guard let last, date != last else { return }
      let distance = date.daysSince1970 - last.daysSince1970
      if distance > 0 { rises += 1 } else { falls += 1 }
      way += abs(distance)
      let passed = (date.year - last.year) * 12 + date.month - last.month
      let areEnds = date.adding(days: 1).day == 1 && last.adding(days: 1).day == 1
      isEvenInMonths = isEvenInMonths && passed != 0 && (date.day == last.day || areEnds) && passed == months ?? passed
      isEvenInDays = isEvenInDays && distance == days ?? distance
      (days, months) = (distance, passed)
    }

    var isOrdered: Bool { rises == 0 || falls == 0 }
    /// True if all dates are equally many months apart, unless the years are the changing part.
    var isMonthly: Bool { isEvenInMonths && rises + falls > 1 && (order != .yearFirst || abs(months ?? 0) < 12) }
    /// True for days of a market: equally far apart, none on a weekend.
    var isOfDays: Bool { isEvenInDays && !hasWeekends }
  }

  /// True if only all rows of a file show the order of the dates, by the first one.
  static func isOpen(_ style: DateStyle, _ first: UnsafeBufferPointer<UInt8>) -> Bool {
    switch style {
    case .monthFirst: true
    case .dayFirst(let separator): numbers(first, separator)?.isShort == true
    default: false
    }
  }

  /// Decides the order in a layout whose style is `monthFirst`, or `dayFirst` with years of two digits.
  static func decide(_ layout: inout Layout, _ stamps: consuming StampFields) {
    var readings: [Dates]
    let separator: UInt8
    switch layout.dateStyle {
    case .monthFirst(let mark): (separator, readings) = (mark, [Dates(.monthFirst), Dates(.dayFirst)])
    case .dayFirst(let mark): (separator, readings) = (mark, [Dates(.dayFirst)])
    default: return
    }
    var stamps = stamps
    var before: (Int, Int, Int) = (0, 0, 0)
    var isFirst = true
    while let (field, _) = stamps.next() {
      guard let (numbers, isShort) = numbers(field, separator) else { continue }
      if isFirst {
        isFirst = false
        if isShort { readings.append(Dates(.yearFirst)) } else if readings.count == 1 { return }
      } else if numbers == before {
        continue
      }
      before = numbers
      let possible = readings.filter(\.isPossible)
      for index in readings.indices where readings[index].isPossible {
        readings[index].add(numbers, shortYear: isShort)
      }
      readings.removeAll { !$0.isPossible }
      // A date that fits no reading is the fault of its row, which is named when that is read.
      if readings.isEmpty { readings = possible.prefix(1).map { $0 } }
      if readings.count == 1 { break }
    }
    guard let (best, reason) = best(of: readings) else { return }
    layout.dateStyle = best.order.style(separator)
    guard let reason else { return }
    layout.notes.append("day and month ambiguous")
    layout.findings.append(
      BarFinding(
        .ambiguousDates,
        message: "no date distinguishes day from \(best.order == .yearFirst ? "year" : "month"); they are read as "
          + "\(layout.dateStyle.words): \(reason); "
          + "`dates \(best.order == .dayFirst ? "month" : "day")-first` reads them the other way",
        count: 1,
        firstLine: layout.dataLine
      )
    )
  }

  /// The best of some readings, and the reason if it is a guess.
  private static func best(of readings: [Dates]) -> (Dates, reason: String?)? {
    guard let first = readings.first else { return nil }
    if readings.count == 1 { return (first, nil) }
    let ordered = readings.filter(\.isOrdered)
    if ordered.count == 1 {
      // A year that is distinguished from a day by the order of many dates is beyond doubt.
      let isSure =
        ordered[0].count > 12 && !readings.contains { $0.order != ordered[0].order && $0.order != .yearFirst }
      return (ordered[0], isSure ? nil : "only then are they in order")
    }
    let left = ordered.isEmpty ? readings : ordered
    let monthly = left.filter(\.isMonthly)
    if monthly.count == 1, !left.contains(where: \.isOfDays) { return (monthly[0], "so they are full months apart") }
    guard let closest = left.min(by: { $0.way < $1.way }) else { return nil }
    let others = left.filter { $0.order != closest.order }
    if others.contains(where: { $0.way == closest.way }) {
      return (closest, "\(closest.order == .monthFirst ? "month" : "day") first is assumed")
    }
    // Days of one month, and not years of one day.
    let isSure = closest.count > 12 && others.allSatisfy { $0.order == .yearFirst || closest.order == .yearFirst }
    return (closest, isSure ? nil : "so they are closer together")
  }

  /// The three numbers of a date, and whether the last has two digits; nil if it has none.
  private static func numbers(
    _ field: UnsafeBufferPointer<UInt8>, _ separator: UInt8
  ) -> (numbers: (Int, Int, Int), isShort: Bool)? {
    var index = 0
    func number() -> Int? {
      var value = 0
      let start = index
      while index < field.count, index - start < 4, (48...57).contains(field[index]) {
        value = value * 10 + Int(field[index] - 48)
        index += 1
      }
      return index > start ? value : nil
    }
    func take() -> Bool {
      guard index < field.count, field[index] == separator else { return false }
      index += 1
      return true
    }
    guard let first = number(), take(), let second = number(), take() else { return nil }
    let start = index
    guard let third = number() else { return nil }
    return ((first, second, third), index - start <= 2)
  }
}
