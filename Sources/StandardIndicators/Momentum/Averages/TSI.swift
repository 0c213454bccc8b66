import Indicators

extension Indicator {
  /// Blau's true strength.
  static let tsi = Indicator(
    "tsi",
    fullName: "True Strength Index",
    group: .momentum,
    summary: "Moves as a percentage of their sizes, both smoothed twice, -100 to 100.",
    formula: "100 * s(x - x[1]) / s(|x - x[1]|), s(y) = ema(ema(y, first), second)",
    convention: "Each average is seeded with the simple mean of its first values, as in TA-Lib; 0 if nothing moved.",
    references: ["TA-Lib TSI", "W. Blau, Momentum, Direction and Divergence (1995)"],
    example: "tsi(25, 13)",
    parameters: [
      .bars("first", "firstperiod", 25, "The period of the first average."),
      .bars("second", "secondperiod", 13, "The period of the second average."),
    ],
    outputs: [.value(.number, range: -100...100)],
    memory: .fading { Memory.bars(gain: 2 / Double($0.whole(0) + 1), then: 2 / Double($0.whole(1) + 1)) },
    keepsFinite: true,
    warmUp: { $0.whole(0) + $0.whole(1) - 1 },
    kernel: { segment in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      var move = SeededAverage(segment.arguments.whole(0), from: 1)
      var size = move
      var smoothMove = SeededAverage(segment.arguments.whole(1), from: move.first)
      var smoothSize = smoothMove
      forEachEight(1..<segment.count) { index, count in
        let changes = EightLanes(x + index, count) - EightLanes(x + (index &- 1), count)
        let moves = smoothMove.advance(index, move.advance(index, changes))
        let sizes = smoothSize.advance(index, size.advance(index, changes.magnitudes))
        quotients(100 * moves, sizes, or: 0).store(count, target + index)
      }
    }
  )
}
