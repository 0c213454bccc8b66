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
      var rates: [Double] = []
      for workers in Set([1, Machine.cores]).sorted() {
        var session = try workplace.session(workers: workers, "load \"\(try workplace.days())\"; \(strategies)")
        let runs = try Stopwatch.seconds { try session.run(statement) }.map { Double(count) / $0 }
        Measurement(
          name: name, unit: .combinationsPerSecond, runs: runs,
          details: [("combinations", .integer(count)), ("bars", 2500), ("workers", .integer(workers))]
        ).report()
        rates.append(runs.max() ?? 0)
      }
      if let one = rates.first, let all = rates.last, rates.count == 2 {
        Measurement(
          name: name + ".gain", unit: .ratio, runs: [all / one], details: [("workers", .integer(Machine.cores))]
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
