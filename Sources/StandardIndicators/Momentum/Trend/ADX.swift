import Indicators

/// Wilder's directional system: the index, its average, the two indicators.
extension Indicator {
  private static let directional: [Input] = [.high, .low, .close]
  private static let parameters: [Parameter] = [
    .period(14, from: 2),
    Parameter(
      "seed",
      [],
      .choice([Parameter.Choice("sum", 0), Parameter.Choice("mean", 1)]),
      .value(0),
      "Whether sums begin with period - 1 bars, as Wilder's tables, or with period bars, as an average does."
    ),
  ]
  private static let wilder = "J. W. Wilder, New Concepts in Technical Trading Systems (1978)"

  /// The strength of a trend.
  static let adx = Indicator(
    "adx",
    fullName: "Average Directional Movement Index",
    group: .momentum,
    summary: "The strength of a trend, up or down, 0 to 100.",
    formula: "Wilder's average of dx = 100 * |plus_di - minus_di| / (plus_di + minus_di)",
    convention: """
      The sums begin with the plain sums of period - 1 bars, the average with the mean of period values of \
      dx, as in TA-Lib; seed="mean" begins them like Pine Script's ta.dmi. A bar without movement repeats the value \
      before.
      """,
    references: ["TA-Lib ADX", wilder],
    example: "adx(14)",
    inputs: directional,
    parameters: parameters,
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { Memory.wilder($0.whole(0), stages: 2) },
    warmUp: { 2 * $0.whole(0) - 1 },
    kernel: { writeADX($0, $0.outputs[0]) }
  )

  /// The mean of ADX and its value some bars ago.
  static let adxr = Indicator(
    "adxr",
    fullName: "Average Directional Movement Index Rating",
    group: .momentum,
    summary: "The mean of adx now and some bars ago.",
    formula: "(adx(period) + adx(period)[period - 1]) / 2",
    convention: "As adx.",
    references: ["TA-Lib ADXR", wilder],
    example: "adxr(14)",
    inputs: directional,
    parameters: parameters,
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { Memory.wilder($0.whole(0), stages: 2) },
    warmUp: { 3 * $0.whole(0) - 2 },
    kernel: { segment in
      let lag = segment.arguments.whole(0) - 1
      let target = segment.outputs[0]
      withScratch(segment.count) { adx in
        writeADX(segment, adx)
        for index in 3 * lag + 1..<segment.count { target[index] = (adx[index] + adx[index - lag]) / 2 }
      }
    }
  )

  /// The imbalance of upward and downward movement.
  static let dx = Indicator(
    "dx",
    fullName: "Directional Movement Index",
    group: .momentum,
    summary: "The imbalance of upward and downward movement, 0 to 100.",
    formula: "100 * |plus_di - minus_di| / (plus_di + minus_di)",
    convention: "Sums as in adx; a bar without movement repeats the value before, 0 at the beginning.",
    references: ["TA-Lib DX", wilder],
    example: "dx(14)",
    inputs: directional,
    parameters: parameters,
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { Memory.wilder($0.whole(0)) },
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let target = segment.outputs[0]
      var value = 0.0
      forEachMovement(segment) { index, movement in
        value = movement.imbalance(or: value)
        target[index] = value
      }
    }
  )

  /// Upward movement.
  static let plusDI = Indicator(
    "plus_di",
    fullName: "Plus Directional Indicator",
    group: .momentum,
    summary: "Upward movement in percent of the true range.",
    formula: "100 * sum of upward movement / sum of true ranges, both smoothed by Wilder's rule",
    convention: "The sums begin with period - 1 bars, as in TA-Lib; seed=\"mean\" as ta.dmi. 0 without any range.",
    references: ["TA-Lib PLUS_DI", wilder],
    example: "plus_di(14)",
    inputs: directional,
    parameters: parameters,
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { Memory.wilder($0.whole(0)) },
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachMovement(segment) { index, movement in
        target[index] = movement.range > 0 ? 100 * movement.plus / movement.range : 0
      }
    }
  )

  /// Downward movement.
  static let minusDI = Indicator(
    "minus_di",
    fullName: "Minus Directional Indicator",
    group: .momentum,
    summary: "Downward movement in percent of the true range.",
    formula: "100 * sum of downward movement / sum of true ranges, both smoothed by Wilder's rule",
    convention: "The sums begin with period - 1 bars, as in TA-Lib; seed=\"mean\" as ta.dmi. 0 without any range.",
    references: ["TA-Lib MINUS_DI", wilder],
    example: "minus_di(14)",
    inputs: directional,
    parameters: parameters,
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { Memory.wilder($0.whole(0)) },
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachMovement(segment) { index, movement in
        target[index] = movement.range > 0 ? 100 * movement.minus / movement.range : 0
      }
    }
  )

  /// The sum of upward movement.
  static let plusDM = directionalMovement("plus_dm", "Plus", "upward", "TA-Lib PLUS_DM", sign: 1)

  /// The sum of downward movement.
  static let minusDM = directionalMovement("minus_dm", "Minus", "downward", "TA-Lib MINUS_DM", sign: -1)

  private static func directionalMovement(
    _ name: String,
    _ word: String,
    _ direction: String,
    _ reference: String,
    sign: Int
  ) -> Indicator {
    Indicator(
      name,
      fullName: "\(word) Directional Movement",
      group: .momentum,
      summary: "The smoothed sum of \(direction) movement.",
      formula: "s = s[1] - s[1] / period + \(direction) movement of the bar",
      convention: "Begins with the plain sum of period - 1 bars, as in TA-Lib.",
      references: [reference, wilder],
      example: "\(name)(14)",
      inputs: [.high, .low],
      parameters: [.period(14, from: 2)],
      outputs: [.value(.price)],
      memory: .fading { Memory.wilder($0.whole(0)) },
      keepsFinite: true,
      warmUp: { $0.whole(0) - 1 },
      kernel: { segment in
        let target = segment.outputs[0]
        let (high, low, period) = (segment.inputs[0], segment.inputs[1], segment.arguments.whole(0))
        var movement = DirectionalMovement(high, low, low, period)
        target[period - 1] = sign > 0 ? movement.plus : movement.minus
        for index in period..<segment.count {
          movement.advance(index)
          target[index] = sign > 0 ? movement.plus : movement.minus
        }
      }
    )
  }
}

