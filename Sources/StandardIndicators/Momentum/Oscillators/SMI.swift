import Indicators

extension Indicator {
  /// Blau's stochastic momentum.
  static let smi = Indicator(
    "smi",
    fullName: "Stochastic Momentum Index",
    group: .momentum,
    summary: "The distance of the close from the middle of the range, smoothed twice, -100 to 100.",
    formula: """
      smi = 100 * s(close - (highest + lowest) / 2) / (s(highest - lowest) / 2) over period bars, s(x) = \
      ema(ema(x, slow), fast); signal = ema(smi, signal)
      """,
    convention: """
      Smoothed by the slow average first; each average is seeded with the simple mean of its first values, all \
      outputs begin with the signal, as in TA-Lib; 0 if the range is 0.
      """,
    references: ["TA-Lib SMI", "W. Blau, Momentum, Direction and Divergence (1995)"],
    example: "smi(13, 2, 25, 9).signal",
    inputs: [.high, .low, .close],
    parameters: [
      .period(13, "How many bars the range spans, the present one included."),
      .bars("fast", "fastperiod", 2, "The period of the second average."),
      .bars("slow", "slowperiod", 25, "The period of the first average."),
      .bars("signal", "signalperiod", 9, "The period of the signal line."),
    ],
    outputs: [
      Output("smi", unit: .percent),
      Output("signal", ["smisignal"], unit: .percent),
    ],
    memory: .fading { arguments in
      let gains = (1...3).map { 2 / Double(arguments.whole($0) + 1) }
      return Memory.bars(gain: gains[1], then: gains[0]) + Memory.bars(gain: gains[2])
    },
    keepsFinite: true,
    warmUp: { $0.whole(0) + $0.whole(1) + $0.whole(2) + $0.whole(3) - 4 },
    kernel: { segment in
      let arguments = segment.arguments
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (value, mean) = (segment.outputs[0], segment.outputs[1])
      var top = SlidingWindow<Highest>(arguments.whole(0))
      var bottom = SlidingWindow<Lowest>(arguments.whole(0))
      var distance = SeededAverage(arguments.whole(2), from: arguments.whole(0) - 1)
      var range = distance
      var smoothDistance = SeededAverage(arguments.whole(1), from: distance.first)
      var smoothRange = smoothDistance
      var signal = SeededAverage(arguments.whole(3), from: smoothRange.first)
      forEachEight(0..<segment.count) { index, count in
        let highest = top.advance(EightLanes(high + index, count))
        let lowest = bottom.advance(EightLanes(low + index, count))
        let distances = EightLanes(close + index, count) - 0.5 * (highest + lowest)
        let parts = smoothDistance.advance(index, distance.advance(index, distances))
        let wholes = smoothRange.advance(index, range.advance(index, highest - lowest))
        let values = quotients(200 * parts, wholes, or: 0)
        values.storeFinite(count, value + index)
        signal.advance(index, values).storeFinite(count, mean + index)
      }
    }
  )
}
