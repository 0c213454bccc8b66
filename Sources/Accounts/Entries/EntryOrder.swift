import Calendar

/// The order of entries: by their moments, and equal ones as they were booked.
///
/// An entry of which only the day is known comes after those with a time on its day that were booked before it: a sale
/// typed without a time is not before the purchase of that morning.
public enum EntryOrder {
  private static let day: Int64 = 86_400_000

  /// The places of entries in their order.
  public static func sorted(_ entries: [Entry]) -> [Entry] {
    guard entries.contains(where: \.isDay) else { return sorted(entries, by: entries.map(\.time.milliseconds)) }
    // The moments of a day that entries with a time have, as far as they were booked.
    var lastTimes: [String: [Int64: Int64]] = [:]
    var starts: [String: Set<Int64>] = [:]
    for entry in entries where entry.isDay { starts[entry.account, default: []].insert(entry.time.milliseconds) }
    let booked = entries.indices.sorted { entries[$0].sequence < entries[$1].sequence }
    let boundaries = starts.mapValues { $0.sorted() }
    var keys = entries.map(\.time.milliseconds)
    for index in booked {
      let entry = entries[index]
      let time = entry.time.milliseconds
      if entry.isDay {
        if let last = lastTimes[entry.account]?[time] { keys[index] = last }
      } else if let start = boundaries[entry.account]?.last(upTo: time), time - start < day {
        lastTimes[entry.account, default: [:]][start] = max(lastTimes[entry.account]?[start] ?? time, time)
      }
    }
    return sorted(entries, by: keys)
  }

  private static func sorted(_ entries: [Entry], by keys: [Int64]) -> [Entry] {
    func isBefore(_ left: Int, _ right: Int) -> Bool {
      keys[left] == keys[right] ? entries[left].sequence < entries[right].sequence : keys[left] < keys[right]
    }
    var isSorted = true
    for place in entries.indices.dropFirst() where isBefore(place, place - 1) {
      isSorted = false
      break
    }
    return isSorted ? entries : entries.indices.sorted(by: isBefore).map { entries[$0] }
  }
}

extension [Int64] {
  /// The greatest of rising numbers that is not above a value.
  fileprivate func last(upTo value: Int64) -> Int64? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : self[low - 1]
  }
}
