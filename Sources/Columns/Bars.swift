import Calendar

/// A series of bars: times and prices in contiguous memory each, oldest first.
///
/// All columns have the same count. Times rise strictly: readers sort and refuse duplicates, or report them,
/// before bars are made. A macro series has its value as open, high, low and close and no volume.
///
/// ```swift
/// let bars = Bars(
///   times: times, open: Column([10, 11]), high: Column([12, 12]), low: Column([9, 10]), close: Column([11, 10]),
///   volume: Column([500, .nan]), timeframe: .day, zone: .utc)
/// let last = bars.close[bars.count - 1]
/// ```
public struct Bars: Sendable, Hashable {
  /// The opening of each bar, strictly rising.
  public var times: Values<Timestamp>
  /// The first price of each bar.
  public var open: Column
  /// The highest price of each bar.
  public var high: Column
  /// The lowest price of each bar.
  public var low: Column
  /// The last price of each bar.
  public var close: Column
  /// The volume of each bar, in units; all missing if the source has none.
  public var volume: Column
  /// The length of a bar.
  public var timeframe: Timeframe
  /// The clock that dates and times of this series are read on.
  public var zone: Zone
  /// The hours that the bars are of; nil if not requested: a day is then from midnight to midnight.
  public var session: SessionHours?
  /// The close of each bar, if it differs from the one that `closings` finds by the calendar: for bars made from bars
  /// that reach beyond their end.
  public var closingTimes: [Timestamp]?
  /// The calendar of the market that the bars are of; nil if it is not known.
  public var calendar: MarketCalendar?
  /// The reading of the times of bars of a day or longer.
  public var stamps: StampReading

  /// Makes bars of columns that are equally long.
  public init(
    times: Values<Timestamp>,
    open: Column,
    high: Column,
    low: Column,
    close: Column,
    volume: Column,
    timeframe: Timeframe,
    zone: Zone,
    session: SessionHours? = nil,
    closingTimes: [Timestamp]? = nil,
    calendar: MarketCalendar? = nil,
    stamps: StampReading = .cautious
  ) {
    precondition(
      [open.count, high.count, low.count, close.count, volume.count].allSatisfy { $0 == times.count },
      "All columns of bars are equally long."
    )
    self.times = times
    self.open = open
    self.high = high
    self.low = low
    self.close = close
    self.volume = volume
    self.timeframe = timeframe
    self.zone = zone
    self.session = session
    self.closingTimes = closingTimes
    self.calendar = calendar
    self.stamps = stamps
  }

  /// Makes bars of columns that are equally long.
  public init(
    times: [Timestamp], open: Column, high: Column, low: Column, close: Column, volume: Column, timeframe: Timeframe,
    zone: Zone, session: SessionHours? = nil, closingTimes: [Timestamp]? = nil, calendar: MarketCalendar? = nil,
    stamps: StampReading = .cautious
  ) {
    self.init(
      times: Values(times), open: open, high: high, low: low, close: close, volume: volume, timeframe: timeframe,
      zone: zone, session: session, closingTimes: closingTimes, calendar: calendar, stamps: stamps)
  }

  /// The number of bars.
  public var count: Int { times.count }
  /// True if there is no bar.
  public var isEmpty: Bool { times.isEmpty }

  /// The first `count` bars, in the same memory.
  public func prefix(_ count: Int) -> Bars {
    var bars = self
    bars.times = times.prefix(count)
    (bars.open, bars.high, bars.low) = (open.prefix(count), high.prefix(count), low.prefix(count))
    (bars.close, bars.volume) = (close.prefix(count), volume.prefix(count))
    bars.closingTimes = closingTimes.map { Array($0.prefix(count)) }
    return bars
  }

  /// The bars of a range of indices.
  public func slice(_ range: Range<Int>) -> Bars {
    func cut(_ column: Column) -> Column { Column(Array(column.values[range])) }
    return Bars(
      times: Array(times[range]),
      open: cut(open),
      high: cut(high),
      low: cut(low),
      close: cut(close),
      volume: cut(volume),
      timeframe: timeframe,
      zone: zone,
      session: session,
      closingTimes: closingTimes.map { Array($0[range]) },
      calendar: calendar,
      stamps: stamps
    )
  }

  /// The civil time at which a bar opens, on the clock of the series.
  public func civilTime(at index: Int) -> CivilTime { zone.civilTime(at: times[index]) }

  /// The day of the last bar, on the clock of the series; nil if there is no bar.
  public var lastDay: CivilDate? { times.last.map { zone.civilTime(at: $0).date } }

  /// The opening of a bar as shown: a date for bars of a day or longer, else date, time and offset.
  public func label(at index: Int) -> String {
    timeframe.isIntraday ? zone.iso8601(times[index]) : civilTime(at: index).date.description
  }

  /// The index of the bar that opens at a moment; nil if there is none.
  public func index(of time: Timestamp) -> Int? {
    let index = firstIndex(notBefore: time)
    return index < count && times[index] == time ? index : nil
  }

  /// The index of the first bar that opens at or after a moment; `count` if there is none.
  ///
  /// - Parameter start: a bar before which none is looked for; a result near it is found in few steps.
  public func firstIndex(notBefore time: Timestamp, from start: Int = 0) -> Int {
    var (low, step) = (start, 1)
    while low + step < count, times[low + step] < time { (low, step) = (low + step, step * 2) }
    var high = min(low + step, count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
