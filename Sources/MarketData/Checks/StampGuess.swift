import Calendar
import Columns
import Text

/// The reading of the stamps of bars of a day or longer, from all of them, with the finding that says it.
struct StampGuess {
  /// The reading.
  let reading: StampReading
  private let bars: Bars
  private let civil: [CivilTime]
  private let isAsked: Bool

  /// The reading requested, else the one that the days and times of all stamps leave open.
  ///
  /// If two are possible it is the one with later known values.
  init(of bars: Bars, asked: StampReading?) {
    self.bars = bars
    isAsked = asked != nil
    var clock = ZoneClock(bars.zone)
    civil = bars.timeframe.isIntraday ? [] : bars.times.map { clock.civilTime(at: $0) }
    reading = civil.isEmpty ? .cautious : asked ?? Self.reading(of: civil, bars.timeframe.unit)
  }

  private static let noon = 12
  /// The bars that show on which days of the week a market trades.
  private static let leastBars = 20

  private static func reading(of civil: [CivilTime], _ unit: Timeframe.Unit) -> StampReading {
    let timed = civil.count { $0.millisecondOfDay > 0 }
    if unit == .day, timed == 0 { return .cautious }
    let evenings = civil.count { $0.hour >= noon }
    let weekdays = (1...7).map { day in civil.count { $0.date.weekday == day } }
    switch unit {
    case .second, .minute, .hour: return .cautious
    case .day:
      if timed * 2 < civil.count { return .cautious }
      // Seven days of bars are of 24 hours; and no day that begins on a Friday evening has a market of five.
      if min(weekdays[5], weekdays[6]) * 10 > civil.count { return .opening }
      let isOfFive = civil.count >= leastBars && (weekdays[5] + weekdays[6]) * 50 <= civil.count && weekdays[4] > 0
      return evenings > 0 && isOfFive ? .period : .cautious
    case .week:
      switch weekdays.indices.max(by: { weekdays[$0] < weekdays[$1] }) {
      case 0: return timed * 2 > civil.count ? .opening : .cautious
      case 4: return .period
      default: return .opening
      }
    case .month, .quarter, .year:
      let inside = civil.count { (6...19).contains($0.date.day) }
      if inside * 2 > civil.count { return .opening }
      guard evenings * 2 > civil.count else { return .cautious }
      // The last day of trading is no later than the last of the month, and often before it.
      func isLast(_ date: CivilDate) -> Bool { date.adding(days: 1).day == 1 }
      let ended = civil.count { $0.date.day >= 20 && !isLast($0.date) }
      let begun = civil.count { $0.date.day <= 5 }
      return ended > begun ? .period : .cautious
    }
  }

  /// The finding that says how stamps were read; nil if they are dates that can be read in one way.
  var finding: BarFinding? {
    guard !civil.isEmpty else { return nil }
    let timed = civil.contains { $0.millisecondOfDay > 0 }
    // Dates of days can be read in one way.
    if bars.timeframe.unit == .day, !timed, !isAsked { return nil }
    var read = bars
    read.stamps = reading
    var period = bars
    period.stamps = .period
    let differs = read.closings() != period.closings()
    let isOddWeek = bars.timeframe.unit == .week && reading != .cautious
    guard differs || timed || isOddWeek || isAsked else { return nil }
    let unit = "\(bars.timeframe.unit)"
    let meaning =
      differs
      ? "read as their opening, so each is known when its \(unit) is over"
        + (isAsked ? "" : "; `load … stamped close` says that they end there")
      : "read as of the \(unit) that it falls in, known at its end"
        + (isAsked ? "" : "; `load … stamped open` says that they begin there")
    return BarFinding(.stamps, message: "bars are stamped \(place), \(meaning)", count: bars.count)
  }

  /// The usual place of the stamps in words: `at 21:00 or 22:00`, `on Sunday`.
  private var place: String {
    var parts: [String] = []
    switch bars.timeframe.unit {
    case .second, .minute, .hour, .day: break
    case .week: parts.append("on \(Self.usual(civil.map { Self.names[$0.date.weekday - 1] }, 1))")
    case .month, .quarter, .year:
      let last = civil.count { $0.date.day >= 20 }
      parts.append(
        last * 2 > civil.count
          ? "at the end of the month"
          : civil.count { $0.date.day <= 5 } * 2 > civil.count ? "at the start of the month" : "inside the month")
    }
    if civil.contains(where: { $0.millisecondOfDay > 0 }) || parts.isEmpty {
      let clocks = civil.map { "\(Self.twoDigits($0.hour)):\(Self.twoDigits($0.minute))" }
      parts.append("at \(Self.usual(clocks, 2)) (\(bars.zone.identifier))")
    }
    return parts.joined(separator: " ")
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The most frequent of some texts, at most `count`, those of less than 1 in 20 left out.
  private static func usual(_ texts: [String], _ count: Int) -> String {
    var counts: [String: Int] = [:]
    for text in texts { counts[text, default: 0] += 1 }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let frequent = sorted.prefix(count).filter { $0.value * 20 >= texts.count || $0.key == sorted[0].key }
    return frequent.map(\.key).sorted().joined(separator: " or ")
  }
}

extension StampReading {
  /// The reading of the word `open` or `close`; throws `unknown-option` for others.
  init(stamped word: String, file: String) throws(MarketDataError) {
    switch word {
    case "open": self = .opening
    case "close": self = .period
    default:
      throw MarketDataError(
        .unknownOption, file: file, found: RowFault.shortened(word),
        message: "bars are stamped `open` or `close`, not `\(RowFault.shortened(word))`",
        hint: "`stamped close`: the stamp is within the period of its bar; `stamped open`: the bar begins there",
        candidates: ["open", "close"])
    }
  }
}
