import Backtesting
import Evaluation
import Indicators
import Language

/// A backtest of a strategy with everything that it was run with, so that its numbers can be explained and repeated.
package struct StrategyBacktest: Sendable {
  /// What it is a run of.
  package var job: RunJob
  /// The parameters with their values, in the order of the strategy.
  package var parameters: [(name: String, value: Double, kind: Kind)]
  /// The bars it ran on.
  package var series: Evaluation.Series
  /// The fills, trades and curves.
  package var result: BacktestResult
  /// The statistics of the result.
  package var performance: Performance
  /// The weight of the beginning of the data in its rules at the start of the window, in words; nil if there is none.
  package var seedRemark: String?
  /// Its returns with those of its benchmark.
  package var benchmarkReturns: BenchmarkReturns?
  /// The checks of whether the result can be trusted; nil if not requested.
  package var certificate: Certificate?
  /// How much of it may be the luck of many trials; nil if they are not counted, or nothing was gained or lost.
  package var significance: Significance?
  /// The rules of a run on one series that were true on no bar.
  package var silentRules: [SilentRule] = []
  /// The computation of its rules, which explains why they held on a bar.
  package var evidence: RuleEvidence

  /// The symbols and rules of a portfolio, which show its decisions on any day; nil for other runs.
  package var portfolio: PortfolioGround?
  /// True if each position gets an equal part of the equity, as the strategy has no size.
  package var sharesEqually = false
  /// The seams of its windows, if positions are carried over them; nil if none is.
  package var seams: CarriedSeams?
  /// The runs of many symbols on each of these windows, with their reasons; empty for other runs.
  package var windows: [StrategyBacktest] = []
  /// Each symbol of one account, with its own trades and orders.
  package var parts: [StrategyPart] = []

  package init(
    _ job: RunJob, parameters: [(name: String, value: Double, kind: Kind)], series: Evaluation.Series,
    result: BacktestResult, performance: Performance, evidence: RuleEvidence
  ) {
    (self.job, self.parameters, self.series) = (job, parameters, series)
    (self.result, self.performance, self.evidence) = (result, performance, evidence)
  }

  /// The name of the strategy, and its definition when this ran.
  package var strategy: String { job.strategy.name }
  package var text: String { job.text }
  /// The settings as given; those of the result are resolved for the series.
  package var settings: Settings { job.settings }
  /// The terms on which its symbols share one account; nil for other runs.
  package var shared: SharedTerms? { job.kind.terms }
  /// The days on which its symbols belong to their universe, by name, in days since 1970.
  package var membership: [String: [ClosedRange<Int>]] { job.membership }
  /// The windows of a run whose parameters change from window to window, with their values; empty for other runs.
  package var choices: [WindowChoice] { job.choices }
  /// The names of the parameters of these values.
  package var choiceNames: [String] { job.strategy.parameters.map(\.name) }

  /// The name of the bars in the session.
  package var seriesName: String { series.name }

  /// The conventions of its indicators; nil for the defaults.
  package var like: Preset? { settings.like }
}

/// A symbol's part of a run in one account.
package struct StrategyPart: Sendable {
  /// The bars of the symbol.
  package var series: Evaluation.Series
  /// Its trades and orders, by its own bars.
  package var result: BacktestResult
  /// The index of each of its closed trades among those of the account.
  package var trades: [Int]
}
