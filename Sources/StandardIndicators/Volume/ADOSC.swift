import Indicators

extension Indicator {
  /// Chaikin's oscillator.
  static let adosc = Indicator(
    "adosc",
    fullName: "Chaikin A/D Oscillator",
    group: .volume,
    summary: "The distance of a fast and a slow average of accumulation and distribution.",
    formula: "ema(ad(), fast) - ema(ad(), slow)",
    convention: """
      Both averages start from the first value of ad, as in TA-Lib, so the start of ad itself has no effect. \
      Fast and slow are not exchanged.
      """,
    references: ["TA-Lib ADOSC", "M. Chaikin"],
    example: "adosc(3, 10)",
    inputs: [.high, .low, .close, .volume],
    parameters: [
      .bars("fast", "fastperiod", 3, "The period of the fast average."),
      .bars("slow", "slowperiod", 10, "The period of the slow average."),
    ],
    outputs: [.value(.volume)],
    memory: .fading { arguments in
      let period = max(arguments.whole(0), arguments.whole(1))
      return max(Memory.exponential(period) - (period - 1), 0)
    },
    keepsFinite: true,
    warmUp: { max($0.whole(0), $0.whole(1)) - 1 },
    kernel: { segment in
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      let (close, volume, target) = (segment.inputs[2], segment.inputs[3], segment.outputs[0])
      // The state is the distance of each average from the running sum, which itself is never needed.
      let keeps = (1 - 2 / Double(segment.arguments.whole(0) + 1), 1 - 2 / Double(segment.arguments.whole(1) + 1))
      let (fast, slow) = (Decay(keeps.0), Decay(keeps.1))
      var (quick, steady) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      target[0] = 0
      forEachEight(1..<segment.count) { index, count in
        let flows = moneyFlows(high, low, close, volume, index, count)
        let behind = slow.advance(&steady, flows * keeps.1) - fast.advance(&quick, flows * keeps.0)
        behind.storeFinite(count, target + index)
      }
    }
  )
}
