import Work

/// The probability of backtest overfitting: how often the trial that is best on one half of the bars is below the
/// middle of all trials on the other half.
///
/// Combinatorially symmetric cross-validation. The bars are cut into an even number of blocks, and each choice of half
/// of them is in sample once, the rest being out of sample. Bailey, Borwein, López de Prado and Zhu (2017), "The
/// probability of backtest overfitting".
///
/// - Performance is the Sharpe ratio of a bar. A trial that does not vary has one of 0: it never traded.
/// - A missing return is left out of its trial. A trial with fewer than two returns on a half is not ranked there.
/// - Of equally good trials in sample the first is the best; out of sample equal ones have the mean of their ranks.
/// - Bars that do not fill the blocks are left out at the start of the series.
public struct OverfittingProbability: Sendable, Hashable {
  /// The number of blocks that the bars were cut into.
  public let blocks: Int
  /// The share of logits up to 0; missing without any.
  public let probability: Double
  /// For each split the logit of the relative rank out of sample of the trial that is best in sample: above 0 if it is
  /// in the better half.
  ///
  /// A split and the one with its halves exchanged are adjacent.
  public let logits: [Double]
  /// The performance in sample of the best trial of each split, in the order of ``logits``.
  public let inSample: [Double]
  /// The performance of the same trials out of sample.
  public let outOfSample: [Double]
  /// The change of the performance out of sample for a unit of it in sample, by least squares: below 0 if choosing
  /// harder gives worse; missing if that in sample does not vary.
  public let slope: Double
  /// The performance out of sample that the line has for one of 0 in sample.
  public let intercept: Double
  /// The share of splits in which the chosen trial has a performance below 0 out of sample; missing without any.
  public let probabilityOfLoss: Double

  /// Tests the trials among which one was chosen, all of them and not the good ones only.
  ///
  /// - Parameters:
  ///   - returns: the returns of all trials.
  ///   - blocks: the number of blocks, even, from 2 to 20: 16 give 12,870 splits.
  ///   - workers: the number of threads; the results are the same bits for any.
  ///   - monitor: asked whether to stop, which leaves the probabilities missing.
  /// - Throws: `SplittingError` for another number of blocks, fewer than two trials, and fewer than two bars a block.
  public init(
    _ returns: ReturnMatrix, blocks: Int = 16, workers: Int = 1, monitor: WorkMonitor = .none
  ) throws(SplittingError) {
    guard (2...20).contains(blocks), blocks.isMultiple(of: 2) else {
      throw .invalidValue(name: "blocks", value: blocks, allowed: "even, from 2 to 20")
    }
    try SplittingError.require("trials", returns.trials, atLeast: 2)
    guard returns.bars >= 2 * blocks else { throw .tooFewBars(count: returns.bars, needed: 2 * blocks) }
    let sums = BlockSums(returns, blocks: blocks, workers: workers)
    // The splits whose first half has the first block; the others are these with their halves exchanged.
    let halves = Combinations.all(of: blocks - 1, choose: blocks / 2 - 1).map { [0] + $0.map { $0 + 1 } }
    var outcomes = [SplitOutcome?](repeating: nil, count: 2 * halves.count)
    var isWhole = true
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      let threads = max(1, min(workers, halves.count))
      var scratches = (0..<threads).map { _ in BlockSums.Scratch(sums) }
      scratches.withUnsafeMutableBufferPointer { scratches in
        isWhole = ParallelLoop.run(count: halves.count, workers: threads, chunk: 16) { worker, range in
          for index in range {
            (outcomes[2 * index], outcomes[2 * index + 1]) = sums.outcomes(ofHalf: halves[index], &scratches[worker])
          }
          return !monitor.isStopped
        }
      }
    }
    self.init(blocks: blocks, isWhole ? outcomes.compactMap { $0 } : [])
  }

  private init(blocks: Int, _ outcomes: [SplitOutcome]) {
    let count = Double(outcomes.count)
    self.blocks = blocks
    logits = outcomes.map(\.logit)
    inSample = outcomes.map(\.inSample)
    outOfSample = outcomes.map(\.outOfSample)
    probability = Double(logits.count { $0 <= 0 }) / count
    probabilityOfLoss = Double(outOfSample.count { $0 < 0 }) / count
    let (x, y) = (inSample.reduce(0, +) / count, outOfSample.reduce(0, +) / count)
    var (both, squares) = (0.0, 0.0)
    for outcome in outcomes {
      both += (outcome.inSample - x) * (outcome.outOfSample - y)
      squares += (outcome.inSample - x) * (outcome.inSample - x)
    }
    slope = squares > 0 ? both / squares : .nan
    intercept = y - slope * x
  }
}
