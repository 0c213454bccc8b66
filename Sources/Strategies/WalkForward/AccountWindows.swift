import Backtesting
import Columns
import Evaluation
import Language
import Platform

/// Many symbols in one account whose parameters change from window to window.
package struct AccountWindows: Sendable {
  /// A run with values of the parameters and settings on some steps of the clock.
  package typealias Run =
    @Sendable (_ values: [Double], _ settings: Settings, _ range: Range<Int>, _ environment: Environment)
    throws(RunFailure) -> StrategyBacktest

  private let compiler: StrategyCompiler
  private let symbols: [Evaluation.Series]
  private let clock: PortfolioClock
  private let settings: Settings
  private let run: Run

  /// Makes them of the symbols and the clock of their bars.
  package init(
    _ compiler: StrategyCompiler, on symbols: [Evaluation.Series], clock: PortfolioClock, settings: Settings,
    run: @escaping Run
  ) {
    (self.compiler, self.symbols, self.clock) = (compiler, symbols, clock)
    (self.settings, self.run) = (settings, run)
  }

  /// The runs of a walk-forward over the combinations of a grid.
  package func ground(_ grid: SweepGrid, by metric: Metric, _ environment: Environment) -> WalkForwardGround {
    WalkForwardGround(grid: grid, together: 1, environment: environment) { ranges, monitor throws(RunFailure) in
      var told = environment
      told.monitor = monitor
      var rows: [[SweepRow]] = []
      for range in ranges {
        let sweep = AccountSweep(grid: grid, metric: metric, environment: told) { values, own, _ throws(RunFailure) in
          try run(values, settings, range, own)
        }
        rows.append(try sweep.rows())
      }
      return rows
    } test: { choice, environment throws(RunFailure) in
      try follow([choice], over: choice.range, environment).performance
    } follow: { choices, range, environment throws(RunFailure) in
      try follow(choices, over: range, environment)
    }
  }

  /// The windows one after the other, each with parameters of its own and with the money that the one before it left.
  ///
  /// Everything is sold at the last close of its window, with its costs: the next window begins without positions.
  ///
  /// - Parameters:
  ///   - choices: the windows in their order, which do not overlap; at least one.
  ///   - range: the steps of the full run.
  package func follow(
    _ choices: [WindowChoice], over range: Range<Int>, _ environment: Environment
  ) throws(RunFailure) -> StrategyBacktest {
    var own = settings
    own.backtest.finalize = true
    var windows: [StrategyBacktest] = []
    for choice in choices {
      let window = try run(choice.values, own, choice.range, environment)
      windows.append(window)
      // An account that lost everything trades no more.
      guard !window.result.isRuined, let cash = window.result.lastEquity, cash > 0 else { break }
      own.backtest.cash = cash
    }
    let series = compiler.clockSeries(symbols, clock, from: range.lowerBound)
    guard var whole = windows.first else { throw .backtest(.emptyWindow(range: range, bars: clock.count)) }
    let money = whole.result.settings
    let basis = ReturnBasis(
      bars: series.bars, range: range, periodsPerYear: money.periodsPerYear, riskFree: money.riskFree)
    guard
      var joined = BacktestResult.joining(
        windows.map(\.result), range: range, bars: series.bars, actions: windows.flatMap(\.result.actions),
        basis: basis)
    else { throw .backtest(.emptyWindow(range: range, bars: clock.count)) }
    joined.holdEqualParts(of: series.bars)
    let pairs = try compiler.benchmarkReturns(of: joined, on: series, benchmark: settings.benchmark)
    var performance = joined.performance(searchesCost: false)
    performance.compare(pairs)
    if whole.portfolio == nil { performance.setExcursions(joined.trades) }
    (whole.series, whole.result, whole.performance, whole.settings) = (series, joined, performance, settings)
    (whole.benchmarkReturns, whole.parameters) = (pairs, [])
    (whole.choices, whole.choiceNames) = (choices, compiler.definition.parameters.map(\.name))
    (whole.windows, whole.portfolio, whole.parts) = (windows, nil, [])
    return whole
  }
}
