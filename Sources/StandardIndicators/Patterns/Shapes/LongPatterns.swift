import Indicators

/// Shapes of four and five bars.
extension CandlestickPattern {
  static let longPatterns: [CandlestickPattern] = [
    threeLineStrike, breakaway, concealingBabySwallow, ladderBottom, matHold, risingFallingThreeMethods,
  ]

  private static let threeLineStrike = CandlestickPattern(
    "cdl3linestrike",
    "Three-Line Strike",
    "Three bars one way, then one that takes all back: 100 after a rise, -100 a fall.",
    formula: """
      three white (black) bars with rising (falling) closes, the second and third opening within or near the body \
      before; a bar of the opposite colour that opens beyond the third close and closes beyond the first open; \
      the sign is the colour of the three
      """,
    bulkowski,
    measures: [.near],
    bars: 4,
    values: [100, -100]
  ) { tile, _ in
    let white = tile.bars(.white, 3) & tile.bars(.white, 2) & tile.bars(.white, 1) & !tile.bars(.white, 0)
    let notWhite = tile.bars(.white, 3) | tile.bars(.white, 2) | tile.bars(.white, 1) | !tile.bars(.white, 0)
    let rising = tile.bars(.higherClose, 2) & tile.bars(.higherClose, 1) & tile.bars(.opensAboveClose, 0)
    let falling = tile.bars(.lowerClose, 2) & tile.bars(.lowerClose, 1) & tile.bars(.opensBelowClose, 0)
    return PatternMarks(
      bullish: tile.keep(white & rising) { $0.close(0) < $0.open(3) && opensAreNearBodies($0) },
      bearish: tile.keep(!notWhite & falling) { $0.close(0) > $0.open(3) && opensAreNearBodies($0) }
    )
  }

  /// The second and third of four bars open within the body before them, or near it.
  private static func opensAreNearBodies(_ bar: Candle) -> Bool {
    for ago in 1...2 {
      let near = bar.near(ago + 1)
      if bar.open(ago) < bar.bottom(ago + 1) - near || bar.open(ago) > bar.top(ago + 1) + near { return false }
    }
    return true
  }

  private static let breakaway = CandlestickPattern(
    "cdlbreakaway",
    "Breakaway",
    "A gap and two more bars one way, then a bar back into the gap: 100 up, -100 down.",
    formula: """
      long black bar; a black bar that gaps down; two bars, the latter black, each with a lower high and a lower \
      low; a white bar that closes in the gap (100); or the mirror image (-100)
      """,
    bulkowski,
    measures: [.longBody],
    bars: 5,
    values: [100, -100]
  ) { tile, _ in
    let white = tile.bars(.white, 4) & tile.bars(.white, 3) & tile.bars(.white, 1) & !tile.bars(.white, 0)
    let notBlack = tile.bars(.white, 4) | tile.bars(.white, 3) | tile.bars(.white, 1) | !tile.bars(.white, 0)
    let falling =
      tile.bars(.gapDown, 3) & tile.bars(.lowerHigh, 2) & tile.bars(.lowerLow, 2) & tile.bars(.lowerHigh, 1)
      & tile.bars(.lowerLow, 1)
    let rising =
      tile.bars(.gapUp, 3) & tile.bars(.higherHigh, 2) & tile.bars(.higherLow, 2) & tile.bars(.higherHigh, 1)
      & tile.bars(.higherLow, 1)
    let long = tile.bars(.long, 4)
    return PatternMarks(
      bullish: tile.keep(long & !notBlack & falling) { $0.close(0) > $0.open(3) && $0.close(0) < $0.close(4) },
      bearish: tile.keep(long & white & rising) { $0.close(0) < $0.open(3) && $0.close(0) > $0.close(4) }
    )
  }

  private static let concealingBabySwallow = CandlestickPattern(
    "cdlconcealbabyswall",
    "Concealing Baby Swallow",
    "Two black marubozus, then two black bars that the last one hides: 100, bullish.",
    formula: """
      four black bars: two without shadows; a third that gaps down and whose upper shadow reaches into the second \
      body; a fourth whose range reaches beyond both ends of the third's
      """,
    bulkowski,
    measures: [.noShadow],
    bars: 4,
    values: [100]
  ) { tile, _ in
    let black = !(tile.bars(.white, 3) | tile.bars(.white, 2) | tile.bars(.white, 1) | tile.bars(.white, 0))
    let bare =
      tile.bars(.noUpperShadow, 3) & tile.bars(.noLowerShadow, 3) & tile.bars(.noUpperShadow, 2)
      & tile.bars(.noLowerShadow, 2)
    let third = tile.bars(.gapDown, 1) & tile.bars(.someUpperShadow, 1)
    let fourth = tile.bars(.higherHigh, 0) & tile.bars(.lowerLow, 0)
    return PatternMarks(bullish: tile.keep(black & bare & third & fourth) { $0.high(1) > $0.close(2) })
  }

