import Calendar
import Columns

/// The calendar period with whose beginning a window begins: `sum(volume, today)`.
public enum Anchor: String, Hashable, Sendable, CaseIterable {
  /// The session that the bar belongs to: its day, if no hours were given.
  case today
  /// From Monday on.
  case week
  case month
  case year

  /// A number that is another one in each period; dates are those of sessions.
  func period(of date: CivilDate) -> Int {
    switch self {
    case .today: date.daysSince1970
    // 1970-01-01 was a Thursday.
    case .week: (date.daysSince1970 + 3 - (date.weekday - 1)) / 7
    case .month: date.year * 12 + date.month
    case .year: date.year
    }
  }
}

/// A function of the values from the first bar of a period up to the present one.
///
/// Missing values are left out; before the first value of a period the result is missing. A missing condition
/// counts as false.
public enum AnchoredFunction: String, Hashable, Sendable, CaseIterable {
  case highest, lowest, sum, mean, count, stdev
  case first = "first_of"

  /// The function of the catalogue's name for the same computation over a number of bars.
  init?(indicator name: String) {
    if name == "sma" { self = .mean } else { self.init(rawValue: name) }
  }

  /// The column of a series.
  func column(of values: Column, since anchor: Anchor, on bars: Bars) -> Column {
    /// Goes through the bars; a tally restarts with each period and takes the values that are there.
    @inline(__always)
    func fold(_ add: (inout Tally, Double) -> Void, _ result: (Tally) -> Double) -> Column {
      Column(count: bars.count) { target in
        var cursor = SessionCursor(hours: bars.session, zone: bars.zone)
        var tally = Tally()
        var period = Int.min
        for index in 0..<bars.count {
          if cursor.go(to: bars.times[index]) {
            let next = anchor.period(of: cursor.date)
            if next != period { tally = Tally() }
            period = next
          }
          if !values[index].isNaN { add(&tally, values[index]) }
          target[index] = result(tally)
        }
      }
    }
    switch self {
    case .highest: return fold({ $0.value = $0.value > $1 ? $0.value : $1 }, { $0.value })
    case .lowest: return fold({ $0.value = $0.value < $1 ? $0.value : $1 }, { $0.value })
    case .first: return fold({ $0.value = $0.value.isNaN ? $1 : $0.value }, { $0.value })
    case .count: return fold({ $0.count += $1 == 0 ? 0 : 1 }, { $0.count })
    case .sum: return fold({ $0.add($1) }, { $0.count == 0 ? .nan : $0.total.finiteOrMissing })
    case .mean: return fold({ $0.add($1) }, { ($0.total / $0.count).finiteOrMissing })
    case .stdev: return fold({ $0.spread($1) }, { ($0.squares / $0.count).squareRoot().finiteOrMissing })
    }
  }

  /// The state over the values of a period so far.
  private struct Tally {
    var count = 0.0
    /// The extreme or the first value.
    var value = Double.nan
    private var sum = 0.0
    /// The rounding error of the sum.
    private var lost = 0.0
    private var mean = 0.0
    /// The squares of the distances to the mean.
    private(set) var squares = 0.0

    var total: Double { sum + lost }

    /// Adds a value to the sum, by Neumaier's compensated summation.
    @inline(__always)
    mutating func add(_ value: Double) {
      count += 1
      let next = sum + value
      lost += sum.magnitude >= value.magnitude ? (sum - next) + value : (value - next) + sum
      sum = next
    }

    /// Adds a value to the mean and the squares, by Welford's recurrence.
    @inline(__always)
    mutating func spread(_ value: Double) {
      count += 1
      let distance = value - mean
      mean += distance / count
      squares += distance * (value - mean)
    }
  }
}
