import Backtesting
import Columns
import Evaluation
import Platform
import Robustness
import Work

extension SweepRun {
  /// The returns of the equity of all combinations, as ratios count them, in the order of the grid.
  package func returns() throws(RunFailure) -> ReturnMatrix { ReturnMatrix(try returns(sharing: try sharedColumns())) }

  /// The returns of each combination, with columns that they share; nil for many symbols.
  func returns(sharing shared: SharedColumns?) throws(RunFailure) -> [[Double]] {
    guard let shared else { return try returns(of: Array(0..<grid.count)) }
    let (compiler, basis) = (run.compiler, basis)
    let monitor = environment.monitor
    var quiet = environment
    quiet.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    do {
      let lists = try Sweep.run(
        count: grid.count, workers: environment.workers, monitor: monitor,
        makeScratch: {
          Evaluator(
            plan: compiler.plan, series: series, shared: shared, source: compiler.source, today: environment.today)
        },
        body: { [quiet] index, evaluator throws(RunFailure) -> [Double]? in
          evaluator.select(indices: grid.indices(of: index))
          let rules: Strategy
          do throws(EvaluationError) { rules = try compiler.rules(&evaluator) } catch { throw .evaluation(error) }
          let result = try compiler.result(
            of: rules, on: series, settings: settings, contracts: run.settings.contracts, range: run.range,
            values: grid.combination(index), basis: basis, quiet)
          return result.excessReturns()
        })
      return lists.compactMap(\.self)
    } catch {
      throw Self.failure(error)
    }
  }
}
