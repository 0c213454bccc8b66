import Indicators

/// An inside bar that breaks the wrong way and is confirmed by a close on the other side.
extension CandlestickPattern {
  static let hikkakes: [CandlestickPattern] = [hikkake, modifiedHikkake]

  private static let hikkake = CandlestickPattern(
    "cdlhikkake",
    "Hikkake Pattern",
    "A false break of an inside bar: 100 bullish, -100 bearish; 200 once confirmed.",
    formula: """
      an inside bar (lower high, higher low), then a bar with a lower high and a lower low (100) or a higher high \
      and a higher low (-100); within three bars the first close above the inside bar's high (200) or below its \
      low (-200) confirms it, unless a new one comes first
      """,
    chesler,
    bars: 6,
    values: [100, 200, -100, -200]
  ) { tile, _ in
    let inside = tile.bars(.lowerHigh, 1) & tile.bars(.higherLow, 1)
    return confirmed(
      tile,
      bullish: inside & tile.bars(.lowerHigh, 0) & tile.bars(.lowerLow, 0),
      bearish: inside & tile.bars(.higherHigh, 0) & tile.bars(.higherLow, 0)
    ) { bar in
      guard bar.high(1) < bar.high(2) && bar.low(1) > bar.low(2) else { return 0 }
      return direction(bar)
    }
  }

  private static let modifiedHikkake = CandlestickPattern(
    "cdlhikkakemod",
    "Modified Hikkake Pattern",
    "A false break after two inside bars: 100 bullish, -100 bearish; 200 confirmed.",
    formula: """
      two inside bars in a row, the first closing near its low (high), then a bar with a lower high and a lower \
      low (100) or a higher high and a higher low (-100); confirmed as cdlhikkake (200, -200)
      """,
    chesler,
    measures: [.near],
    bars: 6,
    values: [100, 200, -100, -200]
  ) { tile, _ in
    let inside =
      tile.bars(.lowerHigh, 2) & tile.bars(.higherLow, 2) & tile.bars(.lowerHigh, 1) & tile.bars(.higherLow, 1)
    let down = tile.bars(.lowerHigh, 0) & tile.bars(.lowerLow, 0)
    let up = tile.bars(.higherHigh, 0) & tile.bars(.higherLow, 0)
    return confirmed(
      tile,
      bullish: tile.keep(inside & down, where: closesNearLow),
      bearish: tile.keep(inside & up, where: closesNearHigh)
    ) { bar in
      guard bar.high(2) < bar.high(3), bar.low(2) > bar.low(3), bar.high(1) < bar.high(2), bar.low(1) > bar.low(2)
      else { return 0 }
      let direction = direction(bar)
      return direction > 0 && closesNearLow(bar) || direction < 0 && closesNearHigh(bar) ? direction : 0
    }
  }

  @inline(__always)
  private static func closesNearLow(_ bar: Candle) -> Bool { bar.close(2) <= bar.low(2) + bar.near(2) }

  @inline(__always)
  private static func closesNearHigh(_ bar: Candle) -> Bool { bar.close(2) >= bar.high(2) - bar.near(2) }

  /// 1 if a bar breaks downwards, which is bullish, -1 if it breaks upwards, else 0.
  @inline(__always)
  private static func direction(_ bar: Candle) -> Int {
    if bar.high(0) < bar.high(1) && bar.low(0) < bar.low(1) { return 1 }
    return bar.high(0) > bar.high(1) && bar.low(0) > bar.low(1) ? -1 : 0
  }

  /// Adds the bars that confirm a break.
  ///
  /// - Parameter breaks: the direction of a break on one bar, asked for the three bars before the tile.
  @inline(__always)
  private static func confirmed(
    _ tile: CandleTile,
    bullish: BarSet,
    bearish: BarSet,
    _ breaks: (Candle) -> Int
  ) -> PatternMarks {
    let setups = bullish | bearish
    var marks = PatternMarks(bullish: bullish, bearish: bearish)
    let early = (breaks(Candle(tile, -3)), breaks(Candle(tile, -2)), breaks(Candle(tile, -1)))
    // A break before the tile counts until the next one, which may be before the tile, too.
    let last = early.2 != 0 ? -1 : early.1 != 0 ? -2 : early.0 != 0 ? -3 : 0
    let isBullish = last == -1 ? early.2 > 0 : last == -2 ? early.1 > 0 : early.0 > 0
    if last != 0 { confirm(last, isBullish, tile, setups, &marks) }
    setups.forEach { bar in confirm(bar, bullish.contains(bar), tile, setups, &marks) }
    return marks
  }

  @inline(__always)
  private static func confirm(
    _ setup: Int,
    _ isBullish: Bool,
    _ tile: CandleTile,
    _ setups: BarSet,
    _ marks: inout PatternMarks
  ) {
    let bar = Candle(tile, setup)
    let limit = isBullish ? bar.high(1) : bar.low(1)
    for next in 1...3 {
      let index = setup + next
      if index >= BarSet.span || index >= 0 && setups.contains(index) { return }
      let close = bar.close(-next)
      guard isBullish ? close > limit : close < limit else { continue }
      if index >= 0 {
        if isBullish { marks.bullish.insert(index) } else { marks.bearish.insert(index) }
        marks.other.insert(index)
      }
      return
    }
  }
}
