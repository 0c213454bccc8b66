import Indicators

extension Indicator {
  /// The stochastic oscillator.
  static let stoch = Indicator(
    "stoch",
    fullName: "Stochastic Oscillator",
    group: .momentum,
    summary: "The position of the close in the range of the last bars, smoothed, 0 to 100.",
    formula: """
      raw = 100 * (close - lowest(low)) / (highest(high) - lowest(low)) over period bars; k = \
      average(raw); d = average(k)
      """,
    convention: "Both outputs begin with d, unless begin=\"each\"; raw is 0 if the range is 0, as in TA-Lib.",
    references: ["TA-Lib STOCH", "G. Lane, Technical Analysis of Stocks & Commodities 2:3 (1984)"],
    example: "stoch(14, 3, \"sma\", 3).k",
    inputs: [.high, .low, .close],
    parameters: [
      Parameter(
        "period",
        ["fastk_period", "length"],
        .whole(1...Parameter.longest),
        .value(5),
        "How many bars the range spans, the present one included.",
        countsBars: .window
      ),
      .bars("k", "slowk_period", 3, "The period of the average that makes k."),
      .average("ktype", "slowk_matype", .sma, "The type of the average that makes k."),
      .bars("d", "slowd_period", 3, "The period of the average that makes d."),
      .average("dtype", "slowd_matype", .sma, "The type of the average that makes d."),
      .begin,
    ],
    outputs: [
      Output("k", ["slowk"], unit: .percent),
      Output("d", ["slowd"], unit: .percent),
    ],
    memory: .fading { .sum($0.average(2).settling($0.whole(1)), $0.average(4).settling($0.whole(3))) },
    warmUp: { arguments in
      let last = arguments.whole(5) == 0 ? arguments.average(4).warmUp(arguments.whole(3)) : 0
      return arguments.whole(0) - 1 + arguments.average(2).warmUp(arguments.whole(1)) + last
    },
    delay: { $1 == 1 && $0.whole(5) == 1 ? $0.average(4).warmUp($0.whole(3)) : 0 },
    kernel: { segment in
      let (count, arguments) = (segment.count, segment.arguments)
      let (k, d) = (segment.outputs[0], segment.outputs[1])
      writeRawStochastic(segment, arguments.whole(0), d)
      let first = arguments.whole(0) - 1
      arguments.average(2).write(d + first, count - first, arguments.whole(1), k + first)
      let second = first + arguments.average(2).warmUp(arguments.whole(1))
      arguments.average(4).write(k + second, count - second, arguments.whole(3), d + second)
    }
  )

  /// The unsmoothed stochastic oscillator.
  static let stochf = Indicator(
    "stochf",
    fullName: "Stochastic Fast",
    group: .momentum,
    summary: "The position of the close in the range of the last bars, 0 to 100.",
    formula:
      "k = 100 * (close - lowest(low)) / (highest(high) - lowest(low)) over period bars; d = average(k)",
    convention: "Both outputs begin with d, unless begin=\"each\"; k is 0 if the range is 0, as in TA-Lib.",
    references: ["TA-Lib STOCHF", "G. Lane, Technical Analysis of Stocks & Commodities 2:3 (1984)"],
    example: "stochf(14, 3).k",
    inputs: [.high, .low, .close],
    parameters: [
      Parameter(
        "period",
        ["fastk_period", "length"],
        .whole(1...Parameter.longest),
        .value(5),
        "How many bars the range spans, the present one included.",
        countsBars: .window
      ),
      .bars("d", "fastd_period", 3, "The period of the average that makes d."),
      .average("dtype", "fastd_matype", .sma, "The type of the average that makes d."),
      .begin,
    ],
    outputs: [
      Output("k", ["fastk"], unit: .percent),
      Output("d", ["fastd"], unit: .percent),
    ],
    memory: .fading { $0.average(2).settling($0.whole(1)) },
    warmUp: { $0.whole(0) - 1 + ($0.whole(3) == 0 ? $0.average(2).warmUp($0.whole(1)) : 0) },
    delay: { $1 == 1 && $0.whole(3) == 1 ? $0.average(2).warmUp($0.whole(1)) : 0 },
    kernel: { segment in
      let (count, arguments) = (segment.count, segment.arguments)
      let (k, d) = (segment.outputs[0], segment.outputs[1])
      writeRawStochastic(segment, arguments.whole(0), k)
      let first = arguments.whole(0) - 1
      arguments.average(2).write(k + first, count - first, arguments.whole(1), d + first)
    }
  )

  /// The place of the close in the range, counted from the top.
  static let willr = Indicator(
    "willr",
    fullName: "Williams' %R",
    group: .momentum,
    summary: "The distance of the close below the top of the last bars' range, -100 to 0.",
    formula: "-100 * (highest(high) - close) / (highest(high) - lowest(low)) over period bars",
    convention: "0 if the range is 0, as in TA-Lib.",
    references: ["TA-Lib WILLR", "L. Williams, How I Made One Million Dollars (1973)"],
    example: "willr(14)",
    inputs: [.high, .low, .close],
    parameters: [.period(14)],
    outputs: [.value(.percent, range: -100...0)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (close, target) = (segment.inputs[2], segment.outputs[0])
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      let hundred = SIMD4(repeating: -100.0)
      forEachFourRanges(high, low, segment.count, segment.arguments.whole(0)) { last, lanes, highest, lowest in
        let range = highest - lowest
        let values = hundred * ((highest - lanes.load(close + last)) / range)
        lanes.store(choose(range, equal: .zero, .zero, else: values).finiteOrMissing, target + last)
      }
    }
  )
}

/// Writes the position of the close in the range, 0 to 100, from index `period - 1` on.
private func writeRawStochastic(_ segment: Segment, _ period: Int, _ target: Target) {
  let close = segment.inputs[2]
  let hundred = SIMD4(repeating: 100.0)
  forEachFourRanges(segment.inputs[0], segment.inputs[1], segment.count, period) { last, lanes, highest, lowest in
    let range = highest - lowest
    let values = hundred * ((lanes.load(close + last) - lowest) / range)
    lanes.store(choose(range, equal: .zero, .zero, else: values), target + last)
  }
}
