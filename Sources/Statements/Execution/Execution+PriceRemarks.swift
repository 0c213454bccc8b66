import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Sessions
import Text
import Workspace

/// Remarks on the prices that a statement looked at: splits that nobody adjusted for, prices that contradict each other.
extension Execution {
  /// The remarks on some bars of a series, or of one made of it.
  package func priceRemarks(of series: Evaluation.Series, in range: Range<Int>) -> [LoadedSeries.PriceRemark] {
    session.series[series.name]?.priceRemarks(on: series.bars, in: range) ?? []
  }

  /// The remarks under a backtest, which books dividends itself: only splits can still distort the prices its rules
  /// see.
  package func backtestRemarks(of series: Evaluation.Series, in range: Range<Int>) -> [String] {
    let hasSplits = !series.actions.splits.isEmpty
    return priceRemarks(of: series, in: range).filter { hasSplits || $0.code != .actionsInPrices }.map(\.text)
  }

  /// Tells that runs on a series take its splits and dividends.
  package mutating func remarkActions(of series: Evaluation.Series, in range: Range<Int>) {
    let actions = series.bars.barActions(series.actions).filter { range.contains($0.index) }
    let words = [
      actions.contains { $0.ratio != 1 } ? "splits change the units held" : nil,
      actions.contains { $0.dividend != 0 } ? "dividends are taken in cash" : nil,
    ].compactMap { $0 }
    if words.isEmpty { return }
    note(code: Diagnostic.Code(engine: BarFinding.Code.actionsInPrices.rawValue), Wording.list(words))
  }

  /// Adds the remarks on some bars of a series to the notes of the statement.
  ///
  /// - Parameter naming: true where the statement looks at several series, so that each remark names its own.
  package mutating func remarkPrices(of series: Evaluation.Series, in range: Range<Int>, naming: Bool = false) {
    for remark in priceRemarks(of: series, in: range) {
      note(
        code: Diagnostic.Code(engine: remark.code.rawValue), naming ? "\(series.name): \(remark.text)" : remark.text)
    }
  }
}
