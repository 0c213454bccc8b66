import Indicators

extension Indicator {
  /// Dreiss's choppiness.
  static let chop = Indicator(
    "chop",
    fullName: "Choppiness Index",
    group: .volatility,
    summary: "How much of the way is lost in moving to and fro: 100 sideways, low in a trend.",
    formula: """
      100 * log10(sum of true ranges / (highest true high - lowest true low)) / log10(period), over period bars
      """,
    convention: """
      True highs and lows hold the close before, so that gaps count on both sides; the first bar has none. \
      Missing if the price does not move.
      """,
    references: ["E. Dreiss, Futures 22 (1993)", "Stock.Indicators Chop"],
    example: "chop(14)",
    inputs: [.high, .low, .close],
    parameters: [.period(14, from: 2)],
    outputs: [.value(.number, range: 0...100)],
    isPartial: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (count, period, target) = (segment.count, segment.arguments.whole(0), segment.outputs[0])
      let scale = 100 / logarithm(Double(period))
      withScratch(3 * count) { tops in
        let (bottoms, ranges) = (tops + count, tops + 2 * count)
        forEachFour(1..<count) { index, count in
          let before = load(close + (index &- 1), count)
          let (top, bottom) = (load(high + index, count), load(low + index, count))
          let (highest, lowest) = (
            before.replacing(with: top, where: top .> before), before.replacing(with: bottom, where: bottom .< before)
          )
          store(highest, count, tops + index)
          store(lowest, count, bottoms + index)
          store(highest - lowest, count, ranges + index)
        }
        windowSums(Source(ranges + 1), count - 1, period, times: 1, ranges + 1)
        forEachRange(Source(tops + 1), Source(bottoms + 1), count - 1, period) { last, highest, lowest in
          let way = highest - lowest
          target[last &+ 1] = way > 0 ? larger(logarithm(ranges[last &+ 1] / way), 0) * scale : .nan
        }
      }
    }
  )
}
