import Indicators

/// Three bars that turn a move.
extension CandlestickPattern {
  static let threeBarReversals: [CandlestickPattern] = [
    twoCrows, threeInside, threeOutside, stickSandwich, uniqueThreeRiver, upsideGapTwoCrows,
  ]

  private static let twoCrows = CandlestickPattern(
    "cdl2crows",
    "Two Crows",
    "Two black bars after a long white one, gap up filled: -100, bearish.",
    formula: """
      long white bar; a black bar that gaps up; a black bar that opens within the second body and closes within \
      the first
      """,
    bulkowski,
    measures: [.longBody],
    bars: 3,
    values: [-100]
  ) { tile, _ in
    PatternMarks(
      bearish: tile.keep(whiteThenCrows(tile)) {
        $0.open(0) < $0.open(1) && $0.open(0) > $0.close(1) && $0.close(0) > $0.open(2) && $0.close(0) < $0.close(2)
      }
    )
  }

  private static let threeInside = CandlestickPattern(
    "cdl3inside",
    "Three Inside Up/Down",
    "A harami, then a close beyond its long bar's open: 100 up, -100 down.",
    formula: """
      long bar; a body not longer than the mean within it; a bar of the opposite colour to the first that closes \
      beyond the first open; the sign is the third bar's colour
      """,
    bulkowski,
    measures: [.longBody, .shortBody],
    bars: 3,
    values: [100, -100]
  ) { tile, _ in
    let bars = tile.bars(.long, 2) & !tile.bars(.long, 1) & tile.bars(.inside, 1)
    let (first, last) = (tile.bars(.white, 2), tile.bars(.white, 0))
    return PatternMarks(
      bullish: tile.keep(bars & !first & last) { $0.close(0) > $0.open(2) },
      bearish: tile.keep(bars & first & !last) { $0.close(0) < $0.open(2) }
    )
  }

  private static let threeOutside = CandlestickPattern(
    "cdl3outside",
    "Three Outside Up/Down",
    "An engulfing bar, then a close further on: 100 up, -100 down.",
    formula: """
      a body that reaches beyond both ends of the body of opposite colour before it; a third bar that closes \
      beyond the second close, in the direction of the second bar, which is the sign
      """,
    bulkowski,
    bars: 3,
    extra: 1,
    values: [100, -100]
  ) { tile, _ in
    let (first, second) = (tile.bars(.white, 2), tile.bars(.white, 1))
    let bullish = !first & second & tile.bars(.closesAboveOpen, 1) & tile.bars(.opensBelowClose, 1)
    let bearish = first & !second & tile.bars(.closesBelowOpen, 1) & tile.bars(.opensAboveClose, 1)
    return PatternMarks(
      bullish: bullish & tile.bars(.higherClose, 0),
      bearish: bearish & tile.bars(.lowerClose, 0)
    )
  }

  private static let stickSandwich = CandlestickPattern(
    "cdlsticksandwich",
    "Stick Sandwich",
    "A white bar between two black ones with the same close: 100, bullish.",
    formula: "black bar; a white bar that trades above its close only; a black bar with the first one's close",
    bulkowski,
    measures: [.equal],
    bars: 3,
    values: [100]
  ) { tile, _ in
    let colours = !tile.bars(.white, 2) & tile.bars(.white, 1) & !tile.bars(.white, 0)
    return PatternMarks(
      bullish: tile.keep(colours) {
        $0.low(1) > $0.close(2) && $0.isWithin($0.equal(2), $0.close(0), of: $0.close(2))
      }
    )
  }

  private static let uniqueThreeRiver = CandlestickPattern(
    "cdlunique3river",
    "Unique 3 River",
    "A long fall, a lower low that is bought back, a small white bar: 100, bullish.",
    formula: """
      long black bar; a black bar that opens not above the first open, closes above the first close and trades \
      below the first low; a short white bar that opens above the second low
      """,
    bulkowski,
    measures: [.longBody, .shortBody],
    bars: 3,
    values: [100]
  ) { tile, _ in
    let colours = !tile.bars(.white, 2) & !tile.bars(.white, 1) & tile.bars(.white, 0)
    let shapes = tile.bars(.long, 2) & tile.bars(.lowerLow, 1) & tile.bars(.higherClose, 1) & tile.bars(.short, 0)
    return PatternMarks(
      bullish: tile.keep(colours & shapes) { $0.open(1) <= $0.open(2) && $0.open(0) > $0.low(1) }
    )
  }

  private static let upsideGapTwoCrows = CandlestickPattern(
    "cdlupsidegap2crows",
    "Upside Gap Two Crows",
    "Two black bars hang above a long white one, gap unfilled: -100, bearish.",
    formula: """
      long white bar; a black bar not longer than the mean that gaps up; a black bar whose body reaches beyond \
      both ends of the second and closes above the first close
      """,
    nison,
    measures: [.longBody, .shortBody],
    bars: 3,
    values: [-100]
  ) { tile, _ in
    PatternMarks(
      bearish: tile.keep(whiteThenCrows(tile) & !tile.bars(.long, 1)) {
        $0.open(0) > $0.open(1) && $0.close(0) < $0.close(1) && $0.close(0) > $0.close(2)
      }
    )
  }

  /// A long white bar, a black one that gaps up, a black one.
  private static func whiteThenCrows(_ tile: CandleTile) -> BarSet {
    let colours = tile.bars(.white, 2) & !tile.bars(.white, 1) & !tile.bars(.white, 0)
    return colours & tile.bars(.long, 2) & tile.bars(.gapUp, 1)
  }
}
