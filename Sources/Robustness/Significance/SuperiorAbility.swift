import LibC
import Work

/// The probability that the best of all trials beats the benchmark as clearly by chance alone, not weakened by poor
/// trials.
///
/// Hansen (2005), "A test for superior predictive ability": excess returns in units of their own uncertainty, and
/// trials that are clearly worse than the benchmark keep being so in the bootstrap.
public struct SuperiorAbility: Sendable, Hashable {
  /// The trial with the greatest mean in units of its uncertainty; nil without any whose excess returns vary.
  public let best: Int?
  /// That mean, or 0 if it is below: none beats the benchmark.
  public let statistic: Double
  /// The probability if all trials that are worse than the benchmark stay so: the least of the three.
  public let lower: Double
  /// The probability if those stay worse that are significantly worse: the one to use.
  public let consistent: Double
  /// The probability if all trials are assumed to be as good as the benchmark: the greatest.
  public let upper: Double
  /// The number of draws.
  public let draws: Int
  /// The mean length of a block in bars.
  public let blockLength: Double

  /// Tests all trials among which one was chosen; those whose excess returns do not vary are left out.
  ///
  /// The probabilities are missing without trials or draws, and below three bars.
  ///
  /// - Parameters:
  ///   - excess: the return of each trial on each bar less that of the benchmark; a missing one counts as no
  ///     difference.
  ///   - draws: the number of draws of the bootstrap.
  ///   - blockLength: the mean length of its blocks; without it that of ``AutomaticBlockLength`` for the trial with the
  ///     best mean.
  ///   - seed: the seed; equal ones give equal results.
  ///   - workers: the number of threads; the result is the same bits for any.
  ///   - monitor: asked whether to stop, which leaves the probability missing.
  public init(
    _ excess: ReturnMatrix, draws: Int = 1000, blockLength: Double? = nil, seed: UInt64 = 1, workers: Int = 1,
    monitor: WorkMonitor = .none
  ) {
    let bootstrap = BootstrapMeans(excess, blockLength: blockLength)
    let units = StandardUnits(bootstrap)
    let greatest =
      units.isTested && draws > 0
      ? bootstrap.reduced(
        draws: draws, width: 3, seed: seed, workers: workers, monitor: monitor
      ) { trial, distance, numbers in
        units.join(trial, distance, numbers)
      } : []
    self.init(bootstrap, units, draws: draws, greatest: greatest)
  }

  /// The test whose draws have been made.
  ///
  /// - Parameter greatest: the three numbers of each draw, as ``StandardUnits/join(_:_:_:)`` makes them.
  init(_ bootstrap: BootstrapMeans, _ units: StandardUnits, draws: Int, greatest: [Double]) {
    let statistic = units.best.map { max(0, bootstrap.means[$0] * units.scales[$0]) } ?? .nan
    func share(_ kind: Int) -> Double {
      let count = stride(from: kind, to: greatest.count, by: 3).count { max(0, greatest[$0]) >= statistic }
      return units.isTested && !greatest.isEmpty ? Double(count) / Double(draws) : .nan
    }
    best = units.best
    self.statistic = statistic
    self.draws = max(0, draws)
    blockLength = bootstrap.blockLength
    lower = share(0)
    consistent = share(1)
    upper = share(2)
  }
}

/// The means of trials in units of their own uncertainty.
struct StandardUnits: Sendable {
  /// The factors that convert a mean into units of its standard error; 0 leaves a trial out.
  let scales: [Double]
  /// The trial with the greatest mean in these units; nil without any whose excess returns vary.
  let best: Int?
  private let means: [Double]
  private let bars: Int
  private let threshold: Double

  init(_ bootstrap: BootstrapMeans) {
    let root = Double(bootstrap.bars).squareRoot()
    let means = bootstrap.means
    let scales = zip(bootstrap.variances(), means).map { variance, mean in
      variance > 1e-24 * mean * mean ? root / variance.squareRoot() : 0
    }
    self.means = means
    self.scales = scales
    bars = bootstrap.bars
    best = means.indices.filter { scales[$0] > 0 }.max { means[$0] * scales[$0] < means[$1] * scales[$1] }
    threshold = -(2 * log(log(Double(bootstrap.bars)))).squareRoot()
  }

  /// True if there is something to test.
  var isTested: Bool { best != nil && bars >= 3 }

  /// Joins the three numbers of a draw with one trial's, whose mean is kept in the draw if below 0, if clearly below 0,
  /// and never.
  @inline(__always)
  func join(_ trial: Int, _ distance: Double, _ numbers: UnsafeMutableBufferPointer<Double>) {
    let (scale, mean) = (scales[trial], means[trial])
    guard scale > 0 else { return }
    numbers[0] = max(numbers[0], scale * (distance + min(mean, 0)))
    numbers[1] = max(numbers[1], scale * (mean * scale < threshold ? distance + mean : distance))
    numbers[2] = max(numbers[2], scale * distance)
  }
}
