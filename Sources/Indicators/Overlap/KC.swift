extension Indicator {
  /// Keltner's channels.
  static let kc = Indicator(
    "kc",
    ["keltner"],
    fullName: "Keltner Channels",
    group: .overlap,
    summary: "An average of the typical price and bands some true ranges away from it.",
    formula: "middle = ema(typprice, period); upper = middle + width * atr; lower = middle - width * atr",
    convention: """
      Wilder's atr(atrperiod). Both averages begin on the first bar on which both have a full window, seeded with the \
      means there, as TA-Lib.
      """,
    references: ["TA-Lib KC", "C. Keltner, How to Make Money in Commodities (1960)"],
    example: "kc(20, 10, 2).upper",
    inputs: [.high, .low, .close],
    parameters: [
      .period(20),
      .bars("atrperiod", "atr_period", 10, "The period of the average true range."),
      Parameter("width", ["nbdev", "multiplier"], .real(-1000...1000), .value(2), "How many true ranges the bands are away."),
    ],
    outputs: bandOutputs,
    placement: .overlay,
    memory: .fading { arguments in
      max(
        Memory.bars(gain: 2 / Double(arguments.whole(0) + 1)),
        Memory.bars(gain: 1 / Double(arguments.whole(1)))
      )
    },
    keepsFinite: true,
    warmUp: { max($0.whole(0) - 1, $0.whole(1)) },
    kernel: writeKeltner
  )
}

@Sendable
private func writeKeltner(_ stretch: Stretch) {
  let (high, low, close) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
  let (upper, middle, lower) = (stretch.outputs[0], stretch.outputs[1], stretch.outputs[2])
  let (period, rangePeriod) = (stretch.arguments.whole(0), stretch.arguments.whole(1))
  let width = stretch.arguments.real(2)
  let first = max(period - 1, rangePeriod)
  var (average, range) = (0.0, 0.0)
  for index in first + 1 - period...first { average += (high[index] + low[index] + close[index]) / 3 }
  for index in first + 1 - rangePeriod...first { range += trueRange(high, low, close, index) }
  average /= Double(period)
  range /= Double(rangePeriod)
  upper[first] = average + width * range
  middle[first] = average
  lower[first] = average - width * range
  let gain = 2 / Double(period + 1)
  let rangeGain = 1 / Double(rangePeriod)
  let (decay, rangeDecay) = (Decay(1 - gain), Decay(1 - rangeGain))
  forEachFour(first + 1..<stretch.count) { index, count in
    let sums = load(high + index, count) + load(low + index, count) + load(close + index, count)
    let averages = decay.advance(&average, sums * (gain / 3))
    let ranges = rangeDecay.advance(&range, trueRanges(high, low, close, index, count) * rangeGain)
    store(averages + width * ranges, count, upper + index)
    store(averages, count, middle + index)
    store(averages - width * ranges, count, lower + index)
  }
}
