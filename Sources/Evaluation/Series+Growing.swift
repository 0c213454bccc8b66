import Columns

extension Series {
  /// The series with later bars after its own.
  ///
  /// It is another series of the same source. This one keeps its bars, for all that hold it; its columns leave the cache,
  /// as the end that they were computed to has moved. Nothing is updated in place: the values of the longer series are
  /// computed over all of its bars when they are asked for, so that they are those of loading all bars at once.
  ///
  /// - Throws: if they have another length, are in no order, or do not follow the last bar.
  public func appending(_ later: Bars) throws(GrowthError) -> Series {
    let longer = became(try bars.appending(later))
    dropColumns()
    return longer
  }

  /// The series with bars in place of those of the same time: a late or corrected bar.
  ///
  /// - Throws: if they have another length or are in no order.
  public func revising(_ others: Bars) throws(GrowthError) -> Series {
    let revised = became(try bars.revising(others))
    dropColumns()
    return revised
  }

  /// Drops the columns that were computed on the series: its end has moved, and it is asked for them no longer.
  package func dropColumns() { cache.dropColumns() }

  /// The series of the same source that has these bars now.
  ///
  /// - Parameters:
  ///   - origin: the series as loaded, from which they were made; nil if these are them.
  ///   - actions: the splits and dividends that move the prices; nil for those of this series.
  package func became(_ bars: Bars, origin: Series? = nil, actions: CorporateActions? = nil) -> Series {
    Series(
      ID(of: id), name: name, bars: bars, publication: publication, origin: origin, basis: basis,
      actions: actions ?? self.actions, columns: cache.budget)
  }
}
