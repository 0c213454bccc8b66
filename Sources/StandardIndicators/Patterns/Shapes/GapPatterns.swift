import Indicators

/// Three bars that continue after a gap.
extension CandlestickPattern {
  static let gaps: [CandlestickPattern] = [gapSideSideWhite, tasukiGap, sideGapThreeMethods]

  private static let gapSideSideWhite = CandlestickPattern(
    "cdlgapsidesidewhite",
    "Up/Down-gap side-by-side white lines",
    "After a gap two like white bars side by side: 100 above, -100 below it.",
    formula: """
      two white bars with the same open and bodies near each other in length, both bodies a gap above (100) or \
      below (-100) the body before them
      """,
    nison,
    measures: [.near, .equal],
    bars: 3,
    values: [100, -100]
  ) { tile, _ in
    let (up, down) = (tile.bars(.gapUp, 1), tile.bars(.gapDown, 1))
    let white = tile.bars(.white, 1) & tile.bars(.white, 0)
    let bars = tile.keep((up | down) & white & tile.bars(.sameOpen, 0)) {
      $0.isWithin($0.near(1), $0.body(0), of: $0.body(1))
    }
    return PatternMarks(
      bullish: tile.keep(bars & up) { $0.bottom(0) > $0.top(2) },
      bearish: tile.keep(bars & down) { $0.top(0) < $0.bottom(2) }
    )
  }

  private static let tasukiGap = CandlestickPattern(
    "cdltasukigap",
    "Tasuki Gap",
    "A bar against the move enters a gap but does not close it: 100 on up, -100 down.",
    formula: """
      a bar that gaps up (down) and is white (black); a bar of the opposite colour, near it in length, that opens \
      within its body and closes in the gap; the sign is the second bar's colour
      """,
    nison,
    measures: [.near],
    bars: 3,
    values: [100, -100]
  ) { tile, _ in
    let (second, third) = (tile.bars(.white, 1), tile.bars(.white, 0))
    return PatternMarks(
      bullish: tile.keep(tile.bars(.gapUp, 1) & second & !third & tile.bars(.closesBelowOpen, 0)) {
        $0.open(0) < $0.close(1) && $0.open(0) > $0.open(1) && $0.close(0) > $0.top(2) && isAlike($0)
      },
      bearish: tile.keep(tile.bars(.gapDown, 1) & !second & third & tile.bars(.closesAboveOpen, 0)) {
        $0.open(0) < $0.open(1) && $0.open(0) > $0.close(1) && $0.close(0) < $0.bottom(2) && isAlike($0)
      }
    )
  }

  /// The last two bodies are near each other in length.
  private static func isAlike(_ bar: Candle) -> Bool { (bar.body(1) - bar.body(0)).magnitude < bar.near(1) }

  private static let sideGapThreeMethods = CandlestickPattern(
    "cdlxsidegap3methods",
    "Upside/Downside Gap Three Methods",
    "A bar against the move closes a gap between two like bars: 100 on up, -100 down.",
    formula: """
      two white (black) bars with a gap up (down) between them; a bar of the opposite colour that opens within \
      the second body and closes within the first; the sign is the first bar's colour
      """,
    bulkowski,
    bars: 3,
    values: [100, -100]
  ) { tile, _ in
    let (first, second, third) = (tile.bars(.white, 2), tile.bars(.white, 1), tile.bars(.white, 0))
    let rising = first & second & !third & tile.bars(.gapUp, 1)
    let falling = !first & !second & third & tile.bars(.gapDown, 1)
    let bars = tile.keep(rising | falling) {
      $0.open(0) < $0.top(1) && $0.open(0) > $0.bottom(1) && $0.close(0) < $0.top(2) && $0.close(0) > $0.bottom(2)
    }
    return PatternMarks(bars, bullishWhere: first)
  }
}
