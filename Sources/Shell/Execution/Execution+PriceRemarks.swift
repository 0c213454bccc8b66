import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Workspace

/// Remarks on the prices that a statement looked at: splits that nobody adjusted for, prices that contradict each other.
extension Execution {
  /// The remarks on some bars of a series, or of one made of it.
  func priceRemarks(of series: Evaluation.Series, in range: Range<Int>) -> [LoadedSeries.PriceRemark] {
    session.series[series.name]?.priceRemarks(on: series.bars, in: range) ?? []
  }

  /// Adds the remarks on some bars of a series to the notes of the statement.
  ///
  /// - Parameter naming: true where the statement looks at several series, so that each remark names its own.
  mutating func remarkPrices(of series: Evaluation.Series, in range: Range<Int>, naming: Bool = false) {
    for remark in priceRemarks(of: series, in: range) {
      note(
        code: Diagnostic.Code(engine: remark.code.rawValue), naming ? "\(series.name): \(remark.text)" : remark.text)
    }
  }
}
