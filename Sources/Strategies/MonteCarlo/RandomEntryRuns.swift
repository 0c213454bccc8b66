import Backtesting
import Columns
import Evaluation
import Platform
import Robustness

extension StrategyRun {
  /// Runs the entries of a backtest at random places, with its stops, sizes and costs.
  ///
  /// - Parameter run: the backtest, which is on one series.
  package func randomEntryRuns(
    of run: StrategyBacktest, runs: Int, seed: UInt64, environment: Environment
  ) throws(RunFailure) -> MonteCarlo {
    let (series, monitor) = (run.series, environment.monitor)
    let rules: Strategy
    do throws(EvaluationError) {
      rules = try compiler.rules(
        on: series, parameters: run.parameters.map(\.value), today: environment.today, monitor: monitor)
    } catch {
      throw .evaluation(error)
    }
    let entries: RandomEntries
    let outcomes: [RandomEntries.Outcome?]
    do {
      let ground = RandomEntries.Ground(
        of: run.result, bars: series.bars, strategy: rules, actions: series.bars.barActions(series.actions),
        finer: compiler.finer?.prefix(series.bars.count))
      entries = try RandomEntries(
        of: run.result, on: ground, seed: seed, workers: environment.workers, monitor: monitor)
      outcomes = try entries.outcomes(runs: runs, workers: environment.workers, monitor: monitor)
    } catch let error as BacktestError {
      throw error == .interrupted ? .evaluation(.interrupted) : .backtest(error)
    } catch SweepError<BacktestError>.failed(_, let failure) {
      throw .backtest(failure)
    } catch {
      throw .evaluation(.interrupted)
    }
    let made = outcomes.compactMap(\.self)
    var outcome = MonteCarlo(
      method: .entries, runs: made.count, seed: seed, count: entries.entries.count,
      returns: made.map(\.totalReturn).sorted(), drawdowns: made.map(\.maxDrawdown).sorted(),
      actualReturn: run.performance.totalReturn, actualDrawdown: run.performance.maxDrawdown)
    outcome.lows = made.map(\.low).sorted()
    return outcome
  }
}
