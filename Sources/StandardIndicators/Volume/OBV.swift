import Indicators

extension Indicator {
  /// Volume summed by the direction of the close.
  static let obv = Indicator(
    "obv",
    fullName: "On Balance Volume",
    group: .volume,
    summary: "The running sum of volume, added on rises and taken off on falls.",
    formula: "y = y[1] + volume * sign(close - close[1])",
    convention: "Starts with the volume of the first bar, as in TA-Lib; first_bar=\"zero\" starts from 0.",
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
    kernel: { segment in
      let (close, volume, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      target[0] = segment.arguments.whole(0) == 0 ? volume[0] : 0
      RunningSum.run(1..<segment.count, from: target[0]) { index, count in
        let moves = EightLanes(close + index, count) - EightLanes(close + (index &- 1), count)
        return EightLanes.map(moves, EightLanes(volume + index, count)) { move, flow in
          choose(move, above: .zero, flow, else: .zero) - choose(.zero, above: move, flow, else: .zero)
        }
      } body: { index, count, sums in
        sums.store(count, target + index)
      }
    }
  )
}
