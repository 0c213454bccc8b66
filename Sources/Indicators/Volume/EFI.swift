extension Indicator {
  /// Elder's force.
  static let efi = Indicator(
    "efi",
    ["force"],
    fullName: "Elder's Force Index",
    group: .volume,
    summary: "The average of the close's move times the volume behind it.",
    formula: "ema((close - close[1]) * volume, period)",
    convention: "The average is seeded with the simple mean of its first period values, as TA-Lib.",
    references: ["TA-Lib EFI", "A. Elder, Trading for a Living (1993)"],
    example: "efi(13)",
    inputs: [.close, .volume],
    parameters: [.period(13)],
    outputs: [.value(.number)],
    memory: .fading { Memory.exponential($0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { stretch in
      let (close, volume, target) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs[0])
      var average = SeededAverage(stretch.arguments.whole(0), from: 1)
      forEachEight(1..<stretch.count) { index, count in
        let moves = Eight(close + index, count) - Eight(close + (index &- 1), count)
        average.advance(index, moves * Eight(volume + index, count)).store(count, target + index)
      }
    }
  )
}
