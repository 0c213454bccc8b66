import Indicators

extension Indicator {
  /// Connors's composite.
  static let connorsRSI = Indicator(
    "connors_rsi",
    ["crsi"],
    fullName: "Connors RSI",
    group: .momentum,
    summary: "The mean of a short rsi, the rsi of the streak and the rank of the last return, 0 to 100.",
    formula: "(rsi(x, period) + rsi(streak, streak) + percentrank(returns(x), rank)) / 3",
    convention: """
      The streak counts the rises in a row, below zero the falls, 0 if nothing changed. The rank counts the \
      returns before that are below the present one, as published; a return from 0 is 0. rsi as rsi.
      """,
    references: ["L. Connors, C. Alvarez, An Introduction to ConnorsRSI (2012)"],
    example: "connors_rsi(3, 2, 100)",
    parameters: [
      .period(3, from: 2, "The bars of the rsi of the series."),
      Parameter("streak", [], .whole(2...Parameter.longest), .value(2), "The bars of the rsi of the streak."),
      .bars("rank", "percentrank", 100, "The number of earlier returns that the last one is compared with."),
    ],
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { max(Memory.wilder($0.whole(0)), Memory.wilder($0.whole(1))) },
    keepsFinite: true,
    warmUp: { max($0.whole(0), $0.whole(1), $0.whole(2) + 1) },
    kernel: { segment in
      let (x, count, target) = (segment.inputs[0], segment.count, segment.outputs[0])
      let ranked = segment.arguments.whole(2)
      withScratch(count) { scratch in
        writeStrength(x, count, segment.arguments.whole(0), target)
        var streak = 0.0
        scratch[0] = 0
        for index in 1..<count {
          let (now, before) = (x[index], x[index &- 1])
          streak = now > before ? larger(streak, 0) + 1 : now < before ? smaller(streak, 0) - 1 : 0
          scratch[index] = streak
        }
        forEachWilderStrength(Source(scratch), count, segment.arguments.whole(1)) { index, count, gains, losses in
          let sums = gains + losses
          let values = (100 * gains / sums).replacing(with: 0, where: sums .<= 0)
          store(load(Source(target + index), count) + values, count, target + index)
        }
        forEachFour(1..<count) { index, count in
          let before = load(x + (index &- 1), count)
          let returns = load(x + index, count) / before - 1
          // Neither a return from 0 nor one between infinite values has a place in an order.
          store(returns.replacing(with: 0, where: before .== 0 .| returns .!= returns), count, scratch + index)
        }
        let share = 100 / Double(ranked)
        forEachRank(Source(scratch) + 1, count - 1, ranked + 1) { last, smaller, _ in
          target[last &+ 1] = (target[last &+ 1] + Double(smaller) * share) / 3
        }
      }
    }
  )
}

/// Writes Wilder's relative strength from index `period` on.
private func writeStrength(_ x: Source, _ count: Int, _ period: Int, _ target: Target) {
  target.update(repeating: 0, count: min(period, count))
  forEachWilderStrength(x, count, period) { index, count, gains, losses in
    let sums = gains + losses
    store((100 * gains / sums).replacing(with: 0, where: sums .<= 0), count, target + index)
  }
}
