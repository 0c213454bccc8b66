extension Indicator {
  /// Volume summed by the direction of the close.
  static let obv = Indicator(
    "obv",
    fullName: "On Balance Volume",
    group: .volume,
    summary: "The running sum of volume, added on rises and taken off on falls.",
    formula: "y = y[1] + volume * sign(close - close[1])",
    convention: "Starts with the volume of the first bar, as TA-Lib; first_bar=\"zero\" starts from 0.",
    references: ["TA-Lib OBV", "J. Granville, Granville's New Key to Stock Market Profits (1963)"],
    example: "obv()",
    inputs: [.close, .volume],
    parameters: [
      .firstBar("volume", "zero", meaning: "Whether the sum starts with the volume of the first bar, or from 0.")
    ],
    outputs: [.value(.volume)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { stretch in
      let (close, volume, target) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs[0])
      target[0] = stretch.arguments.whole(0) == 0 ? volume[0] : 0
      RunningSum.run(1..<stretch.count, from: target[0]) { index, count in
        let moves = Eight(close + index, count) - Eight(close + (index &- 1), count)
        return Eight.map(moves, Eight(volume + index, count)) { move, flow in
          choose(move, above: .zero, flow, else: .zero) - choose(.zero, above: move, flow, else: .zero)
        }
      } body: { index, count, sums in
        sums.store(count, target + index)
      }
    }
  )
}
