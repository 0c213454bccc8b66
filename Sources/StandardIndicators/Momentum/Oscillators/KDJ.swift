import Indicators

extension Indicator {
  /// The stochastic oscillator with a third line.
  static let kdj = Indicator(
    "kdj",
    fullName: "KDJ Stochastic",
    group: .momentum,
    summary: "The stochastic oscillator, smoothed by Wilder's rule, with a third line that runs ahead.",
    formula: """
      raw = 100 * (close - lowest(low)) / (highest(high) - lowest(low)) over period bars; k = average(raw); \
      d = average(k); j = 3 * k - 2 * d
      """,
    convention: "All outputs begin with d, averages with a simple mean; raw is 0 if the range is 0, as in TA-Lib.",
    references: ["TA-Lib KDJ", "G. Lane, Technical Analysis of Stocks & Commodities 2:3 (1984)"],
    example: "kdj(9, 3).j",
    inputs: [.high, .low, .close],
    parameters: [
      Parameter(
        "period",
        ["fastk_period", "length"],
        .whole(1...Parameter.longest),
        .value(9),
        "How many bars the range spans, the present one included."
      ),
      .bars("k", "slowk_period", 3, "The period of the average that makes k."),
      .average("ktype", "slowk_matype", .rma, "The type of the average that makes k."),
      .bars("d", "slowd_period", 3, "The period of the average that makes d."),
      .average("dtype", "slowd_matype", .rma, "The type of the average that makes d."),
    ],
    outputs: [
      Output("k", unit: .percent),
      Output("d", unit: .percent),
      Output("j", unit: .percent),
    ],
    memory: .fading { .sum($0.average(2).settling($0.whole(1)), $0.average(4).settling($0.whole(3))) },
    keepsFinite: true,
    warmUp: { arguments in
      arguments.whole(0) - 1 + arguments.average(2).warmUp(arguments.whole(1))
        + arguments.average(4).warmUp(arguments.whole(3))
    },
    kernel: { segment in
      let (count, arguments) = (segment.count, segment.arguments)
      let (k, d, j) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      let first = arguments.whole(0) - 1
      if arguments.average(2) == .rma, arguments.average(4) == .rma {
        let periods = (arguments.whole(1), arguments.whole(3))
        var once = SeededAverage(periods.0, from: first, gain: 1 / Double(periods.0))
        var twice = SeededAverage(periods.1, from: once.first, gain: 1 / Double(periods.1))
        forEachStochastic(segment, arguments.whole(0)) { index, count, raw in
          let fast = once.advance(index, raw)
          let slow = twice.advance(index, fast)
          fast.storeFinite(count, k + index)
          slow.storeFinite(count, d + index)
          (3 * fast - 2 * slow).storeFinite(count, j + index)
        }
        return
      }
      forEachStochastic(segment, arguments.whole(0)) { index, count, raw in raw.storeFinite(count, j + index) }
      arguments.average(2).write(j + first, count - first, arguments.whole(1), k + first)
      let second = first + arguments.average(2).warmUp(arguments.whole(1))
      arguments.average(4).write(k + second, count - second, arguments.whole(3), d + second)
      for index in second + arguments.average(4).warmUp(arguments.whole(3))..<count {
        j[index] = 3 * k[index] - 2 * d[index]
      }
    }
  )
}

/// Passes the position of the close in the range of `period` bars, 0 to 100, to `body`, for up to eight bars each; the
/// value before index `period - 1` has no meaning.
@inline(__always)
private func forEachStochastic(
  _ segment: Segment,
  _ period: Int,
  body: (_ index: Int, _ count: Int, _ raw: EightLanes) -> Void
) {
  let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
  var top = SlidingWindow<Highest>(period)
  var bottom = SlidingWindow<Lowest>(period)
  forEachEight(0..<segment.count) { index, count in
    let highest = top.advance(EightLanes(high + index, count))
    let lowest = bottom.advance(EightLanes(low + index, count))
    body(index, count, 100 * quotients(EightLanes(close + index, count) - lowest, highest - lowest, or: 0))
  }
}
