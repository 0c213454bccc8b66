import Calendar
import Text

/// The words below the time axis and their columns.
package struct TimeTicks {
  /// A label and its column.
  package struct Placed: Equatable {
    var column: Int
    var start: Int
    package var label: String
  }

  package let placed: [Placed]

  /// Chooses labels that do not touch each other.
  ///
  /// - Parameters:
  ///   - axis: The time axis of the chart.
  ///   - time: The columns of the bars.
  ///   - width: The number of columns that the line of labels may take.
  package init(_ axis: Chart.TimeAxis, time: TimeScale, width: Int) {
    var isEdge = false
    let candidates: [Chart.Tick]
    switch axis {
    case .none: candidates = []
    case .ticks(let ticks):
      candidates = ticks.filter { (0..<time.count).contains($0.index) }.sorted { $0.index < $1.index }
        .map { Chart.Tick($0.index, VisibleText.escaped($0.label)) }
    case .times(let times): candidates = Self.chosen(times, columns: time.columns)
    case .spans(let spans):
      isEdge = true
      candidates = spans.ticks(count: time.count, room: max(time.columns / 9, 1))
    }
    var placed: [Placed] = []
    var free = 0
    for tick in candidates {
      let column = isEdge ? time.edge(tick.index) : time.column(tick.index, of: time.columns)
      let length = displayWidth(tick.label)
      guard length > 0, length <= width else { continue }
      let start = max(0, min(column - length / 2, width - length))
      guard start >= free else { continue }
      placed.append(Placed(column: column, start: start, label: tick.label))
      free = start + length + 2
    }
    self.placed = placed
  }

  /// Labels for some bars: the first of each year, month, day or minute, or some at equal distances.
  private static func chosen(_ times: BarTimes, columns: Int) -> [Chart.Tick] {
    guard times.count > 1 else { return times.times.indices.map { Chart.Tick($0, times.label(at: $0)) } }
    let clock = times.times.indices.map { times.civilTime(at: $0) }
    for unit in Unit.allCases where unit != .minute || times.isIntraday {
      // The first bar begins no unit, because its unit may be cut.
      let starts = clock.indices.dropFirst().filter { !unit.holds(clock[$0], and: clock[$0 - 1]) }
      guard starts.count >= 3 else { continue }
      let ticks = thinned(starts, clock, unit, room: max(columns / (unit.labelLength + 3), 1))
      if ticks.count >= 2 { return ticks }
    }
    let widest = times.times.indices.reduce(0) { max($0, displayWidth(times.label(at: $1))) }
    let count = max(min(times.count, columns / (widest + 4)), 2)
    return (0..<count).map { number in
      let index = (2 * number + 1) * times.count / (2 * count)
      return Chart.Tick(index, times.label(at: index))
    }
  }

  /// A span of the calendar whose beginnings can be named.
  private enum Unit: CaseIterable {
    case year, month, day, minute

    /// The length of a label.
    var labelLength: Int {
      switch self {
      case .year: 4
      case .month: 7
      case .day: 10
      case .minute: 11
      }
    }

    /// Distances at which labels are easily read.
    var steps: [Int] {
      switch self {
      case .year: [1, 2, 5, 10, 20, 25, 50, 100]
      case .month: [1, 2, 3, 6]
      case .day, .minute: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
      }
    }

    /// True if two times lie in the same unit.
    func holds(_ time: CivilTime, and other: CivilTime) -> Bool {
      guard time.date.year == other.date.year else { return false }
      switch self {
      case .year: return true
      case .month: return time.date.month == other.date.month
      case .day: return time.date == other.date
      case .minute: return time.date == other.date && time.millisecondOfDay / 60_000 == other.millisecondOfDay / 60_000
      }
    }

    /// The name of the unit that begins at a time.
    func label(_ time: CivilTime) -> String {
      let date = time.date.description
      switch self {
      case .year: return String(date.dropLast(6))
      case .month: return String(date.dropLast(3))
      case .day: return date
      case .minute:
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(date.suffix(5)) \(two(time.hour)):\(two(time.minute))"
      }
    }
  }

  /// Every second, fifth, … start, so that no more are left than there is room for.
  private static func thinned(_ starts: [Int], _ clock: [CivilTime], _ unit: Unit, room: Int) -> [Chart.Tick] {
    for step in unit.steps {
      let shown = starts.enumerated().filter { number, index in
        switch unit {
        case .year: clock[index].date.year.isMultiple(of: step)
        case .month: (clock[index].date.month - 1).isMultiple(of: step)
        case .day, .minute: number.isMultiple(of: step)
        }
      }
      guard shown.count <= room else { continue }
      return shown.map { Chart.Tick($0.element, unit.label(clock[$0.element])) }
    }
    return []
  }
}
