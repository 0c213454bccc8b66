import Indicators

extension Indicator {
  /// Chande's momentum oscillator.
  static let cmo = Indicator(
    "cmo",
    fullName: "Chande Momentum Oscillator",
    group: .momentum,
    summary: "Rises less falls as a percentage of all moves, -100 to 100.",
    formula: "100 * (gain - loss) / (gain + loss); gain and loss are averages of rises and falls",
    convention: """
      Wilder's smoothing as in rsi, and 0 if nothing moved, as in TA-Lib; smoothing="simple" takes plain sums and \
      is missing if nothing moved.
      """,
    references: ["TA-Lib CMO", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "cmo(14)",
    parameters: [
      .period(14, from: 2),
      .smoothing("wilder", "simple", meaning: "How rises and falls are averaged."),
    ],
    outputs: [.value(.number, range: -100...100)],
    memory: .fading { $0.whole(1) == 0 ? Memory.wilder($0.whole(0)) : 0 },
    isPartial: true,
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let target = segment.outputs[0]
      if segment.arguments.whole(1) == 1 {
        let x = segment.inputs[0]
        forEachWindow(segment.count - 1, segment.arguments.whole(0)) { index, _ in
          let change = x[index &+ 1] - x[index]
          return SIMD2(change, change.magnitude)
        } body: { last, _, sums in
          target[last &+ 1] = 100 * sums[0] / sums[1]
        }
        return
      }
      forEachEightWilderStrengths(segment.inputs[0], segment.count, segment.arguments.whole(0)) {
        index,
        count,
        gains,
        losses in
        EightLanes.map(gains, losses) { gains, losses in
          let sums = gains + losses
          return choose(sums, above: .zero, SIMD4(repeating: 100) * (gains - losses) / sums, else: .zero)
        }.store(count, target + index)
      }
    }
  )
}
