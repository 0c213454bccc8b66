import Indicators

/// Two bars, the second of which reverses the first, or stays within it.
extension CandlestickPattern {
  static let twoBarReversals: [CandlestickPattern] = [
    counterattack, darkCloudCover, dojiStar, engulfing, harami, haramiCross, homingPigeon, matchingLow, piercing,
  ]

  private static let counterattack = CandlestickPattern(
    "cdlcounterattack",
    "Counterattack",
    "Two long bars against each other that close alike: 100 turns up, -100 down.",
    formula: "two long bars of opposite colours with the same close; the sign is the second bar's colour",
    nison,
    measures: [.longBody, .equal],
    bars: 2,
    values: [100, -100]
  ) { tile, _ in
    let opposite = tile.bars(.white, 1) ^ tile.bars(.white, 0)
    let long = tile.bars(.long, 1) & tile.bars(.long, 0)
    return PatternMarks(opposite & long & tile.bars(.sameClose, 0), bullishWhere: tile.bars(.white, 0))
  }

  private static let darkCloudCover = CandlestickPattern(
    "cdldarkcloudcover",
    "Dark Cloud Cover",
    "A black bar opens above a long white one and closes deep in it: -100, bearish.",
    formula: """
      long white bar, then a black bar that opens above its high and closes within its body, more than \
      penetration of the body below its close
      """,
    nison,
    measures: [.longBody],
    bars: 2,
    penetration: 0.5,
    values: [-100]
  ) { tile, penetration in
    let bars = tile.bars(.long, 1) & tile.bars(.white, 1) & !tile.bars(.white, 0) & tile.bars(.opensAboveHigh, 0)
    return PatternMarks(
      bearish: tile.keep(bars) {
        $0.close(0) > $0.open(1) && $0.close(0) < $0.close(1) - $0.body(1) * penetration
      }
    )
  }

  private static let dojiStar = CandlestickPattern(
    "cdldojistar",
    "Doji Star",
    "A doji gaps away from a long bar, the move tires: 100 after black, -100 after white.",
    formula: "long white bar, then a doji that gaps up (-100); or long black bar, then a doji that gaps down (100)",
    nison,
    measures: [.longBody, .doji],
    bars: 2,
    values: [100, -100]
  ) { tile, _ in
    let (bars, white) = (tile.bars(.long, 1) & tile.bars(.doji, 0), tile.bars(.white, 1))
    return PatternMarks(
      bullish: bars & !white & tile.bars(.gapDown, 0),
      bearish: bars & white & tile.bars(.gapUp, 0)
    )
  }

  private static let engulfing = CandlestickPattern(
    "cdlengulfing",
    "Engulfing Pattern",
    "A body swallows the opposite one before: 100 bullish, -100 bearish; 80 just so.",
    formula: """
      a body of the opposite colour that reaches beyond both ends of the body before (100, -100), or beyond one \
      end while the other is equal (80, -80); the sign is the second bar's colour
      """,
    nison,
    bars: 2,
    extra: 1,
    values: [100, 80, -80, -100]
  ) { tile, _ in
    let (white, before) = (tile.bars(.white, 0), tile.bars(.white, 1))
    let (opensAbove, opensBelow) = (tile.bars(.opensAboveClose, 0), tile.bars(.opensBelowClose, 0))
    let (closesAbove, closesBelow) = (tile.bars(.closesAboveOpen, 0), tile.bars(.closesBelowOpen, 0))
    let bullish = white & !before & !opensAbove & !closesBelow & (opensBelow | closesAbove)
    let bearish = !white & before & !opensBelow & !closesAbove & (opensAbove | closesBelow)
    let strict = (opensAbove | opensBelow) & (closesAbove | closesBelow)
    return PatternMarks(bullish: bullish, bearish: bearish, other: !strict)
  }

  private static let harami = CandlestickPattern(
    "cdlharami",
    "Harami Pattern",
    "A short body within a long one: 100 after black, -100 after white; 80 just so.",
    formula: """
      long body, then a body not longer than the mean that lies within it (100, -100), or shares an end with it \
      (80, -80); the sign is against the first bar's colour
      """,
    nison,
    measures: [.longBody, .shortBody],
    bars: 2,
    values: [100, 80, -80, -100]
  ) { tile, _ in withinLongBody(tile, !tile.bars(.long, 0)) }

  private static let haramiCross = CandlestickPattern(
    "cdlharamicross",
    "Harami Cross Pattern",
    "A doji within a long body: 100 after black, -100 after white; 80 just so.",
    formula: """
      long body, then a doji whose body lies within it (100, -100), or shares an end with it (80, -80); the sign \
      is against the first bar's colour
      """,
    nison,
    measures: [.longBody, .doji],
    bars: 2,
    values: [100, 80, -80, -100]
  ) { tile, _ in withinLongBody(tile, tile.bars(.doji, 0)) }

  private static func withinLongBody(_ tile: CandleTile, _ second: BarSet) -> PatternMarks {
    let bars = tile.bars(.long, 1) & second & tile.bars(.within, 0)
    var marks = PatternMarks(bars, bullishWhere: !tile.bars(.white, 1))
    marks.other = !tile.bars(.inside, 0)
    return marks
  }

  private static let homingPigeon = CandlestickPattern(
    "cdlhomingpigeon",
    "Homing Pigeon",
    "A black body within a long black one, the fall slows: 100, bullish.",
    formula: "long black bar, then a black bar not longer than the mean whose body lies within the first one's",
    bulkowski,
    measures: [.longBody, .shortBody],
    bars: 2,
    values: [100]
  ) { tile, _ in
    let black = !tile.bars(.white, 1) & !tile.bars(.white, 0)
    return PatternMarks(
      bullish: black & tile.bars(.long, 1) & !tile.bars(.long, 0) & tile.bars(.inside, 0)
    )
  }

  private static let matchingLow = CandlestickPattern(
    "cdlmatchinglow",
    "Matching Low",
    "Two black bars with the same close, a floor: 100, bullish.",
    formula: "two black bars with the same close",
    bulkowski,
    measures: [.equal],
    bars: 2,
    values: [100]
  ) { tile, _ in
    PatternMarks(bullish: !tile.bars(.white, 1) & !tile.bars(.white, 0) & tile.bars(.sameClose, 0))
  }

  private static let piercing = CandlestickPattern(
    "cdlpiercing",
    "Piercing Pattern",
    "A white bar opens below a black one and closes above its middle: 100, bullish.",
    formula: """
      long black bar, then a long white bar that opens below its low and closes within its body above the middle
      """,
    nison,
    measures: [.longBody],
    bars: 2,
    values: [100]
  ) { tile, _ in
    let bars = tile.bars(.long, 0) & afterLongBlack(tile)
    return PatternMarks(
      bullish: tile.keep(bars) { $0.close(0) < $0.open(1) && $0.close(0) > $0.close(1) + $0.body(1) * 0.5 }
    )
  }

  /// A long black bar, then a white one that opens below its low.
  static func afterLongBlack(_ tile: CandleTile) -> BarSet {
    tile.bars(.long, 1) & !tile.bars(.white, 1) & tile.bars(.white, 0) & tile.bars(.opensBelowLow, 0)
  }
}
