import Calendar
import Columns
import Evaluation
import Synchronization

/// The series of a session as of one moment: without bars unfinished then.
final class PrefixSource: SeriesSource {
  private let whole: any SeriesSource
  /// The full series, and the number of bars that it has by then.
  private let base: Series
  private let count: Int
  /// Each requested series, full and cut.
  private let cuts: Mutex<[(whole: Series, cut: Series)]>

  /// Makes the source of a series that has `bars` bars by then, and that series.
  init(_ whole: any SeriesSource, of series: Series, bars: Int) {
    self.whole = whole
    base = series
    count = bars
    cuts = Mutex([(series, Self.cut(series, to: bars))])
  }

  /// The series itself, cut.
  var first: Series { cuts.withLock { $0[0].cut } }

  private static func cut(_ series: Series, to count: Int) -> Series {
    Series(
      name: series.name, bars: series.bars.prefix(count), publication: series.publication, basis: series.basis,
      actions: series.actions, columns: ColumnBudget())
  }

  private func cut(_ series: Series) -> Series {
    cuts.withLock { cuts in
      if let known = cuts.first(where: { $0.whole === series || $0.cut === series }) { return known.cut }
      // Only rules that read other series need to know when this one was.
      let end = base.bars.closings()[count - 1]
      let closings = series.bars.closings()
      let made = Self.cut(series, to: closings.firstIndex { $0 > end } ?? closings.count)
      cuts.append((series, made))
      return made
    }
  }

  private func original(of series: Series) -> Series {
    cuts.withLock { $0.first { $0.cut === series }?.whole ?? series }
  }

  func series(named symbol: String) throws(ContextError) -> Series { cut(try whole.series(named: symbol)) }

  func series(in context: BarContext, seenFrom series: Series) throws(ContextError) -> Series {
    cut(try whole.series(in: context, seenFrom: original(of: series)))
  }

  func valuation(_ name: ValuationName, seenFrom series: Series) throws(ValuationAbsence) -> IntrinsicValues {
    try whole.valuation(name, seenFrom: original(of: series))
  }

  func currentValue(_ name: ValuationName) throws(ValuationAbsence) -> Double { try whole.currentValue(name) }

  func check(_ name: ValuationName) throws(ValuationAbsence) { try whole.check(name) }
}
