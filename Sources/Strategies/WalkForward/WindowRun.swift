import Backtesting
import Columns
import Evaluation
import Language
import Platform

/// The values of a strategy's parameters that a window is traded with.
package struct WindowChoice: Sendable, Hashable {
  /// The bars that are traded.
  package var range: Range<Int>
  /// A value for each parameter.
  package var values: [Double]

  package init(range: Range<Int>, values: [Double]) {
    self.range = range
    self.values = values
  }
}

extension StrategyCompiler {
  /// Runs the strategy on windows one after the other, each with parameters of its own and with the money that the one
  /// before it left; `check` was called before.
  ///
  /// A position is closed at the last close of its window, with its costs: the next window begins without one.
  ///
  /// - Parameters:
  ///   - choices: the windows in their order, which do not overlap; at least one.
  ///   - range: the bars of the whole.
  ///   - text: the definition as it was typed, which the result keeps.
  package func run(
    _ choices: [WindowChoice], on series: Evaluation.Series, named name: String, text: String, settings: Settings,
    range: Range<Int>, environment: Environment
  ) throws(RunFailure) -> StrategyBacktest {
    var money = try runSettings(
      settings, on: series, named: name, today: environment.today, monitor: environment.monitor)
    money.finalize = true
    var results: [BacktestResult] = []
    for choice in choices {
      let rules = try windowRules(choice.values, on: series, environment)
      let result = try result(
        of: rules, on: series, settings: money, contracts: settings.contracts, range: choice.range,
        values: choice.values, listsSignals: true, environment)
      results.append(result)
      // An account that lost everything trades no more.
      guard !result.isRuined, let cash = result.equity.values.last, cash > 0 else { break }
      money.cash = cash
    }
    let basis = ReturnBasis(
      bars: series.bars, range: range, periodsPerYear: money.periodsPerYear, riskFree: money.riskFree)
    guard
      let joined = BacktestResult.joining(
        results, range: range, bars: series.bars, actions: series.bars.barActions(series.actions), basis: basis)
    else { throw .backtest(.emptyWindow(range: range, bars: series.bars.count)) }
    var performance = joined.performance()
    let pairs = try benchmarkReturns(of: joined, on: series, benchmark: settings.benchmark)
    performance.compare(pairs)
    performance.setExcursions(joined.trades)
    var run = StrategyBacktest(
      strategy: definition.name, parameters: [], series: series, seriesName: name, text: text, result: joined,
      performance: performance,
      evidence: evidence(choices.first?.values ?? defaults, today: environment.today).following(choices),
      settings: settings)
    run.benchmarkReturns = pairs
    run.choices = choices
    run.choiceNames = definition.parameters.map(\.name)
    return run
  }

  private func windowRules(
    _ values: [Double], on series: Evaluation.Series, _ environment: Environment
  ) throws(RunFailure) -> Strategy {
    do throws(EvaluationError) {
      return try rules(on: series, parameters: values, today: environment.today, monitor: environment.monitor)
    } catch {
      throw .evaluation(error)
    }
  }
}
