import Indicators

extension Indicator {
  /// Le Beau's exit.
  static let chandelier = Indicator(
    "chandelier",
    fullName: "Chandelier Exit",
    group: .overlap,
    summary: "A stop some true ranges below the highest high, or above the lowest low.",
    formula: "long = highest(high, period) - width * atr(period); short = lowest(low, period) + width * atr(period)",
    convention: "The present bar is part of the window; atr with Wilder's smoothing, which the first bar lacks.",
    references: [
      "C. Le Beau, D. Lucas, Computer Analysis of the Futures Market (1992)", "Stock.Indicators Chandelier",
    ],
    example: "chandelier(22, 3).long",
    inputs: [.high, .low, .close],
    parameters: [
      .period(22),
      Parameter("width", ["multiplier"], .real(0...1000), .value(3), "Its distance in average true ranges."),
    ],
    outputs: [Output("long", unit: .price), Output("short", unit: .price)],
    placement: .overlay,
    memory: .fading { Memory.wilder($0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (long, short) = (segment.outputs[0], segment.outputs[1])
      let (count, period) = (segment.count, segment.arguments.whole(0))
      let width = segment.arguments.real(1)
      averageTrueRange(high, low, close, count, period, short)
      forEachRange(high, low, count, period) { last, highest, lowest in
        let distance = width * short[last]
        long[last] = highest - distance
        short[last] = lowest + distance
      }
    }
  )
}

/// Writes Wilder's average true range from index `period` on; the first bar has no true range.
private func averageTrueRange(
  _ high: Source,
  _ low: Source,
  _ close: Source,
  _ count: Int,
  _ period: Int,
  _ target: Target
) {
  // The window of the bar before the first average hands over a value too, which is not shown.
  target[period - 1] = 0
  var sum = 0.0
  for index in 1...period { sum += trueRange(high, low, close, index) }
  target[period] = sum / Double(period)
  let gain = 1 / Double(period)
  Decay(1 - gain).run(
    period + 1..<count,
    from: target[period],
    input: { trueRanges(high, low, close, $0, $1) * gain },
    body: { store($2, $1, target + $0) }
  )
}
