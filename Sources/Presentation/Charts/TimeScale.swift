/// The columns of the bars of a chart.
package struct TimeScale {
  let count: Int
  let columns: Int
  /// True if bar i of n is in the middle of the i-th of n equal slots, with room at both sides.
  ///
  /// Else the first bar is at the left edge and the last at the right edge.
  let hasSlots: Bool

  package init(count: Int, columns: Int, hasSlots: Bool) {
    self.count = count
    self.columns = columns
    self.hasSlots = hasSlots
  }

  /// The column of a bar among a number of columns that cover the full width.
  func column(_ index: Int, of columns: Int) -> Int {
    if hasSlots || count < 2 {
      return count == 0 ? 0 : min((2 * index + 1) * columns / (2 * count), columns - 1)
    }
    return min((2 * index * (columns - 1) + count - 1) / (2 * (count - 1)), columns - 1)
  }

  /// The column at the lower edge of a bar's slot.
  func edge(_ index: Int) -> Int {
    guard index > 0 else { return 0 }
    guard index < count else { return max(columns - 1, 0) }
    return (column(index - 1, of: columns) + column(index, of: columns) + 1) / 2
  }

  /// The number of columns between the middles of two bars, at least one.
  var slot: Int { max(columns / max(count, 1), 1) }

  /// The width of the body of a bar.
  var bodyWidth: Int { slot >= 4 ? 3 : 1 }
}
