import Backtesting
import Evaluation
import Language
import Platform
import Reports
import Robustness
import Strategies

/// The runs of a sweep with the settings of one variant.
struct SweepPart: Sendable {
  package let settings: BacktestSettings
  package let basis: ReturnBasis
  /// The rows of all combinations, besides those that are known of a sweep that was stopped.
  package let rows: @Sendable (_ known: [SweepRow]) throws(RunFailure) -> [SweepRow]
  /// A search over the combinations, which keeps those whose indices of values meet a condition.
  typealias Search =
    @Sendable (SearchMethod, _ seed: UInt64, _ isKept: @escaping @Sendable ([Int]) -> Bool) throws(RunFailure) ->
    SearchRun
  package let search: Search
  /// The returns of some combinations that are spread over all of them; nil for runs of many symbols.
  package var sampledReturns: (@Sendable () throws(RunFailure) -> ReturnMatrix)?
  /// The returns of some combinations, by their numbers; nil for runs of many symbols.
  package var returns: (@Sendable (_ numbers: [Int]) throws(RunFailure) -> ReturnMatrix)?
  /// The full run of a combination, by its number, certified if requested.
  package let backtest: @Sendable (Int, _ certifies: Bool) throws(RunFailure) -> StrategyBacktest

  private init(
    settings: BacktestSettings, basis: ReturnBasis,
    rows: @escaping @Sendable (_ known: [SweepRow]) throws(RunFailure) -> [SweepRow],
    search: @escaping Search,
    backtest: @escaping @Sendable (Int, _ certifies: Bool) throws(RunFailure) -> StrategyBacktest
  ) {
    (self.settings, self.basis, self.rows, self.backtest) = (settings, basis, rows, backtest)
    self.search = search
  }
}

/// The window, the combinations and the ranking that all parts of a sweep have.
struct SweepTask: Sendable {
  package let series: Evaluation.Series
  package let range: Range<Int>
  package let metric: Metric
  package let grid: SweepGrid
  package let environment: Environment
}

extension SweepPart {
  /// The runs on one series.
  package init(_ compiler: StrategyCompiler, _ variant: SweepVariant, _ task: SweepTask) throws(RunFailure) {
    let (series, environment) = (task.series, task.environment)
    let run = SweepRun(
      compiler: compiler, series: series,
      settings: try compiler.runSettings(
        variant.settings, on: series, named: series.name, today: environment.today, monitor: environment.monitor),
      range: task.range, metric: task.metric, grid: task.grid, benchmark: variant.settings.benchmark,
      contracts: variant.settings.contracts, environment: environment)
    self.init(settings: run.settings, basis: run.basis) { known throws(RunFailure) in
      try run.rows(besides: known)
    } search: { method, seed, isKept throws(RunFailure) in
      try SearchRun(run, method: method, seed: seed, isKept: isKept)
    } backtest: { index, certifies throws(RunFailure) in
      try compiler.run(
        on: series, named: series.name, text: "", values: run.grid.combination(index), settings: variant.settings,
        range: run.range, environment: environment, certifies: certifies)
    }
    returns = { numbers throws(RunFailure) in try run.returns(of: numbers) }
    sampledReturns = { () throws(RunFailure) in try run.sampledReturns(SweepReport.Independence.sampled) }
  }

  /// The runs of many symbols in one account.
  package init(
    _ compiler: StrategyCompiler, on account: SweptAccount, _ variant: SweepVariant, _ task: SweepTask
  ) throws(RunFailure) {
    let (settings, range) = (variant.settings, task.range)
    var money = try compiler.runSettings(
      settings, on: task.series, named: task.series.name, today: task.environment.today,
      monitor: task.environment.monitor)
    money.contract = Contract()
    let (plain, certified) = (
      account.run(compiler, variant.terms), account.run(compiler, variant.terms, certifies: true)
    )
    let run: AccountSweep.Run = { values, environment, certifies throws(RunFailure) in
      try (certifies ? certified : plain)(values, settings, range, environment)
    }
    let sweep = AccountSweep(grid: task.grid, metric: task.metric, environment: task.environment, run: run)
    self.init(
      settings: money,
      basis: ReturnBasis(
        bars: task.series.bars, range: range, periodsPerYear: money.periodsPerYear, riskFree: money.riskFree)
    ) { known throws(RunFailure) in
      try sweep.rows(besides: known)
    } search: { method, seed, isKept throws(RunFailure) in
      SearchRun(sweep, method: method, seed: seed, isKept: isKept)
    } backtest: { index, certifies throws(RunFailure) in
      try sweep.backtest(of: index, certifies: certifies)
    }
  }
}
