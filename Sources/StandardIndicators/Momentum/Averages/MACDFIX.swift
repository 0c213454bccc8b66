import Indicators

extension Indicator {
  /// MACD with the gains that Appel gave.
  static let macdfix = Indicator(
    "macdfix",
    fullName: "Moving Average Convergence/Divergence Fix 12/26",
    group: .momentum,
    summary: "MACD of 12 and 26 bars with the rounded gains 0.15 and 0.075.",
    formula: "macd = fast - slow; signal = ema(macd, signal); histogram = macd - signal",
    convention: """
      Both averages are seeded at index 25, the fast one with the mean of the last 12 values there; all outputs \
      begin with the signal, as in TA-Lib.
      """,
    references: ["TA-Lib MACDFIX", "G. Appel, Technical Analysis: Power Tools for Active Investors (2005)"],
    example: "macdfix(9).histogram",
    parameters: [.bars("signal", "signalperiod", 9, "The period of the signal line.")],
    outputs: [
      Output("macd", unit: .asInput),
      Output("signal", ["macdsignal"], unit: .asInput),
      Output("histogram", ["macdhist", "hist"], unit: .asInput),
    ],
    memory: .fading { Memory.bars(gain: 0.075, then: 2 / Double($0.whole(0) + 1)) },
    keepsFinite: true,
    warmUp: { 24 + $0.whole(0) },
    kernel: { segment in
      let x = segment.inputs[0]
      let (line, mean, histogram) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      var fast = SeededAverage(12, from: 14, gain: 0.15)
      var slow = SeededAverage(26, from: 0, gain: 0.075)
      var signal = SeededAverage(segment.arguments.whole(0), from: 25)
      forEachEight(0..<segment.count) { index, count in
        let values = EightLanes(x + index, count)
        let lines = fast.advance(index, values) - slow.advance(index, values)
        let signals = signal.advance(index, lines)
        lines.store(count, line + index)
        signals.store(count, mean + index)
        (lines - signals).store(count, histogram + index)
      }
    }
  )
}
