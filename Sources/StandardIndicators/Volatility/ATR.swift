import Indicators

extension Indicator {
  /// Wilder's average true range.
  static let atr = Indicator(
    "atr",
    fullName: "Average True Range",
    group: .volatility,
    summary: "The average size of a bar's move, gaps included.",
    formula: "average over period bars of max(high, close[1]) - min(low, close[1])",
    convention: """
      The first bar has no true range. Wilder's smoothing seeded with the mean of the first period true \
      ranges, as in TA-Lib; smoothing="simple" takes the plain mean, "ema" the gain 2 / (period + 1). \
      first_bar="range" counts high - low on the first bar; seed="first" starts from the first true range.
      """,
    references: ["TA-Lib ATR", "J. W. Wilder, New Concepts in Technical Trading Systems (1978)"],
    example: "atr(14)",
    inputs: [.high, .low, .close],
    parameters: RangeAverage.parameters,
    outputs: [.value(.price)],
    memory: .fading { RangeAverage($0).settling },
    keepsFinite: true,
    warmUp: { RangeAverage($0).warmUp },
    kernel: { RangeAverage($0.arguments).write($0, $0.outputs[0]) { $2 } }
  )

  /// The average true range in percent of the close.
  static let natr = Indicator(
    "natr",
    fullName: "Normalized Average True Range",
    group: .volatility,
    summary: "The average true range in percent of the close.",
    formula: "100 * atr(period) / close",
    convention: "Smoothed as in atr; 0 if the close is 0. A period of 1 gives percent as well.",
    references: ["TA-Lib NATR"],
    example: "natr(14)",
    inputs: [.high, .low, .close],
    parameters: RangeAverage.parameters,
    outputs: [.value(.percent)],
    memory: .fading { RangeAverage($0).settling },
    keepsFinite: true,
    warmUp: { RangeAverage($0).warmUp },
    kernel: { segment in
      let (close, target) = (segment.inputs[2], segment.outputs[0])
      RangeAverage(segment.arguments).write(segment, target) { index, count, averages in
        EightLanes.map(averages, EightLanes(close + index, count)) { average, close in
          choose(close, equal: .zero, .zero, else: SIMD4(repeating: 100) * average / close).finiteOrMissing
        }
      }
    }
  )

  /// The true range of each bar.
  static let trange = Indicator(
    "trange",
    fullName: "True Range",
    group: .volatility,
    summary: "The size of a bar's move, a gap to the close before included.",
    formula: "max(high, close[1]) - min(low, close[1])",
    convention: "The first bar has none, as in TA-Lib; first_bar=\"range\" gives it high - low.",
    references: ["TA-Lib TRANGE", "J. W. Wilder, New Concepts in Technical Trading Systems (1978)"],
    example: "trange()",
    inputs: [.high, .low, .close],
    parameters: [RangeAverage.firstBar],
    outputs: [.value(.price)],
    memory: .fading { $0.whole(0) },
    keepsFinite: true,
    warmUp: { 1 - $0.whole(0) },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let target = segment.outputs[0]
      target[0] = high[0] - low[0]
      forEachEight(1..<segment.count) { index, count in
        eightTrueRanges(high, low, close, index, count).store(count, target + index)
      }
    }
  )
}

/// The averages of true ranges: the modes of atr.
private struct RangeAverage {
  let period: Int
  let isSimple: Bool
  let gain: Double
  let seed: Seed
  /// The index of the first true range.
  let lead: Int

  static let parameters: [Parameter] = [
    .period(14),
    .smoothing("wilder", "simple", "ema", meaning: "How true ranges are averaged."),
    firstBar,
    .seed,
  ]

  static let firstBar = Parameter.firstBar(
    "none",
    "range",
    meaning: "Whether the first bar has no true range, or high - low."
  )

  init(_ arguments: Arguments) {
    period = arguments.whole(0)
    isSimple = arguments.whole(1) == 1
    gain = arguments.whole(1) == 0 ? 1 / Double(period) : 2 / Double(period + 1)
    lead = 1 - arguments.whole(2)
    seed = arguments.seed(3)
  }

  var warmUp: Int { lead + (isSimple ? period - 1 : seed.warmUp(period)) }

  /// A first bar that counts as a true range is part of the first window.
  var settling: Int { isSimple ? 1 - lead : seed.settling(Memory.bars(gain: gain), period) }

  /// Writes the values that `result` derives from the averages of up to eight bars, from the warm-up on.
  @inline(__always)
  func write(
    _ segment: Segment,
    _ target: Target,
    result: (_ index: Int, _ count: Int, _ averages: EightLanes) -> EightLanes
  ) {
    let count = segment.count
    let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
    let lead = lead
    if isSimple {
      let share = 1 / Double(period)
      forEachWindow(count - lead, period) { index, _ in
        SIMD2(trueRangeOrRange(high, low, close, index &+ lead), 0)
      } body: { last, _, sums in
        let index = last &+ lead
        target[index] = result(index, 1, EightLanes(SIMD4(sums[0] * share, 0, 0, 0), .zero)).low[0]
      }
      return
    }
    let seeded = seed.bars(period)
    var sum = 0.0
    for index in lead..<lead + seeded { sum += trueRangeOrRange(high, low, close, index) }
    let first = lead + seeded - 1
    let start = sum / Double(seeded)
    target[first] = result(first, 1, EightLanes(SIMD4(start, 0, 0, 0), .zero)).low[0]
    Decay(1 - gain).runEights(
      first + 1..<count,
      from: start,
      input: { eightTrueRanges(high, low, close, $0, $1) * gain },
      body: { result($0, $1, $2).store($1, target + $0) }
    )
  }
}
