import Indicators

extension Indicator {
  /// The age of the extremes.
  static let aroon = Indicator(
    "aroon",
    fullName: "Aroon",
    group: .momentum,
    summary: "How recent the highest high and the lowest low are, 0 to 100.",
    formula: "100 * (period - bars since the extreme) / period, over period + 1 bars",
    convention: "Of equal extremes the latest counts, as in TA-Lib; down comes first.",
    references: ["TA-Lib AROON", "T. Chande, Technical Analysis of Stocks & Commodities 13:9 (1995)"],
    example: "aroon(25).up",
    inputs: [.high, .low],
    parameters: [
      .period(14, from: 2, "The number of bars searched for an extreme, besides the present one.", counts: .before)
    ],
    outputs: [
      Output("down", ["aroondown"], unit: .number, range: 0...100),
      Output("up", ["aroonup"], unit: .number, range: 0...100),
    ],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (count, period) = (segment.count, segment.arguments.whole(0))
      let (down, up) = (segment.outputs[0], segment.outputs[1])
      windowAge(ofExtreme: segment.inputs[1], sign: -1, count, period + 1, down)
      windowAge(ofExtreme: segment.inputs[0], sign: 1, count, period + 1, up)
      let scale = 100 / Double(period)
      for index in period..<count {
        down[index] = 100 - scale * down[index]
        up[index] = 100 - scale * up[index]
      }
    }
  )

  /// The difference of both Aroon lines.
  static let aroonosc = Indicator(
    "aroonosc",
    fullName: "Aroon Oscillator",
    group: .momentum,
    summary: "How much more recent the highest high is than the lowest low.",
    formula: "aroon(period).up - aroon(period).down",
    convention: "Of equal extremes the latest counts, as in TA-Lib.",
    references: ["TA-Lib AROONOSC"],
    example: "aroonosc(25)",
    inputs: [.high, .low],
    parameters: [
      .period(14, from: 2, "The number of bars searched for an extreme, besides the present one.", counts: .before)
    ],
    outputs: [.value(.number, range: -100...100)],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (count, period) = (segment.count, segment.arguments.whole(0))
      let target = segment.outputs[0]
      withScratch(count) { down in
        windowAge(ofExtreme: segment.inputs[1], sign: -1, count, period + 1, down)
        windowAge(ofExtreme: segment.inputs[0], sign: 1, count, period + 1, target)
        let scale = 100 / Double(period)
        for index in period..<count { target[index] = scale * (down[index] - target[index]) }
      }
    }
  )
}
