import Indicators

extension Indicator {
  /// Elder's force.
  static let efi = Indicator(
    "efi",
    ["force"],
    fullName: "Elder's Force Index",
    group: .volume,
    summary: "The average of the close's move times the volume of the bar.",
    formula: "ema((close - close[1]) * volume, period)",
    convention: "The average is seeded with the simple mean of its first period values, as in TA-Lib.",
    references: ["TA-Lib EFI", "A. Elder, Trading for a Living (1993)"],
    example: "efi(13)",
    inputs: [.close, .volume],
    parameters: [.period(13)],
    outputs: [.value(.number)],
    memory: .fading { Memory.exponential($0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (close, volume, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      var average = SeededAverage(segment.arguments.whole(0), from: 1)
      forEachEight(1..<segment.count) { index, count in
        let moves = EightLanes(close + index, count) - EightLanes(close + (index &- 1), count)
        average.advance(index, moves * EightLanes(volume + index, count)).store(count, target + index)
      }
    }
  )
}
