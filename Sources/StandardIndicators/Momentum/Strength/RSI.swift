import Indicators

extension Indicator {
  /// Wilder's relative strength.
  static let rsi = Indicator(
    "rsi",
    fullName: "Relative Strength Index",
    group: .momentum,
    summary: "The share of rises in the moves of the last bars, 0 to 100.",
    formula: "100 * gain / (gain + loss); gain and loss are averages of rises and falls over period bars",
    convention: """
      Wilder's smoothing, seeded with the simple mean of the first period changes, and 0 if nothing \
      moved, as in TA-Lib; smoothing="simple" takes plain means and is missing if nothing moved; \
      first_bar="zero" counts a change of 0 on the first bar, so that all begins one bar earlier.
      """,
    references: ["TA-Lib RSI", "J. W. Wilder, New Concepts in Technical Trading Systems (1978)"],
    example: "rsi(14)",
    parameters: [
      .period(14, from: 2),
      .smoothing("wilder", "simple", meaning: "How rises and falls are averaged."),
      .firstBar("none", "zero", meaning: "Whether the first bar has no change, or one of 0."),
    ],
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { $0.whole(1) == 0 ? Memory.wilder($0.whole(0)) : $0.whole(2) },
    isPartial: true,
    keepsFinite: true,
    warmUp: { $0.whole(0) - $0.whole(2) },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let target = segment.outputs[0]
      let countsFirstBar = segment.arguments.whole(2) == 1
      if segment.arguments.whole(1) == 0 {
        forEachEightWilderStrengths(x, count, period, countsFirstBar: countsFirstBar) { index, count, gains, losses in
          EightLanes.map(gains, losses) { gains, losses in
            let sums = gains + losses
            return choose(sums, above: .zero, SIMD4(repeating: 100) * gains / sums, else: .zero)
          }.store(count, target + index)
        }
        return
      }
      let lead = countsFirstBar ? 0 : 1
      forEachWindow(count - lead, period) { index, _ in
        let bar = index &+ lead
        let change = bar == 0 ? 0 : x[bar] - x[bar &- 1]
        return SIMD2(larger(change, 0), larger(-change, 0))
      } body: { last, _, sums in
        target[last &+ lead] = 100 * sums[0] / (sums[0] + sums[1])
      }
    }
  )
}
