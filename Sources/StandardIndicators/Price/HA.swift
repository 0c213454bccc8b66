import Indicators

extension Indicator {
  /// The bars of Heikin-Ashi charts.
  static let ha = Indicator(
    "ha",
    ["heikinashi"],
    fullName: "Heikin-Ashi Candles",
    group: .price,
    summary: "Bars smoothed so that a trend shows as a run of candles of one colour.",
    formula: """
      close = (o + h + l + c) / 4; open = (open[1] + close[1]) / 2; high = max(h, open, close); \
      low = min(l, open, close)
      """,
    convention: "The first open is (o + c) / 2 of the first bar, as in TA-Lib.",
    references: ["TA-Lib HA", "D. Valcu, Technical Analysis of Stocks & Commodities 22:2 (2004)"],
    example: "ha().close",
    inputs: [.open, .high, .low, .close],
    outputs: [
      Output("open", ["haopen"], unit: .price),
      Output("high", ["hahigh"], unit: .price),
      Output("low", ["halow"], unit: .price),
      Output("close", ["haclose"], unit: .price),
    ],
    placement: .overlay,
    memory: .fading { _ in Memory.bars(gain: 0.5) },
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (o, h, l, c) = (segment.inputs[0], segment.inputs[1], segment.inputs[2], segment.inputs[3])
      let (open, high, low, close) = (segment.outputs[0], segment.outputs[1], segment.outputs[2], segment.outputs[3])
      let decay = Decay(0.5)
      var before = (o[0] + c[0]) / 2
      open[0] = before
      close[0] = (o[0] + h[0] + l[0] + c[0]) / 4
      high[0] = larger(larger(h[0], before), close[0])
      low[0] = smaller(smaller(l[0], before), close[0])
      var last = close[0]
      forEachFour(1..<segment.count) { index, count in
        let (tops, bottoms) = (load(h + index, count), load(l + index, count))
        let means = (load(o + index, count) + tops + bottoms + load(c + index, count)) / 4
        let earlier = SIMD4(last, means[0], means[1], means[2])
        last = means[3]
        let opens = decay.advance(&before, earlier / 2)
        let highs = opens.replacing(with: means, where: means .> opens)
        let lows = opens.replacing(with: means, where: means .< opens)
        store(opens, count, open + index)
        store(tops.replacing(with: highs, where: highs .> tops), count, high + index)
        store(bottoms.replacing(with: lows, where: lows .< bottoms), count, low + index)
        store(means, count, close + index)
      }
    }
  )
}
