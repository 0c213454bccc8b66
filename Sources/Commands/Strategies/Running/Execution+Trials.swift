import Backtesting
import Calendar
import Columns
import Evaluation
import Indicators
import JSON
import Language
import MarketData
import OrderedCollections
import Reports
import Sessions
import Strategies
import Text
import Workspace

extension Execution {
  /// True if a result is of the present rules of its strategy, with their inputs.
  package func isOfPresentRules(_ result: NamedResult) -> Bool {
    guard let run = result.backtest?.run, let strategy = session.strategies[run.strategy] else { return false }
    return session.rules(of: strategy.definition).isSame(as: run.job.rules)
      && run.like?.name == session.settings.like?.name
  }

  /// A fingerprint of the rules of a strategy and of the conventions of its indicators, for the journal.
  package func rulesFingerprint(of strategy: String, like: Preset?) -> String? {
    session.strategies[strategy].map { session.rules(of: $0.definition).fingerprint(like: like) }
  }

  /// Counts trials on the data of a series and gives all on them.
  @discardableResult
  package mutating func count(_ trials: [Trial], on series: Evaluation.Series) -> TrialTally {
    let counted = state.trials.count(trials, on: session.series[series.name]?.contentHash ?? series.name)
    let tally = formerTallies?.popFirst() ?? counted
    tallies.append(tally)
    return tally
  }

  /// Counts trials on the data of several series; the tally of those that were tried most often.
  package mutating func count(_ trials: [Trial], on series: [Evaluation.Series]) -> TrialTally {
    var most = TrialTally()
    for one in series {
      let all = count(trials, on: one)
      if all.count > most.count { most = all }
    }
    return most
  }

  /// Counts a backtest on each of its series; the one that was tried most often says how much of it may be luck.
  package mutating func count(
    _ run: inout StrategyBacktest, of basis: TrialBasis, _ values: [Double], on series: [Evaluation.Series]
  ) {
    let most = count([basis.trial(values, sharpe: run.performance.sharpeRatio)], on: series)
    guard most.count > 0 else { return }
    run.certificate?.trials = most.count
    run.significance = Significance(of: run.result, among: most)
  }
}
