import Calendar
import Columns

/// A reason why bars cannot be made longer.
public enum ResamplingError: Error, Sendable, Hashable {
  /// The wanted bars are shorter than the given bars.
  case notCoarser(from: Timeframe, to: Timeframe)
  /// The given bars do not fill the wanted ones exactly, as weeks do not fill months.
  case notDivisible(from: Timeframe, to: Timeframe)
  /// Bars of a day or longer contain all its hours, so those of a session cannot be separated.
  case noSessions(in: Timeframe)
}

extension ResamplingError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .notCoarser(let source, let target):
      "bars of \(source) cannot be made into shorter bars of \(target)"
    case .notDivisible(let source, let target): "bars of \(source) do not fill bars of \(target) exactly"
    case .noSessions(let timeframe): "bars of \(timeframe) are too long to select hours of a session"
    }
  }
}

extension Bars {
  /// Longer bars made of these: the first open, the highest high, the lowest low, the last close, the sum of
  /// the volumes.
  ///
  /// Periods lie on the clock of the series' own zone: shorter ones than a day count from its midnight, weeks begin on
  /// Monday, months, quarters and years on their first day (`Timeframe.periodStart`). Of bars that are of a session,
  /// shorter periods than a day count from its opening, and longer ones take the session's date. A bar belongs to the
  /// period that its opening lies in, of a day that begins in the evening the next day's, and carries the start of that
  /// period. Periods without bars are left out. Missing values are passed over: the first open that is there, and so
  /// on; a value is missing if all are. Bars whose source stamps them with their end must be shifted before.
  public func resampled(to target: Timeframe) throws(ResamplingError) -> Bars {
    if target == timeframe { return self }
    try Self.check(from: timeframe, to: target)
    var periods = PeriodCursor(timeframe: target, zone: zone, session: session)
    var times: [Timestamp] = []
    var starts: [Int] = []
    for index in 0..<count where periods.enter(self.times[index], of: self) {
      times.append(Timestamp(milliseconds: periods.start))
      starts.append(index)
    }
    starts.append(count)
    var longer = Bars(
      times: times,
      open: Self.first(open, starts),
      high: Self.folded(high, starts) { $0 > $1 },
      low: Self.folded(low, starts) { $0 < $1 },
      close: Self.last(close, starts),
      volume: Self.sum(volume, starts),
      timeframe: target,
      zone: zone,
      session: session,
      calendar: calendar
    )
    longer.noteClosings(of: self, starts)
    return longer
  }

  /// Notes when bars close that were made of bars which reach beyond their end.
  private mutating func noteClosings(of source: Bars, _ starts: [Int]) {
    let last = source.closings()
    var own = closings()
    var differs = false
    for index in own.indices where last[starts[index + 1] - 1] > own[index] {
      own[index] = last[starts[index + 1] - 1]
      differs = true
    }
    if differs { closingTimes = own }
  }

  /// The bars of a session: those that have a part of it.
  ///
  /// If the calendar is known, those of days without a session are excluded. For daily and longer bars that is unknown.
  public func within(_ hours: SessionHours) throws(ResamplingError) -> Bars {
    guard timeframe.isIntraday else { throw .noSessions(in: timeframe) }
    var filter = SessionFilter(hours, of: self)
    let inSession = times.indices.filter { filter.holds(times[$0]) }
    func chosen(_ column: Column) -> Column { Column(inSession.map { column.values[$0] }) }
    var bars = Bars(
      times: inSession.map { times[$0] }, open: chosen(open), high: chosen(high), low: chosen(low),
      close: chosen(close),
      volume: chosen(volume), timeframe: timeframe, zone: zone, session: hours, calendar: calendar)
    // The session ends the bars made of these, but not a bar that reaches beyond it.
    let all = closings()
    let ends = inSession.map { all[$0] }
    if ends != bars.closings() { bars.closingTimes = ends }
    return bars
  }

