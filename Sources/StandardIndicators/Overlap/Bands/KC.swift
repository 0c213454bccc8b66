import Indicators

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
      Wilder's atr(atrperiod) about the average of the typical price. Both averages begin on the first bar on which \
      both have a full window, seeded with the means there, as in TA-Lib; another seed begins each as early as it can. \
      source="close" takes the close, smoothing="ema" the gain 2 / (atrperiod + 1) for the true range.
      """,
    references: ["TA-Lib KC", "C. Keltner, How to Make Money in Commodities (1960)"],
    example: "kc(20, 10, 2).upper",
    inputs: [.high, .low, .close],
    parameters: [
      .period(20),
      .bars("atrperiod", "atr_period", 10, "The period of the average true range."),
      Parameter(
        "width",
        ["nbdev", "multiplier"],
        .real(-1000...1000),
        .value(2),
        "The distance of the bands in true ranges."
      ),
      Parameter(
        "source",
        [],
        .choice([Parameter.Choice("typical", 0), Parameter.Choice("close", 1)]),
        .value(0),
        "The price that the middle averages: the typical price, or the close."
      ),
      .smoothing("wilder", "simple", "ema", meaning: "How true ranges are averaged."),
      .firstBar("none", "range", meaning: "Whether the first bar has no true range, or high - low."),
      .ownSeed,
    ],
    outputs: bandOutputs,
    placement: .overlay,
    memory: .fading { KeltnerMode($0).settling },
    keepsFinite: true,
    warmUp: { KeltnerMode($0).middleWarmUp },
    delay: { $1 == 1 ? 0 : KeltnerMode($0).bandWarmUp - KeltnerMode($0).middleWarmUp },
    kernel: { segment in
      let mode = KeltnerMode(segment.arguments)
      if mode.isStandard { writeKeltner(segment) } else { mode.write(segment) }
    }
  )
}

/// The average of the channel: its source, its smoothing and its first bar.
private struct KeltnerMode {
  let period: Int
  let rangePeriod: Int
  let width: Double
  let takesClose: Bool
  let smoothing: Int
  /// The index of the first true range.
  let lead: Int
  /// Nil if both averages begin on one bar.
  let seed: Seed?

  init(_ arguments: Arguments) {
    period = arguments.whole(0)
    rangePeriod = arguments.whole(1)
    width = arguments.real(2)
    takesClose = arguments.whole(3) == 1
    smoothing = arguments.whole(4)
    lead = 1 - arguments.whole(5)
    seed = arguments.ownSeed(6)
  }

  var isStandard: Bool { !takesClose && smoothing == 0 && lead == 1 && seed == nil }

  private var isSimple: Bool { smoothing == 1 }
  private var gain: Double { smoothing == 0 ? 1 / Double(rangePeriod) : 2 / Double(rangePeriod + 1) }
  private var rangeWarmUp: Int { lead + (isSimple ? rangePeriod - 1 : (seed ?? .mean).warmUp(rangePeriod)) }

  var middleWarmUp: Int { seed?.warmUp(period) ?? max(period - 1, rangeWarmUp) }
  var bandWarmUp: Int { max(middleWarmUp, rangeWarmUp) }

  var settling: Int { max(Memory.exponential(period), isSimple ? 1 - lead : Memory.bars(gain: gain)) }

  func write(_ segment: Segment) {
    let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
    let (upper, middle, lower) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
    let (count, first) = (segment.count, bandWarmUp)
    let (start, rangeStart) =
      seed == nil ? (first + 1 - period, first + 1 - rangePeriod) : (0, lead)
    withScratch(count) { scratch in
      if !takesClose {
        for index in 0..<count { scratch[index] = (high[index] + low[index] + close[index]) / 3 }
      }
      let source = takesClose ? close : Source(scratch)
      exponentialAverage(source + start, count - start, period, seed: seed ?? .mean, middle + start)
      for index in lead..<count { scratch[index] = trueRangeOrRange(high, low, close, index) }
      guard first < count else { return }
      let (ranges, target) = (Source(scratch + rangeStart), lower + rangeStart)
      if isSimple {
        windowSums(ranges, count - rangeStart, rangePeriod, times: 1 / Double(rangePeriod), target)
      } else {
        smooth(ranges, count - rangeStart, rangePeriod, gain: gain, seed: seed ?? .mean, target)
      }
      for index in first..<count {
        let distance = width * lower[index]
        upper[index] = middle[index] + distance
        lower[index] = middle[index] - distance
      }
    }
  }
}

private func writeKeltner(_ segment: Segment) {
  let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
  let (upper, middle, lower) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
  let (period, rangePeriod) = (segment.arguments.whole(0), segment.arguments.whole(1))
  let width = segment.arguments.real(2)
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
  forEachFour(first + 1..<segment.count) { index, count in
    let sums = load(high + index, count) + load(low + index, count) + load(close + index, count)
    let averages = decay.advance(&average, sums * (gain / 3))
    let ranges = rangeDecay.advance(&range, trueRanges(high, low, close, index, count) * rangeGain)
    store(averages + width * ranges, count, upper + index)
    store(averages, count, middle + index)
    store(averages - width * ranges, count, lower + index)
  }
}
