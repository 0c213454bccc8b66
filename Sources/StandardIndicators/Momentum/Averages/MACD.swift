import Indicators

extension Indicator {
  /// The difference of two exponential averages and its own average.
  static let macd = Indicator(
    "macd",
    fullName: "Moving Average Convergence/Divergence",
    group: .momentum,
    summary: "The distance of a fast and a slow average, with a signal line.",
    formula: "macd = ema(x, fast) - ema(x, slow); signal = ema(macd, signal); histogram = macd - signal",
    convention: """
      Both averages are seeded at index slow - 1, the fast one with the mean of the last fast values \
      there; all outputs begin with the signal, as in TA-Lib. With average="sma" or another seed each average \
      and each output begins as early as it can. If fast is longer than slow they change places.
      """,
    references: ["TA-Lib MACD", "G. Appel, Technical Analysis: Power Tools for Active Investors (2005)"],
    example: "macd(12, 26, 9).histogram",
    parameters: [
      .bars("fast", "fastperiod", 12, "The period of the fast average."),
      .bars("slow", "slowperiod", 26, "The period of the slow average."),
      .bars("signal", "signalperiod", 9, "The period of the signal line."),
      Parameter(
        "average",
        [],
        .choice([MACDMode.exponential, MACDMode.simple]),
        .value(0),
        "Whether all three averages are exponential or simple."
      ),
      .ownSeed,
    ],
    outputs: macdOutputs,
    memory: .fading { MACDMode($0).settling },
    keepsFinite: true,
    warmUp: { MACDMode($0).warmUp },
    delay: { $1 == 0 ? 0 : MACDMode($0).signalDelay },
    kernel: { segment in
      let mode = MACDMode(segment.arguments)
      guard mode.beginsTogether else { return mode.write(segment) }
      writeMACD(segment, fast: mode.fast, slow: mode.slow, signal: mode.signal)
    }
  )

  /// MACD with moving averages of any type.
  static let macdext = Indicator(
    "macdext",
    fullName: "MACD with Controllable Averages",
    group: .momentum,
    summary: "The distance of two averages of any type, with a signal line.",
    formula: "macd = average(x, fast) - average(x, slow); signal = average(macd); histogram = macd - signal",
    convention: """
      Both averages are computed so that their first values fall on one bar, as in TA-Lib. If fast is longer \
      than slow they change places with their types.
      """,
    references: ["TA-Lib MACDEXT"],
    example: "macdext(12, \"sma\", 26, \"sma\", 9, \"sma\").histogram",
    parameters: [
      .bars("fast", "fastperiod", 12, "The period of the fast average."),
      .average("fasttype", "fastmatype", .sma, "The type of the fast average."),
      .bars("slow", "slowperiod", 26, "The period of the slow average."),
      .average("slowtype", "slowmatype", .sma, "The type of the slow average."),
      .bars("signal", "signalperiod", 9, "The period of the signal line."),
      .average("signaltype", "signalmatype", .sma, "The type of the signal line."),
    ],
    outputs: macdOutputs,
    memory: .fading { arguments in
      let fast = arguments.average(1).settling(arguments.whole(0))
      let slow = arguments.average(3).settling(arguments.whole(2))
      guard let fast, let slow else { return nil }
      return .sum(max(fast, slow), arguments.average(5).settling(arguments.whole(4)))
    },
    keepsFinite: true,
    warmUp: { arguments in
      max(
        arguments.average(1).warmUp(arguments.whole(0)),
        arguments.average(3).warmUp(arguments.whole(2))
      ) + arguments.average(5).warmUp(arguments.whole(4))
    },
    kernel: { segment in
      let (x, count, arguments) = (segment.inputs[0], segment.count, segment.arguments)
      var fast = (average: arguments.average(1), period: arguments.whole(0))
      var slow = (average: arguments.average(3), period: arguments.whole(2))
      if fast.period > slow.period { swap(&fast, &slow) }
      let starts = (fast.average.warmUp(fast.period), slow.average.warmUp(slow.period))
      let first = max(starts.0, starts.1)
      let signal = (average: arguments.average(5), period: arguments.whole(4))
      let (line, mean, histogram) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      let (early, late) = (first - starts.0, first - starts.1)
      fast.average.write(x + early, count - early, fast.period, line + early)
      slow.average.write(x + late, count - late, slow.period, histogram + late)
      for index in first..<count { line[index] -= histogram[index] }
      signal.average.write(line + first, count - first, signal.period, mean + first)
      let start = first + signal.average.warmUp(signal.period)
      for index in start..<count { histogram[index] = line[index] - mean[index] }
    }
  )

