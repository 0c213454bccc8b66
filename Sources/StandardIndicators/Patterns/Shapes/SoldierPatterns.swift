import Indicators

/// Three bars of one colour in a row, and the signs that they tire.
extension CandlestickPattern {
  static let soldiers: [CandlestickPattern] = [
    threeBlackCrows, threeStarsInSouth, threeWhiteSoldiers, advanceBlock, identicalThreeCrows, stalledPattern,
  ]

  private static let threeBlackCrows = CandlestickPattern(
    "cdl3blackcrows",
    "Three Black Crows",
    "After a white bar three black ones, each closing lower at its low: -100, bearish.",
    formula: """
      white bar; three black bars without lower shadows and with falling closes, the second and third opening \
      within the body before; the first black close is below the white bar's high
      """,
    nison,
    measures: [.noShadow],
    bars: 4,
    values: [-100]
  ) { tile, _ in
    let bare = tile.bars(.noLowerShadow, 2) & tile.bars(.noLowerShadow, 1) & tile.bars(.noLowerShadow, 0)
    let falling = tile.bars(.lowerClose, 1) & tile.bars(.lowerClose, 0)
    return PatternMarks(
      bearish: tile.keep(tile.bars(.white, 3) & threeBlack(tile) & bare & falling) {
        $0.open(1) < $0.open(2) && $0.open(1) > $0.close(2) && $0.open(0) < $0.open(1) && $0.open(0) > $0.close(1)
          && $0.high(3) > $0.close(2)
      }
    )
  }

  private static let threeStarsInSouth = CandlestickPattern(
    "cdl3starsinsouth",
    "Three Stars In The South",
    "Three black bars, each smaller and within the one before: 100, bullish.",
    formula: """
      three black bars: a long one with a long lower shadow; a smaller one that opens above its close but not \
      above its high and trades below its close but not below its low, with a lower shadow; a short one without \
      shadows within the second bar's range
      """,
    bulkowski,
    measures: [.longBody, .shortBody, .longShadow, .noShadow],
    bars: 3,
    values: [100]
  ) { tile, _ in
    let first = tile.bars(.long, 2) & tile.bars(.longLowerShadow, 2)
    let last =
      tile.bars(.short, 0) & tile.bars(.noLowerShadow, 0) & tile.bars(.noUpperShadow, 0) & tile.bars(.higherLow, 0)
      & tile.bars(.lowerHigh, 0)
    return PatternMarks(
      bullish: tile.keep(threeBlack(tile) & first & tile.bars(.someLowerShadow, 1) & last) {
        $0.body(1) < $0.body(2) && $0.open(1) > $0.close(2) && $0.open(1) <= $0.high(2) && $0.low(1) < $0.close(2)
          && $0.low(1) >= $0.low(2)
      }
    )
  }

  private static let threeWhiteSoldiers = CandlestickPattern(
    "cdl3whitesoldiers",
    "Three Advancing White Soldiers",
    "Three white bars of like size, each closing higher at its high: 100, bullish.",
    formula: """
      three white bars without upper shadows and with rising closes, the second and third opening within or near \
      the body before and not far shorter than it; the third is longer than the mean
      """,
    nison,
    measures: [.longBody, .noShadow, .near, .far],
    bars: 3,
    values: [100]
  ) { tile, _ in
    let bare = tile.bars(.noUpperShadow, 2) & tile.bars(.noUpperShadow, 1) & tile.bars(.noUpperShadow, 0)
    return PatternMarks(
      bullish: tile.keep(threeRising(tile) & bare & tile.bars(.long, 0)) {
        opensAreInBodies($0) && $0.body(1) > $0.body(2) - $0.far(2) && $0.body(0) > $0.body(1) - $0.far(1)
      }
    )
  }

