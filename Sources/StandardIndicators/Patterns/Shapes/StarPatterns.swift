import Indicators

/// Three bars: a long one, a small one set apart from it, and one that comes back.
extension CandlestickPattern {
  static let stars: [CandlestickPattern] = [
    abandonedBaby, eveningDojiStar, eveningStar, morningDojiStar, morningStar,
  ]

  private static let abandonedBaby = CandlestickPattern(
    "cdlabandonedbaby",
    "Abandoned Baby",
    "A doji isolated between two gaps: 100 bottom, -100 top.",
    formula: """
      long bar; a doji that gaps away from it, shadows included; a bar of the opposite colour, longer than the \
      mean, that gaps back, shadows included, and closes more than penetration of the first body within it
      """,
    nison,
    measures: [.longBody, .doji],
    bars: 3,
    penetration: 0.3,
    values: [100, -100]
  ) { tile, penetration in
    let bars = tile.bars(.long, 2) & tile.bars(.doji, 1) & tile.bars(.long, 0)
    let (first, last) = (tile.bars(.white, 2), tile.bars(.white, 0))
    let bullish = bars & !first & last & tile.bars(.gapDown, 1) & tile.bars(.gapUp, 0)
    let bearish = bars & first & !last & tile.bars(.gapUp, 1) & tile.bars(.gapDown, 0)
    return PatternMarks(
      bullish: tile.keep(bullish) {
        $0.high(1) < $0.low(2) && $0.low(0) > $0.high(1) && $0.close(0) > $0.close(2) + $0.body(2) * penetration
      },
      bearish: tile.keep(bearish) {
        $0.low(1) > $0.high(2) && $0.high(0) < $0.low(1) && $0.close(0) < $0.close(2) - $0.body(2) * penetration
      }
    )
  }

  private static let eveningDojiStar = CandlestickPattern(
    "cdleveningdojistar",
    "Evening Doji Star",
    "A doji gaps above a long white bar and a black one follows: -100, a top.",
    formula: eveningFormula("a doji"),
    nison,
    measures: [.longBody, .doji],
    bars: 3,
    penetration: 0.3,
    values: [-100]
  ) { tile, penetration in evening(tile, tile.bars(.doji, 1), penetration) }

  private static let eveningStar = CandlestickPattern(
    "cdleveningstar",
    "Evening Star",
    "A small body gaps above a long white one and a black bar follows: -100, a top.",
    formula: eveningFormula("a body not longer than the mean"),
    nison,
    measures: [.longBody, .shortBody],
    bars: 3,
    penetration: 0.3,
    values: [-100]
  ) { tile, penetration in evening(tile, !tile.bars(.long, 1), penetration) }

  private static let morningDojiStar = CandlestickPattern(
    "cdlmorningdojistar",
    "Morning Doji Star",
    "A doji gaps below a long black bar and a white one follows: 100, a bottom.",
    formula: morningFormula("a doji"),
    nison,
    measures: [.longBody, .doji],
    bars: 3,
    penetration: 0.3,
    values: [100]
  ) { tile, penetration in morning(tile, tile.bars(.doji, 1), penetration) }

  private static let morningStar = CandlestickPattern(
    "cdlmorningstar",
    "Morning Star",
    "A small body gaps below a long black one and a white bar follows: 100, a bottom.",
    formula: morningFormula("a body not longer than the mean"),
    nison,
    measures: [.longBody, .shortBody],
    bars: 3,
    penetration: 0.3,
    values: [100]
  ) { tile, penetration in morning(tile, !tile.bars(.long, 1), penetration) }

  private static func eveningFormula(_ star: String) -> String {
    """
    long white bar; \(star) that gaps up; a black bar, longer than the mean, that closes more than penetration \
    of the first body below the first close
    """
  }

  private static func morningFormula(_ star: String) -> String {
    """
    long black bar; \(star) that gaps down; a white bar, longer than the mean, that closes more than penetration \
    of the first body above the first close
    """
  }

  private static func evening(_ tile: CandleTile, _ star: BarSet, _ penetration: Double) -> PatternMarks {
    let colours = tile.bars(.white, 2) & !tile.bars(.white, 0)
    let bars = colours & star & tile.bars(.long, 2) & tile.bars(.gapUp, 1) & tile.bars(.long, 0)
    return PatternMarks(bearish: tile.keep(bars) { $0.close(0) < $0.close(2) - $0.body(2) * penetration })
  }

  private static func morning(_ tile: CandleTile, _ star: BarSet, _ penetration: Double) -> PatternMarks {
    let colours = !tile.bars(.white, 2) & tile.bars(.white, 0)
    let bars = colours & star & tile.bars(.long, 2) & tile.bars(.gapDown, 1) & tile.bars(.long, 0)
    return PatternMarks(bullish: tile.keep(bars) { $0.close(0) > $0.close(2) + $0.body(2) * penetration })
  }
}
