extension Indicator {
  /// Chande's momentum oscillator.
  static let cmo = Indicator(
    "cmo",
    fullName: "Chande Momentum Oscillator",
    group: .momentum,
    summary: "Rises less falls as a percentage of all moves, -100 to 100.",
    formula: "100 * (gain - loss) / (gain + loss); gain and loss are averages of rises and falls",
    convention: "Wilder's smoothing as in rsi, and 0 where nothing moved, as TA-Lib.",
    references: ["TA-Lib CMO", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "cmo(14)",
    parameters: [.period(14, from: 2)],
    outputs: [.value(.number, range: -100...100)],
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { stretch in
      let target = stretch.outputs[0]
      forEachWilderStrength(stretch.inputs[0], stretch.count, stretch.arguments.whole(0)) {
        index,
        count,
        gains,
        losses in
        let sums = gains + losses
        let values = 100 * (gains - losses) / sums
        store(values.replacing(with: 0, where: sums .<= 0), count, target + index)
      }
    }
  )
}
