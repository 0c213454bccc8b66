import Calendar
import Columns

/// Reads the rows of one block of a file into columns.
///
/// The usual forms are read straight from the bytes; a row with anything else in it (quotes, blanks, marks
/// between thousands, an empty field) goes through `slowRow`, which also finds and names the fault.
struct RowReader {
  let text: TextBuffer
  let layout: Layout
  let file: String
  /// The result so far.
  var result = Result()
  private var clock: CivilClock
  let target: RowColumns.Pointers
  /// The date that was read last, as bytes and as a day: rows of one day follow each other.
  var dateBytes: (UInt64, UInt16) = (0, 0)
  var dateDay = 0

  /// The result of reading a block.
  struct Result {
    var rows = 0
    var emptyRows = 0
    var firstEmptyLine: Int?
    var hasMissing = false
    var footer: String?
    /// The least and the greatest offset from UTC that stamps state, in milliseconds.
    var offsets: ClosedRange<Int>?
    /// True where a stamp states no offset.
    var hasCivilTimes = false
    var hasTimes = false
    /// True where each row is later than the one before it.
    var isRising = true
    /// True where no check of prices has anything to look at, the first two rows left out: see `BarChecks`.
    var isPlain = false
    var error: MarketDataError?
    /// The rows that follow lines without one, each with its line.
    private(set) var anchors: [(row: Int, line: Int)] = []

    /// Takes note of a line that gives no row.
    mutating func skip(_ line: Int, before row: Int) {
      if anchors.last?.row == row { anchors.removeLast() }
      anchors.append((row, line + 1))
    }
  }

  init(text: TextBuffer, layout: Layout, file: String, zone: Zone, target: RowColumns.Pointers) {
    self.text = text
    self.layout = layout
    self.file = file
    self.target = target
    clock = CivilClock(zone: zone)
  }

  /// Reads the lines that begin in a range of the text and writes their rows from index `row` on.
  mutating func read(from start: Int, to end: Int, line: Int, row: Int) {
    let columns = layout.roles.map { $0.isNumber ? target.numbers[Int($0.rawValue)] : nil }
    layout.roles.withUnsafeBufferPointer { roles in
      columns.withUnsafeBufferPointer { columns in
        _ = NumberField.withTables { tables in
          readRows(from: start, to: end, line: line, row: row, roles: roles, columns: columns, tables: tables)
        }
      }
    }
    // While the rows are in the processor's memory, to look at them costs a fifth of looking at all bars later.
    result.isPlain = result.rows > row && layout.hasWholeBars && BarChecks.isPlain(target, row..<result.rows)
  }

  private mutating func readRows(
    from start: Int, to end: Int, line: Int, row: Int, roles: UnsafeBufferPointer<ColumnRole>,
    columns: UnsafeBufferPointer<UnsafeMutablePointer<Double>?>, tables: NumberField.Tables
  ) {
    let (separator, point): (UInt8, UInt8) = (layout.separator, layout.decimalComma ? 44 : 46)
    let style = FastStyle(layout.dateStyle)
    let (count, times) = (roles.count, target.times)
    let hasOneStamp = !roles.contains(.time)
    var (row, line) = (row, line)
    let text = UnsafePointer(text.bytes)
    var position = text + start
    let limit = text + end
    var marks = FieldMarks(position, separator)
    var isRising = true
    var hour = KnownHour()
    var last = Timestamp(milliseconds: .min)
    while position < limit {
      var here = position
      var stamp = Stamp()
      var stampEnd = position
      var moment: Int64?
      var isPlain = true
      for index in 0..<count {
        // Where the field ends is known from the marks: no field waits for the one before it to be read.
        var fieldEnd = marks.next()
        let next = fieldEnd + 1
        if index &+ 1 < count {
          isPlain = fieldEnd.pointee == separator
        } else {
          isPlain = fieldEnd.pointee == 10
          if fieldEnd > here, fieldEnd[-1] == 13 { fieldEnd -= 1 }
        }
        guard isPlain else { break }
        if let column = columns[index] {
          isPlain = NumberField.field(here, fieldEnd, point: point, tables: tables, into: column + row)
        } else if roles[index] == .stamp {
          stampEnd = fieldEnd
          moment = hour.moment(here, fieldEnd)
          if moment == nil { isPlain = readOther(.stamp, here, fieldEnd, style, &stamp) }
        } else {
          isPlain = readOther(roles[index], here, fieldEnd, style, &stamp)
        }
        guard isPlain else { break }
        here = next
      }
      if isPlain {
        if let moment {
          times[row] = Timestamp(milliseconds: moment)
        } else {
          put(stamp, at: row)
          if hasOneStamp, stamp.offset != nil || clock.isConstant {
            hour.take(position, stampEnd, times[row].milliseconds)
          }
        }
        isRising = isRising && times[row] > last
        last = times[row]
        row &+= 1
        position = here
      } else {
        let before = row
        guard let next = slowRow(at: position - text, number: line, row: &row) else { return }
        position = text + next
        if row == before {
          result.skip(line, before: row)
        } else {
          isRising = isRising && times[before] > last
          last = times[before]
        }
        marks = FieldMarks(position, separator)
      }
      line &+= 1
    }
    if hour.hasMinutes { result.hasTimes = true }
    result.isRising = isRising
    result.rows = row
  }

  /// Reads a field that is no number; false where it is not written as such a field is without quotes.
  @inline(never)
  private mutating func readOther(
    _ role: ColumnRole, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ style: FastStyle,
    _ stamp: inout Stamp
  ) -> Bool {
    var here = start
    switch role {
    case .skip:
      while here < end, here.pointee != 34 { here += 1 }
    case .stamp:
      guard fastStamp(&here, style, &stamp) || otherStamp(&here, &stamp) else { return false }
    case .time:
      guard Self.fastTime(&here, &stamp) || otherTime(&here, &stamp) else { return false }
    case .symbol, .currency:
      let expected = role == .symbol ? layout.symbol : layout.currency
      return expected?.utf8.elementsEqual(UnsafeBufferPointer(start: start, count: end - start)) == true
    default: return false
    }
    return here == end
  }

  /// Writes the time of a row.
  @inline(__always)
  mutating func put(_ stamp: Stamp, at row: Int) {
    let moment: Int64
    if let offset = stamp.offset {
      moment = Int64(stamp.day) * 86_400_000 + Int64(stamp.millisecond - offset)
      if let known = result.offsets {
        if !known.contains(offset) {
          result.offsets = min(known.lowerBound, offset)...max(known.upperBound, offset)
        }
      } else {
        result.offsets = offset...offset
      }
    } else {
      if stamp.day != clock.day { clock.turn(to: stamp.day) }
      moment = clock.moment(stamp.millisecond)
      result.hasCivilTimes = true
    }
    if stamp.millisecond != 0 { result.hasTimes = true }
    target.times[row] = Timestamp(milliseconds: moment)
  }
}
