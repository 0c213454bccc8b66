import Indicators

extension Indicator {
  /// The stochastic oscillator of the relative strength.
  static let stochrsi = Indicator(
    "stochrsi",
    fullName: "Stochastic Relative Strength Index",
    group: .momentum,
    summary: "The position of rsi in its own range of the last bars, 0 to 100.",
    formula: """
      r = rsi(x, period); k = 100 * (r - lowest(r)) / (highest(r) - lowest(r)) over k bars; d = average(k)
      """,
    convention: """
      Wilder's smoothing in rsi; both outputs begin with d unless begin="each", as in TA-Lib; k is smoothed only by \
      slow, and 0 if the range is 0. A range below 1e-10 is rounding and counts as 0, and so does a plain rsi \
      if nothing moved.
      """,
    references: ["TA-Lib STOCHRSI", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "stochrsi(14, 14, 3).k",
    parameters: [
      .period(14, from: 2, "The period of the relative strength."),
      .bars("k", "fastk_period", 5, "How many bars the range spans, the present one included."),
      .bars("d", "fastd_period", 3, "The period of the average that makes d."),
      .average("dtype", "fastd_matype", .sma, "The type of the average that makes d."),
      .bars("slow", "slowk_period", 1, "The period of the simple average that smooths k."),
      .smoothing("wilder", "simple", meaning: "How rises and falls are averaged in rsi."),
      .firstBar("none", "zero", meaning: "Whether the first bar has no change, or one of 0."),
      Parameter(
        "scale",
        [],
        .choice([Parameter.Choice("percent", 0), Parameter.Choice("fraction", 1)]),
        .value(0),
        "Whether the outputs reach from 0 to 100, or from 0 to 1."
      ),
      .begin,
    ],
    outputs: [
      Output("k", ["fastk"], unit: .percent),
      Output("d", ["fastd"], unit: .percent),
    ],
    memory: .fading { arguments in
      let strength = arguments.whole(5) == 0 ? Memory.wilder(arguments.whole(0)) : arguments.whole(6)
      return .sum(strength, arguments.average(3).settling(arguments.whole(2)))
    },
    keepsFinite: true,
    warmUp: { firstStochasticOfStrength($0) + ($0.whole(8) == 0 ? $0.average(3).warmUp($0.whole(2)) : 0) },
    delay: { $1 == 1 && $0.whole(8) == 1 ? $0.average(3).warmUp($0.whole(2)) : 0 },
    kernel: { segment in
      let (x, arguments) = (segment.inputs[0], segment.arguments)
      let (k, d, period) = (segment.outputs[0], segment.outputs[1], arguments.whole(0))
      guard (4...7).allSatisfy({ arguments.whole($0) == ($0 == 4 ? 1 : 0) }) else {
        return writeStochasticOfStrength(segment)
      }
      let isSimple = arguments.average(3) == .sma
      let share = 1 / Double(arguments.whole(2))
      var gain = SeededAverage(period, from: 1, gain: 1 / Double(period))
      var loss = gain
      var top = SlidingWindow<Highest>(arguments.whole(1))
      var bottom = SlidingWindow<Lowest>(arguments.whole(1))
      var window = SlidingWindow<Adding>(arguments.whole(2))
      forEachEight(1..<segment.count) { index, count in
        let changes = EightLanes(x + index, count) - EightLanes(x + (index &- 1), count)
        let gains = gain.advance(index, changes.rises)
        let sums = gains + loss.advance(index, changes.falls)
        let strength = shares(100 * gains, sums)
        let (highest, lowest) = (top.advance(strength), bottom.advance(strength))
        let raw = EightLanes.map(100 * (strength - lowest), highest - lowest) { part, range in
          choose(range, above: SIMD4(repeating: 1e-10), part / range, else: .zero)
        }
        raw.store(count, k + index)
        if isSimple { (window.advance(raw) * share).store(count, d + index) }
      }
      if isSimple { return }
      let first = period + arguments.whole(1) - 1
      arguments.average(3).write(k + first, segment.count - first, arguments.whole(2), d + first)
    }
  )
}

/// The index of the first k.
private func firstStochasticOfStrength(_ arguments: Arguments) -> Int {
  arguments.whole(0) - arguments.whole(6) + arguments.whole(1) - 1 + arguments.whole(4) - 1
}

/// Writes k and d in any mode.
private func writeStochasticOfStrength(_ segment: Segment) {
  let (count, arguments) = (segment.count, segment.arguments)
  let (k, d) = (segment.outputs[0], segment.outputs[1])
  let (span, slow, scale) = (arguments.whole(1), arguments.whole(4), arguments.whole(7) == 0 ? 100.0 : 1)
  let first = arguments.whole(0) - arguments.whole(6)
  let strengthArguments = [0, 5, 6].map { arguments.real($0) }
  Indicator.rsi.kernel(
    Segment(count: count, inputs: segment.inputs, outputs: [d], arguments: Arguments(values: strengthArguments)))
  for index in first..<count where d[index].isNaN { d[index] = 0 }
  withScratch(count) { raw in
    forEachRange(d + first, d + first, count - first, span) { last, highest, lowest in
      let range = highest - lowest
      raw[first &+ last] = range > 1e-10 ? scale * ((d[first &+ last] - lowest) / range) : 0
    }
    let begin = first + span - 1
    windowSums(raw + begin, count - begin, slow, times: 1 / Double(slow), k + begin)
  }
  let start = firstStochasticOfStrength(arguments)
  arguments.average(3).write(k + start, count - start, arguments.whole(2), d + start)
}