/// Hands the smoothed sums of each bar from index `period` on to `body`.
@inline(__always)
private func forEachMovement(
  _ segment: Segment,
  body: (_ index: Int, _ movement: DirectionalMovement) -> Void
) {
  let period = segment.arguments.whole(0)
  var movement = DirectionalMovement(segment.inputs[0], segment.inputs[1], segment.inputs[2], period)
  if segment.arguments.whole(1) == 1 { movement.keepAllOnce() }
  for index in period..<segment.count {
    movement.advance(index)
    body(index, movement)
  }
}

/// Writes the average directional index from index `2 * period - 1` on.
private func writeADX(_ segment: Segment, _ target: Target) {
  let (period, count) = (segment.arguments.whole(0), segment.count)
  let (high, low) = (segment.inputs[0], segment.inputs[1])
  let share = 1 / Double(period)
  let seeded = 2 * period - 1
  var movement = DirectionalMovement(high, low, segment.inputs[2], period)
  if segment.arguments.whole(1) == 1 { movement.keepAllOnce() }
  var sum = 0.0
  for index in period..<min(seeded + 1, count) {
    movement.advance(index)
    // A bar without any movement adds nothing to the seed.
    sum += movement.imbalance(or: 0)
    target[index] = sum * share
  }
  guard seeded < count else { return }
  let decay = Decay(1 - share)
  var (plus, minus) = (SIMD4(repeating: movement.plus), SIMD4(repeating: movement.minus))
  var average = AdaptiveDecay(from: target[seeded])
  let (shares, keeps) = (SIMD4(repeating: 100 * share), SIMD4(repeating: 1 - share))
  forEachEight(seeded + 1..<count) { index, count in
    let up = EightLanes(high + index, count) - EightLanes(high + (index &- 1), count)
    let down = EightLanes(low + (index &- 1), count) - EightLanes(low + index, count)
    let rises = EightLanes.map(up, down) { choose($0, above: larger($1, .zero), $0, else: .zero) }
    let falls = EightLanes.map(down, up) { choose($0, above: larger($1, .zero), $0, else: .zero) }
    let (ups, downs) = (decay.advance(&plus, rises), decay.advance(&minus, falls))
    let both = ups + downs
    let imbalances = EightLanes.map(ups - downs, both) { $0.magnitudes / $1 * shares }
    // A bar without any movement repeats the value before.
    let factors = both.map { choose($0, above: .zero, keeps, else: .one) }
    let inputs = EightLanes.map(both, imbalances) { choose($0, above: .zero, $1, else: .zero) }
    average.advance(factors, inputs).store(count, target + index)
  }
}
