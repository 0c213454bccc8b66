import JSON
import Presentation

/// One line of output: the name of a measurement, its median and its best over several runs.
struct Measurement {
  /// The name, such as `backtest.statement`.
  var name: String
  var unit: Unit
  var runs: Stopwatch.Runs
  /// The amount of work of one run in the unit's terms: elements, bars, combinations, megabytes.
  var count = 1.0
  /// Facts that belong to it: sizes, threads, periods.
  var details: [(String, JSONValue)] = []

  /// The unit of a value.
  enum Unit: String {
    case seconds = "s"
    case milliseconds = "ms"
    case nanosecondsPerElement = "ns/element"
    case barsPerSecond = "bars/s"
    case combinationsPerSecond = "combinations/s"
    case statementsPerSecond = "statements/s"
    case megabytesPerSecond = "MB/s"
    case cellsPerSecond = "cells/s"
  }

  /// The line, a JSON object: `value` is the median, `best` that of the shortest run; `cpu_ms` is the shortest
  /// processor time of a run, all threads together.
  var line: String {
    let sorted = runs.wall.sorted()
    let median = Self.median(runs.wall)
    let members: [(String, JSONValue)] = [
      ("measurement", .string(name)), ("value", .number(Self.rounded(value(ofSeconds: median)))),
      ("unit", .string(unit.rawValue)), ("best", .number(Self.rounded(value(ofSeconds: sorted[0])))),
      ("cpu_ms", .number(Self.rounded((runs.processor.min() ?? 0) * 1000))), ("n", .integer(sorted.count)),
    ]
    return JSONValue.object(members + details).write()
  }

  private func value(ofSeconds seconds: Double) -> Double {
    switch unit {
    case .seconds: seconds
    case .milliseconds: seconds * 1000
    case .nanosecondsPerElement: seconds / count * 1e9
    default: count / seconds
    }
  }

  /// The middle one of some values; 0 if there are none.
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    if sorted.isEmpty { return 0 }
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Four digits: more would be noise.
  static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return value }
    var scale = 1.0
    while value.magnitude * scale < 1000 { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}
