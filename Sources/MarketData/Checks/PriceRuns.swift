import Calendar
import Columns
import Text

/// Runs of bars whose prices are implausible: unchanged, or in another unit.
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

  /// A run of bars whose prices are ten, a hundred or a thousand times those around it, or such a part of them: pence for
  /// pounds, a digit too many.
  struct UnitRun: Hashable {
    /// Indices of the bars in the run.
    var range: Range<Int>
    /// The factor that takes them to the unit of the others: 0.01 if they are a hundred times those.
    var factor: Double
    /// The factor or its inverse, the greater of the two.
    var size: Int { Int(max(factor, 1 / factor).rounded()) }
  }

  /// The most bars of a run at ten or a thousand times those around it; in a longer one the price may be real.
  private static let longestSlip = 20

  /// The runs in another unit, by changes of the close to a tenfold, hundredfold or thousandfold, within 5 %, and back.
  ///
  /// A change to a hundredfold that is not taken back before the end is of the shorter part of the series; other changes
  /// that are not taken back within some bars are none of the unit: a split, or a leap.
  static func inOtherUnit(_ bars: Bars) -> [UnitRun] {
    var changes: [(index: Int, size: Int, isUp: Bool)] = []
    bars.close.values.withUnsafeBufferPointer { close in
      for index in close.indices.dropFirst() {
        let (now, before) = (close[index], close[index - 1])
        guard now > 8 * before || before > 8 * now, now > 0, before > 0 else { continue }
        let (change, isUp) = (max(now / before, before / now), now > before)
        for size in [10, 100, 1000] where change > 0.95 * Double(size) && change < 1.05 * Double(size) {
          changes.append((index, size, isUp))
        }
      }
    }
    var runs: [UnitRun] = []
    var position = 0
    while position < changes.count {
      let (start, size, isUp) = changes[position]
      let factor = isUp ? 1 / Double(size) : Double(size)
      let back = position + 1 < changes.count ? changes[position + 1] : nil
      if let back, back.isUp != isUp, back.size == size, size == 100 || back.index - start <= longestSlip {
        runs.append(UnitRun(range: start..<back.index, factor: factor))
        position += 2
        continue
      }
      // Of a hundred new shares for one, or the reverse, the volume changes too.
      if size == 100, SplitSearch.volumeChanges(at: start, in: bars, with: factor) != true {
        let isTail = bars.count - start <= start
        runs.append(UnitRun(range: isTail ? start..<bars.count : 0..<start, factor: isTail ? factor : 1 / factor))
      }
      position += 1
    }
    return runs
  }

  /// The indices of bars whose close is eight times the one before or more, or an eighth or less.
  static func leaps(_ bars: Bars) -> [Int] {
    bars.close.values.withUnsafeBufferPointer { close in
      close.indices.dropFirst().filter { index in
        let (now, before) = (close[index], close[index - 1])
        return now > 0 && before > 0 && (now > 8 * before || before > 8 * now)
      }
    }
  }

  /// The finding that names leaps, and the one on prices that are whole numbers beyond what is usual.
  static func findings(on leaps: [Int], _ bars: Bars) -> [BarFinding] {
    var findings: [BarFinding] = []
    if let first = leaps.first {
      func text(_ index: Int) -> String {
        let (now, before) = (bars.close[index], bars.close[index - 1])
        let times = NumberText.plain((max(now / before, before / now) * 10).rounded() / 10)
        return "\(bars.label(at: index)) (\(now > before ? "x" : "1/")\(times))"
      }
      let places = leaps.map { BarFinding.Place(time: bars.times[$0], text: text($0)) }
      findings.append(
        BarFinding(
          .leaps, message: BarFinding.leapText(places), count: leaps.count, firstTime: bars.times[first],
          places: places))
    }
    let places = [0, bars.count / 2, bars.count - 1].filter { bars.times.indices.contains($0) }
    if !places.isEmpty, places.allSatisfy({ bars.close[$0] >= 1e9 && bars.close[$0] == bars.close[$0].rounded() }) {
      findings.append(
        BarFinding(
          .hugePrices,
          message: "prices are whole numbers above a thousand million: they may be written in a small unit, such as"
            + " a billionth; `close / 1e9` is the price then", count: bars.count))
    }
    return findings
  }
}
