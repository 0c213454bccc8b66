import CLanes
import Calendar
import Columns

/// Reads rows many at a time, as far as they are of the usual form.
extension RowReader {
  /// Reads the rows of batches, until one leaves a row over or the limit is near.
  @inline(never)
  mutating func read(
    _ batch: inout RowBatch, to limit: UnsafePointer<UInt8>, _ place: inout Place,
    _ roles: UnsafeBufferPointer<ColumnRole>, _ style: FastStyle
  ) {
    let hasOneStamp = !roles.contains(.time)
    while batch.isDue {
      let found = batch.read(from: place.position, to: limit, row: place.row)
      var taken = 0
      while taken < found {
        taken &+= readMinutes(batch, taken..<found, &place)
        guard taken < found, readOthers(batch, taken, &place, roles, style, hasOneStamp) else { break }
        place.takeRow(target.times[place.row])
        taken &+= 1
      }
      place.line &+= taken
      place.position = batch.end(ofRows: taken)
      batch.take(taken)
    }
  }

  /// Writes the times of rows as far as they are of a known hour; gives how many these are.
  @inline(__always)
  private func readMinutes(_ batch: borrowing RowBatch, _ rows: Range<Int>, _ place: inout Place) -> Int {
    var read = rows_times(last: place.last.milliseconds, rises: 1, has_minutes: 0)
    let count = batch.readMinutes(
      from: rows.lowerBound, to: rows.upperBound, &place.hour, into: target.times + place.row, &read)
    if count > 0 { place.takeRows(count, rising: read.rises != 0, last: Timestamp(milliseconds: read.last)) }
    return count
  }

  /// Reads the fields of a row that hold no number, and writes its time; false if one is not of the usual form.
  @inline(__always)
  private mutating func readOthers(
    _ batch: borrowing RowBatch, _ row: Int, _ place: inout Place, _ roles: UnsafeBufferPointer<ColumnRole>,
    _ style: FastStyle, _ hasOneStamp: Bool
  ) -> Bool {
    var stamp = Stamp()
    var known: Int64?
    for index in batch.others {
      let (start, end) = batch.field(index, ofRow: row)
      if roles[index] == .stamp { known = place.hour.moment(start, end) }
      if roles[index] != .stamp || known == nil {
        guard readOther(roles[index], start, end, style, &stamp) else { return false }
      }
    }
    if let known {
      target.times[place.row] = Timestamp(milliseconds: known)
      return true
    }
    put(stamp, at: place.row)
    if hasOneStamp, let index = roles.firstIndex(of: .stamp) {
      let (start, end) = batch.field(index, ofRow: row)
      know(start, end, stamp, &place)
    }
    return true
  }
}
