import Work

/// The two tests of whether the best of all trials is more than luck, from the same draws of one bootstrap.
public struct DataSnooping: Sendable, Hashable {
  /// The greatest mean against chance.
  public let realityCheck: RealityCheck
  /// The same in units of each trial's uncertainty.
  public let superiorAbility: SuperiorAbility

  /// Tests all trials among which one was chosen; each test is equal to the one that is made by itself.
  ///
  /// - Parameters:
  ///   - excess: the return of each trial on each bar less that of the benchmark; a missing one counts as no
  ///     difference.
  ///   - draws: the number of draws of the bootstrap.
  ///   - seed: the seed; equal ones give equal results.
  ///   - workers: the number of threads; the result is the same bits for any.
  ///   - monitor: asked whether to stop, which leaves the probabilities missing.
  public init(
    _ excess: ReturnMatrix, draws: Int = 1000, seed: UInt64 = 1, workers: Int = 1, monitor: WorkMonitor = .none
  ) {
    let bootstrap = BootstrapMeans(excess, blockLength: nil)
    let units = StandardUnits(bootstrap)
    let root = Double(excess.bars).squareRoot()
    let greatest = bootstrap.reduced(
      draws: draws, width: 4, seed: seed, workers: workers, monitor: monitor
    ) { trial, distance, numbers in
      numbers[0] = max(numbers[0], root * distance)
      units.join(trial, distance, UnsafeMutableBufferPointer(rebasing: numbers[1...]))
    }
    realityCheck = RealityCheck(
      bootstrap, draws: draws, greatest: stride(from: 0, to: greatest.count, by: 4).map { greatest[$0] })
    superiorAbility = SuperiorAbility(
      bootstrap, units, draws: draws, greatest: greatest.indices.filter { $0 % 4 > 0 }.map { greatest[$0] })
  }
}
