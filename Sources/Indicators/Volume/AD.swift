extension Indicator {
  /// Accumulation and distribution.
  static let ad = Indicator(
    "ad",
    fullName: "Accumulation/Distribution Line",
    group: .volume,
    summary: "The running sum of volume weighted by where the close stands in its bar.",
    formula: "y = y[1] + volume * ((close - low) - (high - close)) / (high - low)",
    convention: "A bar without range adds nothing; starts from 0, as TA-Lib.",
    references: ["TA-Lib AD", "M. Chaikin"],
    example: "ad()",
    inputs: [.high, .low, .close, .volume],
    outputs: [.value(.volume)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { stretch in
      let (high, low) = (stretch.inputs[0], stretch.inputs[1])
      let (close, volume) = (stretch.inputs[2], stretch.inputs[3])
      let target = stretch.outputs[0]
      RunningSum.run(0..<stretch.count, from: 0) { index, count in
        let (top, bottom) = (Eight(high + index, count), Eight(low + index, count))
        let (end, range) = (Eight(close + index, count), top - bottom)
        let flow = ((end - bottom) - (top - end)) / range * Eight(volume + index, count)
        return Eight.map(flow, range) { flow, range in choose(range, above: .zero, flow, else: .zero) }
      } body: { index, count, sums in
        sums.map(\.finiteOrMissing).store(count, target + index)
      }
    }
  )
}
