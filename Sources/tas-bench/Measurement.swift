import Presentation

/// One line of output: what was measured, its median and its best over several runs.
struct Measurement {
  /// What was measured, such as `backtest.statement`.
  var name: String
  var unit: Unit
  /// One value for each run, in the unit.
  var runs: [Double]
  /// What else belongs to it: sizes, threads, periods.
  var details: [(String, JSONValue)] = []

  /// What a value counts, and whether more of it is better.
  enum Unit: String {
    case seconds = "s"
    case milliseconds = "ms"
    case nanosecondsPerElement = "ns/element"
    case barsPerSecond = "bars/s"
    case combinationsPerSecond = "combinations/s"
    case statementsPerSecond = "statements/s"
    case megabytesPerSecond = "MB/s"
    case cellsPerSecond = "cells/s"
    case ratio = "ratio"

    var higherIsBetter: Bool {
      switch self {
      case .seconds, .milliseconds, .nanosecondsPerElement: false
      default: true
      }
    }
  }

  /// The line, a JSON object: `value` is the median, `best` the shortest time or the highest rate.
  var line: String {
    let sorted = runs.sorted()
    let middle = sorted.count / 2
    let median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    let best = unit.higherIsBetter ? sorted[sorted.count - 1] : sorted[0]
    let members: [(String, JSONValue)] = [
      ("measurement", .string(name)), ("value", .number(Self.rounded(median))), ("unit", .string(unit.rawValue)),
      ("best", .number(Self.rounded(best))), ("n", .integer(sorted.count)),
    ]
    return JSONValue.object(members + details).write()
  }

  /// Four digits: more would be noise.
  private static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    var scale = 1.0
    while value.magnitude * scale < 1000 { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}

extension Measurement {
  /// Prints the line.
  func report() { Lines.output(line) }
}
