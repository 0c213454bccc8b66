/// The days of a market in years in a row, each as the number of its kind.
///
/// A market has some hundred kinds of day: the usual ones, the day without a session, each holiday and exception.
struct MarketDays: Sendable {
  private static let closed: UInt16 = 0

  /// Days from 1970-01-01 to the first one.
  private let firstDay: Int
  private var kinds: [MarketDay] = [.closed(nil)]
  private var codes: [UInt16] = []

  /// Makes the days of years that follow from rules; the ends of years that no date reaches are left out.
  init(_ years: ClosedRange<Int>, of rules: MarketRules) {
    firstDay = CivilDate(year: years.lowerBound, month: 1, day: 1)?.daysSince1970 ?? 0
    let next = CivilDate(year: years.upperBound + 1, month: 1, day: 1)?.daysSince1970 ?? firstDay
    appendWeeks(to: next, of: rules)
    for year in years {
      // A day that is kept in another year is not kept: New Year's Day on 31 December.
      for (date, rule) in rules.holidays(year) where date.year == year {
        switch rule.effect {
        case .closed: close(date, rule.name)
        case .closes(let minute): shorten(date, opens: nil, closes: minute, rule.name)
        }
      }
    }
    for exception in rules.exceptions where years.contains(exception.days.lowerBound.year) {
      for day in exception.days.lowerBound.daysSince1970...exception.days.upperBound.daysSince1970 {
        let date = CivilDate(daysSince1970: day)
        if exception.isClosed {
          close(date, exception.reason)
        } else {
          shorten(date, opens: exception.opens, closes: exception.closes, exception.reason)
        }
      }
    }
  }

  /// The number of days with a session.
  var sessionCount: Int { codes.count { kinds[Int($0)].isOpen } }

  /// The day of a date; nil beyond the years.
  func day(_ date: CivilDate) -> MarketDay? {
    index(of: date).map { kinds[Int(codes[$0])] }
  }

  /// True on a date with a session; nil beyond the years.
  func isOpen(_ date: CivilDate) -> Bool? {
    index(of: date).map { kinds[Int(codes[$0])].opens != nil }
  }

  private func index(of date: CivilDate) -> Int? {
    let index = date.daysSince1970 - firstDay
    return codes.indices.contains(index) ? index : nil
  }

  /// Appends the days up to another as they are without holidays.
  private mutating func appendWeeks(to next: Int, of rules: MarketRules) {
    codes.reserveCapacity(next - firstDay)
    let eras = rules.eras.map { era in
      (
        first: era.first?.daysSince1970 ?? Int.min,
        code: add(MarketDay(opens: era.opens, closes: era.closes, reason: nil))
      )
    }
    var weekday = CivilDate(daysSince1970: firstDay).weekday
    for day in firstDay..<next {
      let era = eras.last { $0.first <= day } ?? eras[0]
      codes.append(rules.weekdays.contains(weekday) ? era.code : Self.closed)
      weekday = weekday % 7 + 1
    }
  }

  private mutating func add(_ kind: MarketDay) -> UInt16 {
    kinds.append(kind)
    return UInt16(kinds.count - 1)
  }

  private mutating func close(_ date: CivilDate, _ reason: String) {
    guard let index = index(of: date), kinds[Int(codes[index])].isOpen else { return }
    codes[index] = add(.closed(reason))
  }

  /// Changes the hours of a day; a closure takes precedence.
  private mutating func shorten(_ date: CivilDate, opens: Int?, closes: Int?, _ reason: String) {
    guard let index = index(of: date), let usual = day(date), usual.isOpen else { return }
    codes[index] = add(MarketDay(opens: opens ?? usual.opens, closes: closes ?? usual.closes, reason: reason))
  }
}
