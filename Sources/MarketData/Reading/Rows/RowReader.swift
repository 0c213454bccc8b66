import Calendar
import Columns

/// Reads the rows of one block of a file into columns.
///
/// The usual forms are read straight from the bytes; a row with anything else in it (quotes, blanks, marks
/// between thousands, an empty field) goes through `slowRow`, which also finds and names the fault.
package struct RowReader {
  let text: TextBuffer
  let layout: Layout
  let file: String
  /// The result so far.
  package var result = Result()
  /// False if rows are to be read one by one only, which is what reading many at a time is tested against.
  package var readsMany = true
  private var clock: CivilClock
  let target: RowColumns.Pointers
  /// The date that was read last, as bytes and as a day: rows of one day follow each other.
  var dateBytes: (UInt64, UInt16) = (0, 0)
  var dateDay = 0

  /// The result of reading a block.
  package struct Result {
    package var rows = 0
    package var emptyRows = 0
    var firstEmptyLine: Int?
    package var hasMissing = false
    /// The first line below the table, and how many lines these are.
    var footer: (text: String, lines: Int)?
    /// The parts of the form that a row doubts.
    var doubts = FormDoubts()
    /// The rows whose time the clock skips, and the first of them.
    var skippedTimes = (count: 0, row: 0)
    /// The least and the greatest offset from UTC that stamps state, in milliseconds.
    package var offsets: ClosedRange<Int>?
    /// True if a stamp states no offset.
    package var hasCivilTimes = false
    package var hasTimes = false
    /// True if each row is later than the one before it.
    package var isRising = true
    /// True if no check of prices has anything to look at, the first two rows left out: see `BarChecks`.
    var isPlain = false
    package var error: MarketDataError?
    /// The rows that follow lines without one, each with its line.
    package private(set) var anchors: [(row: Int, line: Int)] = []

    package init() {}

    /// Takes note of a line that gives no row.
    mutating func skip(_ line: Int, before row: Int) {
      if anchors.last?.row == row { anchors.removeLast() }
      anchors.append((row, line + 1))
    }
  }

  package init(text: TextBuffer, layout: Layout, file: String, zone: Zone, target: RowColumns.Pointers) {
    self.text = text
    self.layout = layout
    self.file = file
    self.target = target
    clock = CivilClock(zone: zone)
  }

  /// Reads the lines that begin in a range of the text and writes their rows from index `row` on.
  package mutating func read(from start: Int, to end: Int, line: Int, row: Int) {
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

  /// The place of a reader in its block, and its state from the rows before.
  struct Place {
    var position: UnsafePointer<UInt8>
    var row: Int
    var line: Int
    var hour = KnownHour()
    var last = Timestamp(milliseconds: .min)
    var isRising = true
  }

  private mutating func readRows(
    from start: Int, to end: Int, line: Int, row: Int, roles: UnsafeBufferPointer<ColumnRole>,
    columns: UnsafeBufferPointer<UnsafeMutablePointer<Double>?>, tables: NumberField.Tables
  ) {
    let (separator, point): (UInt8, UInt8) = (layout.separator, layout.decimalComma ? 44 : 46)
    let style = FastStyle(layout.dateStyle)
    let count = roles.count
    let hasOneStamp = !roles.contains(.time)
    let text = UnsafePointer(text.bytes)
    let limit = text + end
    var place = Place(position: text + start, row: row, line: line)
    var marks = FieldMarks(place.position, separator)
    var batch = RowBatch(roles: roles, columns: columns, separator: separator, point: point, isUsed: readsMany)
    defer { batch.end() }
    while place.position < limit {
      if batch.isDue, place.position - text > RowBatch.lead {
        read(&batch, to: limit, &place, roles, style)
        marks = FieldMarks(place.position, separator)
        if place.position >= limit { break }
      }
      var here = place.position
      var stamp = Stamp()
      var (stampStart, stampEnd) = (here, here)
      var moment: Int64?
      var isPlain = true
      for index in 0..<count {
        // The end of the field is known from the marks: no field waits for the one before it to be read.
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
          isPlain = NumberField.field(here, fieldEnd, point: point, tables: tables, into: column + place.row)
        } else if roles[index] == .stamp {
          (stampStart, stampEnd) = (here, fieldEnd)
          moment = place.hour.moment(here, fieldEnd)
          if moment == nil { isPlain = readOther(.stamp, here, fieldEnd, style, &stamp) }
        } else {
          isPlain = readOther(roles[index], here, fieldEnd, style, &stamp)
        }
        guard isPlain else { break }
        here = next
      }
      if isPlain {
        if let moment {
          target.times[place.row] = Timestamp(milliseconds: moment)
        } else {
          put(stamp, at: place.row)
          if hasOneStamp { know(stampStart, stampEnd, stamp, &place) }
        }
        place.takeRow(target.times[place.row])
        place.position = here
      } else {
        let before = place.row
        guard let next = slowRow(at: place.position - text, number: place.line, row: &place.row) else { return }
        place.position = text + next
        if place.row == before {
          result.skip(place.line, before: before)
        } else {
          place.row = before
          place.takeRow(target.times[before])
        }
        marks = FieldMarks(place.position, separator)
      }
      place.line &+= 1
      batch.passRow()
    }
    if place.hour.hasMinutes { result.hasTimes = true }
    result.isRising = place.isRising
    result.rows = place.row
  }

  /// Takes note of the hour of a row, if its stamps state all of it.
  @inline(__always)
  func know(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ stamp: Stamp, _ place: inout Place
  ) {
    guard stamp.offset != nil || clock.isConstant else { return }
    place.hour.take(start, end, target.times[place.row].milliseconds)
  }

  /// Reads a field that is not a number; false if it needs quotes.
  @inline(never)
  mutating func readOther(
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
      if !clock.isConstant, stamp.millisecond != 0, clock.skips(stamp.millisecond, moment) {
        if result.skippedTimes.count == 0 { result.skippedTimes.row = row }
        result.skippedTimes.count += 1
      }
      result.hasCivilTimes = true
    }
    if stamp.millisecond != 0 { result.hasTimes = true }
    target.times[row] = Timestamp(milliseconds: moment)
  }
}

extension RowReader.Place {
  /// Advances to the next row.
  @inline(__always)
  mutating func takeRow(_ time: Timestamp) {
    isRising = isRising && time > last
    last = time
    row &+= 1
  }

  /// Advances past several rows.
  @inline(__always)
  mutating func takeRows(_ count: Int, rising: Bool, last: Timestamp) {
    isRising = isRising && rising
    self.last = last
    row &+= count
  }
}
