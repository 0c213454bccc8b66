import Calendar
import Columns

/// The memory that rows are read into: one time and six numbers a row.
package struct RowColumns {
  package var times: [Timestamp]
  /// Open, high, low, close, volume and adjusted close; empty if the file has none.
  package var numbers: [[Double]]

  /// The memory that a row reader writes to.
  package struct Pointers {
    var times: UnsafeMutablePointer<Timestamp>
    /// By the raw value of the role; of roles that the file lacks memory that may be written and is not read.
    var numbers: UnsafeMutablePointer<UnsafeMutablePointer<Double>>
  }

  /// Makes columns for at most `capacity` rows; `body` writes them and gives how many there are.
  ///
  /// - Parameter likely: the rows whose memory is in large pages; nil for all.
  package init(capacity: Int, likely: Int? = nil, roles: [ColumnRole], body: (Pointers) -> Int) {
    let likely = min(likely ?? capacity, capacity)
    let requested = (0..<6).map { slot in roles.contains { $0.isNumber && Int($0.rawValue) == slot } }
    var count = 0
    var made: [[Double]] = []
    let table = UnsafeMutablePointer<UnsafeMutablePointer<Double>>.allocate(capacity: 6)
    let spare = UnsafeMutablePointer<Double>.allocate(capacity: 1)
    table.initialize(repeating: spare, count: 6)
    defer {
      table.deallocate()
      spare.deallocate()
    }
    times = [Timestamp](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      guard let times = buffer.baseAddress else { return }
      TextBuffer.preferLargePages(times, likely * MemoryLayout<Timestamp>.stride)
      Self.make(slot: 0, requested, capacity, likely, table, &made) {
        count = body(Pointers(times: times, numbers: table))
        return count
      }
      initialized = count
    }
    numbers = made.reversed()
  }

  /// Makes midnights of clocks that are at most some milliseconds ahead of UTC those of the same days in UTC.
  mutating func takeDays(aheadOf offset: Int64) {
    let day: Int64 = 86_400_000
    for index in times.indices {
      let local = times[index].milliseconds + offset
      let rest = local % day
      times[index] = Timestamp(milliseconds: local - (rest < 0 ? rest + day : rest))
    }
  }

  /// Allocates the column of a slot and all after it, then runs the body; each array is closed on the way back, so that
  /// they come out last one first.
  private static func make(
    slot: Int,
    _ requested: [Bool],
    _ capacity: Int,
    _ likely: Int,
    _ table: UnsafeMutablePointer<UnsafeMutablePointer<Double>>,
    _ made: inout [[Double]],
    _ body: () -> Int
  ) {
    guard slot < 6 else {
      _ = body()
      return
    }
    guard requested[slot] else {
      make(slot: slot + 1, requested, capacity, likely, table, &made, body)
      made.append([])
      return
    }
    var inner: [[Double]] = []
    let column = [Double](unsafeUninitializedCapacity: capacity) { buffer, initialized in
      var count = 0
      if let base = buffer.baseAddress {
        TextBuffer.preferLargePages(base, likely * 8)
        table[slot] = base
      }
      make(slot: slot + 1, requested, capacity, likely, table, &inner) {
        count = body()
        return count
      }
      initialized = count
    }
    made = inner
    made.append(column)
  }
}
