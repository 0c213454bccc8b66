import Backtesting
import Robustness
import Work

/// A path through the full series that is made of tests alone, each chosen without the returns around it.
package struct TestedPath: Sendable, Hashable {
  /// The Sharpe ratio of a year.
  package var sharpeRatio: Double
  /// The return of the full path, that of cash included.
  package var totalReturn: Double
}

/// The out-of-sample performance of choosing the best combination.
///
/// Combinatorial purged cross-validation (López de Prado 2018, chapter 12); with tests of one group it is purged k-fold.
/// The combination with the best Sharpe ratio on the training bars is the choice.
package struct CrossValidation: Sendable {
  package var groups: Int
  package var testGroups: Int
  package var purge: Int
  package var embargo: Int
  /// The combinations, and the returns of each.
  package var combinations: Int
  package var returns: Int
  package var splits: Int
  package var paths: [TestedPath]
  /// The combinations that were chosen, by how many splits chose them, the most often chosen first.
  package var choices: [(combination: Int, splits: Int)]
  package var overfitting: OverfittingProbability
  /// The tests of the best of all combinations against no excess return.
  package var realityCheck: RealityCheck
  package var superiorAbility: SuperiorAbility

  /// True if the tests were not stopped.
  package var isWhole: Bool {
    !overfitting.logits.isEmpty && !realityCheck.probability.isNaN && !superiorAbility.consistent.isNaN
  }

  /// Tests the choice among combinations.
  ///
  /// - Parameters:
  ///   - matrix: the returns of all combinations above the risk-free rate.
  ///   - riskFree: the risk-free rate of each of these returns.
  ///   - periodsPerYear: the number of returns in a year.
  ///   - seed: the seed of the bootstrap.
  ///   - monitor: asked whether to stop. Stopped before all choices are made there are no paths, later the tests are missing.
  /// - Throws: the reason why the bars cannot be split so.
  package init(
    _ matrix: ReturnMatrix, riskFree: ReturnBasis.RiskFree, groups: Int, testGroups: Int, purge: Int, embargo: Int,
    periodsPerYear: Double, seed: UInt64, workers: Int, monitor: WorkMonitor = .none
  ) throws(SplittingError) {
    let cuts = try CombinatorialSplits(
      count: matrix.bars, groups: groups, testGroups: testGroups, purge: purge, embargo: embargo)
    let chosen = Self.choices(matrix, cuts.splits, monitor)
    paths =
      chosen.isEmpty
      ? []
      : cuts.paths.map { path in
        Self.path(
          path.flatMap { step in matrix[chosen[step.split]][in: cuts.groups[step.group]] },
          path.flatMap { step in cuts.groups[step.group].map { riskFree.rate(of: $0) } }, periodsPerYear)
      }
    var counts: [Int: Int] = [:]
    for choice in chosen { counts[choice, default: 0] += 1 }
    choices = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    (self.groups, self.testGroups, self.purge, self.embargo) = (groups, testGroups, purge, embargo)
    (combinations, returns, splits) = (matrix.trials, matrix.bars, cuts.splits.count)
    overfitting = try OverfittingProbability(matrix, workers: workers, monitor: monitor)
    let snooping = DataSnooping(matrix, seed: seed, workers: workers, monitor: monitor)
    (realityCheck, superiorAbility) = (snooping.realityCheck, snooping.superiorAbility)
  }

  /// The best combination of each split's training bars; of equal ones the first.
  ///
  /// None if it was stopped.
  private static func choices(_ matrix: ReturnMatrix, _ splits: [Split], _ monitor: WorkMonitor) -> [Int] {
    var best = [(ratio: Double, trial: Int)](repeating: (-.infinity, 0), count: splits.count)
    for trial in 0..<matrix.trials {
      if monitor.isStopped { return [] }
      let sums = RunningSums(matrix[trial])
      for (index, split) in splits.enumerated() {
        let ratio = sums.sharpeRatio(of: split.train)
        if ratio > best[index].ratio { best[index] = (ratio, trial) }
      }
    }
    return best.map(\.trial)
  }

  private static func path(_ excess: [Double], _ riskFree: [Double], _ periodsPerYear: Double) -> TestedPath {
    let moments = ReturnMoments(of: excess)
    let growth = zip(excess, riskFree).reduce(1) { growth, one in
      one.0.isFinite ? growth * max(0, 1 + one.0 + one.1) : growth
    }
    return TestedPath(sharpeRatio: moments.sharpeRatio * periodsPerYear.squareRoot(), totalReturn: growth - 1)
  }
}

/// Sums of returns and of their squares up to each bar, so that a range costs two subtractions.
private struct RunningSums {
  private var sums: [Double] = [0]
  private var squares: [Double] = [0]

  init(_ returns: ArraySlice<Double>) {
    sums.reserveCapacity(returns.count + 1)
    squares.reserveCapacity(returns.count + 1)
    var (sum, square) = (0.0, 0.0)
    for value in returns {
      if value.isFinite {
        sum += value
        square += value * value
      }
      sums.append(sum)
      squares.append(square)
    }
  }

  /// The mean over the deviation of the returns in some ranges; 0 if they do not vary, as nothing was traded.
  func sharpeRatio(of ranges: [Range<Int>]) -> Double {
    var (count, sum, square) = (0, 0.0, 0.0)
    for range in ranges {
      count += range.count
      sum += sums[range.upperBound] - sums[range.lowerBound]
      square += squares[range.upperBound] - squares[range.lowerBound]
    }
    guard count > 1 else { return -.infinity }
    let mean = sum / Double(count)
    let variance = (square - sum * mean) / Double(count - 1)
    // A variance this small is the rounding error of equal numbers.
    return variance > 1e-18 ? mean / variance.squareRoot() : 0
  }
}

extension ArraySlice<Double> {
  /// The elements at offsets from the start of the slice.
  fileprivate subscript(in offsets: Range<Int>) -> ArraySlice<Double> {
    self[(startIndex + offsets.lowerBound)..<(startIndex + offsets.upperBound)]
  }
}
