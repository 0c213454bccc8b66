import Calendar

/// The closes of a series as known now, in the order of time.
public struct CloseHistory: Sendable, Hashable {
  /// The times of the bars, ascending.
  public let times: [Timestamp]
  /// The closes.
  public let prices: [Double]
  /// The units at each close that one unit at the first bar has become by splits.
  let units: [Double]

  /// Makes a history; bars whose close is missing, or not above 0, are left out as if there were none.
  ///
  /// - Parameter units: the units that one at the first bar has become by splits; nil if there was none.
  public init(times: [Timestamp], prices: [Double], units: [Double]? = nil) throws(JournalError) {
    guard times.count == prices.count, units?.count ?? times.count == times.count else {
      throw .lengths(times: times.count, prices: min(prices.count, units?.count ?? prices.count))
    }
    var (keptTimes, keptPrices, keptUnits): ([Timestamp], [Double], [Double]) = ([], [], [])
    keptTimes.reserveCapacity(times.count)
    keptPrices.reserveCapacity(times.count)
    for index in times.indices {
      if index > 0, times[index] <= times[index - 1] { throw .order(index: index) }
      guard prices[index] > 0, prices[index].isFinite else { continue }
      keptTimes.append(times[index])
      keptPrices.append(prices[index])
      keptUnits.append(units?[index] ?? 1)
    }
    (self.times, self.prices, self.units) = (keptTimes, keptPrices, keptUnits)
  }

  /// The index of the bar of a time; nil if there is none.
  func index(of time: Timestamp) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low] == time ? low : nil
  }
}
