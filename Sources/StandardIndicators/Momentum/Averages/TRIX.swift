import Indicators

extension Indicator {
  /// The rate of change of a triple average.
  static let trix = Indicator(
    "trix",
    fullName: "Triple Exponential Average Rate of Change",
    group: .momentum,
    summary: "The change of a triple exponential average from bar to bar in percent.",
    formula: "roc(ema(ema(ema(x, period), period), period), 1)",
    convention: "Each average is seeded with the simple mean of its first period values, or as seed says.",
    references: ["TA-Lib TRIX", "J. Hutson, Technical Analysis of Stocks & Commodities 1:5 (1983)"],
    example: "trix(close, 15)",
    parameters: [.period(30), .seed],
    outputs: [.value(.percent)],
    memory: .fading { Memory.exponential($0.whole(0), stages: 3) },
    keepsFinite: true,
    warmUp: { 3 * $0.seed(1).warmUp($0.whole(0)) + 1 },
    kernel: { segment in
      let (x, period, target) = (segment.inputs[0], segment.arguments.whole(0), segment.outputs[0])
      let cascade = Cascade(x, period, depth: 3, seed: segment.arguments.seed(1))
      var (once, twice, thrice) = (cascade[0], cascade[1], cascade[2])
      withScratch(cascadeTile) { averages in
        forEachTile(cascade.first + 1..<segment.count, cascadeTile) { tile in
          let (from, into) = (x + tile.lowerBound, target + tile.lowerBound)
          forEachEight(0..<tile.count) { index, count in
            let first = cascade.advance(&once, EightLanes(from + index, count))
            cascade.advance(&twice, first).store(count, averages + index)
          }
          forEachEight(0..<tile.count) { index, count in
            let before = thrice
            let now = cascade.advance(&thrice, EightLanes(averages + index, count))
            let earlier = EightLanes(now.low.shifted(after: before), now.high.shifted(after: now.low))
            EightLanes.map(now, earlier) { now, before in
              let change = (now / before - .one) * SIMD4(repeating: 100)
              return choose(before, equal: .zero, .zero, else: change).finiteOrMissing
            }.store(count, into + index)
          }
        }
      }
    }
  )
}
