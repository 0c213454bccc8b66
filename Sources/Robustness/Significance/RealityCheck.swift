import Work

/// The probability that the best of all trials beats the benchmark as clearly by chance alone.
///
/// White (2000), "A reality check for data snooping": the greatest mean excess return against its distribution in a
/// stationary bootstrap, in which no trial has any. Poor trials among many make it too conservative, which
/// ``SuperiorAbility`` corrects.
public struct RealityCheck: Sendable, Hashable {
  /// The trial with the greatest mean; nil without any.
  public let best: Int?
  /// Its mean excess return of a bar, times the square root of the number of bars.
  public let statistic: Double
  /// The share of draws whose greatest mean, less that of the series, reaches it; missing without trials, bars or
  /// draws.
  public let probability: Double
  /// The number of draws.
  public let draws: Int
  /// The mean length of a block in bars.
  public let blockLength: Double

  /// Tests all trials among which one was chosen.
  ///
  /// - Parameters:
  ///   - excess: the return of each trial on each bar less that of the benchmark; a missing one counts as no
  ///     difference.
  ///   - draws: the number of draws of the bootstrap.
  ///   - blockLength: the mean length of its blocks; without it that of ``AutomaticBlockLength`` for the best trial.
  ///   - seed: the seed; equal ones give equal results.
  ///   - workers: the number of threads; the result is the same bits for any.
  ///   - monitor: asked whether to stop, which leaves the probability missing.
  public init(
    _ excess: ReturnMatrix, draws: Int = 1000, blockLength: Double? = nil, seed: UInt64 = 1, workers: Int = 1,
    monitor: WorkMonitor = .none
  ) {
    let bootstrap = BootstrapMeans(excess, blockLength: blockLength)
    let root = Double(excess.bars).squareRoot()
    let greatest = bootstrap.reduced(
      draws: draws, width: 1, seed: seed, workers: workers, monitor: monitor
    ) { _, distance, numbers in
      numbers[0] = max(numbers[0], root * distance)
    }
    self.init(bootstrap, draws: draws, greatest: greatest)
  }

  /// The test whose draws have been made.
  ///
  /// - Parameter greatest: of each draw the greatest mean less that of the series, times the root of the number of bars.
  init(_ bootstrap: BootstrapMeans, draws: Int, greatest: [Double]) {
    let best = bootstrap.means.indices.max { bootstrap.means[$0] < bootstrap.means[$1] }
    let statistic = best.map { Double(bootstrap.bars).squareRoot() * bootstrap.means[$0] } ?? .nan
    self.best = best
    self.statistic = statistic
    self.draws = max(0, draws)
    blockLength = bootstrap.blockLength
    probability = best == nil ? .nan : Double(greatest.count { $0 >= statistic }) / Double(greatest.count)
  }
}