  /// The indices of the bars that a bar of `longer` was made of, ascending: of bars that these were resampled to, or are
  /// in a session of.
  public func members(ofBar index: Int, of longer: Bars) -> [Int] {
    let start = longer.times[index].milliseconds
    // A session may open on the evening before its date, and a period's last day may run over its end.
    let margin: Int64 = 4 * 86_400_000
    let end = start + longer.timeframe.nominalMilliseconds * 2 + margin
    var filter = longer.session == session ? nil : longer.session.map { SessionFilter($0, of: self) }
    var periods = PeriodCursor(timeframe: longer.timeframe, zone: longer.zone, session: longer.session)
    var members: [Int] = []
    var position = firstIndex(notBefore: Timestamp(milliseconds: start - margin))
    while position < count, times[position].milliseconds < end {
      let time = times[position]
      if filter?.holds(time) ?? true {
        if longer.timeframe != timeframe { _ = periods.enter(time, of: self) }
        if (longer.timeframe == timeframe ? time.milliseconds : periods.start) == start { members.append(position) }
      }
      position += 1
    }
    return members
  }

  /// Throws if bars of one length do not make up bars of another.
  private static func check(from source: Timeframe, to target: Timeframe) throws(ResamplingError) {
    guard target.nominalMilliseconds > source.nominalMilliseconds else {
      throw .notCoarser(from: source, to: target)
    }
    let day: Int64 = 86_400_000
    let isFilled: Bool
    switch (source.unit, target.unit) {
    case (..<Timeframe.Unit.day, ..<Timeframe.Unit.day):
      isFilled =
        target.nominalMilliseconds % source.nominalMilliseconds == 0 && target.nominalMilliseconds <= day
    case (..<Timeframe.Unit.day, _): isFilled = day % source.nominalMilliseconds == 0
    case (.day, .day): isFilled = target.count % source.count == 0
    case (.day, .week): isFilled = source.count == 1 || source.count == 7
    case (.day, _): isFilled = source.count == 1
    case (.week, .week): isFilled = target.count % source.count == 0
    case (.week, _): isFilled = false
    default: isFilled = months(target) % months(source) == 0
    }
    guard isFilled else { throw .notDivisible(from: source, to: target) }
  }

  private static func months(_ timeframe: Timeframe) -> Int {
    timeframe.count * (timeframe.unit == .month ? 1 : timeframe.unit == .quarter ? 3 : 12)
  }

  private static func first(_ column: Column, _ starts: [Int]) -> Column {
    let values = column.values
    return Column(
      (0..<starts.count - 1).map { period in
        for index in starts[period]..<starts[period + 1] where !values[index].isNaN { return values[index] }
        return .missing
      }
    )
  }

  private static func last(_ column: Column, _ starts: [Int]) -> Column {
    let values = column.values
    return Column(
      (0..<starts.count - 1).map { period in
        for index in (starts[period]..<starts[period + 1]).reversed() where !values[index].isNaN {
          return values[index]
        }
        return .missing
      }
    )
  }

  @inline(__always)
  private static func folded(_ column: Column, _ starts: [Int], _ replaces: (Double, Double) -> Bool)
    -> Column
  {
    let values = column.values
    return Column(
      (0..<starts.count - 1).map { period in
        var best = Double.missing
        for index in starts[period]..<starts[period + 1] {
          let value = values[index]
          if best.isNaN || replaces(value, best) { best = value }
        }
        return best
      }
    )
  }

  /// Sums with the rounding error carried along (Kahan 1965), so that the order of many small volumes and a
  /// few large ones does not matter.
  private static func sum(_ column: Column, _ starts: [Int]) -> Column {
    let values = column.values
    return Column(
      (0..<starts.count - 1).map { period in
        var total = 0.0
        var carried = 0.0
        var isMissing = true
        for index in starts[period]..<starts[period + 1] where !values[index].isNaN {
          isMissing = false
          let value = values[index] - carried
          let next = total + value
          carried = (next - total) - value
          total = next
        }
        return isMissing ? .missing : total
      }
    )
  }
}

