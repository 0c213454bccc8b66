import Indicators

extension Indicator {
  /// Williams' accumulation and distribution.
  static let wad = Indicator(
    "wad",
    fullName: "Williams' Accumulation/Distribution",
    group: .momentum,
    summary: "The running sum of the close's distance from the far side of its true range.",
    formula: """
      y = y[1] + (close - min(low, close[1]) on a rise, close - max(high, close[1]) on a fall, else 0)
      """,
    convention: "Starts from 0 and uses no volume, as in TA-Lib.",
    references: ["TA-Lib WAD", "L. Williams, How I Made One Million Dollars (1973)"],
    example: "wad()",
    inputs: [.high, .low, .close],
    outputs: [.value(.price)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let target = segment.outputs[0]
      target[0] = 0
      RunningSum.run(1..<segment.count, from: 0) { index, count in
        let (before, now) = (EightLanes(close + (index &- 1), count), EightLanes(close + index, count))
        let bottom = Lowest.join(before, EightLanes(low + index, count))
        let top = Highest.join(before, EightLanes(high + index, count))
        return EightLanes(
          distances(before.low, now.low, bottom.low, top.low),
          distances(before.high, now.high, bottom.high, top.high)
        )
      } body: { index, count, sums in
        sums.store(count, target + index)
      }
    }
  )
}

/// The distances of closes from the bottom on rises and from the top on falls, else 0.
@inline(__always)
private func distances(
  _ before: SIMD4<Double>,
  _ now: SIMD4<Double>,
  _ bottom: SIMD4<Double>,
  _ top: SIMD4<Double>
) -> SIMD4<Double> {
  choose(now, above: before, now - bottom, else: choose(before, above: now, now - top, else: .zero))
}
