import Indicators

extension Indicator {
  /// White's filter of trends.
  static let vhf = Indicator(
    "vhf",
    fullName: "Vertical Horizontal Filter",
    group: .momentum,
    summary: "The range of the last bars as a share of the way taken: high in trends, 0 to 1.",
    formula: "(highest(x, period) - lowest(x, period)) / (sum of |x - x[1]| over period bars)",
    convention: "The way has one move more than the range, that into its first bar, as in TA-Lib; 0 if nothing moved.",
    references: ["TA-Lib VHF", "A. White, Futures (1991)"],
    example: "vhf(28)",
    parameters: [.period(28, from: 2)],
    outputs: [.value(.fraction, range: 0...1)],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, target, period) = (segment.inputs[0], segment.outputs[0], segment.arguments.whole(0))
      var top = SlidingWindow<Highest>(period)
      var bottom = SlidingWindow<Lowest>(period)
      var path = SlidingWindow<Adding>(period)
      forEachEight(1..<segment.count) { index, count in
        let values = EightLanes(x + index, count)
        let paths = path.advance((values - EightLanes(x + (index &- 1), count)).magnitudes)
        let ranges = top.advance(values) - bottom.advance(values)
        quotients(ranges, paths, or: 0).store(count, target + index)
      }
    }
  )
}
