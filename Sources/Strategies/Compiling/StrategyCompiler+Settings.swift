import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Work

extension StrategyCompiler {
  /// The settings of a run on a series: with the terms of its contract, and with rates by bar as known then.
  ///
  /// - Throws: a series of rates that is no longer there, or cannot be seen from the bars.
  package func runSettings(
    _ settings: Settings, on series: Evaluation.Series, today: CivilDate, monitor: WorkMonitor
  ) throws(RunFailure) -> BacktestSettings {
    var result = settings.backtest
    result.contract = settings.contracts[series.name] ?? Contract()
    func rate(_ source: RateSource) throws(RunFailure) -> YearlyRate {
      switch source {
      case .number(let value): return .constant(value)
      case .cashRate: return try rate(settings.cashRate)
      case .series(let name):
        return .column(try percentNumbers(name, on: series, today: today, monitor: monitor))
      }
    }
    result.financing = Financing(
      cash: try rate(settings.cashRate), loan: try rate(settings.loanRate), borrow: try rate(settings.borrowRate))
    result.riskFree = try rate(settings.riskFree)
    return result
  }

  /// The values of a series of percent numbers on the bars of another, as fractions.
  private func percentNumbers(
    _ name: String, on series: Evaluation.Series, today: CivilDate, monitor: WorkMonitor
  ) throws(RunFailure) -> Column {
    var planner = Planner(names: names, source: source, series: series, today: today)
    let planned: Planned
    do { planned = try planner.plan(.name(name, definition.nameSpan)) } catch { throw .rateUnknown(name) }
    guard let node = planned.node else { throw .rateUnknown(name) }
    var evaluator = Evaluator(
      plan: planner.plan, series: series, parameters: [], source: source, today: today, monitor: monitor)
    do {
      return Column(try evaluator.column(node).values.map { $0 / 100 })
    } catch {
      throw .evaluation(error)
    }
  }
}
