import Indicators

/// A short body at one end of a long shadow, distinguished by its place relative to the bar before.
extension CandlestickPattern {
  static let hammers: [CandlestickPattern] = [hammer, hangingMan, invertedHammer, shootingStar]

  private static let hammer = CandlestickPattern(
    "cdlhammer",
    "Hammer",
    "A short body on a long lower shadow, near the low before: 100, bullish.",
    formula: """
      a short body, a long lower shadow and no upper one; the body's lower end is below or near the low before
      """,
    nison,
    measures: [.shortBody, .longShadow, .noShadow, .near],
    bars: 2,
    values: [100]
  ) { tile, _ in
    PatternMarks(bullish: tile.keep(onLongLowerShadow(tile)) { $0.bottom(0) <= $0.low(1) + $0.near(1) })
  }

  private static let hangingMan = CandlestickPattern(
    "cdlhangingman",
    "Hanging Man",
    "A short body on a long lower shadow, near the high before: -100, bearish.",
    formula: """
      a short body, a long lower shadow and no upper one; the body's lower end is above or near the high before
      """,
    nison,
    measures: [.shortBody, .longShadow, .noShadow, .near],
    bars: 2,
    values: [-100]
  ) { tile, _ in
    PatternMarks(bearish: tile.keep(onLongLowerShadow(tile)) { $0.bottom(0) >= $0.high(1) - $0.near(1) })
  }

  private static let invertedHammer = CandlestickPattern(
    "cdlinvertedhammer",
    "Inverted Hammer",
    "A short body under a long upper shadow after a gap down: 100, bullish.",
    formula: "a short body that gaps down, with a long upper shadow and no lower one",
    nison,
    measures: [.shortBody, .longShadow, .noShadow],
    bars: 2,
    values: [100]
  ) { tile, _ in PatternMarks(bullish: underLongUpperShadow(tile) & tile.bars(.gapDown, 0)) }

  private static let shootingStar = CandlestickPattern(
    "cdlshootingstar",
    "Shooting Star",
    "A short body under a long upper shadow after a gap up: -100, bearish.",
    formula: "a short body that gaps up, with a long upper shadow and no lower one",
    nison,
    measures: [.shortBody, .longShadow, .noShadow],
    bars: 2,
    values: [-100]
  ) { tile, _ in PatternMarks(bearish: underLongUpperShadow(tile) & tile.bars(.gapUp, 0)) }

  private static func onLongLowerShadow(_ tile: CandleTile) -> BarSet {
    tile.bars(.short, 0) & tile.bars(.longLowerShadow, 0) & tile.bars(.noUpperShadow, 0)
  }

  private static func underLongUpperShadow(_ tile: CandleTile) -> BarSet {
    tile.bars(.short, 0) & tile.bars(.longUpperShadow, 0) & tile.bars(.noLowerShadow, 0)
  }
}
