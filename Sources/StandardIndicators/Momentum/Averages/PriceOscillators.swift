import Indicators

extension Indicator {
  /// The absolute distance of two averages.
  static let apo = Indicator(
    "apo",
    fullName: "Absolute Price Oscillator",
    group: .momentum,
    summary: "The distance of a fast and a slow average.",
    formula: "average(x, fast) - average(x, slow)",
    convention:
      "Each average begins as early as it can, unlike macd. If fast is longer than slow they change places.",
    references: ["TA-Lib APO"],
    example: "apo(12, 26)",
    parameters: oscillatorParameters,
    outputs: [.value(.asInput)],
    memory: .fading { $0.average(2).settling(max($0.whole(0), $0.whole(1))) },
    keepsFinite: true,
    warmUp: oscillatorWarmUp,
    kernel: { segment in
      let target = segment.outputs[0]
      withOscillatorAverages(segment) { fast, slow, first in
        for index in first..<segment.count { target[index] = fast[index] - slow[index] }
      }
    }
  )

  /// The distance of two averages in percent of the slow one.
  static let ppo = Indicator(
    "ppo",
    fullName: "Percentage Price Oscillator",
    group: .momentum,
    summary: "The distance of a fast and a slow average in percent of the slow one.",
    formula: "100 * (average(x, fast) - average(x, slow)) / average(x, slow)",
    convention: """
      Each average begins as early as it can, unlike macd; 0 if the slow average is 0. If fast is \
      longer than slow they change places.
      """,
    references: ["TA-Lib PPO"],
    example: "ppo(12, 26)",
    parameters: oscillatorParameters,
    outputs: [.value(.percent)],
    memory: .fading { $0.average(2).settling(max($0.whole(0), $0.whole(1))) },
    warmUp: oscillatorWarmUp,
    kernel: { segment in
      let target = segment.outputs[0]
      withOscillatorAverages(segment) { fast, slow, first in
        for index in first..<segment.count {
          target[index] = slow[index] == 0 ? 0 : 100 * (fast[index] - slow[index]) / slow[index]
        }
      }
    }
  )

  private static let oscillatorParameters: [Parameter] = [
    .bars("fast", "fastperiod", 12, "The period of the fast average."),
    .bars("slow", "slowperiod", 26, "The period of the slow average."),
    .average("average", "matype", .ema, "The type of both averages."),
  ]

  private static let oscillatorWarmUp: @Sendable (Arguments) -> Int = {
    $0.average(2).warmUp(max($0.whole(0), $0.whole(1)))
  }
}

/// Lends both averages and the index from which both are there.
private func withOscillatorAverages(
  _ segment: Segment,
  body: (_ fast: Target, _ slow: Target, _ first: Int) -> Void
) {
  let arguments = segment.arguments
  let average = arguments.average(2)
  let fast = min(arguments.whole(0), arguments.whole(1))
  let slow = max(arguments.whole(0), arguments.whole(1))
  withScratch(2 * segment.count) { scratch in
    let other = scratch + segment.count
    average.write(segment.inputs[0], segment.count, fast, scratch)
    average.write(segment.inputs[0], segment.count, slow, other)
    body(scratch, other, average.warmUp(slow))
  }
}
