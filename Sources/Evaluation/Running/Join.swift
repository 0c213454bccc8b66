import Calendar
import Columns

/// For each bar, the last bar of another series that is known at its close.
///
/// Both run forward only, so that it is found in one pass over both.
package struct Join: Sendable {
  /// The index of the bar of the other series; negative if none is known yet.
  private let seen: [Int32]
  /// The bars from which on the other series' last bar is older than it usually is, up to the next one that sees a new
  /// bar; in ascending order.
  private let stale: [Range<Int>]
  /// True if the first bar sees one that became known after its opening.
  private let isFirstFresh: Bool

  /// Joins moments at which the other series' bars become known to the closes of bars; `opening` is that of the first
  /// bar, `period` the length of the other series' bars in milliseconds; nil for values that hold forever.
  package init(closings: [Timestamp], known: [Timestamp], opening: Timestamp?, period: Int64? = nil) {
    var stale: [Range<Int>] = []
    seen = [Int32](unsafeUninitializedCapacity: closings.count) { result, count in
      var next = 0
      var longest: Int64 = 0
      var staleStart: Int?
      known.withUnsafeBufferPointer { known in
        for (index, close) in closings.enumerated() {
          let before = next
          while next < known.count, known[next] <= close {
            if period != nil, next > 0 {
              longest = max(longest, known[next].milliseconds - known[next - 1].milliseconds)
            }
            next += 1
          }
          if next > before, let start = staleStart {
            stale.append(start..<index)
            staleStart = nil
          }
          if let period, next > 0, staleStart == nil,
            close.milliseconds - known[next - 1].milliseconds
              > Holding.usualLimit(period: period, longestPause: longest)
          {
            staleStart = index
          }
          result[index] = Int32(truncatingIfNeeded: next - 1)
        }
      }
      if let staleStart { stale.append(staleStart..<closings.count) }
      count = closings.count
    }
    self.stale = stale
    isFirstFresh = seen.first.map { $0 >= 0 && known[Int($0)] > opening ?? known[Int($0)] } ?? false
  }

  /// The bar from which on the other series has no bars; nil if it continues to the end.
  func end(_ holding: Holding) -> Int? {
    switch holding {
    case .fresh, .always: return nil
    case .usual: return stale.last.flatMap { $0.upperBound == seen.count ? $0.lowerBound : nil }
    case .bars(let limit):
      guard let last = seen.last, last >= 0 else { return nil }
      let end = firstBar(seeing: Int(last)) + limit
      return end < seen.count ? end : nil
    }
  }

  /// The longest run of bars that see no value, because the other series has a gap there and continues after it; nil if
  /// there is none.
  func longestHole(_ holding: Holding) -> Range<Int>? {
    guard holding == .usual else { return nil }
    return stale.filter { $0.upperBound < seen.count }.max { $0.count < $1.count }
  }

  /// The values of the other series' column as the bars see them, for as long as each holds; missing then.
  package func column(_ other: Column, _ holding: Holding) -> Column {
    Column(count: seen.count) { result in
      other.values.withUnsafeBufferPointer { values in
        switch holding {
        case .always, .usual:
          for (index, position) in seen.enumerated() { result[index] = position >= 0 ? values[Int(position)] : .nan }
          if holding == .usual { for range in stale { for index in range { result[index] = .nan } } }
        case .fresh:
          var last: Int32 = -1
          for (index, position) in seen.enumerated() {
            result[index] = position >= 0 && position != last ? values[Int(position)] : .nan
            last = position
          }
          if !isFirstFresh, !seen.isEmpty { result[0] = .nan }
        case .bars(let limit):
          var last: Int32 = -1
          var age = 0
          for (index, position) in seen.enumerated() {
            age = position == last ? age + 1 : 0
            last = position
            result[index] = position >= 0 && age < limit ? values[Int(position)] : .nan
          }
        }
      }
    }
  }

  /// The first bar that sees a bar of an index or a later one; the number of bars if none does.
  func firstBar(seeing index: Int) -> Int {
    var low = 0
    var high = seen.count
    while low < high {
      let middle = (low + high) / 2
      if Int(seen[middle]) < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
