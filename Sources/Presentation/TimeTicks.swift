import Text

/// Which words stand where below the time axis.
struct TimeTicks {
  /// A label and the column it stands under.
  struct Placed: Equatable {
    var column: Int
    var start: Int
    var label: String
  }

  let placed: [Placed]

  /// Chooses labels that do not touch each other.
  ///
  /// - Parameters:
  ///   - axis: What the chart says about its time.
  ///   - time: Where the bars stand.
  ///   - width: How many columns the line of labels may take.
  init(_ axis: Chart.TimeAxis, time: TimeScale, width: Int) {
    let candidates: [Chart.Tick] =
      switch axis {
      case .none: []
      case .ticks(let ticks):
        ticks.filter { (0..<time.count).contains($0.index) }.sorted { $0.index < $1.index }
      case .labels(let labels): Self.chosen(labels, columns: time.columns)
      }
    var placed: [Placed] = []
    var free = 0
    for tick in candidates {
      let column = time.column(tick.index, of: time.columns)
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
  private static func chosen(_ labels: [String], columns: Int) -> [Chart.Tick] {
    guard labels.count > 1, let first = labels.first else {
      return labels.first.map { [Chart.Tick(0, $0)] } ?? []
    }
    if isDate(first), let last = labels.last, isDate(last) {
      for unit in Unit.allCases where first.utf8.count >= unit.length {
        let starts = self.starts(labels, unit)
        guard starts.count >= 3 else { continue }
        let ticks = thinned(starts, labels, unit, room: max(columns / (unit.shownLength + 3), 1))
        if ticks.count >= 2 { return ticks }
      }
    }
    let widest = labels.reduce(0) { max($0, displayWidth($1)) }
    let count = max(min(labels.count, columns / (widest + 4)), 2)
    return (0..<count).map { place in
      let index = (2 * place + 1) * labels.count / (2 * count)
      return Chart.Tick(index, labels[index])
    }
  }

  /// A part of an ISO 8601 time that labels are made of.
  private enum Unit: CaseIterable {
    case year, month, day, minute

    /// How many bytes of a time name the unit.
    var length: Int {
      switch self {
      case .year: 4
      case .month: 7
      case .day: 10
      case .minute: 16
      }
    }

    /// How long the label is.
    var shownLength: Int { self == .minute ? 11 : length }

    /// Distances at which labels are easily read.
    var steps: [Int] {
      switch self {
      case .year: [1, 2, 5, 10, 20, 25, 50, 100]
      case .month: [1, 2, 3, 6]
      case .day, .minute: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
      }
    }
  }

  private static func isDate(_ label: String) -> Bool {
    let bytes = Array(label.utf8.prefix(10))
    return bytes.count == 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
      && [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
  }

  /// The bars at which a unit of time begins; the first bar begins none, because its unit may be cut.
  private static func starts(_ labels: [String], _ unit: Unit) -> [Int] {
    labels.indices.dropFirst().filter { index in
      labels[index].utf8.count >= unit.length
        && !labels[index].utf8.prefix(unit.length).elementsEqual(labels[index - 1].utf8.prefix(unit.length))
    }
  }

  /// Every second, fifth, … start, so that no more are left than there is room for.
  private static func thinned(_ starts: [Int], _ labels: [String], _ unit: Unit, room: Int) -> [Chart.Tick] {
    for step in unit.steps {
      let kept = starts.enumerated().filter { place, index in
        switch unit {
        case .year: number(labels[index], 0, 4).isMultiple(of: step)
        case .month: (number(labels[index], 5, 7) - 1).isMultiple(of: step)
        case .day, .minute: place.isMultiple(of: step)
        }
      }
      guard kept.count <= room else { continue }
      return kept.map { Chart.Tick($0.element, shown(labels[$0.element], unit)) }
    }
    return []
  }

  private static func number(_ label: String, _ from: Int, _ to: Int) -> Int {
    Int(String(decoding: label.utf8.prefix(to).dropFirst(from), as: UTF8.self)) ?? 0
  }

  private static func shown(_ label: String, _ unit: Unit) -> String {
    guard unit == .minute else { return String(label.prefix(unit.length)) }
    return String(label.prefix(16).dropFirst(5)).split(separator: "T").joined(separator: " ")
  }
}
