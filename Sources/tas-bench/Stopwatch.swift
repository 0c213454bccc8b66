/// Measures work: a warm-up, then several runs.
enum Stopwatch {
  /// The seconds of each run of `work`, after a first run that does not count.
  ///
  /// At least three runs, and more while they are short, up to a second or twenty runs.
  static func seconds<Result>(_ work: () throws -> Result) rethrows -> [Double] {
    keep(try work())
    var runs: [Double] = []
    var total = 0.0
    while runs.count < 3 || (runs.count < 20 && total < 1) {
      let seconds = try once(work)
      runs.append(seconds)
      total += seconds
    }
    return runs
  }

  /// The seconds of one run.
  static func once<Result>(_ work: () throws -> Result) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    keep(try work())
    return start.duration(to: clock.now).seconds
  }

  /// Keeps the compiler from leaving out work whose result nobody reads.
  @inline(never)
  private static func keep<Result>(_ result: Result) {}
}

extension Duration {
  /// The length in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
