import Backtesting
import Evaluation
import Platform
import Robustness
import Work

/// The ways in which a search chooses the combinations that it tries.
package enum SearchMethod: String, Sendable, Hashable, CaseIterable {
  /// In regions dense in good combinations and sparse in bad ones: the tree-structured Parzen estimator.
  case guided
  /// Spread evenly over each parameter: Latin hypercubes.
  case latin
  /// At random.
  case random

  /// The method in words, with its source if it has one.
  package var text: String {
    switch self {
    case .guided: "guided by a tree-structured Parzen estimator (Bergstra et al. 2011)"
    case .latin: "Latin hypercubes (McKay et al. 1979)"
    case .random: "at random"
    }
  }

  /// The source of points of a space.
  fileprivate func source(
    _ space: SearchSpace, seed: UInt64, isKept: @escaping @Sendable ([Int]) -> Bool
  ) -> any TrialSource {
    switch self {
    case .guided: TreeParzen(space, seed: seed, isKept: isKept)
    case .latin: LatinHypercube(space, seed: seed, isKept: isKept)
    case .random: RandomSearch(space, seed: seed, isKept: isKept)
    }
  }
}

/// The computation of a search: some of the combinations of a grid that is never built, in batches on all threads.
///
/// The size of a batch is fixed, so that the combinations do not depend on the number of threads.
package struct SearchRun: Sendable {
  /// The combinations that are requested at once.
  private static let batch = 64

  private let sweep: SweepRun
  /// The columns that the combinations share.
  private let shared: SharedColumns?
  private let method: SearchMethod
  private let seed: UInt64
  private let isKept: @Sendable ([Int]) -> Bool

  private var grid: SweepGrid { sweep.grid }

  /// Makes a search over the values of a sweep's grid.
  ///
  /// - Parameter isKept: whether the indices of a combination's values meet the conditions on its parameters.
  package init(
    _ sweep: SweepRun, method: SearchMethod, seed: UInt64, isKept: @escaping @Sendable ([Int]) -> Bool
  ) throws(RunFailure) {
    shared = try sweep.sharedColumns()
    (self.sweep, self.method, self.seed, self.isKept) = (sweep, method, seed, isKept)
  }

  /// The rows of the trials, led by the figure that ranks; see ``rows(trials:after:scoring:)``.
  package func rows(trials: Int, after known: [SweepRow] = []) throws(RunFailure) -> [SweepRow] {
    let sign: Double = sweep.metric.preference == .lower ? -1 : 1
    return try rows(trials: trials, after: known) { rows throws(RunFailure) in rows.map { sign * $0.key } }
  }

  /// The rows of the trials, in the order in which they were tried, each with the number of its combination in the grid.
  ///
  /// Fewer than requested if there are no more combinations, or if it was stopped after the first batch.
  ///
  /// - Parameters:
  ///   - known: the rows of the same search up to the stop: it continues as if never stopped.
  ///   - score: the number that leads it, of each row, the greater the better.
  package func rows(
    trials: Int, after known: [SweepRow] = [], scoring score: (_ rows: [SweepRow]) throws(RunFailure) -> [Double]
  ) throws(RunFailure) -> [SweepRow] {
    let space = SearchSpace(sizes: grid.values.map(\.count))
    var source = method.source(space, seed: seed, isKept: isKept)
    var rows: [SweepRow] = []
    while rows.count < trials {
      let points = source.ask(min(Self.batch, trials - rows.count))
      let numbers = points.compactMap { space.index(of: $0) }
      if numbers.isEmpty { break }
      let told = known.dropFirst(rows.count).prefix(numbers.count)
      if told.map(\.index) == numbers {
        source.tell(points, try score(Array(told)))
        rows += told
        continue
      }
      var tried: [SweepRow]
      do throws(RunFailure) {
        tried = try sweep.trying(numbers, telling: monitor(after: rows.count, of: trials)).rows(sharing: shared)
      } catch {
        guard sweep.environment.monitor.isStopped, !rows.isEmpty else { throw error }
        break
      }
      // A part of a batch would teach the search something else than the full batch.
      guard tried.count == numbers.count else { break }
      for place in tried.indices { tried[place].index = numbers[tried[place].index] }
      source.tell(points, try score(tried))
      rows += tried
    }
    return rows
  }

  private func monitor(after done: Int, of trials: Int) -> WorkMonitor {
    let whole = sweep.environment.monitor
    return WorkMonitor(
      isCancelled: { whole.isStopped },
      report: { inside, _ in try? whole.checkpoint(done: done + inside, total: trials) })
  }
}
