import Indicators

extension Indicator {
  /// The average weighted by volume.
  static let vwma = Indicator(
    "vwma",
    fullName: "Volume Weighted Moving Average",
    group: .overlap,
    summary: "The mean of the last values, each weighted by the volume of its bar.",
    formula: "sum(x * volume, period) / sum(volume, period)",
    convention: "Missing if nothing was traded in the entire window.",
    references: ["TA-Lib VWMA"],
    example: "vwma(20)",
    inputs: [.series, .volume],
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    isPartial: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (x, volume, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      var worth = SlidingWindow<Adding>(segment.arguments.whole(0))
      var traded = SlidingWindow<Adding>(segment.arguments.whole(0))
      forEachFour(0..<segment.count) { index, count in
        let volumes = load(volume + index, count)
        let sums = worth.advance(load(x + index, count) * volumes)
        store(sums / traded.advance(volumes), count, target + index)
      }
    }
  )
}
