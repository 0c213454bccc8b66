import Calendar

extension Bars {
  /// The close of each bar, never falling: from that moment on its values are known.
  ///
  /// A bar of a day or longer closes at the end of its calendar period on the clock of the zone: a day at midnight, a
  /// week on Sunday midnight; if its stamp is its opening, its length later. A shorter one closes its length after its
  /// opening; if it opens with a period of the timeframe, not after the end of the day, and of a session not after
  /// that. So it depends on no later bar.
  public func closings() -> [Timestamp] {
    if let closingTimes { return closingTimes }
    var closings = timeframe.isIntraday ? intradayClosings() : times.map(calendarClosing)
    // Bars that overlap, as clocks that are set back can make them, close in their order.
    for index in closings.indices.dropFirst() where closings[index] < closings[index - 1] {
      closings[index] = closings[index - 1]
    }
    return closings
  }

  private func intradayClosings() -> [Timestamp] {
    let length = timeframe.nominalMilliseconds
    let hour: Int64 = 3_600_000
    // Only if its periods do not fill a day is one of them cut short.
    let day = Int64(CivilTime.millisecondsPerDay)
    let isCut = session != nil || day % length != 0
    var cursor = SessionCursor(hours: session, zone: zone)
    var offset: (value: Int64, end: Int64) = (0, .min)
    return times.map { time in
      var close = time.milliseconds + length
      if length > hour {
        // Longer bars end by the clock, even if it was changed in between.
        if time.milliseconds >= offset.end {
          let span = zone.offsetSpan(at: time)
          offset = (Int64(span.offset) * 1000, span.end.milliseconds)
        }
        if close >= offset.end {
          close = zone.timestamp(of: CivilTime(millisecondsSince1970: close + offset.value)).milliseconds
        }
      }
      guard isCut else { return Timestamp(milliseconds: close) }
      cursor.go(to: time)
      let onGrid = (time.milliseconds - cursor.open.milliseconds) % length == 0
      let isWithin = time >= cursor.open && time < cursor.close && (session != nil || onGrid)
      return isWithin ? min(Timestamp(milliseconds: close), cursor.close) : Timestamp(milliseconds: close)
    }
  }
}
