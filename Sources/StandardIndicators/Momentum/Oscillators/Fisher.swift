import Indicators

extension Indicator {
  /// Ehlers's Fisher transform.
  static let fisher = Indicator(
    "fisher",
    fullName: "Fisher Transform",
    group: .momentum,
    summary: "The place of the price in its range, stretched so that turns are visible.",
    formula: """
      v = 0.66 * (place - 0.5) + 0.67 * v[1], kept within ±0.999; fisher = 0.5 * ln((1 + v) / (1 - v)) + 0.5 * \
      fisher[1]; place of p = (high + low) / 2 in its range over period bars, 0 to 1
      """,
    convention: """
      v beyond ±0.99 becomes ±0.999, as published; both recurrences start from 0, and a window without range \
      counts as its middle. signal is fisher one bar ago, 0 at the beginning.
      """,
    references: ["J. Ehlers, Technical Analysis of Stocks & Commodities 20:11 (2002)"],
    example: "fisher(10).fisher",
    inputs: [.high, .low],
    parameters: [.period(10)],
    outputs: [Output("fisher", unit: .number), Output("signal", ["trigger"], unit: .number)],
    memory: .adaptive,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      let (values, signal) = (segment.outputs[0], segment.outputs[1])
      let count = segment.count
      withScratch(count) { middle in
        for index in 0..<count { middle[index] = high[index] / 2 + low[index] / 2 }
        var (state, value) = (0.0, 0.0)
        forEachRange(Source(middle), Source(middle), count, segment.arguments.whole(0)) { last, highest, lowest in
          let range = highest - lowest
          let place = range > 0 ? (middle[last] - lowest) / range - 0.5 : 0
          state = 0.66 * place + 0.67 * state
          if state > 0.99 { state = 0.999 }
          if state < -0.99 { state = -0.999 }
          signal[last] = value
          value = 0.5 * logarithm((1 + state) / (1 - state)) + 0.5 * value
          values[last] = value
        }
      }
    }
  )
}
