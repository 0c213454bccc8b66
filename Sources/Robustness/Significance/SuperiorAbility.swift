import LibC
import Work

/// The probability that the best of all trials beats the benchmark as clearly by chance alone, where poor trials do not
/// count against it.
///
/// Hansen (2005), "A test for superior predictive ability": excess returns in units of their own uncertainty, and
/// trials that are clearly worse than the benchmark keep being so in the bootstrap.
public struct SuperiorAbility: Sendable, Hashable {
  /// The trial with the greatest mean in units of its uncertainty; nil without any whose excess returns vary.
  public let best: Int?
  /// That mean, or 0 where it is below: nobody beats the benchmark.
  public let statistic: Double
  /// The probability where all trials that are worse than the benchmark stay so: the least of the three.
  public let lower: Double
  /// The probability where those stay worse that are so beyond chance: the one to go by.
  public let consistent: Double
  /// The probability where all trials are taken to be as good as the benchmark: the greatest.
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
  ///   - excess: the return of each trial on each bar less that of the benchmark; a missing one is no difference.
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
    let root = Double(excess.bars).squareRoot()
    let means = bootstrap.means
    // The factors that convert a mean into units of its standard error; 0 leaves a trial out.
    let scales = zip(bootstrap.variances(), means).map { variance, mean in
      variance > 1e-24 * mean * mean ? root / variance.squareRoot() : 0
    }
    let varied = means.indices.filter { scales[$0] > 0 }
    let best = varied.max { means[$0] * scales[$0] < means[$1] * scales[$1] }
    let isTested = best != nil && excess.bars >= 3 && draws > 0
    let statistic = best.map { max(0, means[$0] * scales[$0]) } ?? .nan
    let threshold = -(2 * log(log(Double(excess.bars)))).squareRoot()
    let greatest =
      isTested
      ? bootstrap.reduced(
        draws: draws, width: 3, seed: seed, workers: workers, monitor: monitor
      ) { trial, distance, numbers in
        let (scale, mean) = (scales[trial], means[trial])
        guard scale > 0 else { return }
        // The trial's mean stays in the draw where it is below 0, clearly below 0, and never.
        numbers[0] = max(numbers[0], scale * (distance + min(mean, 0)))
        numbers[1] = max(numbers[1], scale * (mean * scale < threshold ? distance + mean : distance))
        numbers[2] = max(numbers[2], scale * distance)
      } : []
    func share(_ kind: Int) -> Double {
      let count = stride(from: kind, to: greatest.count, by: 3).count { max(0, greatest[$0]) >= statistic }
      return isTested && !greatest.isEmpty ? Double(count) / Double(draws) : .nan
    }
    self.best = best
    self.statistic = statistic
    self.draws = max(0, draws)
    self.blockLength = bootstrap.blockLength
    lower = share(0)
    consistent = share(1)
    upper = share(2)
  }
}
