import Calendar

/// The closes of a series as they are known now, in the order of time.
public struct CloseHistory: Sendable, Hashable {
  /// The times of the bars, ascending.
  public let times: [Timestamp]
  /// The closes.
  public let prices: [Double]

  /// Makes a history; bars whose close is missing, or not above 0, are left out as if there were none.
  public init(times: [Timestamp], prices: [Double]) throws(JournalError) {
    guard times.count == prices.count else { throw .lengths(times: times.count, prices: prices.count) }
    var (keptTimes, keptPrices): ([Timestamp], [Double]) = ([], [])
    keptTimes.reserveCapacity(times.count)
    keptPrices.reserveCapacity(times.count)
    for index in times.indices {
      if index > 0, times[index] <= times[index - 1] { throw .order(index: index) }
      guard prices[index] > 0, prices[index].isFinite else { continue }
      keptTimes.append(times[index])
      keptPrices.append(prices[index])
    }
    (self.times, self.prices) = (keptTimes, keptPrices)
  }

  /// The index of the bar of a time; nil where there is none.
  func index(of time: Timestamp) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low] == time ? low : nil
  }
}
