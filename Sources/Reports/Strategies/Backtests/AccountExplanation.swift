import Backtesting
import Calendar
import Columns
import Presentation
import Text

extension BacktestReport {
  /// A close of the account: its money, what it holds, and its fall from the highest close so far.
  package func facts(ofEquityAt bar: Int, column: String) -> [(String, String)] {
    let first = result.range.lowerBound
    let (equity, cash) = (result.equity[bar - first], result.cash[bar - first])
    switch column {
    case "drawdown":
      let before = result.equity.values[...(bar - first)]
      let highest = before.max() ?? equity
      let isStart = result.settings.cash >= highest
      let peak = max(highest, result.settings.cash)
      let place = isStart ? "the start" : label(first + (before.firstIndex(of: highest) ?? 0))
      return [
        ("formula", "equity / highest equity so far - 1"),
        ("with numbers", "\(exact(equity)) / \(exact(peak)) - 1 = \(exact(equity / peak - 1))"),
        ("highest so far", "\(exact(peak)), \(place)"),
      ]
    case "holdings":
      return [
        ("formula", "equity - cash: the positions at the close"),
        ("with numbers", "\(exact(equity)) - \(exact(cash)) = \(exact(equity - cash))"),
      ]
    default:
      let earlier = bar > first ? result.equity[bar - 1 - first] : result.settings.cash
      return [
        ("formula", "cash + positions, at the close"),
        ("with numbers", "\(exact(cash)) + \(exact(equity - cash)) = \(exact(equity))"),
        ("close before", "\(exact(earlier)), a change of \(NumberFormat.percent(4).text(equity / earlier - 1))"),
      ]
    }
  }

  /// The return of a period: the equity at both of its ends.
  package func facts(of period: PeriodReturn) -> [(String, String)] {
    let first = result.range.lowerBound
    let before =
      period.bars.lowerBound > first ? result.equity[period.bars.lowerBound - 1 - first] : result.settings.cash
    let after = result.equity[period.bars.upperBound - 1 - first]
    let place = period.bars.lowerBound > first ? "on \(label(period.bars.lowerBound - 1))" : "the cash at the start"
    return [
      ("formula", "equity at the last close / equity at the last close before the period - 1"),
      ("with numbers", "\(exact(after)) / \(exact(before)) - 1 = \(exact(period.returnRate))"),
      ("before", "\(exact(before)), \(place)"), ("after", "\(exact(after)), on \(label(period.bars.upperBound - 1))"),
      ("gain", exact(period.gain)), ("trades closed", NumberText.grouped(period.trades)),
    ]
  }

  /// The return of a month of `calendar`, or of its year in the last column; empty if there is none.
  package func facts(ofMonth column: Int, year: String) -> [(String, String)] {
    let period =
      column == 13
      ? result.returns(by: .year, of: bars).first { "\($0.start.year)" == year }
      : result.returns(by: .month, of: bars).first { "\($0.start.year)" == year && $0.start.month == column }
    return period.map { facts(of: $0) } ?? []
  }

  private func exact(_ value: Double) -> String { NumberFormat.general.significant(9).text(value) }
}
