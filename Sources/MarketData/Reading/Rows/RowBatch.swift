import CLanes
import Calendar
import Columns

/// Rows that are read many at a time: the ends of their fields are found first, then the numbers of each column are read
/// from four rows at once.
///
/// It takes rows with the expected number of fields whose numbers are plain; any other row, and all rows if the
/// processor has no such instructions, are left to the reader, row by row. How many rows it tries at a time follows
/// from how many it took before.
struct RowBatch {
  /// The bytes before a row that must be there.
  static let lead = 17
  /// The most rows at a time: their text and the ends of their fields stay in the processor's nearest memory.
  private static let most = 128

  private let fields: Int
  private let separator: UInt8
  private let point: UInt8
  /// The columns of numbers and their fields.
  private let numbers: [(field: Int, column: UnsafeMutablePointer<Double>)]
  /// The fields that hold no number, in their order.
  let others: [Int]
  /// The field of the stamp, if it is the only one without a number.
  private let stampAlone: Int?
  /// The places of the newline before the first row and of all marks after it, counted from that newline.
  private let ends: UnsafeMutablePointer<UInt32>
  private var origin: UnsafePointer<UInt8>
  /// The rows to try next.
  private var size = 16
  /// The rows to leave to the reader before the next try, and how many that were at the last one.
  private var pause = 0
  private var longestPause = 1
  private var endsWithReturn = false

  init(
    roles: UnsafeBufferPointer<ColumnRole>, columns: UnsafeBufferPointer<UnsafeMutablePointer<Double>?>,
    separator: UInt8, point: UInt8, isUsed: Bool
  ) {
    fields = roles.count
    self.separator = separator
    self.point = point
    numbers = columns.enumerated().compactMap { index, column in column.map { (index, $0) } }
    others = columns.indices.filter { columns[$0] == nil }
    stampAlone = others.count == 1 && roles[others[0]] == .stamp ? others[0] : nil
    ends = .allocate(capacity: Self.most * fields + 65)
    origin = UnsafePointer(UnsafeRawPointer(ends).assumingMemoryBound(to: UInt8.self))
    if !isUsed || rows_are_read_here() == 0 { pause = .max }
  }

  /// Frees the memory.
  func end() { ends.deallocate() }

  /// True if rows are to be tried.
  var isDue: Bool { pause == 0 }

  /// Counts a row that the reader read by itself.
  mutating func passRow() { if pause > 0, pause < .max { pause &-= 1 } }

  /// Reads the numbers of the rows at a position into their columns, from index `row` on; gives how many rows they are.
  ///
  /// All of them end before `limit`.
  mutating func read(from position: UnsafePointer<UInt8>, to limit: UnsafePointer<UInt8>, row: Int) -> Int {
    origin = position - 1
    var count = rows_find(origin, limit - origin, fields, size, separator, ends)
    guard count > 0 else { return 0 }
    endsWithReturn = origin[Int(ends[fields]) - 1] == 13
    for (field, column) in numbers {
      let isCut = endsWithReturn && field == fields - 1
      count = rows_read_numbers(
        origin, ends + 1 + field, fields, count, isCut ? 1 : 0, field == 0 ? 10 : separator, point, column + row)
    }
    return count
  }

  /// The beginning and the end of a field, without the carriage return that may be at the end of a line.
  @inline(__always)
  func field(_ index: Int, ofRow row: Int) -> (start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    let own = ends + (row * fields + index)
    let start = origin + Int(own[0]) + 1
    var end = origin + Int(own[1])
    if endsWithReturn, index == fields - 1, end > start, end[-1] == 13 { end -= 1 }
    return (start, end)
  }

  /// Reads the times of the rows from one on as far as they are of a known hour, if rows have only a stamp and numbers;
  /// returns the number of these rows.
  @inline(__always)
  func readMinutes(
    from row: Int, to end: Int, _ hour: inout KnownHour, into times: UnsafeMutablePointer<Timestamp>,
    _ read: inout rows_times
  ) -> Int {
    guard let stampAlone, !(endsWithReturn && stampAlone == fields - 1) else { return 0 }
    return hour.read(
      origin, ends + (row * fields + stampAlone + 1), fields: fields, rows: end - row, into: times, &read)
  }

  /// The end of the first rows.
  func end(ofRows count: Int) -> UnsafePointer<UInt8> { origin + Int(ends[count * fields]) + 1 }

  /// Takes note of how many rows could be taken, which decides how many to try next.
  mutating func take(_ count: Int) {
    if count == size {
      size = min(2 * size, Self.most)
      longestPause = 1
    } else if count > 0 {
      size = max(4, count)
      pause = 1
      longestPause = 1
    } else {
      size = 4
      longestPause = min(2 * longestPause, 64)
      pause = longestPause
    }
  }
}
