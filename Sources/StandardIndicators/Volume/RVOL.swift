import Indicators

extension Indicator {
  /// The volume relative to the usual one.
  static let rvol = Indicator(
    "rvol",
    fullName: "Relative Volume",
    group: .volume,
    summary: "The volume as a multiple of the mean of the bars before.",
    formula: "volume / sma(volume, period)[1]",
    convention: "The mean excludes the present bar, as in TA-Lib; missing if nothing was traded before.",
    references: ["TA-Lib RVOL"],
    example: "rvol(20)",
    inputs: [.volume],
    parameters: [.period(20, "The number of bars before the present one in the mean.", counts: .before)],
    outputs: [.value(.ratio)],
    isPartial: true,
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (volume, target) = (segment.inputs[0], segment.outputs[0])
      let period = Double(segment.arguments.whole(0))
      var window = SlidingWindow<Adding>(segment.arguments.whole(0))
      forEachEight(1..<segment.count) { index, count in
        let sums = window.advance(EightLanes(volume + (index &- 1), count))
        (EightLanes(volume + index, count) * period / sums).storeFinite(count, target + index)
      }
    }
  )
}
