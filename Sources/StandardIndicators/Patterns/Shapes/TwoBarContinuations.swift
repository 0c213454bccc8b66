import Indicators

/// Two bars after which the move continues, and kicks, which start one.
extension CandlestickPattern {
  static let twoBarContinuations: [CandlestickPattern] = [
    inNeck, kicking, kickingByLength, onNeck, separatingLines, thrusting,
  ]

  private static let inNeck = CandlestickPattern(
    "cdlinneck",
    "In-Neck Pattern",
    "A white bar opens lower and ends just at the black one's close: -100, bearish.",
    formula: """
      long black bar, then a white bar that opens below its low and closes at its close or up to the same price \
      above
      """,
    nison,
    measures: [.longBody, .equal],
    bars: 2,
    values: [-100]
  ) { tile, _ in
    PatternMarks(
      bearish: tile.keep(afterLongBlack(tile)) {
        $0.close(0) >= $0.close(1) && $0.close(0) <= $0.close(1) + $0.equal(1)
      }
    )
  }

  private static let kicking = CandlestickPattern(
    "cdlkicking",
    "Kicking",
    "Two opposite marubozus with a gap between: 100 kicks up, -100 down.",
    formula: """
      two marubozus (long, no shadows) of opposite colours; white opens a gap above black (100), or black a gap \
      below white (-100), shadows included
      """,
    bulkowski,
    measures: [.longBody, .noShadow],
    bars: 2,
    values: [100, -100]
  ) { tile, _ in PatternMarks(kicks(tile), bullishWhere: tile.bars(.white, 0)) }

  private static let kickingByLength = CandlestickPattern(
    "cdlkickingbylength",
    "Kicking - bull/bear determined by the longer marubozu",
    "Two opposite marubozus with a gap between: 100 if the longer is white, else -100.",
    formula: "as cdlkicking; the sign is the colour of the longer body, of the first if both are equal",
    bulkowski,
    measures: [.longBody, .noShadow],
    bars: 2,
    values: [100, -100]
  ) { tile, _ in
    let bars = kicks(tile)
    let bullish = tile.keep(bars) {
      let longer = $0.body(0) > $0.body(1) ? 0 : 1
      return $0.close(longer) >= $0.open(longer)
    }
    return PatternMarks(bullish: bullish, bearish: bars & !bullish)
  }

  private static func kicks(_ tile: CandleTile) -> BarSet {
    let (white, before) = (tile.bars(.white, 0), tile.bars(.white, 1))
    let gaps = white & !before & tile.bars(.gapUp, 0) | !white & before & tile.bars(.gapDown, 0)
    let bars = gaps & tile.bars(.long, 1) & tile.bars(.long, 0)
    let bare =
      tile.bars(.noUpperShadow, 1) & tile.bars(.noLowerShadow, 1) & tile.bars(.noUpperShadow, 0)
      & tile.bars(.noLowerShadow, 0)
    return tile.keep(bars & bare) { $0.low(0) > $0.high(1) || $0.high(0) < $0.low(1) }
  }

  private static let onNeck = CandlestickPattern(
    "cdlonneck",
    "On-Neck Pattern",
    "A white bar opens lower and ends just at the black one's low: -100, bearish.",
    formula: "long black bar, then a white bar that opens below its low and closes at the same price as its low",
    nison,
    measures: [.longBody, .equal],
    bars: 2,
    values: [-100]
  ) { tile, _ in
    PatternMarks(
      bearish: tile.keep(afterLongBlack(tile)) { $0.isWithin($0.equal(1), $0.close(0), of: $0.low(1)) }
    )
  }

  private static let separatingLines = CandlestickPattern(
    "cdlseparatinglines",
    "Separating Lines",
    "Two opposite bars open alike and the second runs: 100 continues up, -100 down.",
    formula: """
      a bar, then a long one of the opposite colour with the same open and no shadow at that end: no lower one if \
      white (100), no upper one if black (-100)
      """,
    nison,
    measures: [.longBody, .noShadow, .equal],
    bars: 2,
    values: [100, -100]
  ) { tile, _ in
    let (white, before) = (tile.bars(.white, 0), tile.bars(.white, 1))
    let bars = tile.bars(.long, 0) & tile.bars(.sameOpen, 0)
    return PatternMarks(
      bullish: bars & white & !before & tile.bars(.noLowerShadow, 0),
      bearish: bars & !white & before & tile.bars(.noUpperShadow, 0)
    )
  }

  private static let thrusting = CandlestickPattern(
    "cdlthrusting",
    "Thrusting Pattern",
    "A white bar opens lower and stays below the black one's middle: -100, bearish.",
    formula: """
      long black bar, then a white bar that opens below its low and closes above its close, by more than the \
      same price, but not above the middle of its body
      """,
    nison,
    measures: [.longBody, .equal],
    bars: 2,
    values: [-100]
  ) { tile, _ in
    PatternMarks(
      bearish: tile.keep(afterLongBlack(tile)) {
        $0.close(0) <= $0.close(1) + $0.body(1) * 0.5 && $0.close(0) > $0.close(1) + $0.equal(1)
      }
    )
  }
}
