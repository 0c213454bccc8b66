import Calendar
import Columns

/// Runs of bars whose prices are those of no market: they do not move, or stand in another unit.
enum PriceRuns {
  /// The bars of the shortest run in which a price is stuck; all but its first have a high that is their low.
  static func least(_ bars: Bars) -> Int { bars.timeframe.isIntraday ? 60 : 5 }

  /// The indices of bars that repeat the prices of the bar before, in runs in which nothing moves.
  ///
  /// A run has five bars of a day or longer, of shorter ones sixty, all with the same open, high, low and close. Of a
  /// series that has volumes, those with one are not stuck; of a series of closes alone, such as a rate, nothing is.
  static func stuck(_ bars: Bars) -> [Int] {
    let least = least(bars)
    guard bars.count >= least else { return [] }
    let (open, high, low, volume) = (bars.open.values, bars.high.values, bars.low.values, bars.volume.values)
    guard bars.times.indices.contains(where: { high[$0] > low[$0] || volume[$0] > 0 }) else { return [] }
    var stuck: [Int] = []
    bars.close.values.withUnsafeBufferPointer { close in
      var start = 0
      for index in 1...close.count {
        if index < close.count, close[index] == close[index - 1], high[index] == low[index],
          open[index] == close[index], high[index] == close[index], !(volume[index] > 0)
        {
          continue
        }
        if index - start >= least { stuck += start + 1..<index }
        start = index
      }
    }
    return stuck
  }

  /// A run of bars whose prices are a hundred times those around it, or a hundredth: pence for pounds, cents for euros.
  struct UnitRun: Hashable {
    /// The bars.
    var range: Range<Int>
    /// The factor that takes them to the unit of the others: 100 or 0.01.
    var factor: Double
  }

  /// The runs that stand in another unit, by changes of the close to a hundredfold or a hundredth, within 5 %, and back.
  ///
  /// A change that is not taken back before the end stands for the shorter part of the series.
  static func inOtherUnit(_ bars: Bars) -> [UnitRun] {
    var changes: [(index: Int, isUp: Bool)] = []
    bars.close.values.withUnsafeBufferPointer { close in
      for index in close.indices.dropFirst() {
        let (now, before) = (close[index], close[index - 1])
        if now > 95 * before, now < 105 * before { changes.append((index, true)) }
        if before > 95 * now, before < 105 * now { changes.append((index, false)) }
      }
    }
    var runs: [UnitRun] = []
    var position = 0
    while position < changes.count {
      let (start, isUp) = changes[position]
      if position + 1 < changes.count, changes[position + 1].isUp != isUp {
        runs.append(UnitRun(range: start..<changes[position + 1].index, factor: isUp ? 0.01 : 100))
        position += 2
      } else {
        let isTail = bars.count - start <= start
        runs.append(UnitRun(range: isTail ? start..<bars.count : 0..<start, factor: isUp == isTail ? 0.01 : 100))
        position += 1
      }
    }
    return runs
  }
}
