import Backtesting
import Evaluation

/// The items that the rows of a table denote, from which `explain cell` explains a cell.
package enum RowSubject: Sendable {
  /// Values on bars: the series, the bar of each row, and the expression under each heading.
  case bars(Evaluation.Series, [Int], [String: String])
  /// Values on a bar of a series each, and the expression under each heading.
  case symbols([(series: Evaluation.Series, bar: Int)], [String: String])
  /// Trades of a backtest, by their numbers from 1 as `trades` lists all of them.
  case trades(BacktestReport, [Int])
  /// The closes of a backtest's bars.
  case equity(BacktestReport, [Int])
  /// Periods of a backtest.
  case periods(BacktestReport, [PeriodReturn])
  /// Years of a backtest, with a column for each month.
  case months(BacktestReport)
  /// Statistics of a backtest, a row each.
  case statistics(BacktestReport)

  /// The memory that they hold.
  var memory: [HeldMemory] {
    switch self {
    case .bars(let series, let rows, _): HeldMemory.bars(series.bars) + [HeldMemory(rows)]
    case .symbols(let symbols, _): symbols.flatMap { HeldMemory.bars($0.series.bars) }
    case .trades(let report, let rows), .equity(let report, let rows): HeldMemory.run(report) + [HeldMemory(rows)]
    case .periods(let report, _), .months(let report), .statistics(let report): HeldMemory.run(report)
    }
  }
}
