import Calendar
import Columns
import Text

/// Puts rows into the order of time and leaves one for each time.
enum RowOrder {
  struct Outcome {
    var notes: [String] = []
    var findings: [BarFinding] = []
    /// The row of the file of each bar; nil if they are in order.
    var rows: [Int]?
  }

  static func sort(_ table: inout RowTable, zone: Zone, isMacro: Bool) -> Outcome {
    var outcome = Outcome()
    if table.isRising { return outcome }
    splitRepeatedHour(&table, zone)
    var rises = 0
    var falls = 0
    var firstFall = 0
    let count = table.columns.times.count
    table.columns.times.withUnsafeBufferPointer { times in
      for index in stride(from: 1, to: count, by: 1) {
        if times[index] > times[index - 1] {
          rises += 1
        } else if times[index] < times[index - 1] {
          if falls == 0 { firstFall = index }
          falls += 1
        }
      }
    }
    if rises == max(0, count - 1) { return outcome }
    if falls > 0, rises == 0 {
      outcome.notes.append("newest first")
    } else if falls > 0 {
      outcome.findings.append(
        BarFinding(
          .unsorted,
          message:
            "\(NumberText.counted(falls, "row")) \(Wording.plural(falls, "is older than the row before it", "are older than the rows before them")); the rows have been sorted",
          count: falls,
          firstLine: table.line(ofRow: firstFall),
          firstTime: table.columns.times[firstFall]
        )
      )
    }
    var order = Array(0..<count)
    if falls == count - 1 {
      order.reverse()
    } else if falls > 0 {
      let times = table.columns.times
      order.sort { (times[$0], $0) < (times[$1], $1) }
    }
    outcome.findings += dropRepeats(&order, table)
    outcome.rows = order
    table.columns.times = order.map { table.columns.times[$0] }
    for slot in table.columns.numbers.indices where !table.columns.numbers[slot].isEmpty {
      let column = table.columns.numbers[slot]
      table.columns.numbers[slot] = order.map { column[$0] }
    }
    return outcome
  }

  /// Gives the second run through an hour that a clock repeats its own time.
  ///
  /// Local stamps do not distinguish the two; in the order of time, which newest-first rows have from their end, the
  /// second run is seen by its stepping back.
  private static func splitRepeatedHour(_ table: inout RowTable, _ zone: Zone) {
    guard table.hasCivilTimes, zone != .utc else { return }
    table.columns.times.withUnsafeMutableBufferPointer { times in
      var falls = 0
      for index in 1..<max(1, times.count) where times[index] < times[index - 1] { falls += 1 }
      let isNewestFirst = falls * 2 > times.count
      for step in 1..<max(1, times.count) {
        let index = isNewestFirst ? times.count - 1 - step : step
        let (before, time) = (times[isNewestFirst ? index + 1 : index - 1], times[index])
        guard time <= before, before.milliseconds - time.milliseconds < 7_200_000 else { continue }
        let shift = Int64(zone.offset(at: time) - zone.offset(at: before)) * 1000
        // Half an hour on Lord Howe Island, an hour elsewhere.
        for step in [shift, 3_600_000, 1_800_000] where step > 0 {
          let later = Timestamp(milliseconds: time.milliseconds + step)
          if later > before, zone.civilTime(at: later) == zone.civilTime(at: time) {
            times[index] = later
            break
          }
        }
      }
    }
  }

  /// Leaves the last row of each run of equal times in ascending order; reports the dropped rows.
  private static func dropRepeats(_ order: inout [Int], _ table: RowTable) -> [BarFinding] {
    let times = table.columns.times
    let numbers = table.columns.numbers.filter { !$0.isEmpty }
    func isEqual(_ left: Int, _ right: Int) -> Bool {
      numbers.allSatisfy { $0[left] == $0[right] || ($0[left].isNaN && $0[right].isNaN) }
    }
    var repeated = BarFinding(.repeatedRows, message: "", count: 0)
    var conflicting = BarFinding(.conflictingRows, message: "", count: 0)
    var unique: [Int] = []
    unique.reserveCapacity(order.count)
    for row in order {
      guard let last = unique.last, times[last] == times[row] else {
        unique.append(row)
        continue
      }
      if isEqual(last, row) {
        note(&repeated, table, row)
      } else {
        note(&conflicting, table, row)
        // Newest-first files arrive here turned round: the row further down in the file stays.
        unique[unique.count - 1] = max(last, row)
      }
    }
    order = unique
    repeated.message =
      "\(NumberText.counted(repeated.count, "row")) \(Wording.plural(repeated.count, "repeats another one and is", "repeat another one and are")) left out"
    repeated.places = []
    conflicting.message = BarFinding.conflictText(conflicting.count)
    return [conflicting, repeated].filter { $0.count > 0 }
  }

  private static func note(_ finding: inout BarFinding, _ table: RowTable, _ row: Int) {
    if finding.count == 0 {
      finding.firstLine = table.line(ofRow: row)
      finding.firstTime = table.columns.times[row]
    }
    finding.count += 1
    finding.places.append(BarFinding.Place(time: table.columns.times[row], text: ""))
  }
}
