import Indicators

extension CandleTile {
  /// Bars of a tile whose prices are all there.
  struct Piece {
    /// The index of the first bar.
    let start: Int
    /// The number of bars: a full tile, fewer at the end and before a bar with a missing price.
    let count: Int
    /// The number of bars without a missing price right before the first one.
    let before: Int

    /// The bars on which a pattern can be decided.
    func valid(lookback: Int) -> Range<Int> {
      let first = max(lookback - before, 0)
      return first..<max(count, first)
    }
  }

  /// Walks over bars in tiles, oldest first.
  ///
  /// A bar with a missing price is left out, and the bars after it know nothing of those before. Earlier bars
  /// than those asked about are read as far as a pattern needs them.
  ///
  /// - Parameter areComplete: true if it is known that no price is missing, which spares a look.
  @inline(__always)
  static func forEach(
    _ prices: CandlePrices,
    _ bars: Range<Int>,
    areComplete: Bool = false,
    _ body: (CandleTile, Piece) -> Void
  ) {
    var tile = CandleTile()
    defer { tile.deallocate() }
    var begin = bars.lowerBound
    while begin > max(bars.lowerBound - margin, 0), prices.isComplete(begin - 1) { begin -= 1 }
    var start = bars.lowerBound
    while start < bars.upperBound {
      let requested = start..<min(start + BarSet.span, bars.upperBound)
      let count = areComplete ? requested.count : prices.completeCount(requested)
      if count > 0 {
        tile.read(prices, from: start, run: begin..<start + count)
        body(tile, Piece(start: start, count: count, before: start - begin))
      }
      start += count
      if count < requested.count {
        start += 1
        begin = start
      }
    }
  }
}
