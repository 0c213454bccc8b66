import Calendar

/// A reason why bars cannot take others in.
public enum GrowthError: Error, Sendable, Hashable {
  /// The others have another length.
  case otherTimeframe(Timeframe, has: Timeframe)
  /// The times of the others do not rise at this one.
  case notRising(Timestamp)
  /// One that should follow the last bar does not.
  case notLater(Timestamp, last: Timestamp)
}

extension GrowthError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    func text(_ time: Timestamp) -> String { Zone.utc.iso8601(time) }
    return switch self {
    case .otherTimeframe(let other, let own): "bars of \(other) do not continue bars of \(own)"
    case .notRising(let time): "the bars are not in the order of time at \(text(time))"
    case .notLater(let time, let last): "the bar of \(text(time)) is not later than the last one, of \(text(last))"
    }
  }
}

extension Bars {
  /// These bars with later ones after them.
  ///
  /// The others bring times, prices, volumes and, if they state them, closes. Zone, session, calendar and stamps are those
  /// of these bars, so that the result is the same as that of reading all of them at once. The bars of both are in the memory
  /// of these, which see none of the others; see ``Values``.
  ///
  /// - Throws: if they have another length, are in no order, or do not follow the last bar.
  public func appending(_ later: Bars) throws(GrowthError) -> Bars {
    try check(later)
    guard let first = later.times.first else { return self }
    if let last = times.last, first <= last { throw .notLater(first, last: last) }
    return followed(by: later, after: count)
  }

  /// These bars with others in place of those of the same time, and between or after them if there are none.
  ///
  /// - Throws: if the others have another length or are in no order.
  public func revising(_ others: Bars) throws(GrowthError) -> Bars {
    try check(others)
    guard let first = others.times.first else { return self }
    let start = firstIndex(notBefore: first)
    if start == count { return followed(by: others, after: count) }
    return followed(by: slice(start..<count).merged(with: others), after: start)
  }

  private func check(_ others: Bars) throws(GrowthError) {
    guard others.timeframe == timeframe else { throw .otherTimeframe(others.timeframe, has: timeframe) }
    for index in others.times.indices.dropFirst() where others.times[index] <= others.times[index - 1] {
      throw .notRising(others.times[index])
    }
  }

  /// The first bars of these with others after them.
  private func followed(by later: Bars, after kept: Int) -> Bars {
    func joined(_ column: Column, _ others: Column) -> Column { column.prefix(kept).appending(others) }
    var bars = self
    bars.times = times.prefix(kept).appending(later.times)
    bars.open = joined(open, later.open)
    bars.high = joined(high, later.high)
    bars.low = joined(low, later.low)
    bars.close = joined(close, later.close)
    bars.volume = joined(volume, later.volume)
    bars.closingTimes = closings(followedBy: later, after: kept)
    return bars
  }

  /// The closes if some of them are not those of the calendar; see ``closingTimes``.
  private func closings(followedBy later: Bars, after kept: Int) -> [Timestamp]? {
    var usual = later
    (usual.zone, usual.session, usual.calendar, usual.stamps) = (zone, session, calendar, stamps)
    usual.closingTimes = nil
    let others = usual.closings()
    let stated = later.closingTimes ?? others
    if closingTimes == nil, stated == others { return nil }
    var all = Array((closingTimes ?? closings())[..<kept])
    all.reserveCapacity(kept + stated.count)
    // Bars that overlap close in their order.
    for close in stated { all.append(max(close, all.last ?? close)) }
    return all
  }

  /// Bars of both, in the order of time; of equal times that of the others.
  private func merged(with others: Bars) -> Bars {
    var places: [(isOther: Bool, index: Int)] = []
    var (own, other) = (0, 0)
    while own < count || other < others.count {
      if other == others.count || own < count && times[own] < others.times[other] {
        places.append((false, own))
        own += 1
      } else {
        if own < count, times[own] == others.times[other] { own += 1 }
        places.append((true, other))
        other += 1
      }
    }
    func chosen(_ column: Column, _ otherColumn: Column) -> Column {
      Column(places.map { $0.isOther ? otherColumn[$0.index] : column[$0.index] })
    }
    var bars = others
    if closingTimes != nil || others.closingTimes != nil {
      var usual = others
      (usual.zone, usual.session, usual.calendar, usual.stamps) = (zone, session, calendar, stamps)
      let (ownCloses, otherCloses) = (closings(), usual.closings())
      bars.closingTimes = places.map { $0.isOther ? otherCloses[$0.index] : ownCloses[$0.index] }
    }
    bars.times = Values(places.map { $0.isOther ? others.times[$0.index] : times[$0.index] })
    bars.open = chosen(open, others.open)
    bars.high = chosen(high, others.high)
    bars.low = chosen(low, others.low)
    bars.close = chosen(close, others.close)
    bars.volume = chosen(volume, others.volume)
    return bars
  }
}
