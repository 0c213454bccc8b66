import Indicators

extension Indicator {
  /// Carter's squeeze.
  static let squeeze = Indicator(
    "squeeze",
    fullName: "TTM Squeeze",
    group: .momentum,
    summary: "Whether Bollinger's bands lie within Keltner's channel, and the momentum meanwhile.",
    formula: """
      on = Bollinger's bands (period, width) within Keltner's (period, channel); momentum = linearreg(close - \
      (donchian middle + sma) / 2, period), all over period bars
      """,
    convention: """
      Both bands must lie strictly inside. average="sma": the channel is the simple mean of the close and of the \
      true range, which the first bar lacks. average="ema": exponential means that start from the first \
      value, high - low on the first bar. The deviation is the population's; deviation="sample" divides by \
      period - 1.
      """,
    references: ["J. Carter, Mastering the Trade (2005)", "LazyBear, Squeeze Momentum Indicator (TradingView, 2014)"],
    example: "squeeze(20, 2, 1.5).on",
    inputs: [.high, .low, .close],
    parameters: [
      .period(20, from: 2),
      Parameter("width", ["nbdev"], .real(0...1000), .value(2), "The standard deviations of Bollinger's bands."),
      Parameter("channel", ["multiplier"], .real(0...1000), .value(1.5), "The true ranges of Keltner's channel."),
      .deviation,
      Parameter(
        "average",
        ["matype"],
        .choice([Parameter.Choice("sma", 0), Parameter.Choice("ema", 1)]),
        .value(0),
        "The average of Keltner's channel."
      ),
    ],
    outputs: [
      Output("on", kind: .truth, unit: .number, range: 0...1),
      Output("momentum", ["mom"], unit: .price),
    ],
    memory: .fading { $0.whole(4) == 0 ? 0 : Memory.exponential($0.whole(0)) },
    keepsFinite: true,
    warmUp: { squeezeFirst($0) },
    delay: { $1 == 0 ? 0 : 2 * ($0.whole(0) - 1) - squeezeFirst($0) },
    kernel: { segment in
      writeSqueeze(segment)
      writeSqueezeMomentum(segment)
    }
  )

  /// The index of the first band and channel.
  private static func squeezeFirst(_ arguments: Arguments) -> Int { arguments.whole(0) - 1 + (1 - arguments.whole(4)) }
}

private func writeSqueeze(_ segment: Segment) {
  let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
  let (count, period, on) = (segment.count, segment.arguments.whole(0), segment.outputs[0])
  let (width, channel) = (segment.arguments.real(1), segment.arguments.real(2))
  let share = 1 / Double(period - segment.arguments.whole(3))
  withScratch(2 * count) { ranges in
    let centers = ranges + count
    if segment.arguments.whole(4) == 0 {
      ranges[0] = 0
      forEachFour(1..<count) { store(trueRanges(high, low, close, $0, $1), $1, ranges + $0) }
      windowSums(Source(ranges + 1), count - 1, period, times: 1 / Double(period), ranges + 1)
      // The window that ends at the bar before has no average range yet.
      ranges[period - 1] = 0
      forEachVariance(close, count, period) { last, _, squares in
        on[last] = width * (squares * share).squareRoot() < channel * ranges[last] ? 1 : 0
      }
      return
    }
    ranges[0] = high[0] - low[0]
    forEachFour(1..<count) { store(trueRanges(high, low, close, $0, $1), $1, ranges + $0) }
    exponentialAverage(Source(ranges), count, period, seed: .first, ranges)
    exponentialAverage(close, count, period, seed: .first, centers)
    forEachVariance(close, count, period) { last, mean, squares in
      let deviation = width * (squares * share).squareRoot()
      let range = channel * ranges[last]
      let isInside = mean - deviation > centers[last] - range && mean + deviation < centers[last] + range
      on[last] = isInside ? 1 : 0
    }
  }
}

private func writeSqueezeMomentum(_ segment: Segment) {
  let close = segment.inputs[2]
  let (count, period, momentum) = (segment.count, segment.arguments.whole(0), segment.outputs[1])
  let lag = period - 1
  withScratch(count) { distance in
    windowSums(close, count, period, times: 1 / Double(period), distance)
    forEachRange(segment.inputs[0], segment.inputs[1], count, period) { last, highest, lowest in
      distance[last] = close[last] - ((highest + lowest) / 2 + distance[last]) / 2
    }
    forEachFit(Source(distance + lag), count - lag, period) { last, slope, intercept in
      momentum[last &+ lag] = intercept + slope * Double(lag)
    }
  }
}
