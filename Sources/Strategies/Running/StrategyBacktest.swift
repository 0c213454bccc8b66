import Backtesting
import Evaluation
import Indicators

/// A backtest of a strategy with everything that it was run with, so that its numbers can be explained and repeated.
package struct StrategyBacktest: Sendable {
  /// The name of the strategy.
  package var strategy: String
  /// The parameters with their values, in the order of the strategy.
  package var parameters: [(name: String, value: Double, kind: Kind)]
  /// The bars it ran on.
  package var series: Evaluation.Series
  /// The strategy's definition when this ran.
  package var text: String
  /// The fills, trades and curves.
  package var result: BacktestResult
  /// The statistics of the result.
  package var performance: Performance
  /// The settings as given; those of the result are resolved for the series.
  package var settings: Settings
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
  /// The symbol of a portfolio that receives the weight not allocated to the others.
  package var reserve: String?
  /// The days on which symbols of a portfolio belong to its universe, by name, in days since 1970.
  package var membership: [String: [ClosedRange<Int>]] = [:]
  /// The name of the group of each symbol that has one, by name.
  package var groups: [String: String] = [:]
  /// The terms on which its symbols share one account; nil for other runs.
  package var shared: SharedTerms?
  /// True if each position gets an equal part of the equity, as the strategy has no size.
  package var sharesEqually = false
  /// The windows of a run whose parameters change from window to window, with their values; empty for other runs.
  package var choices: [WindowChoice] = []
  /// The names of the parameters of these values.
  package var choiceNames: [String] = []
  /// The seams of its windows, if positions are carried over them; nil if none is.
  package var seams: CarriedSeams?
  /// The runs of many symbols on each of these windows, with their reasons; empty for other runs.
  package var windows: [StrategyBacktest] = []
  /// Each symbol of one account, with its own trades and orders.
  package var parts: [StrategyPart] = []

  package init(
    strategy: String, parameters: [(name: String, value: Double, kind: Kind)], series: Evaluation.Series,
    text: String, result: BacktestResult, performance: Performance, evidence: RuleEvidence, settings: Settings
  ) {
    self.evidence = evidence
    self.strategy = strategy
    self.parameters = parameters
    self.series = series
    self.text = text
    self.result = result
    self.performance = performance
    self.settings = settings
  }

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
