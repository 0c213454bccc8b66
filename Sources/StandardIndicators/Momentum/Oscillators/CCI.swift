import Indicators

extension Indicator {
  /// Lambert's commodity channel index.
  static let cci = Indicator(
    "cci",
    fullName: "Commodity Channel Index",
    group: .momentum,
    summary: "How unusual the price is, in mean deviations from its average.",
    formula:
      "(p - sma(p)) / (0.015 * mean of |p - sma(p)|) over period bars, p = (high + low + close) / 3",
    convention: "The deviation is the mean absolute one; 0 if it is 0, as in TA-Lib.",
    references: ["TA-Lib CCI", "D. Lambert, Commodities 10 (1980)"],
    example: "cci(20)",
    inputs: [.high, .low, .close],
    parameters: [.period(14, from: 2)],
    outputs: [.value(.number)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (count, period) = (segment.count, segment.arguments.whole(0))
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let target = segment.outputs[0]
      withScratch(2 * count) { price in
        let deviation = price + count
        let three = EightLanes(SIMD4(repeating: 3), SIMD4(repeating: 3))
        forEachEight(0..<count) { index, count in
          let sums = EightLanes(high + index, count) + EightLanes(low + index, count) + EightLanes(close + index, count)
          (sums / three).store(count, price + index)
        }
        writeMeanDeviation(price, count, period, mean: target, deviation)
        forEachEight(period - 1..<count) { index, count in
          let distances = EightLanes(price + index, count) - EightLanes(target + index, count)
          EightLanes.map(distances, 0.015 * EightLanes(deviation + index, count)) { distance, scale in
            choose(scale, equal: .zero, .zero, else: distance / scale).finiteOrMissing
          }.store(count, target + index)
        }
      }
    }
  )
}
