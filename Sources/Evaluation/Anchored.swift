import Columns

/// The calendar period with whose beginning a window begins: `sum(volume, today)`.
public enum Anchor: String, Hashable, Sendable, CaseIterable {
  /// The session that the bar belongs to: its day, where no hours were asked for.
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

/// What can be computed from the first bar of a period up to the present one.
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
    Column(count: bars.count) { result in
      var cursor = SessionCursor(hours: bars.session, zone: bars.zone)
      var tally = Tally()
      var period = Int.min
      for index in 0..<bars.count {
        if cursor.go(to: bars.times[index]) {
          let next = anchor.period(of: cursor.date)
          if next != period { tally = Tally() }
          period = next
        }
        tally.add(values[index])
        result[index] = tally[self]
      }
    }
  }

  /// What is known of the values of a period so far.
  private struct Tally {
    private var count = 0.0
    private var hits = 0.0
    private var sum = 0.0
    /// What rounding took from the sum.
    private var lost = 0.0
    private var mean = 0.0
    private var squares = 0.0
    private var highest = Double.nan
    private var lowest = Double.nan
    private var first = Double.nan

    @inline(__always)
    mutating func add(_ value: Double) {
      if value.isNaN { return }
      if count == 0 { (first, highest, lowest) = (value, value, value) }
      count += 1
      if value != 0 { hits += 1 }
      highest = Swift.max(highest, value)
      lowest = Swift.min(lowest, value)
      let next = sum + value
      lost += sum.magnitude >= value.magnitude ? (sum - next) + value : (value - next) + sum
      sum = next
      let distance = value - mean
      mean += distance / count
      squares += distance * (value - mean)
    }

    @inline(__always)
    subscript(function: AnchoredFunction) -> Double {
      switch function {
      case .count: hits
      case _ where count == 0: .nan
      case .highest: highest
      case .lowest: lowest
      case .sum: (sum + lost).finiteOrMissing
      case .mean: ((sum + lost) / count).finiteOrMissing
      case .stdev: (squares / count).squareRoot().finiteOrMissing
      case .first: first
      }
    }
  }
}
