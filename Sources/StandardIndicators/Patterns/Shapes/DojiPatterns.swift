import Indicators

/// One bar that opens and closes at nearly the same price, and three of them.
extension CandlestickPattern {
  static let dojis: [CandlestickPattern] = [
    doji, dragonflyDoji, gravestoneDoji, longLeggedDoji, rickshawMan, takuri, tristar,
  ]

  private static let doji = CandlestickPattern(
    "cdldoji",
    "Doji",
    "Open and close nearly equal, no winner: always 100, no direction.",
    formula: "a doji",
    nison,
    measures: [.doji],
    bars: 1,
    values: [100]
  ) { tile, _ in PatternMarks(bullish: tile.bars(.doji, 0)) }

  private static let dragonflyDoji = CandlestickPattern(
    "cdldragonflydoji",
    "Dragonfly Doji",
    "A doji at the high of its bar: 100; bullish after a fall.",
    formula: "a doji with a lower shadow and no upper one",
    nison,
    measures: [.doji, .noShadow],
    bars: 1,
    values: [100]
  ) { tile, _ in
    PatternMarks(
      bullish: tile.bars(.doji, 0) & tile.bars(.noUpperShadow, 0) & tile.bars(.someLowerShadow, 0)
    )
  }

  private static let gravestoneDoji = CandlestickPattern(
    "cdlgravestonedoji",
    "Gravestone Doji",
    "A doji at the low of its bar: always 100; bearish after a rise.",
    formula: "a doji with an upper shadow and no lower one",
    nison,
    measures: [.doji, .noShadow],
    bars: 1,
    values: [100]
  ) { tile, _ in
    PatternMarks(
      bullish: tile.bars(.doji, 0) & tile.bars(.noLowerShadow, 0) & tile.bars(.someUpperShadow, 0)
    )
  }

  private static let longLeggedDoji = CandlestickPattern(
    "cdllongleggeddoji",
    "Long Legged Doji",
    "A doji with a long shadow, indecision: always 100, no direction.",
    formula: "a doji with a long upper or lower shadow",
    nison,
    measures: [.doji, .longShadow],
    bars: 1,
    values: [100]
  ) { tile, _ in
    PatternMarks(
      bullish: tile.bars(.doji, 0) & (tile.bars(.longUpperShadow, 0) | tile.bars(.longLowerShadow, 0))
    )
  }

  private static let rickshawMan = CandlestickPattern(
    "cdlrickshawman",
    "Rickshaw Man",
    "A doji in the middle of long shadows, indecision: always 100, no direction.",
    formula: "a doji with two long shadows whose body reaches near the middle of the range",
    nison,
    measures: [.doji, .longShadow, .near],
    bars: 1,
    values: [100]
  ) { tile, _ in
    PatternMarks(
      bullish: tile.bars(.doji, 0) & tile.bars(.longUpperShadow, 0) & tile.bars(.longLowerShadow, 0)
        & tile.bars(.centred, 0)
    )
  }

  private static let takuri = CandlestickPattern(
    "cdltakuri",
    "Takuri",
    "A dragonfly doji with a very long lower shadow: 100; bullish after a fall.",
    formula: "a doji with a very long lower shadow and no upper one",
    bulkowski,
    measures: [.doji, .noShadow, .veryLongShadow],
    bars: 1,
    values: [100]
  ) { tile, _ in
    PatternMarks(
      bullish: tile.bars(.doji, 0) & tile.bars(.noUpperShadow, 0) & tile.bars(.veryLongLowerShadow, 0)
    )
  }

  private static let tristar = CandlestickPattern(
    "cdltristar",
    "Tristar",
    "Three dojis with a gap to the middle one: 100 bottom, -100 top.",
    formula: """
      three dojis, all by the measure of the first; the second gaps up and the third is below it (-100), or the \
      second gaps down and the third is above it (100)
      """,
    nison,
    measures: [.doji],
    bars: 3,
    values: [100, -100]
  ) { tile, _ in
    let gaps = tile.bars(.gapUp, 1) | tile.bars(.gapDown, 1)
    let dojis = tile.keep(tile.bars(.doji, 2) & gaps) {
      let most = $0.dojiBody(2)
      return $0.body(1) <= most && $0.body(0) <= most
    }
    return PatternMarks(
      bullish: tile.keep(dojis & tile.bars(.gapDown, 1)) { $0.bottom(0) > $0.bottom(1) },
      bearish: tile.keep(dojis & tile.bars(.gapUp, 1)) { $0.top(0) < $0.top(1) }
    )
  }
}
