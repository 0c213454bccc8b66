import Columns

/// The values that a study looks at around an event.
package enum StudiedValues {
  /// The return of an order that is decided on a bar.
  case returns(Bars, entersAtClose: Bool)
  /// The values of a column.
  case column(Column)

  /// The measure of one horizon, in bars after the event, or before it if negative.
  package func measure(at horizon: Int) -> EventMeasure {
    switch self {
    case .column(let column): EventMeasure(later: column, laterBy: horizon)
    case .returns(let bars, let entersAtClose):
      horizon < 0
        ? EventMeasure(later: bars.close, laterBy: 0, earlier: bars.close, earlierBy: horizon)
        : EventMeasure(
          later: bars.close, laterBy: horizon, earlier: entersAtClose ? bars.close : bars.open,
          earlierBy: entersAtClose ? 0 : 1)
    }
  }
}

/// A value some bars away from a bar, or its change since another one.
package struct EventMeasure {
  package var later: Column
  package var laterBy: Int
  package var earlier: Column?
  package var earlierBy = 0

  package init(later: Column, laterBy: Int, earlier: Column? = nil, earlierBy: Int = 0) {
    self.later = later
    self.laterBy = laterBy
    self.earlier = earlier
    self.earlierBy = earlierBy
  }

  /// Calls `body` with the value of each bar of a list, missing if it reaches beyond the bars.
  @inline(__always)
  package func forEach(_ indices: some Sequence<Int>, _ body: (Double) -> Void) {
    later.values.withUnsafeBufferPointer { later in
      guard let earlier else {
        for index in indices {
          let shifted = index + laterBy
          body(later.indices.contains(shifted) ? later[shifted] : .nan)
        }
        return
      }
      earlier.values.withUnsafeBufferPointer { earlier in
        for index in indices {
          let (end, start) = (index + laterBy, index + earlierBy)
          guard end < later.count, start < earlier.count, end >= 0, start >= 0 else {
            body(.nan)
            continue
          }
          body((later[end] / earlier[start] - 1).finiteOrMissing)
        }
      }
    }
  }
}

/// The statistics of a measure over events, against those over all bars.
package struct EventStatistics: Sendable {
  /// The number of events with a value, and of those without.
  package var count = 0
  package var leftOut = 0
  package var mean = Double.nan
  package var median = Double.nan
  /// The sample's deviation; missing for fewer than two events.
  package var deviation = Double.nan
  package var shareAboveZero = Double.nan
  package var worst = Double.nan
  package var best = Double.nan
  /// The mean over all bars, and how many of these have a value.
  package var baselineMean = Double.nan
  package var baselineCount = 0

  /// The mean of the events less the mean over all bars.
  package var difference: Double { mean - baselineMean }

  /// The difference in standard errors of the events' mean; missing without deviation.
  package var t: Double { (difference / (deviation / Double(count).squareRoot())).finiteOrMissing }

  package init(of measure: EventMeasure, events: [Int], baseline: some Sequence<Int>) {
    var values: [Double] = []
    values.reserveCapacity(events.count)
    measure.forEach(events) { if !$0.isNaN { values.append($0) } }
    leftOut = events.count - values.count
    count = values.count
    var sum = 0.0
    var there = 0
    measure.forEach(baseline) { value in
      if value.isNaN { return }
      sum += value
      there += 1
    }
    baselineCount = there
    if there > 0 { baselineMean = sum / Double(there) }
    guard count > 0 else { return }
    values.sort()
    mean = values.reduce(0, +) / Double(count)
    median = Reduction.quantile(values, 0.5)
    shareAboveZero = Double(values.count { $0 > 0 }) / Double(count)
    worst = values[0]
    best = values[count - 1]
    if count > 1 {
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      deviation = (squares / Double(count - 1)).squareRoot()
    }
  }
}
