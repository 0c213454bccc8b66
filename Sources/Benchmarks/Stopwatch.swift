import LibC

/// Measures work: a warm-up, then several runs.
enum Stopwatch {
  /// The time of each of several runs.
  struct Runs {
    /// The time that passed, in seconds.
    var wall: [Double] = []
    /// The time of all processors that worked on it, in seconds; more reliable if others use the machine.
    var processor: [Double] = []
  }

  /// Runs `work` once without measuring it, then the least number of times, and more while the runs are short: up to
  /// the largest number, or a second in all.
  ///
  /// A single run is not warmed up.
  static func runs<Result>(_ counts: ClosedRange<Int>, _ work: () throws -> Result) rethrows -> Runs {
    if counts.upperBound > 1 { keep(try work()) }
    var runs = Runs()
    var total = 0.0
    while runs.wall.count < counts.lowerBound || (runs.wall.count < counts.upperBound && total < 1) {
      let run = try once(work)
      runs.wall += run.wall
      runs.processor += run.processor
      total += run.wall[0]
    }
    return runs
  }

  /// Measures one run, the first one.
  static func once<Result>(_ work: () throws -> Result) rethrows -> Runs {
    let clock = ContinuousClock()
    let processor = processorTime
    let start = clock.now
    keep(try work())
    let wall = start.duration(to: clock.now).seconds
    return Runs(wall: [wall], processor: [processorTime - processor])
  }

  /// The processor time of this process (0) and of the processes it waited for (-1), in seconds.
  private static var processorTime: Double {
    [0, -1].reduce(0) { (sum: Double, whose: Int32) in
      var usage = rusage()
      getrusage(whose, &usage)
      return sum + seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }

  /// Keeps the compiler from leaving out work with an unused result.
  @inline(never)
  private static func keep<Result>(_ result: Result) {}
}

extension Duration {
  /// The length in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
