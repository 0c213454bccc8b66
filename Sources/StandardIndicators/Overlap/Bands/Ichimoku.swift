import Indicators

extension Indicator {
  /// Hosoda's cloud.
  static let ichimoku = Indicator(
    "ichimoku",
    fullName: "Ichimoku Kinko Hyo",
    group: .overlap,
    summary: "Two lines of middle prices, and the cloud that a chart draws at this bar.",
    formula: """
      tenkan, kijun = midprice of their bars; span_a = ((tenkan + kijun) / 2)[displacement]; span_b = \
      midprice(senkou)[displacement]
      """,
    convention: """
      The spans are those that a chart shows over this bar: computed displacement bars ago, so all lines are \
      known. displacement=0 gives the cloud that is drawn ahead of this bar. The lagging span (chikou) is left \
      out: drawn back over a bar it is a later close, which no rule may know; `close > close[26]` asks the same \
      of bars that are known.
      """,
    references: ["G. Hosoda, Ichimoku Kinko Hyo (1969)", "Stock.Indicators Ichimoku"],
    example: "ichimoku(9, 26, 52).span_a",
    inputs: [.high, .low],
    parameters: [
      .bars("tenkan", "conversion", 9, "The bars of the conversion line."),
      .bars("kijun", "base", 26, "The bars of the base line."),
      .bars("senkou", "span", 52, "The bars of the slow side of the cloud."),
      Parameter(
        "displacement",
        ["offset"],
        .whole(0...Parameter.longest),
        .sameAs("kijun"),
        "The number of bars that the cloud is drawn ahead.",
        countsBars: .distance
      ),
    ],
    outputs: [
      Output("tenkan", ["conversion"], unit: .price),
      Output("kijun", ["base"], unit: .price),
      Output("span_a", ["senkou_a", "leading_a"], unit: .price),
      Output("span_b", ["senkou_b", "leading_b"], unit: .price),
    ],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { IchimokuLines($0).first.min() ?? 0 },
    delay: { IchimokuLines($0).first[$1] - (IchimokuLines($0).first.min() ?? 0) },
    kernel: { IchimokuLines($0.arguments).write($0) }
  )
}

/// The lengths of the lines, and the beginning of each.
private struct IchimokuLines {
  let tenkan: Int
  let kijun: Int
  let senkou: Int
  let displacement: Int

  init(_ arguments: Arguments) {
    tenkan = arguments.whole(0)
    kijun = arguments.whole(1)
    senkou = arguments.whole(2)
    displacement = arguments.whole(3)
  }

  /// The index of the first value of each output.
  var first: SIMD4<Int> {
    SIMD4(tenkan - 1, kijun - 1, max(tenkan, kijun) - 1 + displacement, senkou - 1 + displacement)
  }

  func write(_ segment: Segment) {
    let count = segment.count
    let (fast, slow) = (segment.outputs[0], segment.outputs[1])
    let (spanA, spanB) = (segment.outputs[2] + min(displacement, count), segment.outputs[3] + min(displacement, count))
    let (high, low) = (segment.inputs[0], segment.inputs[1])
    forEachRange(high, low, count, tenkan) { last, highest, lowest in fast[last] = (highest + lowest) / 2 }
    forEachRange(high, low, count, kijun) { last, highest, lowest in slow[last] = (highest + lowest) / 2 }
    // The values computed on the last bars are drawn beyond the end.
    let shown = count - displacement
    var index = max(tenkan, kijun) - 1
    while index < shown {
      spanA[index] = (fast[index] + slow[index]) / 2
      index &+= 1
    }
    forEachRange(high, low, max(shown, 0), senkou) { last, highest, lowest in spanB[last] = (highest + lowest) / 2 }
  }
}

extension SIMD4 where Scalar == Int {
  fileprivate func min() -> Int? { Swift.min(Swift.min(self[0], self[1]), Swift.min(self[2], self[3])) }
}
