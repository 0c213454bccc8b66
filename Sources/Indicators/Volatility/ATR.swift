extension Indicator {
  /// Wilder's average true range.
  static let atr = Indicator(
    "atr",
    fullName: "Average True Range",
    group: .volatility,
    summary: "The average size of a bar's move, gaps included.",
    formula: "average over period bars of max(high, close[1]) - min(low, close[1])",
    convention: """
      The first bar has no true range. Wilder's smoothing seeded with the mean of the first period true \
      ranges, as TA-Lib; smoothing="simple" takes the plain mean, "ema" the gain 2 / (period + 1) with the \
      same seed.
      """,
    references: ["TA-Lib ATR", "J. W. Wilder, New Concepts in Technical Trading Systems (1978)"],
    example: "atr(14)",
    inputs: [.high, .low, .close],
    parameters: [
      .period(14),
      .smoothing("wilder", "simple", "ema", meaning: "How true ranges are averaged."),
    ],
    outputs: [.value(.price)],
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { stretch in
      let target = stretch.outputs[0]
      writeATR(stretch, stretch.arguments.whole(0), smoothing: stretch.arguments.whole(1), target)
    }
  )

  /// The average true range in percent of the close.
  static let natr = Indicator(
    "natr",
    fullName: "Normalized Average True Range",
    group: .volatility,
    summary: "The average true range in percent of the close.",
    formula: "100 * atr(period) / close",
    convention: "Wilder's smoothing as in atr; 0 where the close is 0. A period of 1 gives percent as well.",
    references: ["TA-Lib NATR"],
    example: "natr(14)",
    inputs: [.high, .low, .close],
    parameters: [.period(14)],
    outputs: [.value(.percent)],
    memory: .adaptive,
    warmUp: { $0.whole(0) },
    kernel: { stretch in
      let (period, close, target) = (stretch.arguments.whole(0), stretch.inputs[2], stretch.outputs[0])
      writeATR(stretch, period, smoothing: 0, target)
      for index in period..<stretch.count {
        target[index] = close[index] == 0 ? 0 : 100 * target[index] / close[index]
      }
    }
  )

  /// The true range of each bar.
  static let trange = Indicator(
    "trange",
    fullName: "True Range",
    group: .volatility,
    summary: "The size of a bar's move, a gap to the close before included.",
    formula: "max(high, close[1]) - min(low, close[1])",
    convention: "The first bar has none, as TA-Lib.",
    references: ["TA-Lib TRANGE", "J. W. Wilder, New Concepts in Technical Trading Systems (1978)"],
    example: "trange()",
    inputs: [.high, .low, .close],
    outputs: [.value(.price)],
    keepsFinite: true,
    warmUp: { _ in 1 },
    kernel: { stretch in
      let (high, low, close) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
      let target = stretch.outputs[0]
      forEachFour(1..<stretch.count) { index, count in
        store(trueRanges(high, low, close, index, count), count, target + index)
      }
    }
  )
}

/// Writes an average of the true range from index `period` on.
private func writeATR(_ stretch: Stretch, _ period: Int, smoothing: Int, _ target: Target) {
  let count = stretch.count
  let (high, low, close) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
  if smoothing == 1 {
    let share = 1 / Double(period)
    forEachWindow(count - 1, period) { index, _ in
      SIMD2(trueRange(high, low, close, index &+ 1), 0)
    } body: { last, _, sums in
      target[last &+ 1] = sums[0] * share
    }
    return
  }
  var sum = 0.0
  for index in 1...period { sum += trueRange(high, low, close, index) }
  let seed = sum / Double(period)
  let gain = smoothing == 0 ? 1 / Double(period) : 2 / Double(period + 1)
  target[period] = seed
  Decay(1 - gain).run(
    period + 1..<count,
    from: seed,
    input: { trueRanges(high, low, close, $0, $1) * gain },
    body: { store($2, $1, target + $0) }
  )
}
