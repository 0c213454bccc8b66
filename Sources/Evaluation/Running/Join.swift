import Calendar
import Columns

/// For each bar, the last bar of another series that is known at its close.
///
/// Both run forward only, so that it is found in one pass over both.
struct Join: Sendable {
  /// The index of the bar of the other series; negative where none is known yet.
  private let seen: [Int32]
  /// True where the first bar sees one that became known after its opening.
  private let isFirstFresh: Bool

  /// Joins moments at which the other series' bars become known to the closes of bars; `opening` is that of the
  /// first bar.
  init(closings: [Timestamp], known: [Timestamp], opening: Timestamp?) {
    seen = [Int32](unsafeUninitializedCapacity: closings.count) { result, count in
      var next = 0
      known.withUnsafeBufferPointer { known in
        for (index, close) in closings.enumerated() {
          while next < known.count, known[next] <= close { next += 1 }
          result[index] = Int32(truncatingIfNeeded: next - 1)
        }
      }
      count = closings.count
    }
    isFirstFresh = seen.first.map { $0 >= 0 && known[Int($0)] > opening ?? known[Int($0)] } ?? false
  }

  /// The values of the other series' column as the bars see them; with `onlyFresh` missing on bars that bring no
  /// new one.
  func column(_ other: Column, onlyFresh: Bool) -> Column {
    Column(count: seen.count) { result in
      other.values.withUnsafeBufferPointer { values in
        var last: Int32 = -1
        for (index, position) in seen.enumerated() {
          let isKept = !onlyFresh || position != last
          result[index] = position >= 0 && isKept ? values[Int(position)] : .nan
          last = position
        }
        if onlyFresh, !isFirstFresh, !seen.isEmpty { result[0] = .nan }
      }
    }
  }

  /// The first bar that sees a bar of an index or a later one; the number of bars where none does.
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
