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
  ///
  /// - Parameter reach: the bars before them that indicators look back to.
  package func priceRemarks(
    of series: Evaluation.Series, in range: Range<Int>, reach: Int = 0
  ) -> [LoadedSeries.PriceRemark] {
    session.series[series.name]?.priceRemarks(on: series.bars, in: range, reach: reach) ?? []
  }

  /// The remarks under a backtest, which books dividends itself: only splits can still distort the prices its rules
  /// see.
  ///
  /// - Parameter reach: the bars before the run that its rules look back to.
  package func backtestRemarks(of series: Evaluation.Series, in range: Range<Int>, reach: Int = 0) -> [String] {
    session.series[series.name]?.backtestRemarks(on: series, in: range, reach: reach) ?? []
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
  /// - Parameters:
  ///   - naming: true where the statement looks at several series, so that each remark names its own.
  ///   - reach: the bars before them that indicators look back to.
  package mutating func remarkPrices(
    of series: Evaluation.Series, in range: Range<Int>, naming: Bool = false, reach: Int = 0
  ) {
    for remark in priceRemarks(of: series, in: range, reach: reach) {
      note(
        code: Diagnostic.Code(engine: remark.code.rawValue), naming ? "\(series.name): \(remark.text)" : remark.text)
    }
  }

  /// Adds the remarks on the bars of other loaded series that some nodes read, such as those of `close @ QQQ`, in the
  /// time of some bars of the series in use.
  package mutating func remarkPrices(
    besides series: Evaluation.Series, readBy nodes: [NodeID], of plan: Plan, in range: Range<Int>, reach: Int = 0
  ) {
    guard let first = range.first, let last = range.last else { return }
    let times = series.bars.times
    for other in plan.otherSeries(readBy: nodes, on: series, source: session.seriesSource) {
      let own = other.bars.times
      let start = own.firstIndex { $0 >= times[first] } ?? own.count
      let end = own.lastIndex { $0 <= times[last] }.map { $0 + 1 } ?? 0
      if start < end { remarkPrices(of: other, in: start..<end, naming: true, reach: reach) }
    }
  }

  /// Adds the remarks on wrong or missing prices alone, where the basis of the prices is said elsewhere.
  package mutating func remarkDefects(of series: Evaluation.Series, in range: Range<Int>, reach: Int = 0) {
    for remark in defectRemarks(of: series, in: range, reach: reach) {
      note(code: Diagnostic.Code(engine: remark.code.rawValue), remark.text)
    }
  }

  /// The remarks on wrong or missing prices alone.
  package func defectRemarks(
    of series: Evaluation.Series, in range: Range<Int>, reach: Int = 0
  ) -> [LoadedSeries.PriceRemark] {
    let bases: Set<BarFinding.Code> = [.adjustedPrices, .actionsInPrices]
    return priceRemarks(of: series, in: range, reach: reach).filter { !bases.contains($0.code) }
  }
}
