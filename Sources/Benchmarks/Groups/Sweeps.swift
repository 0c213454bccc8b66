import JSON
import Presentation
import Sessions

/// The speed of a sweep of thousands of combinations over ten years of days.
enum Sweeps {
  static func measure(_ workplace: Workplace) throws {
    let n = workplace.size.sweepSteps
    let sweeps = [
      ("sweep.cross", n * 2 * n, "sweep cross(fast=5..\(4 + n), slow=60..\(59 + 2 * n))"),
      (
        "sweep.where", (n - 1) * (n - 2) / 2,
        "sweep cross(fast=2..\(n), slow=2..\(n)) where fast < slow - 0.5 and fast > 1"
      ),
      ("sweep.levels", n * n, "sweep levels(period=5..\(4 + n), level=11..\(10 + n))"),
      ("sweep.stopped", n / 5 * n, "sweep stopped(fast=5..\(4 + n / 5), slow=60..\(59 + n))"),
    ]
    for (name, count, statement) in sweeps {
      var shortest: [Double] = []
      for workers in Set([1, Machine.cores]).sorted() {
        var session = try workplace.session(workers: workers, "load \"\(try workplace.days())\"; \(strategies)")
        let runs = try workplace.runs { try session.run(statement) }
        shortest.append(runs.wall.min() ?? 0)
        var details: [(String, JSONValue)] = [
          ("combinations", .integer(count)), ("bars", .integer(workplace.size.days)), ("workers", .integer(workers)),
        ]
        if let one = shortest.first, let all = shortest.last, shortest.count == 2 {
          details.append(("gain_over_one_worker", .number(Measurement.rounded(one / all))))
        }
        workplace.report(
          Measurement(name: name, unit: .combinationsPerSecond, runs: runs, count: Double(count), details: details))
      }
    }
    try BacktestRace.measureSweeps(workplace)
  }

  private static let strategies = """
    strategy cross(fast = 10, slow = 50) {
      enter long when sma(fast) crosses above sma(slow)
      exit long when sma(fast) crosses below sma(slow)
    }
    strategy levels(period = 14, level = 30) {
      enter long when rsi(period) < level
      exit long when rsi(period) > 100 - level
    }
    strategy stopped(fast = 10, slow = 50) {
      enter long when sma(fast) crosses above sma(slow)
      exit long when sma(fast) crosses below sma(slow)
      stop 5%
    }
    """
}