  private static let advanceBlock = CandlestickPattern(
    "cdladvanceblock",
    "Advance Block",
    "Three rising white bars with the later ones weakening: -100, bearish.",
    formula: """
      three white bars with rising closes, the second and third opening within or near the body before; the \
      first is long with a short upper shadow; then one of: the second far shorter than the first and the third \
      not longer than near the second; the third far shorter than the second; bodies that shrink with an upper \
      shadow of the second or third that is not short; a third that is smaller with a long upper shadow
      """,
    nison,
    measures: [.longBody, .longShadow, .shortShadow, .near, .far],
    bars: 3,
    values: [-100]
  ) { tile, _ in
    let bars = threeRising(tile) & tile.bars(.long, 2) & tile.bars(.shortUpperShadow, 2)
    return PatternMarks(bearish: tile.keep(bars) { opensAreInBodies($0) && isWeakening($0) })
  }

  private static func isWeakening(_ bar: Candle) -> Bool {
    let (first, second, third) = (bar.body(2), bar.body(1), bar.body(0))
    if second < first - bar.far(2) && third < second + bar.near(1) { return true }
    if third < second - bar.far(1) { return true }
    guard third < second else { return false }
    if bar.upperShadow(0) > third { return true }
    return second < first
      && (bar.upperShadow(0) > bar.shortShadow(0) || bar.upperShadow(1) > bar.shortShadow(1))
  }

  private static let identicalThreeCrows = CandlestickPattern(
    "cdlidentical3crows",
    "Identical Three Crows",
    "Three black bars, each opening where the last one closed: -100, bearish.",
    formula: """
      three black bars without lower shadows and with falling closes, the second and third opening at the same \
      price as the close before
      """,
    bulkowski,
    measures: [.noShadow, .equal],
    bars: 3,
    values: [-100]
  ) { tile, _ in
    let bare = tile.bars(.noLowerShadow, 2) & tile.bars(.noLowerShadow, 1) & tile.bars(.noLowerShadow, 0)
    let falling = tile.bars(.lowerClose, 1) & tile.bars(.lowerClose, 0)
    return PatternMarks(
      bearish: tile.keep(threeBlack(tile) & bare & falling) {
        $0.isWithin($0.equal(2), $0.open(1), of: $0.close(2))
          && $0.isWithin($0.equal(1), $0.open(0), of: $0.close(1))
      }
    )
  }

  private static let stalledPattern = CandlestickPattern(
    "cdlstalledpattern",
    "Stalled Pattern",
    "Two long white bars, then a short one that rides on their end: -100, bearish.",
    formula: """
      three white bars with rising closes: a long one; a long one without upper shadow that opens within or near \
      its body; a short one that opens near the second close or above
      """,
    nison,
    measures: [.longBody, .shortBody, .noShadow, .near],
    bars: 3,
    values: [-100]
  ) { tile, _ in
    let sizes = tile.bars(.long, 2) & tile.bars(.long, 1) & tile.bars(.short, 0)
    return PatternMarks(
      bearish: tile.keep(threeRising(tile) & sizes & tile.bars(.noUpperShadow, 1)) {
        $0.open(1) > $0.open(2) && $0.open(1) <= $0.close(2) + $0.near(2)
          && $0.open(0) >= $0.close(1) - $0.body(0) - $0.near(1)
      }
    )
  }

  /// Three black bars.
  private static func threeBlack(_ tile: CandleTile) -> BarSet {
    !(tile.bars(.white, 2) | tile.bars(.white, 1) | tile.bars(.white, 0))
  }

  /// Three white bars, each closing higher.
  private static func threeRising(_ tile: CandleTile) -> BarSet {
    let white = tile.bars(.white, 2) & tile.bars(.white, 1) & tile.bars(.white, 0)
    return white & tile.bars(.higherClose, 1) & tile.bars(.higherClose, 0)
  }

  /// The second and third bar open within the white body before them, or near its upper end.
  @inline(__always)
  private static func opensAreInBodies(_ bar: Candle) -> Bool {
    bar.open(1) > bar.open(2) && bar.open(0) > bar.open(1) && bar.open(1) <= bar.close(2) + bar.near(2)
      && bar.open(0) <= bar.close(1) + bar.near(1)
  }
}
