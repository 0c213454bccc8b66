import Columns
import Evaluation

extension LoadedSeries {
  /// The bars of a range alone, as if the source had no others: indicators begin with the first of them.
  ///
  /// `columns` is the memory for the columns that will be computed on them.
  package func cut(to range: Range<Int>, columns: ColumnBudget) -> LoadedSeries {
    var result = self
    result.derived = DerivedSeries()
    if unadjusted.count == series.bars.count { result.unadjusted = unadjusted.slice(range) }
    result.growth = nil
    result.all = Evaluation.Series(
      name: name, bars: series.bars.slice(range), publication: series.publication, basis: series.basis,
      actions: series.actions, columns: columns)
    result.series = result.all
    return result
  }
}