  private static let ladderBottom = CandlestickPattern(
    "cdlladderbottom",
    "Ladder Bottom",
    "Four black bars down, the last with an upper shadow, then a gap up: 100, bullish.",
    formula: """
      three black bars with falling opens and closes; a black bar with an upper shadow; a white bar that opens \
      above its open and closes above its high
      """,
    bulkowski,
    measures: [.noShadow],
    bars: 5,
    values: [100]
  ) { tile, _ in
    let notBlack = tile.bars(.white, 4) | tile.bars(.white, 3) | tile.bars(.white, 2) | tile.bars(.white, 1)
    let falling = tile.bars(.lowerClose, 3) & tile.bars(.lowerClose, 2)
    return PatternMarks(
      bullish: tile.keep(tile.bars(.white, 0) & !notBlack & falling & tile.bars(.someUpperShadow, 1)) {
        $0.close(0) > $0.high(1) && $0.open(0) > $0.open(1) && $0.open(4) > $0.open(3) && $0.open(3) > $0.open(2)
      }
    )
  }

  private static let matHold = CandlestickPattern(
    "cdlmathold",
    "Mat Hold",
    "A long rise, three small bars above its middle, a new high: 100, bullish.",
    formula: """
      long white bar; a short black bar that gaps up; two short bars with lower tops whose bodies reach below the \
      first close, but not penetration of its body deep; a white bar that opens above the close before and closes \
      above the highs of the three
      """,
    bulkowski,
    measures: [.longBody, .shortBody],
    bars: 5,
    penetration: 0.5,
    values: [100]
  ) { tile, penetration in
    let colours = tile.bars(.white, 4) & !tile.bars(.white, 3) & tile.bars(.white, 0)
    let short = tile.bars(.short, 3) & tile.bars(.short, 2) & tile.bars(.short, 1)
    return PatternMarks(
      bullish: tile.keep(colours & tile.bars(.long, 4) & short & tile.bars(.gapUp, 3)) {
        let least = $0.close(4) - $0.body(4) * penetration
        return $0.bottom(2) < $0.close(4) && $0.bottom(1) < $0.close(4) && $0.bottom(2) > least && $0.bottom(1) > least
          && $0.top(2) < $0.open(3) && $0.top(1) < $0.top(2) && $0.open(0) > $0.close(1)
          && $0.close(0) > max($0.high(3), $0.high(2), $0.high(1))
      }
    )
  }

  private static let risingFallingThreeMethods = CandlestickPattern(
    "cdlrisefall3methods",
    "Rising/Falling Three Methods",
    "Three small bars back within a long one, then a new close: 100 on up, -100 down.",
    formula: """
      long bar; three short bars of the opposite colour that go against it with their closes, each body within \
      reach of its range; a long bar of the first colour that opens beyond the close before and closes beyond the \
      first close; the sign is the first bar's colour
      """,
    nison,
    measures: [.longBody, .shortBody],
    bars: 5,
    values: [100, -100]
  ) { tile, _ in
    let sizes =
      tile.bars(.long, 4) & tile.bars(.short, 3) & tile.bars(.short, 2) & tile.bars(.short, 1) & tile.bars(.long, 0)
    let ends = tile.bars(.white, 4) & tile.bars(.white, 0)
    let noEnds = tile.bars(.white, 4) | tile.bars(.white, 0)
    let middle = tile.bars(.white, 3) & tile.bars(.white, 2) & tile.bars(.white, 1)
    let noMiddle = tile.bars(.white, 3) | tile.bars(.white, 2) | tile.bars(.white, 1)
    let rising = ends & !noMiddle & tile.bars(.lowerClose, 2) & tile.bars(.lowerClose, 1)
    let falling = !noEnds & middle & tile.bars(.higherClose, 2) & tile.bars(.higherClose, 1)
    return PatternMarks(
      bullish: tile.keep(sizes & rising) {
        isWithinReach($0) && $0.open(0) > $0.close(1) && $0.close(0) > $0.close(4)
      },
      bearish: tile.keep(sizes & falling) {
        isWithinReach($0) && $0.open(0) < $0.close(1) && $0.close(0) < $0.close(4)
      }
    )
  }

  /// The bodies of the three middle bars overlap the range of the first.
  private static func isWithinReach(_ bar: Candle) -> Bool {
    for ago in 1...3 where bar.bottom(ago) >= bar.high(4) || bar.top(ago) <= bar.low(4) { return false }
    return true
  }
}