/// For rising moments, the bars that have a part of a session.
private struct SessionFilter {
  private var sessions: SessionCursor
  private let length: Int64
  private let calendar: MarketCalendar?

  init(_ hours: SessionHours, of bars: Bars) {
    sessions = SessionCursor(hours: hours, zone: bars.zone)
    length = bars.timeframe.nominalMilliseconds
    calendar = bars.calendar
  }

  /// True for a bar that opens at a moment when it has a part of the session of a trading day.
  mutating func holds(_ time: Timestamp) -> Bool {
    sessions.go(to: time)
    guard time < sessions.close, time.milliseconds + length > sessions.open.milliseconds else { return false }
    return calendar?.isTradingDay(sessions.date) ?? true
  }
}

/// Follows rising moments through the periods of a timeframe on a zone's clock.
private struct PeriodCursor {
  let timeframe: Timeframe
  let zone: Zone
  private var sessions: SessionCursor?
  /// The start of the period that was entered last, in milliseconds since 1970.
  private(set) var start = Int64.min
  /// Moments before this one are in the same period for sure.
  private var certainEnd = Int64.min

  init(timeframe: Timeframe, zone: Zone, session: SessionHours?) {
    self.timeframe = timeframe
    self.zone = zone
    sessions = session.map { SessionCursor(hours: $0, zone: zone) }
  }

  /// Moves to the period of a moment in a session.
  private mutating func enter(_ time: Timestamp, of sessions: inout SessionCursor) -> Bool {
    sessions.go(to: time)
    let moment: Int64
    if timeframe.isIntraday {
      let length = min(timeframe.nominalMilliseconds, Int64(CivilTime.millisecondsPerDay))
      // A bar that holds the opening belongs to the first period.
      let passed = max(0, time.milliseconds - sessions.open.milliseconds)
      moment = sessions.open.milliseconds + passed / length * length
      certainEnd = time.milliseconds
    } else {
      moment = zone.timestamp(of: timeframe.periodStart(containing: CivilTime(date: sessions.date))).milliseconds
      certainEnd = sessions.close.milliseconds
    }
    defer { start = moment }
    return moment != start
  }

  /// Moves to the period of a bar that is stamped with a moment; true if it is another one than before.
  mutating func enter(_ time: Timestamp, of bars: Bars) -> Bool {
    if bars.timeframe.isIntraday { return enter(time) }
    let date = bars.periodDate(of: zone.civilTime(at: time))
    let moment = zone.timestamp(of: timeframe.periodStart(containing: CivilTime(date: date))).milliseconds
    defer { start = moment }
    return moment != start
  }

  /// Moves to the period of a moment; true if it is another one than before.
  mutating func enter(_ time: Timestamp) -> Bool {
    if time.milliseconds < certainEnd { return false }
    if var cursor = sessions {
      defer { sessions = cursor }
      return enter(time, of: &cursor)
    }
    let civil = zone.civilTime(at: time)
    let first = timeframe.periodStart(containing: civil)
    var moment = zone.timestamp(of: first)
    if timeframe.isIntraday {
      // An hour that the clocks repeat is two periods: the start is counted back from the bar itself if the clock
      // showed the period's start then.
      let back = Timestamp(
        milliseconds: time.milliseconds - Int64(civil.millisecondOfDay - first.millisecondOfDay)
      )
      if zone.civilTime(at: back) == first { moment = back }
      let end = timeframe.periodEnd(containing: civil)
      let length = end.millisecondsSince1970 - first.millisecondsSince1970
      let isConstant =
        zone.offset(at: moment) == zone.offset(at: Timestamp(milliseconds: moment.milliseconds + length))
      certainEnd = isConstant ? moment.milliseconds + length : time.milliseconds
    } else {
      certainEnd = zone.timestamp(of: timeframe.periodEnd(containing: civil)).milliseconds
    }
    defer { start = moment.milliseconds }
    return moment.milliseconds != start
  }
}
