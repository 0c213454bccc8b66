import JSON
import Presentation

/// The speed of a sweep of thousands of combinations over ten years of days.
enum Sweeps {
  static func measure(_ workplace: Workplace) throws {
    let sweeps = [
      ("sweep.cross", 5000, "sweep cross(fast=5..54, slow=60..159)"),
      ("sweep.where", 1176, "sweep cross(fast=2..50, slow=2..50) where fast < slow - 0.5 and fast > 1"),
      ("sweep.levels", 2500, "sweep levels(period=5..54, level=11..60)"),
      ("sweep.stopped", 500, "sweep stopped(fast=5..14, slow=60..109)"),
    ]
    for (name, count, statement) in sweeps {
      var shortest: [Double] = []
      for workers in Set([1, Machine.cores]).sorted() {
        var session = try workplace.session(workers: workers, "load \"\(try workplace.days())\"; \(strategies)")
        let runs = try Stopwatch.runs { try session.run(statement) }
        shortest.append(runs.wall.min() ?? 0)
        var details: [(String, JSONValue)] = [
          ("combinations", .integer(count)), ("bars", 2500), ("workers", .integer(workers)),
        ]
        if let one = shortest.first, let all = shortest.last, shortest.count == 2 {
          details.append(("gain_over_one_worker", .number(Measurement.rounded(one / all))))
        }
        Measurement(
          name: name, unit: .combinationsPerSecond, runs: runs, count: Double(count), details: details
        ).report()
      }
    }
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