  private static let macdOutputs = [
    Output("macd", unit: .asInput),
    Output("signal", ["macdsignal"], unit: .asInput),
    Output("histogram", ["macdhist", "hist"], unit: .asInput),
  ]
}

/// The averages of macd, and how they begin.
private struct MACDMode {
  static let exponential = Parameter.Choice("ema", 0)
  static let simple = Parameter.Choice("sma", 1)

  let fast: Int
  let slow: Int
  let signal: Int
  let isSimple: Bool
  /// Nil if both averages are seeded with means that end on one bar.
  let seed: Seed?

  init(_ arguments: Arguments) {
    fast = min(arguments.whole(0), arguments.whole(1))
    slow = max(arguments.whole(0), arguments.whole(1))
    signal = arguments.whole(2)
    isSimple = arguments.whole(3) == Self.simple.number
    seed = arguments.ownSeed(4)
  }

  /// All outputs begin with the signal.
  var beginsTogether: Bool { !isSimple && seed == nil }

  /// The seed of averages that begin on their own; simple ones begin as those that are seeded with a mean.
  private var ownSeed: Seed { isSimple ? .mean : seed ?? .mean }

  var warmUp: Int { beginsTogether ? slow + signal - 2 : ownSeed.warmUp(slow) }

  var signalDelay: Int { beginsTogether ? 0 : ownSeed.warmUp(signal) }

  var settling: Int {
    isSimple ? 0 : Memory.bars(gain: 2 / Double(slow + 1), then: 2 / Double(signal + 1))
  }

  /// Writes each output from its first possible bar.
  func write(_ segment: Segment) {
    let (x, count, first) = (segment.inputs[0], segment.count, warmUp)
    let (line, mean, histogram) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
    write(x, count, fast, line)
    write(x, count, slow, histogram)
    for index in first..<count { line[index] -= histogram[index] }
    write(line + first, count - first, signal, mean + first)
    for index in min(first + signalDelay, count)..<count { histogram[index] = line[index] - mean[index] }
  }

  private func write(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
    if isSimple {
      windowSums(source, count, period, times: 1 / Double(period), target)
    } else {
      exponentialAverage(source, count, period, seed: ownSeed, target)
    }
  }
}

/// Writes line, signal and histogram in one pass, from index `slow + signal - 2` on.
private func writeMACD(_ segment: Segment, fast: Int, slow: Int, signal: Int) {
  let (x, count) = (segment.inputs[0], segment.count)
  let (line, mean, histogram) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
  let gains = (fast: 2 / Double(fast + 1), slow: 2 / Double(slow + 1), signal: 2 / Double(signal + 1))
  var quick = plainMean(x + (slow - fast), fast)
  var steady = plainMean(x, slow)
  let first = slow - 1
  let start = first + signal - 1
  line[first] = quick - steady
  var sum = quick - steady
  for index in first + 1..<max(start + 1, first + 1) {
    quick += (x[index] - quick) * gains.fast
    steady += (x[index] - steady) * gains.slow
    line[index] = quick - steady
    sum += quick - steady
  }
  let average = sum / Double(signal)
  mean[start] = average
  histogram[start] = line[start] - average
  let decays = (fast: Decay(1 - gains.fast), slow: Decay(1 - gains.slow), signal: Decay(1 - gains.signal))
  var (fastState, slowState) = (SIMD4(repeating: quick), SIMD4(repeating: steady))
  var signalState = SIMD4(repeating: average)
  forEachEight(start + 1..<count) { index, count in
    let values = EightLanes(x + index, count)
    let lines =
      decays.fast.advance(&fastState, values * gains.fast) - decays.slow.advance(&slowState, values * gains.slow)
    let signals = decays.signal.advance(&signalState, lines * gains.signal)
    lines.store(count, line + index)
    signals.store(count, mean + index)
    (lines - signals).store(count, histogram + index)
  }
}

/// The mean of the first values.
private func plainMean(_ source: Source, _ count: Int) -> Double {
  var sum = 0.0
  for index in 0..<count { sum += source[index] }
  return sum / Double(count)
}
