import Indicators

extension Indicator {
  /// Accumulation and distribution.
  static let ad = Indicator(
    "ad",
    fullName: "Accumulation/Distribution Line",
    group: .volume,
    summary: "The running sum of volume weighted by the position of the close in its bar.",
    formula: "y = y[1] + volume * ((close - low) - (high - close)) / (high - low)",
    convention: "A bar without range adds nothing; starts from 0, as in TA-Lib.",
    references: ["TA-Lib AD", "M. Chaikin"],
    example: "ad()",
    inputs: [.high, .low, .close, .volume],
    outputs: [.value(.volume)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      let (close, volume) = (segment.inputs[2], segment.inputs[3])
      let target = segment.outputs[0]
      RunningSum.run(0..<segment.count, from: 0) { index, count in
        let (top, bottom) = (EightLanes(high + index, count), EightLanes(low + index, count))
        let (end, range) = (EightLanes(close + index, count), top - bottom)
        let flow = ((end - bottom) - (top - end)) / range * EightLanes(volume + index, count)
        return EightLanes.map(flow, range) { flow, range in choose(range, above: .zero, flow, else: .zero) }
      } body: { index, count, sums in
        sums.map(\.finiteOrMissing).store(count, target + index)
      }
    }
  )
}
