import Indicators

/// Shapes of one bar.
extension CandlestickPattern {
  static let singleBars: [CandlestickPattern] = [
    beltHold, closingMarubozu, highWave, longLine, marubozu, shortLine, spinningTop,
  ]

  private static let beltHold = CandlestickPattern(
    "cdlbelthold",
    "Belt-hold",
    "A long bar that opens at its extreme and runs: 100 upwards, -100 downwards.",
    formula: "a long white bar without a lower shadow (100), or a long black bar without an upper one (-100)",
    nison,
    measures: [.longBody, .noShadow],
    bars: 1,
    values: [100, -100]
  ) { tile, _ in
    let (white, long) = (tile.bars(.white, 0), tile.bars(.long, 0))
    return PatternMarks(
      bullish: long & white & tile.bars(.noLowerShadow, 0),
      bearish: long & !white & tile.bars(.noUpperShadow, 0)
    )
  }

  private static let closingMarubozu = CandlestickPattern(
    "cdlclosingmarubozu",
    "Closing Marubozu",
    "A long bar that closes at its extreme: 100 at the high, -100 at the low.",
    formula: "a long white bar without an upper shadow (100), or a long black bar without a lower one (-100)",
    bulkowski,
    measures: [.longBody, .noShadow],
    bars: 1,
    values: [100, -100]
  ) { tile, _ in
    let (white, long) = (tile.bars(.white, 0), tile.bars(.long, 0))
    return PatternMarks(
      bullish: long & white & tile.bars(.noUpperShadow, 0),
      bearish: long & !white & tile.bars(.noLowerShadow, 0)
    )
  }

  private static let highWave = CandlestickPattern(
    "cdlhighwave",
    "High-Wave Candle",
    "A short body between very long shadows, indecision: 100 white, -100 black.",
    formula: "a short body with two very long shadows; the sign is the bar's colour",
    bulkowski,
    measures: [.shortBody, .veryLongShadow],
    bars: 1,
    values: [100, -100]
  ) { tile, _ in
    let shadows = tile.bars(.veryLongUpperShadow, 0) & tile.bars(.veryLongLowerShadow, 0)
    return PatternMarks(tile.bars(.short, 0) & shadows, bullishWhere: tile.bars(.white, 0))
  }

  private static let longLine = CandlestickPattern(
    "cdllongline",
    "Long Line Candle",
    "A long body with short shadows: 100 for a rise, -100 for a fall.",
    formula: "a long body with two short shadows; the sign is the bar's colour",
    bulkowski,
    measures: [.longBody, .shortShadow],
    bars: 1,
    values: [100, -100]
  ) { tile, _ in
    let shadows = tile.bars(.shortUpperShadow, 0) & tile.bars(.shortLowerShadow, 0)
    return PatternMarks(tile.bars(.long, 0) & shadows, bullishWhere: tile.bars(.white, 0))
  }

  private static let marubozu = CandlestickPattern(
    "cdlmarubozu",
    "Marubozu",
    "A long body that fills its bar, no shadows: 100 for a rise, -100 for a fall.",
    formula: "a long body without shadows; the sign is the bar's colour",
    bulkowski,
    measures: [.longBody, .noShadow],
    bars: 1,
    values: [100, -100]
  ) { tile, _ in
    let shadows = tile.bars(.noUpperShadow, 0) & tile.bars(.noLowerShadow, 0)
    return PatternMarks(tile.bars(.long, 0) & shadows, bullishWhere: tile.bars(.white, 0))
  }

  private static let shortLine = CandlestickPattern(
    "cdlshortline",
    "Short Line Candle",
    "A short body with short shadows, a quiet bar: 100 white, -100 black.",
    formula: "a short body with two short shadows; the sign is the bar's colour",
    bulkowski,
    measures: [.shortBody, .shortShadow],
    bars: 1,
    values: [100, -100]
  ) { tile, _ in
    let shadows = tile.bars(.shortUpperShadow, 0) & tile.bars(.shortLowerShadow, 0)
    return PatternMarks(tile.bars(.short, 0) & shadows, bullishWhere: tile.bars(.white, 0))
  }

  private static let spinningTop = CandlestickPattern(
    "cdlspinningtop",
    "Spinning Top",
    "A short body between longer shadows, indecision: 100 white, -100 black.",
    formula: "a short body with two shadows longer than it; the sign is the bar's colour",
    nison,
    measures: [.shortBody],
    bars: 1,
    values: [100, -100]
  ) { tile, _ in
    let shadows = tile.bars(.longUpperShadow, 0) & tile.bars(.longLowerShadow, 0)
    return PatternMarks(tile.bars(.short, 0) & shadows, bullishWhere: tile.bars(.white, 0))
  }
}
