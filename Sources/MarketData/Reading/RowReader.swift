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
    layout.roles.withUnsafeBufferPointer { roles in
      _ = NumberField.withTables { tables in
        readRows(from: start, to: end, line: line, row: row, roles: roles, tables: tables)
      }
    }
  }

  private mutating func readRows(
    from start: Int, to end: Int, line: Int, row: Int, roles: UnsafeBufferPointer<ColumnRole>,
    tables: NumberField.Tables
  ) {
    let (separator, point): (UInt8, UInt8) = (layout.separator, layout.decimalComma ? 44 : 46)
    let style = FastStyle(layout.dateStyle)
    let numbers = target.numbers
    var (row, line) = (row, line)
    let text = UnsafePointer(text.bytes)
    var position = text + start
    let limit = text + end
    while position < limit {
      var here = position
      var stamp = Stamp()
      var (isPlain, isFirst) = (true, true)
      for role in roles {
        if !isFirst {
          isPlain = here.pointee == separator
          guard isPlain else { break }
          here += 1
        }
        isFirst = false
        switch role {
        case .skip:
          while here.pointee != separator, here.pointee != 10, here.pointee != 34 { here += 1 }
        case .stamp:
          // A copy goes to the functions that are called: the position itself stays in a register.
          var moved = here
          isPlain = fastStamp(&moved, style, &stamp) || otherStamp(&moved, &stamp)
          here = moved
        case .time:
          var moved = here
          isPlain = Self.fastTime(&moved, &stamp) || otherTime(&moved, &stamp)
          here = moved
        case .symbol: isPlain = false
        default:
          var moved = here
          var value = 0.0
          isPlain = NumberField.plain(&moved, point: point, tables: tables, into: &value)
          here = moved
          numbers[Int(role.rawValue)][row] = value
        }
        guard isPlain else { break }
      }
      if isPlain {
        if here.pointee == 13 { here += 1 }
        isPlain = here.pointee == 10
      }
      if isPlain {
        put(stamp, at: row)
        row &+= 1
        position = here + 1
      } else {
        let before = row
        guard let next = slowRow(at: position - text, number: line, row: &row) else { return }
        position = text + next
        if row == before { result.skip(line, before: row) }
      }
      line &+= 1
    }
    result.rows = row
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
