import Backtesting
import Columns
import Evaluation
import Language

/// Why a strategy did not run to its end.
enum RunFailure: Error {
  case evaluation(EvaluationError)
  case backtest(BacktestError)
}

extension StrategyCompiler {
  /// Runs the strategy on a series; `check` was called before.
  ///
  /// - Parameters:
  ///   - text: the definition as it was typed, which the report keeps.
  ///   - values: a value for each parameter.
  func run(
    on series: Evaluation.Series, named name: String, text: String, values: [Double], settings: BacktestSettings,
    range: Range<Int>, environment: Environment
  ) throws(RunFailure) -> BacktestReport {
    let rules: Strategy
    do {
      rules = try self.rules(
        on: series, parameters: values, today: environment.today, monitor: environment.monitor)
    } catch {
      throw .evaluation(error)
    }
    let result: BacktestResult
    do {
      result = try Backtest.run(
        bars: series.bars, strategy: rules, settings: settings, range: range, listsSignals: true,
        monitor: environment.monitor)
    } catch {
      throw .backtest(error)
    }
    let parameters = zip(definition.parameters, zip(values, parameterKinds)).map {
      (name: $0.name, value: $1.0, kind: $1.1)
    }
    return BacktestReport(
      name: definition.name, strategy: definition.name, parameters: parameters, series: series, seriesName: name,
      text: text, result: result, performance: result.performance())
  }
}
